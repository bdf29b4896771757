/** Whether a change of values leaves the other answers unchanged, checked against a separate reading of each day. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { endDay, type Held, startDay } from '../../server/src/core/canon';
import { changesNothingElse } from '../../server/src/core/edits/refactor/restated';

const RUNS = Number(process.env.FUZZ_RUNS ?? 1000);
const LINES = ['ta', 'ce'];
const DAYS = Array.from({ length: 8 }, (_, i) => i);

const at = (line: string, day: number) => ({ line, day, text: `${day}` });

/** A value of one letter, on one line or on all but some, on some days. */
const held = fc
  .record({
    value: fc.constantFrom('a', 'b', 'c'),
    line: fc.constantFrom(...LINES, null),
    except: fc.subarray(LINES),
    from: fc.option(fc.nat(6)),
    length: fc.option(fc.integer({ min: 1, max: 6 })),
  })
  .map(({ value, line, except, from, length }) => {
    const start = from === null || line === null ? null : at(line, from);
    const until = length === null || line === null ? null : at(line, (from ?? 0) + length);
    return { line, except, segment: { from: start, until }, value } as unknown as Held & { readonly value: string };
  });

type Letter = Held & { readonly value: string };

const heldOn = (all: readonly Letter[], line: string, day: number, means: (one: Letter) => string): string => {
  const isThere = (one: Letter): boolean => (one.line === null ? !one.except.includes(line) : one.line === line);
  const on = all.filter((one) => isThere(one) && startDay(one.segment) <= day && day < endDay(one.segment));
  return [...new Set(on.map(means))].sort().join();
};

it('is the same as on each day', () => {
  let [same, other] = [0, 0];
  fc.assert(
    fc.property(
      fc.array(held, { maxLength: 5 }),
      fc.array(held, { maxLength: 2 }),
      fc.option(fc.record({ line: fc.constantFrom(...LINES), day: fc.nat(7) })),
      fc.boolean(),
      (before, more, from, isMore) => {
        // `a` has become `b`, where the change has taken effect.
        const meansBefore = (one: Held, isNew: boolean): string => {
          const { value } = one as Letter;
          return isNew && value === 'a' ? 'b' : value;
        };
        const meansAfter = (one: Held): string => (one as Letter).value;
        const parted = before.flatMap((one): Letter[] => {
          if (one.value !== 'a' || (from && one.line !== from.line)) return [one];
          const [start, end] = [startDay(one.segment), endDay(one.segment)];
          if (from === null || from.day <= start) return [{ ...one, value: 'b' }];
          if (from.day >= end) return [one];
          const turn = at(from.line, from.day) as unknown as Held['segment']['from'];
          return [
            { ...one, segment: { ...one.segment, until: turn } },
            { ...one, segment: { ...one.segment, from: turn }, value: 'b' },
          ];
        });
        const after = isMore ? [...parted, ...more] : parted;
        const named = LINES.filter((line) => [...before, ...after].some((one) => one.line === line));
        const lines = from ? [from.line] : [...named, 'elsewhere'];
        const expected = lines.every((line) =>
          [-Infinity, ...DAYS, ...DAYS.map((day) => day + 8)].every((day) => {
            const isNew = from === null || from.day <= day;
            return heldOn(before, line, day, (one) => meansBefore(one, isNew)) === heldOn(after, line, day, meansAfter);
          }),
        );
        const answered = changesNothingElse(before, after, from, meansBefore, meansAfter);
        expect(answered).toBe(expected);
        if (answered) same++;
        else other++;
      },
    ),
    { numRuns: RUNS },
  );
  expect(Math.min(same, other)).toBeGreaterThan(RUNS / 10);
});
