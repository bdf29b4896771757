/** For any vault, the codex.yaml that the survey writes reads without a problem. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCodex } from '../../server/src/core/codex/readCodex';
import { survey } from '../../server/src/core/codex/survey';
import { findingsOf } from '../../server/src/core/codex/survey/choices';
import { writeCodexYaml } from '../../server/src/core/codex/survey/writeCodex';
import { anyText } from '../support/anyText';
import { filesOf, init, note } from './surveyed';

describe('for any vault', () => {
  const name = fc.oneof(
    fc.constantFrom('Thaw', 'TA', 'off', 'null', '12', '-', 'a: b', '[x]', '# y', "it's", 'Ælf'),
    anyText({ maxLength: 8 }),
  );
  const key = fc.oneof(
    fc.constantFrom(
      'born',
      'secret',
      'date',
      'fc-date',
      'died',
      'end',
      'name',
      'alias',
      'uuid',
      'type',
      'race',
      'Born',
    ),
    fc.string({ maxLength: 8 }),
  );
  const value = fc.oneof(fc.constantFrom('412 TA', '12 Thaw 3 BF', '-62', '2026-05-12', 'elf', 'x\ny'), name);
  const number = fc.oneof(fc.integer({ min: -5, max: 2000 }), fc.double(), fc.constant(null));
  const frontmatter = fc.dictionary(key, value, { maxKeys: 6 }).map((group) =>
    Object.entries(group)
      .map(([one, other]) => `${JSON.stringify(one)}: ${JSON.stringify(other)}`)
      .join('\n'),
  );
  const path = fc.oneof(
    fc.constantFrom('Session 1.md', 'GM [1]: only/a.md', 'a/Secrets/b.md', 'a/Session 1.md', 'session 2 - x: y.md'),
    fc.string({ maxLength: 12 }),
  );
  const calendar = fc.record(
    {
      id: name,
      name,
      static: fc.record(
        {
          firstWeekDay: number,
          overflow: fc.boolean(),
          weekdays: fc.array(fc.record({ name }), { maxLength: 4 }),
          months: fc.array(
            fc.record({
              name,
              length: number,
              interval: number,
              offset: number,
              type: fc.constantFrom('month', 'intercalary'),
            }),
            { maxLength: 4 },
          ),
          leapDays: fc.array(
            fc.record({
              name,
              timespan: number,
              offset: number,
              interval: fc.array(fc.record({ interval: number, exclusive: fc.boolean(), ignore: fc.boolean() }), {
                maxLength: 3,
              }),
            }),
            { maxLength: 2 },
          ),
          eras: fc.array(
            fc.record({
              name,
              format: fc.constantFrom('{{era_name}}', '{{era_year}}'),
              isStartingEra: fc.boolean(),
              date: fc.record({ year: number }),
              end: fc.record({ year: number }),
            }),
            { maxLength: 3 },
          ),
        },
        { requiredKeys: [] },
      ),
      current: fc.record({ year: number, month: number, day: number }),
    },
    { requiredKeys: ['static'] },
  );

  it('the written file reads without a problem', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(path, frontmatter), { maxLength: 8 }),
        fc.option(fc.record({ calendars: fc.array(calendar, { maxLength: 3 }), defaultCalendar: name })),
        (notes, calendarium) => {
          const noted = notes.map(([file, text]) => note(file, text));
          expect(init(noted, calendarium).codex.declared).toBe(true);
        },
      ),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 100) },
    );
  });

  it('so does the file for any choices', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(path, frontmatter), { maxLength: 8 }),
        fc.option(fc.record({ calendars: fc.array(calendar, { maxLength: 3 }), defaultCalendar: name })),
        fc.integer({ min: 0 }),
        (notes, calendarium, chosen) => {
          const noted = notes.map(([file, text]) => note(file, text));
          const found = survey({ notes: noted, calendars: filesOf(calendarium), isInGit: true });
          const taken = findingsOf(found).filter((_, place) => ((chosen >> (place % 31)) & 1) === 1);
          const text = writeCodexYaml(found, new Set(taken.map(({ id }) => id)));
          expect({ problems: readCodex(text).problems, text }).toEqual({ problems: [], text });
        },
      ),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 100) },
    );
  });
});
