/**
 * Who holds at the same time as each holder: the first of them by name, in the order in which they came, and the number
 * of all.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { successionSubject } from '../../media/kin/subject';
import type { Succession } from '../../server/src/core/picture/shapes/kinShapes';
import type { TimelineSpan } from '../../server/src/core/picture/shapes/timelineShape';
import { successionTable } from '../../server/src/core/picture/succession/succession';
import { successionText } from '../../server/src/core/tools/pictures/succession';
import { plainText } from '../../server/src/core/tools/words/richText';

const spanOf = (title: string, from: number | null, until: number | null): TimelineSpan => ({
  value: title,
  title,
  ref: null,
  from: from === null ? null : `${from} TA`,
  until: until === null ? null : `${until} TA`,
  approximate: false,
  entry: 'keep',
  sources: [],
  superseded_by: null,
  canon_from: null,
  canon_until: null,
  days: [from, until],
  canon: null,
  is_disputed: false,
});

const successionOf = (spans: readonly TimelineSpan[]): Succession => ({
  entity: 'keep',
  title: 'Keep',
  attribute: 'member',
  kind: 'set',
  at: null,
  at_days: null,
  as_of: 'latest',
  spans,
  holders: [],
  line: 'era:ta',
  calendars: [],
  present: null,
  points: [],
});

const startOf = ({ days }: TimelineSpan): number => days?.[0] ?? -Infinity;
const endOf = ({ days }: TimelineSpan): number => days?.[1] ?? Infinity;

const drawn = fc
  .record({
    title: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    from: fc.option(fc.nat(9), { freq: 8 }),
    days: fc.option(fc.integer({ min: 1, max: 6 }), { freq: 4 }),
  })
  .filter(({ from, days }) => from !== null || days !== null)
  .map(({ title, from, days }) => spanOf(title, from, days === null ? null : (from ?? 0) + days));

it('joins stretches of one value that touch', () => {
  const spans = [spanOf('a', 1, 3), spanOf('b', 2, 4), spanOf('a', 3, 5), spanOf('a', 6, null)];
  const rows = successionTable(successionOf(spans), 0, 9);
  expect(
    rows.map((row) =>
      row.kind === 'gap' ? 'gap' : `${row.number} ${row.span.title} ${row.span.from}–${row.span.until}`,
    ),
  ).toEqual(['1 a 1 TA–5 TA', '2 b 2 TA–4 TA', 'gap', '3 a 6 TA–null']);
});

it('names those that overlap it, each once', () => {
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 12 }), fc.nat(4), (all, most) => {
      const spans = all.sort((a, b) => (startOf(a) < startOf(b) ? -1 : startOf(a) > startOf(b) ? 1 : 0));
      const rows = successionTable(successionOf(spans), 0, most).filter((row) => row.kind === 'reign');
      const reigns = rows.map(({ span }) => span);
      for (const { span, beside, besideCount } of rows) {
        const others = reigns.filter(
          (other) => other.title !== span.title && startOf(other) < endOf(span) && startOf(span) < endOf(other),
        );
        const titles = [...new Set(others.map(({ title }) => title))];
        expect([beside, besideCount]).toEqual([titles.slice(0, most), titles.length]);
      }
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 300) },
  );
});

it.each([
  [5, 'v1, v2, v3, v4 and v5', []],
  [6, 'v1, v2, v3, v4, v5 and v6', ['and 1 more']],
  [7, 'v1, v2, v3, v4, v5 and 2 others', ['and 2 more']],
])('counts those left out among %i at the same time', (count, words, left) => {
  const succession = successionOf(Array.from({ length: count + 1 }, (_, i) => spanOf(`v${i}`, 10, 20)));
  expect(plainText(successionText(succession)).split('\n')[1]).toContain(`at the same time as ${words}`);
  const cells = successionSubject(succession).rows({ day: null, stop: 0 })[0]?.cells.at(-1) ?? [];
  expect(cells.map(({ text }) => text)).toEqual([
    ...Array.from({ length: Math.min(count, 5) }, (_, i) => `v${i + 1}`),
    ...left,
  ]);
});
