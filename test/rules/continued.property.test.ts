/**
 * A codex.yaml that only gains revisions does not change the baseline, and does not need all pages to be judged again.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fillInSteps } from '../../server/src/core/commits/snapshot';
import { readsTheSameUnder } from '../../server/src/core/canon';
import { createHost } from '../../server/src/core/host';
import { type CheckedProblem, checkCodex } from '../../server/src/core/rules/check';
import { problemsSince, type State } from '../../server/src/core/rules/compareWithBaseline';
import { atOnce } from '../../server/src/core/text/groups';
import { CODEX, entrySpecOf, textOf } from '../canon/world';

const RUNS = Number(process.env.FUZZ_RUNS ?? 12);
const PATIENCE = { timeout: 30_000 + RUNS * 200 };

type Pages = ReadonlyMap<string, string>;

/** @param like shares its entries with this canon where it can */
function stateOf(codex: string, pages: Pages, like: State | null = null): State {
  const all = new Map([['codex.yaml', codex], ...pages]);
  const text = (file: string): string | null => all.get(file) ?? null;
  const host = createHost(text);
  host.apply(new Map([['codex.yaml', codex]]));
  const state = { host, textOf: text, blobOf: text };
  atOnce(fillInSteps(state, [...pages.keys()], like as typeof state | null));
  return state;
}

const goesOn = (before: State, after: State): boolean => readsTheSameUnder(before.host.canon, after.host.canon.codex);

const more = (revision: string): string => CODEX.replace('r4]', `r4, ${revision}]`);

it.each([
  ['an undated one after all', more('r5'), true],
  ['several, one of them open', more('r5, {id: r6, open: true}'), true],
  ['one that is open, or open no more, before another', CODEX.replace('r4]', '{id: r4, open: true}, r5]'), true],
  ['what is on lines of its own', `# Ours.\n${more('r5')}`, true],
  ['a date, which those before take', more('{id: r5, date: 2027-01-01}'), false],
  ['one between the others', CODEX.replace('r2,', 'r2, r5,'), false],
  ['one that is named', more('named'), false],
  ['one that is named in other letters', more('NAMED'), false],
  ['one that a retcon takes for a date', more('as-of'), false],
  ['another name', CODEX.replace('r2', 'r9'), false],
  ['another tier', more('r5').replace('core', 'kern'), false],
  ['a rule', `${more('r5')}rules: {canon/missing: off}\n`, false],
  ['no more than a comment', `# Ours.\n${CODEX}`, true],
  ['the present, by which no page is read', `${more('r5')}present: 9 CE\n`, true],
])('recognizes a codex.yaml that only gains revisions: %s', (_, codex, isOne) => {
  const pages = new Map([
    ['a.md', '---\nid: a\ncanon: named\n---\n'],
    ['b.md', '---\nid: b\nsupersedes: {id: a, as_of: as-of}\n---\n'],
  ]);
  expect(goesOn(stateOf(CODEX, pages), stateOf(codex, pages))).toBe(isOne);
});

it('uses the date of a revision to decide whether it comes after all others', () => {
  const codex = (last: string): string => `revisions: [{id: r1, date: 2026-01-01}${last}]\n`;
  const pages = new Map([['a.md', '---\ncanon: 2026-03-01\n---\n']]);
  const goesOnTo = (date: string): boolean =>
    goesOn(stateOf(codex(''), pages), stateOf(codex(`, {id: r2, date: ${date}}`), pages));
  expect([goesOnTo('2026-02-01'), goesOnTo('2026-03-01'), goesOnTo('2026-03-02')]).toEqual([false, false, true]);
});

const page = entrySpecOf({ ids: [...'abcdef'], entities: ['x', 'y', 'a'], values: ['v', 'a'], described: ['x', 'a'] })
  .map(textOf)
  .chain((text) => fc.constantFrom(text, text, text, text.replace(/^(---\n)(?!.*^canon:)/ms, '$1canon: r5\n')));
const pagesOf = (texts: readonly string[]): Pages => new Map(texts.map((text, i) => [`f${i}.md`, text]));
const placed = ({ file, problem }: CheckedProblem): string => `${file} ${problem.code} ${problem.span.start}`;

const isOfHistory = ({ problem }: CheckedProblem): boolean => problem.code.startsWith('retcon/');

