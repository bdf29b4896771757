/** Which established answers are others now: not those that another page gives, or that are only spelled otherwise. */
import {
  clippedOf,
  type Difference,
  differencesOf,
  entityInOther,
  type Held,
  type Known,
  pairOf,
  touchingRetcons,
  valueInOther,
  withoutDrafts,
} from '../../canon';
import type { Fact } from '../../entry/entry';
import type { Compared } from './baselineComparison';

/** What a value means, as one text: free text is the same in other letters, with other blanks, and with or without a `.` or `!`. */
export function meaningOfValue(known: Known, other: Known, names: Known, value: Fact['value']): string {
  const meant = valueInOther(known, other, names, value);
  return meant.startsWith('[[') ? meant : normalisedText(meant);
}

/** Whether a fact of then and one of now have the same value: a reference to the same entry, or the same text. */
export const isSameMeaning = ({ baseline, now }: Compared, then: Fact, is: Fact): boolean =>
  meaningOfValue(baseline, now, now, then.value) === meaningOfValue(now, baseline, now, is.value);

/** Free text without what makes no difference. */
export const normalisedText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '');

/**
 * Where answers differ of which there were any. A draft is not told yet, and may go again unseen: where one has a say, answers
 * are those without it. @param entity as it is called now
 */
export function changedAnswers({ baseline, now }: Compared, entity: string, attribute: string): Difference[] {
  const isDrafted =
    hasDraft(baseline, entityInOther(baseline, now, entity), attribute) || hasDraft(now, entity, attribute);
  const [a, b] = isDrafted ? [withoutDrafts(baseline.canon), withoutDrafts(now.canon)] : [baseline, now];
  return differencesOf(a, b, entity, attribute).filter((one) => isOther(a, b, one));
}

/** Whether a draft states what is asked, or makes a retcon of it. */
const hasDraft = (known: Known, entity: string, attribute: string): boolean =>
  clippedOf(known, pairOf(entity, attribute)).some(({ entry }) => entry.draft) ||
  touchingRetcons(known, entity, attribute).some(({ by }) => by.draft);

/** Whether there was an answer, and another one has come. */
export const isOther = (a: Known, b: Known, { before, after }: Difference): boolean =>
  before.length > 0 && valuesIn(a, a, b, before) !== valuesIn(b, a, b, after);

const valuesIn = (known: Known, a: Known, b: Known, held: readonly Held[]): string =>
  [...new Set(held.map(({ clipped }) => meaningOfValue(known, known === b ? a : b, b, clipped.fact.value)))]
    .sort()
    .join('\n');
