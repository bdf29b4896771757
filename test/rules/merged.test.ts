/** Two branches that go on from one commit: what is found on the result is what was found on each, and what only the two make. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CheckedProblem } from '../../server/src/core/rules/check';
import { foundSince, page, type Pages } from './gate';

const RUNS = { numRuns: Number(process.env.FUZZ_RUNS ?? 150) };
const PAGES = 6;

/** What was told: pages about a few entities, of which some rest on, or supersede, the one before. */
interface Told {
  readonly year: number;
  readonly entity: string;
  readonly attribute: string;
  readonly value: string;
  readonly hangs: 'supersedes' | 'sources' | null;
}

/** What a branch does to a page of its own half, or beside it. */
interface Edit {
  readonly of: number;
  readonly does: (typeof DOES)[number];
  readonly value: string;
}

const toldPage = (i: number, { year, entity, attribute, value, hangs }: Told): string => {
  const old = `page-${i - 1}`;
  const hanging =
    i === 0 || hangs === null
      ? ''
      : hangs === 'sources'
        ? `sources: [${old}]\n`
        : `supersedes: [{id: ${old}, reason: so}]\n`;
  return page(`id: page-${i}\ndate: ${year} TA\ncanon: one\n${hanging}facts: {${entity}: {${attribute}: ${value}}}`);
};

/** The changes that a branch makes. @param side its new pages are called by it */
function changesOf(told: Pages, edits: readonly Edit[], side: string): Pages {
  const changes: Record<string, string | null> = {};
  edits.forEach(({ of, does, value }, n) => {
    const file = `page-${of}.md`;
    const text = changes[file] === undefined ? told[file] : changes[file];
    const added = (keys: string): void =>
      void (changes[`${side}-${n}.md`] = page(`id: ${side}-${n}\ncanon: two\n${keys}`));
    const facts = /facts: .*/.exec(told[file] ?? '')?.[0].replace(/: \w+\}\}$/, `: ${value}}}`) ?? '';
    if (does === 'supersede')
      return added(`date: 500 TA\nsupersedes: [{id: page-${of}, effective: always, reason: so}]\n${facts}`);
    if (does === 'retract') return added(`retracts: [{id: page-${of}, reason: so}]`);
    if (does === 'add') return added(`date: 600 TA\nfacts: {${side}: {motto: ${value}}}`);
    if (text == null) return;
    if (does === 'delete') changes[file] = null;
    if (does === 'prose') changes[file] = `${text}More.\n`;
    if (does === 'value') changes[file] = text.replace(/: \w+\}\}/, `: ${value}}}`);
    if (does === 'date') changes[file] = text.replace(/date: (\d+)/, (_, year: string) => `date: ${Number(year) + 7}`);
    if (does === 'rename') changes[file] = text.replace(`id: page-${of}`, `id: new-${of}\naliases: [page-${of}]`);
    if (does === 'limit') changes[file] = text.replace('reason: so}]', 'reason: so, soft: true}]');
  });
  return changes;
}

const toldPages = fc.array(
  fc.record({
    year: fc.integer({ min: 1, max: 9 }).map((n) => 50 * n),
    entity: fc.constantFrom('vyr', 'orm', 'lysa'),
    attribute: fc.constantFrom('founder', 'seat', 'motto'),
    value: fc.constantFrom('a', 'b', 'c'),
    hangs: fc.constantFrom('supersedes' as const, 'sources' as const, null, null),
  }),
  { minLength: PAGES, maxLength: PAGES },
);
const DOES = ['value', 'date', 'prose', 'delete', 'rename', 'supersede', 'retract', 'add', 'limit'] as const;

/** Of every other page: git joins what two have done to different files without a question. What is new may name any. */
const edits = (side: 0 | 1): fc.Arbitrary<Edit[]> =>
  fc.array(
    fc
      .record({
        page: fc.nat(PAGES - 1),
        does: fc.constantFrom(...DOES, 'supersede' as const, 'supersede' as const),
        value: fc.constantFrom('x', 'y', 'z'),
      })
      .map(({ page: any, does, value }) => {
        const isFree = does === 'supersede' || does === 'retract';
        return { does, value, of: isFree ? any : any - (any % 2) + side };
      }),
    { maxLength: 3 },
  );

/** What is found on both branches and on the two together; the same samples are looked at twice. */
interface Outcome {
  readonly each: readonly (readonly CheckedProblem[])[];
  readonly merged: readonly CheckedProblem[];
}

const outcomes = new Map<string, Outcome>();

function outcomeOf(pages: readonly Told[], ilses: readonly Edit[], toms: readonly Edit[]): Outcome {
  const key = JSON.stringify([pages, ilses, toms]);
  const kept = outcomes.get(key);
  if (kept) return kept;
  const told: Pages = {
    'codex.yaml': 'revisions: [one, two]\nattributes: {founder: constant, motto: set}\n',
    ...Object.fromEntries(pages.map((one, i) => [`page-${i}.md`, toldPage(i, one)])),
  };
  const [ilse, tom] = [changesOf(told, ilses, 'ilse'), changesOf(told, toms, 'tom')];
  const each = [ilse, tom].map((changes) => foundSince(told, changes));
  const outcome = { each, merged: foundSince(told, { ...ilse, ...tom }) };
  outcomes.set(key, outcome);
  return outcome;
}

const isSilent = ({ problem: { code } }: CheckedProblem): boolean => /^retcon\/(?:silent|deleted-entry)$/.test(code);
const placed = ({ file, problem }: CheckedProblem): string => `${file} ${problem.code} ${problem.span.start}`;

it('what was changed silently is told of who did it, and of nobody else', () => {
  fc.assert(
    fc.property(toldPages, edits(0), edits(1), (pages, ilses, toms) => {
      const outcome = outcomeOf(pages, ilses, toms);
      const each = outcome.each.map((found) => found.filter(isSilent));
      const merged = outcome.merged.filter(isSilent);
      const sides = new Set(each.flat().map(placed));
      expect(
        merged.map(placed).filter((one) => !sides.has(one)),
        'only by the merge',
      ).toEqual([]);
      // What one has changed, the other may have declared; and of a page that has gone one thing is told, not ten.
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

it('what only the merge makes are forks, disputes, and what one names and the other has taken away', () => {
  const ofTwo = new Set<string>();
  fc.assert(
    fc.property(toldPages, edits(0), edits(1), (pages, ilses, toms) => {
      const { each, merged } = outcomeOf(pages, ilses, toms);
      const worse = (found: readonly CheckedProblem[]): string[] =>
        found.flatMap((one) => (one.problem.severity === 'error' ? placed(one) : []));
      const sides = new Set(each.flatMap(worse));
      for (const one of worse(merged)) if (!sides.has(one)) ofTwo.add(one.split(' ')[1] ?? '');
    }),
    RUNS,
  );
  expect(ofTwo).toContain('supersedes/fork');
  const known = new Set(['supersedes/fork', 'supersedes/unknown-id', 'retracts/unknown-id', 'supersedes/cycle']);
  expect([...ofTwo].filter((code) => !known.has(code))).toEqual([]);
});
