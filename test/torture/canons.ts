/**
 * Trials of answers: small codices, compared with slow implementations of the model; and what a change of a few pages
 * reaches.
 */
import { leftInPeriods } from '../canon/leftOneByOne';
import { answeredAlike } from '../canon/secondReading/alike';
import { type Bent, BENTS } from '../canon/secondReading/worlds';
import { SORTS, toldAsIfAllWereJudged } from '../rules/newlyFound';
import { trial } from './attack';

const hyphened = (words: string): string => words.replaceAll(' ', '-');
const nobody = (): void => undefined;

export const CANONS = [
  ...Object.entries<Bent>(BENTS).map(([name, bent]) => trial(`canon/${hyphened(name)}`, answeredAlike(bent), 30)),
  trial('canon/left-in-periods', leftInPeriods(nobody), 50),
  trial('canon/reached-together', toldAsIfAllWereJudged(SORTS['where everything hangs together']), 10),
  trial('canon/reached-apart', toldAsIfAllWereJudged(SORTS['where most things have nothing to do with each other']), 5),
];
