/**
 * The days on which a value is disputed are those on which another value contradicts it, found without comparing every
 * pair.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DayRange, disputedDaysAmong } from '../../server/src/core/canon/truth/disputedDays';
import { startDay } from '../../server/src/core/canon/model/segments';
import { contradict, type Held } from '../../server/src/core/canon/truth/truth';
import type { Entry } from '../../server/src/core/entry/entry';

const PAGES = ['maric', 'lysa'].map((path) => ({ path })) as unknown as readonly Entry[];
const LAST = 8;
const LINES = ['era:ta', 'era:sa'];

interface Drawn {
  readonly text: string;
  readonly isLink: boolean;
  readonly line: string | null;
  readonly except: readonly string[];
  readonly from: number | null;
  readonly days: number | null;
  readonly isElsewhere: boolean;
}

/** `m…` and `l…` are names of a page each, which a value refers to where it is a link; `v` belongs to none. */
const drawn: fc.Arbitrary<Drawn> = fc.record({
  text: fc.constantFrom('m1', 'm2', 'l1', 'l2', 'v'),
  isLink: fc.boolean(),
  line: fc.constantFrom(...LINES, ...LINES, null),
  except: fc.subarray(LINES),
  from: fc.option(fc.nat(LAST - 1), { freq: 6 }),
  days: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 6 }),
  isElsewhere: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
});

function heldOf({ text, isLink, line, except, from, days, isElsewhere }: Drawn): Held {
  const moment = (day: number | null) =>
    day === null || line === null ? null : { line, day, text: `${day}`, approximate: false };
  const begin = moment(from ?? (days === null ? 0 : null));
  const ref = isLink ? PAGES[['m', 'l'].indexOf(text.slice(0, 1))] : undefined;
  const segment = isElsewhere
    ? { from: begin, until: null, endsElsewhere: { line: 'era:third', day: 1, text: '1', approximate: false } }
    : { from: begin, until: days === null ? null : moment((from ?? 0) + days) };
  const clipped = { fact: { value: { text } } };
  return { clipped, segment, line, except: line === null ? except : [], ref } as unknown as Held;
}

const dayOn = (held: Held, line: string, day: number): Held => {
  const moment = (at: number) => ({ line, day: at, text: `${at}`, approximate: false });
  const [from, until] = [held.segment.from?.day ?? -Infinity, held.segment.until?.day ?? Infinity];
  const isThere = from <= day && day < until && (held.line === null ? !held.except.includes(line) : held.line === line);
  const segment = isThere && !held.segment.endsElsewhere ? { from: moment(day), until: moment(day + 1) } : NEVER;
  return { ...held, line, except: [], segment };
};
const isIn = ({ line, from, until }: DayRange, at: { readonly line: string; readonly day: number }): boolean =>
  line === at.line && from <= at.day && at.day < until;

const NEVER = { from: null, until: { line: '', day: -Infinity, text: '', approximate: false } };

it('lists for each value the days on which another contradicts it', () => {
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 9 }), (all) => {
      const values = all.map(heldOf).sort((a, b) => (startDay(a.segment) < startDay(b.segment) ? -1 : 1));
      const disputedDays = disputedDaysAmong(values);
      for (const one of values) {
        const ranges = disputedDays(one);
        const isEverywhere = values.some((other) => one.line === null && other.line === null && contradict(one, other));
        expect(ranges.some(({ line }) => line === null)).toBe(isEverywhere);
        if (isEverywhere) continue;
        const days = LINES.flatMap((line) => Array.from({ length: 2 * LAST }, (_, day) => ({ line, day: day - 1 })));
        expect(days.filter((at) => ranges.some((part) => isIn(part, at)))).toEqual(
          days.filter(({ line, day }) => {
            const own = dayOn(one, line, day);
            return values.some((other) => contradict(own, dayOn(other, line, day)));
          }),
        );
        const meets = ranges.filter(({ line, from }, i) => {
          const last = ranges[i - 1];
          return last?.line === line && from <= last.until;
        });
        expect(meets).toEqual([]);
      }
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 100) },
  );
});
