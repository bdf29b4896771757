/** What two authors do to the pages of one codex, each on a branch; drawn at random. */
import fc from 'fast-check';
import { page, type Pages } from './gate';

const PAGES = 6;

/** The baseline: pages about a few entities, some of which rest on, or supersede, the one before. */
export interface Told {
  readonly year: number;
  readonly entity: string;
  readonly attribute: string;
  readonly value: string;
  readonly hangs: 'supersedes' | 'sources' | null;
}

/** What a branch does to a page of its own half, or to no page in particular. */
export interface Edit {
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

/** The changes that a branch makes. @param side names its new pages */
export function changesOf(told: Pages, edits: readonly Edit[], side: string): Pages {
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

export const toldPages = fc.array(
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

/** Of every other page, so that no two branches edit the same one; null: of any page. New pages may name any page. */
export const edits = (side: 0 | 1 | null): fc.Arbitrary<Edit[]> =>
  fc.array(
    fc
      .record({
        page: fc.nat(PAGES - 1),
        does: fc.constantFrom(...DOES, 'supersede' as const, 'supersede' as const),
        value: fc.constantFrom('x', 'y', 'z'),
      })
      .map(({ page: any, does, value }) => {
        const isFree = side === null || does === 'supersede' || does === 'retract';
        return { does, value, of: isFree ? any : any - (any % 2) + (side ?? 0) };
      }),
    { maxLength: 3 },
  );

/** The baseline, with a codex.yaml. */
export const toldBy = (pages: readonly Told[]): Pages => ({
  'codex.yaml': 'revisions: [one, two]\nattributes: {founder: constant, motto: set}\n',
  ...Object.fromEntries(pages.map((one, i) => [`page-${i}.md`, toldPage(i, one)])),
});
