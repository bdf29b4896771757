/** What holds from one restoration to the next follows from all facts together, as the retcons leave them there. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allOf } from '../../server/src/core/canon/model/known';
import type { Known } from '../../server/src/core/canon/model/canonValue';
import { endDay, startDay } from '../../server/src/core/canon/model/segments';
import type { Clipped } from '../../server/src/core/canon/retcons/clips';
import { dovetailed, holding, type Stretch } from '../../server/src/core/canon/truth/dovetail';
import { stretchesAmong } from '../../server/src/core/canon/truth/stretchesAmong';
import { clippedOf } from '../../server/src/core/canon/truth/truth';
import { pairOf } from '../../server/src/core/canon/model/statedFacts';
import { codexOf } from '../support/codex';
import { leftAt, restoringCodices } from './leftOneByOne';

const RUNS = Math.max(200, Number(process.env.FUZZ_RUNS ?? 200));

/** Before, between, on and after all dates that are written. */
const DAYS = ['TA', 'XX', 'QQ'].flatMap((era) =>
  [5, 10, 12, 15, 20, 25, 27, 30, 35, 40, 45].map((year) => ({ era, year })),
);

it('for facts of any tier, on several lines', () => {
  let count = 0;
  fc.assert(
    fc.property(restoringCodices(), (files) => {
      const known = allOf(codexOf(files).canon);
      const facts = clippedOf(known, pairOf('x', 'lord'));
      if (facts.some(({ periods }) => periods)) count++;
      const stretches = stretchesAmong(known, facts, 'state');
      for (const at of DAYS) expect([at, factsAt(stretches, at)]).toEqual([at, factsAt(beside(known, facts, at), at)]);
    }),
    { numRuns: RUNS },
  );
  expect(count).toBeGreaterThan(RUNS / 4);
});

interface At {
  readonly era: string;
  readonly year: number;
}

const onLine = ({ era, year }: At) => ({ line: `era:${era.toLowerCase()}`, day: year, text: '', approximate: false });

/** All facts together, each as the retcons leave it at a time. */
function beside(known: Known, facts: readonly Clipped[], at: At): Stretch[] {
  const leftOf = (one: Clipped): Pick<Clipped, 'segments' | 'outlives'> => leftAt(one.periods ?? [], onLine(at)) ?? one;
  const alone = facts.flatMap((one) => leftOf(one).segments.map((segment) => holding(one, segment)));
  return dovetailed(known, alone, ({ clipped }) => leftOf(clipped).outlives);
}

/** The facts with a stretch that contains a day. */
const factsAt = (stretches: readonly Stretch[], at: At): readonly string[] => {
  const { line, day } = onLine(at);
  const meets = (one: Stretch): boolean =>
    one.line === null
      ? !one.except.includes(line)
      : one.line === line && startDay(one.segment) <= day && day < endDay(one.segment);
  return stretches
    .filter(meets)
    .map(({ clipped: { entry, fact } }) => `${entry.path} ${fact.index}`)
    .sort();
};
