/** What was changed silently is declared as a retcon, or put back: in any codex, whatever was changed, and nothing else with it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Canon } from '../../server/src/core/canon/canon';
import { readCanonPoint } from '../../server/src/core/canon/canonPoint';
import { fixesOf, type QuickFix } from '../../server/src/core/features/fixes';
import type { CheckedProblem } from '../../server/src/core/rules/check';
import { answersAt, CODEX, canonOf, world } from '../canon/world';
import { askedIn, changedBy, type Files, problemsIn } from '../support/codex';

const silentIn = (files: Files, established: Files): CheckedProblem[] =>
  problemsIn(files, established).filter(({ problem }) => problem.code === 'retcon/silent');

const fixesIn = (files: Files, established: Files, { file, problem }: CheckedProblem): QuickFix[] =>
  fixesOf(askedIn(files, file, established), problem);

/** What an author may do to the facts of a page, each to the first that it can be done to. */
const EDITS: readonly ((text: string) => string)[] = [
  (text) => text.replace(/value: \w+/, 'value: z'),
  (text) => text.replace(/from: [^,}]+/, 'from: 31 TA'),
  (text) => text.replace(/^date: .*/m, 'date: 31 TA'),
  (text) => text.replace(/\n {2}- \{entity.*/, ''),
  (text) =>
    text
      .replace(/\n {2}- \{entity.*/, '$&\n  - {entity: far, attribute: seat, value: z}')
      .replace(/value: \w+/, 'value: z'),
];

describe('declaring it', () => {
  it('leaves the old page as it was told, answers as before it was declared, and nothing silent', () => {
    let count = 0;
    fc.assert(
      fc.property(world, fc.nat(8), fc.constantFrom(...EDITS), (spec, i, change) => {
        const established: Files = { 'codex.yaml': CODEX, ...Object.fromEntries(spec) };
        const file = `f${i % spec.size}.md`;
        const edited: Files = { ...established, [file]: `${change(established[file] ?? '')}\nMore prose.\n` };
        for (const found of silentIn(edited, established)) {
          const fix = fixesIn(edited, established, found).find((one) => one.fix.title.startsWith('Declare'))?.fix;
          if (!fix) continue;
          count++;
          const files = { ...edited, ...changedBy(edited, fix) };
          expect(silentIn(files, established)).toEqual([]);
          // Beside the prose only what the author has added to the facts is left.
          const left = files[file]?.replace('\n  - {entity: far, attribute: seat, value: z}', '');
          expect(left).toBe(`${established[file]}\nMore prose.\n`);
          const [then, now] = [established, files].map((all) => canonOf(new Map(Object.entries(all))));
          if (then && now) expect(factsAt(now, 'r3')).toEqual(factsAt(then, 'r3'));
        }
      }),
      { numRuns: 10 },
    );
    expect(count).toBeGreaterThan(0);
  });
});

const factsAt = (canon: Canon, asOf: string): unknown =>
  answersAt(canon, pointOf(canon, asOf)).map((answer) => ({ ...(answer as object), retcons: null }));

function pointOf(canon: Canon, text: string) {
  const reading = readCanonPoint(canon, text);
  if (!reading.ok) throw new Error(reading.message);
  return reading.point;
}