it('judges as if all pages were judged, and compares as if codex.yaml had not changed', PATIENCE, () => {
  const added = fc.constantFrom('r5', '{id: r5, open: true}', 'r6, r5');
  let continued = 0;
  fc.assert(
    fc.property(fc.array(page, { minLength: 3, maxLength: 9 }), page, fc.nat(8), added, (texts, text, at, revision) => {
      const [before, told] = [stateOf(CODEX, pagesOf(texts)), { ref: 'v1', isCertain: true }];
      const pages = pagesOf(texts.map((one, i) => (i === at ? text : one)));
      const [now, anew] = [stateOf(more(revision), pages, before), stateOf(more(revision), pages)];
      const found = problemsSince(now, { ...told, snapshot: before });
      // What a revision that pages already named does to them is reported once, at codex.yaml.
      const isToldOnce = found.some((one) => one.file === 'codex.yaml' && one.problem.severity === 'error');
      const reread = isToldOnce ? checkCodex(stateOf(more(revision), pagesOf(texts)).host) : [];
      const had = new Set([...checkCodex(before.host), ...reread].map(placed));
      const isTouched = (file: string): boolean => before.textOf(file) !== anew.textOf(file);
      // A name whose page has gone is reported where it is used; an ambiguous name is reported at the second page.
      const isGone = found.some(({ gone }) => gone !== undefined);
      const isShared = found.some(({ shares }) => shares !== undefined);
      const isToldThere = ({ problem: { code } }: CheckedProblem): boolean =>
        (isGone && /^(?:link|reference)\/unknown$|\/unknown-id$/.test(code)) ||
        (isShared && code === 'reference/ambiguous');
      const isNew = (one: CheckedProblem): boolean =>
        isTouched(one.file) || !(had.has(placed(one)) || isToldThere(one));
      const judged = found.filter((one) => !isOfHistory(one) && (isTouched(one.file) || isNew(one)));
      expect(judged.map(placed).sort()).toEqual(checkCodex(anew.host).filter(isNew).map(placed).sort());
      if (!goesOn(before, now) || text.includes('canon: r5')) return;
      continued++;
      const still = problemsSince(stateOf(CODEX, pages, before), { ...told, snapshot: before });
      // Against a later revision, the text that was being written is backdated; everything else gives the same findings.
      const isCompared = (one: CheckedProblem): boolean => isOfHistory(one) && one.problem.code !== 'retcon/backdated';
      expect(found.filter(isCompared)).toEqual(still.filter(isCompared));
    }),
    { numRuns: RUNS },
  );
  expect(continued).toBeGreaterThan(0);
});

it('judges as if all pages were judged when the present has moved', PATIENCE, () => {
  const present = fc.constantFrom('', 'present: 5 TA\n', 'present: 12 TA\n', 'present: 90 TA\n', 'present: 1 FA\n');
  const refounding = '---\nid: new\nsupersedes: {id: old, effective: 10 TA}\nattributes: {founder: w}\n---\n';
  /** Each links to some pages, which are superseded at one present and not at another. */
  const linking = (texts: readonly string[]): Pages =>
    new Map([
      ...texts.map(
        (text, i) => [`f${i}.md`, `${text}[[a]], [[b]], [[old]], [[f${(i + 1) % texts.length}]]\n`] as const,
      ),
      ['old.md', '---\ndate: 1 TA\nattributes: {founder: v}\n---\n'],
      ['new.md', refounding],
    ]);
  let found = 0;
  fc.assert(
    fc.property(
      fc.array(page, { minLength: 3, maxLength: 9 }),
      fc.option(page, { freq: 2 }),
      present,
      present,
      (texts, text, was, is) => {
        const before = stateOf(CODEX + was, linking(texts));
        const pages = linking(text === null ? texts : [text, ...texts.slice(1)]);
        const [now, anew] = [stateOf(CODEX + is, pages, before), stateOf(CODEX + is, pages)];
        const isTouched = (file: string): boolean => before.textOf(file) !== anew.textOf(file);
        const isJudged = ({ problem }: CheckedProblem): boolean => /^(?:link|source)\/superseded$/.test(problem.code);
        const had = new Set(checkCodex(before.host).map(placed));
        const isNew = (one: CheckedProblem): boolean => isJudged(one) && !isTouched(one.file) && !had.has(placed(one));
        const since = problemsSince(now, { ref: 'v1', isCertain: true, snapshot: before }).filter(isNew);
        found += since.length;
        expect(since).toEqual(checkCodex(anew.host).filter(isNew));
      },
    ),
    { numRuns: RUNS },
  );
  expect(found).toBeGreaterThan(0);
});
