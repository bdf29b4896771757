/**
 * Two branches from one commit: the merged result has the findings of each branch, and those that only the merge causes.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CheckedProblem } from '../../server/src/core/rules/check';
import { changesOf, type Edit, edits, type Told, toldBy, toldPages } from './branches';
import { foundSince } from './gate';

const RUNS = { numRuns: Number(process.env.FUZZ_RUNS ?? 60) };
/** The findings on both branches and on their merge; the same samples are used twice. */
interface Outcome {
  readonly each: readonly (readonly CheckedProblem[])[];
  readonly merged: readonly CheckedProblem[];
}

const outcomes = new Map<string, Outcome>();

function outcomeOf(pages: readonly Told[], ilses: readonly Edit[], toms: readonly Edit[]): Outcome {
  const key = JSON.stringify([pages, ilses, toms]);
  const kept = outcomes.get(key);
  if (kept) return kept;
  const before = toldBy(pages);
  const [ilse, tom] = [changesOf(before, ilses, 'ilse'), changesOf(before, toms, 'tom')];
  const each = [ilse, tom].map((changes) => foundSince(before, changes));
  const outcome = { each, merged: foundSince(before, { ...ilse, ...tom }) };
  outcomes.set(key, outcome);
  return outcome;
}

const isSilent = ({ problem: { code } }: CheckedProblem): boolean => /^retcon\/(?:silent|deleted-entry)$/.test(code);
const placed = ({ file, problem }: CheckedProblem): string => `${file} ${problem.code} ${problem.span.start}`;
/**
 * Places are ignored, and so is whether others rest on a deleted page: of a date that moves a fact and a retcon, the
 * other author may have declared the one, or deleted what rested on the page; then the rest is reported.
 */
const told = (one: CheckedProblem): string => `${one.file} ${isSilent(one) ? 'silent' : one.problem.code}`;

/**
 * The files that state what another file stated too: when each author removes one of them, the fact is gone only in the
 * merge.
 */
function toldTwice(pages: readonly Told[]): ReadonlySet<string> {
  const fact = ({ entity, attribute, value }: Told): string => [entity, attribute, value].join();
  const isTwin = (one: Told, i: number): boolean => pages.some((other, k) => k !== i && fact(other) === fact(one));
  return new Set(pages.flatMap((one, i) => (isTwin(one, i) ? `page-${i}.md` : [])));
}

it('blames a silent change on the branch that made it, and on no other', () => {
  fc.assert(
    fc.property(toldPages, edits(0), edits(1), (pages, ilses, toms) => {
      const outcome = outcomeOf(pages, ilses, toms);
      const each = outcome.each.map((found) => found.filter(isSilent));
      const merged = outcome.merged.filter(isSilent);
      const sides = new Set(each.flat().map(told));
      const twice = toldTwice(pages);
      const ofMerge = merged.filter((one) => !sides.has(told(one)) && !twice.has(one.file));
      expect(ofMerge.map(placed), 'only by the merge').toEqual([]);
      // What one has changed, the other may have declared; and a deleted page gives one finding, not ten.
      const declared = new Set(
        [...ilses, ...toms].flatMap(({ does, of }) => (/^(?:supersede|retract)$/.test(does) ? `page-${of}.md` : [])),
      );
      const still = new Set(merged.map(({ file }) => file));
      const isStopped = ({ file }: CheckedProblem): boolean =>
        still.has(file) || still.has(`page-${Number(/\d+/.exec(file)?.[0]) - 1}.md`);
      const lost = each.flat().filter((one) => !declared.has(one.file) && !isStopped(one));
      expect(lost.map(placed), 'lost').toEqual([]);
    }),
    RUNS,
  );
});

it('attributes to the merge only forks, disputes, and names whose page the other branch removed', () => {
  const ofTwo = new Set<string>();
  fc.assert(
    fc.property(toldPages, edits(0), edits(1), (pages, ilses, toms) => {
      const { each, merged } = outcomeOf(pages, ilses, toms);
      const worse = (found: readonly CheckedProblem[]): string[] =>
        found.flatMap((one) => (one.problem.severity === 'error' ? told(one) : []));
      const sides = new Set(each.flatMap(worse));
      const twice = toldTwice(pages);
      const found = merged.filter((one) => !(isSilent(one) && twice.has(one.file)));
      for (const one of worse(found)) if (!sides.has(one)) ofTwo.add(one.split(' ')[1] ?? '');
    }),
    RUNS,
  );
  expect(ofTwo).toContain('supersedes/fork');
  const known = new Set(['supersedes/fork', 'supersedes/unknown-id', 'retracts/unknown-id', 'supersedes/cycle']);
  expect([...ofTwo].filter((code) => !known.has(code))).toEqual([]);
});
