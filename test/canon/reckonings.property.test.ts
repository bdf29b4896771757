/** A codex.yaml that counts time differently changes only the answers that differ for the same date. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { knownAt, LATEST } from '../../server/src/core/canon/model/canonPoint';
import { differencesBetween } from './differencesBetween';
import type { Known } from '../../server/src/core/canon/model/canonValue';
import { wasTrueAt } from '../../server/src/core/canon/truth/truth';
import { readWorldDateParam } from '../../server/src/core/tools/asked/question';
import { canonOf } from './world';

const MONTHS = '[{name: Frost, days: 30}, {name: Thaw, days: 20}, {name: Harvest, days: 10}]';
const ERAS = '[{id: BF, epoch: 1, direction: backward}, {id: FA, epoch: 0, last: 100}, {id: TA, epoch: 100}]';
const codexOf = (eras = ERAS, months = MONTHS, more = ''): string =>
  `calendars: {ours: {months: ${months}, eras: ${eras}${more}}}\nattributes: {founder: constant, member: set}\n`;

const CODICES = [
  codexOf(),
  codexOf(ERAS.replace('epoch: 100', 'epoch: 80')),
  codexOf(ERAS.replace('epoch: 100', 'epoch: 130')),
  codexOf(ERAS.replace('epoch: 100}', 'epoch: 100, direction: backward}')),
  codexOf(ERAS.replace(', direction: backward', '')),
  codexOf(ERAS, '[{name: Thaw, days: 20}, {name: Frost, days: 30}, {name: Harvest, days: 10}]'),
  codexOf(ERAS, '[{name: Frost, days: 30}, {name: Thaw, days: 25}, {name: Harvest, days: 10}]'),
  codexOf(ERAS, MONTHS, ', leap: [{month: Thaw, every: 4}]'),
  codexOf(ERAS, MONTHS, ', default_era: FA'),
  codexOf(ERAS, '[]', ', year_days: 60'),
  'attributes: {founder: constant, member: set}\n',
];

const DATES = ['12 Thaw 98 FA', '90 FA', '4 Frost 5 TA', '9 Harvest 5 TA', '30 TA', '8', '3 BF', '12 BF'] as const;
const ASKED = ['1', '11', '20'].flatMap((day) =>
  ['Frost', 'Thaw', 'Harvest'].flatMap((month) =>
    [
      '98 FA',
      '90 FA',
      '5 TA',
      '30 TA',
      '3 BF',
      '12 BF',
      '55 TA',
      '95 FA',
      '8 TA',
      '8 FA',
      '14 TA',
      '1 TA',
      '100 FA',
    ].map((year) => `${day} ${month} ${year}`),
  ),
);

const dated = fc.record({
  attribute: fc.constantFrom('founder', 'ruler', 'member'),
  value: fc.constantFrom('v', 'w'),
  from: fc.option(fc.constantFrom(...DATES), { freq: 6 }),
  until: fc.option(fc.constantFrom(...DATES), { freq: 2 }),
});

/** The answer for a date, and its sources; null where the codex does not have that date. */
function answer({ canon, ...known }: Known, attribute: string, text: string): string | null {
  const date = readWorldDateParam(canon, text);
  if (!date.ok || !date.value) return null;
  const { facts } = wasTrueAt({ canon, ...known }, 'x', { at: date.value, attribute });
  return JSON.stringify(
    facts
      .flatMap(({ values }) => values.map((held) => `${held.clipped.fact.value.text} by ${held.clipped.entry.path}`))
      .sort(),
  );
}

// What was written more precisely than it could be read is only read more precisely now: that does not change the order.
it('for any date', () => {
  let [same, others] = [0, 0];
  fc.assert(
    fc.property(
      fc.array(dated, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...CODICES.filter((codex) => codex.includes('Frost'))),
      fc.constantFrom(...CODICES),
      (facts, then, now) => {
        const files = new Map(
          facts.map(({ attribute, value, from, until }, i) => {
            const ends = `${from ? `, from: ${from}` : ''}${until ? `, until: ${until}` : ''}`;
            const fact = `{entity: x, attribute: ${attribute}, value: ${value}${ends}}`;
            return [`p${i}.md`, `---\nfacts:\n  - ${fact}\n---\n`] as const;
          }),
        );
        const [a, b] = [knownAt(canonOf(files, then), LATEST), knownAt(canonOf(files, now), LATEST)];
        const found = differencesBetween(a, b);
        for (const attribute of ['founder', 'ruler', 'member'])
          for (const text of ASKED) {
            const [was, is] = [answer(a, attribute, text), answer(b, attribute, text)];
            const date = readWorldDateParam(b.canon, text);
            if (was === null || is === null || !date.ok || !date.value) continue;
            const { start, end } = date.value;
            // In an era that may count backwards the order of years is unknown: each is a line, without an end.
            if (start.line.startsWith('era:bf:')) continue;
            const isReported = found.some(
              (one) =>
                one.attribute === attribute &&
                ((one.from ?? one.until)?.line ?? start.line) === start.line &&
                (one.from?.day ?? -Infinity) < end.day &&
                start.day < (one.until?.day ?? Infinity),
            );
            const about = [facts, then, now, attribute, text, was, is];
            // Where eras overlap, a day has several names, and another of them may have had a different answer.
            if (was === is) same++;
            else others++;
            if (was !== is) expect([...about, isReported]).toEqual([...about, true]);
            else if (end.day - start.day === 1 && now.includes(ERAS) && now.includes('calendars'))
              expect([...about, isReported]).toEqual([...about, false]);
          }
      },
    ),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 30) },
  );
  expect(same).toBeGreaterThan(1000);
  expect(others).toBeGreaterThan(200);
});
