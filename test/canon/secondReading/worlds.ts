/** Random small codices, in which few names, days and attributes meet as often as possible. */
import fc from 'fast-check';
import {
  ALWAYS,
  type Codex,
  type Declaration,
  type End,
  type Named,
  type Page,
  type Statement,
  type When,
} from './page';

/** Some are ids of pages, others are their other names, or nobody's. */
export const WORDS = ['abe', 'bob', 'cyn', 'dot', 'eve', 'fay', 'gus'] as const;
const STATES = ['king', 'king', 'king', 'seat'];
const KINDS = { founder: 'constant', friend: 'set' } as const;
export const DAYS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
export const REVISIONS = [{ id: 'r1' }, { id: 'r2' }, { id: 'r3', date: '2026-03-01' }, { id: 'r4' }];
const CANON = ['r1', 'r2', 'r2', 'r3', 'r4', '2026-02-01', '2026-04-01'];
/** In their order. */
const TURNS = ['2026-02-01', 'r1', 'r2', 'r3', '2026-04-01', 'r4'];
export const POINTS = ['r1', 'r2', 'r3', 'r4', '2026-02-01', '2026-03-01', '2026-04-30', 'latest', 'before:abe'];

/** What a codex has many of. */
export interface Bent {
  /** In a hundred: pages that have other names than their id. */
  readonly names: number;
  /** Several pages may have one name. */
  readonly sharedNames?: boolean;
  /** Kinds of declaration; frequent kinds are listed several times. */
  readonly keys: readonly Declaration['key'][];
  readonly declarations: number;
  readonly tiers: number;
  /** In a hundred: retcons limited by `only`, or soft. */
  readonly limited: number;
  readonly ends: number;
  /** Pages name only those before them in some order. `apart`: in that order each has a canon position of its own. */
  readonly inTurn?: 'apart' | 'together';
  readonly entities: readonly string[];
}

const chance = <T>(percent: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 100 - percent, arbitrary: fc.constant(undefined) },
    { weight: percent, arbitrary: value },
  );

const day = fc.integer({ min: 2, max: 10 });

/** A date is as wide as it is written; what counts here is where it begins. */
const when: fc.Arbitrary<When> = fc
  .record({
    day,
    text: fc.constantFrom(
      (at: number) => `${at} TA`,
      (at: number) => `${at} TA`,
      (at: number) => `${at} TA .. ${at + 2} TA`,
      (at: number) => `c. ${at} TA`,
    ),
  })
  .map(({ day, text }) => ({ day, text: text(day) }));

const effective = fc.oneof(
  { weight: 4, arbitrary: when },
  { weight: 1, arbitrary: fc.constant({ day: ALWAYS, text: 'always' }) },
);

const end: fc.Arbitrary<End> = fc
  .tuple(day, fc.constantFrom('until' as const, 'through' as const))
  .map(([day, key]) => ({
    day,
    key,
    text: `${key === 'until' ? day : day - 1} TA`,
  }));

export const capitalised = (word: string): string => word[0]?.toUpperCase() + word.slice(1);

export function codexOf(bent: Bent): fc.Arbitrary<Codex> {
  const spelled = (words: readonly string[]): fc.Arbitrary<string> =>
    fc.tuple(fc.constantFrom(...words), fc.nat(99)).map(([word, i]) => (i < bent.names ? capitalised(word) : word));
  const withTurns = (pages: readonly Page[], turns: readonly string[]): readonly Page[] => {
    const named = bent.sharedNames ? pages : ownNames(pages);
    return bent.inTurn ? inTurn(named, turns, bent.inTurn) : named;
  };
  const attribute = fc.constantFrom(...STATES, ...Object.keys(KINDS));
  const named: fc.Arbitrary<Named> = fc.record({ entity: spelled(bent.entities), attribute });
  const fact: fc.Arbitrary<Statement> = fc.record({
    entity: spelled(bent.entities),
    attribute,
    value: fc.oneof(
      fc.constantFrom('ash', 'birch', 'cedar'),
      spelled(WORDS.slice(0, 3)),
      spelled(WORDS.slice(0, 3)).map((word) => `[[${word}]]`),
    ),
    from: chance(20, when),
    end: chance(bent.ends, end),
  });
  const declaration: fc.Arbitrary<Declaration> = fc
    .record({
      key: fc.constantFrom(...bent.keys),
      name: spelled(WORDS.slice(0, 5)),
      effective: chance(50, effective),
      soft: chance(bent.limited, fc.constant(true)),
      only: chance(bent.limited, fc.array(named, { minLength: 1, maxLength: 2 })),
    })
    .map((one) => (one.key === 'retracts' || one.key === 'restores' ? { ...one, soft: undefined } : one));
  const page = (id: string): fc.Arbitrary<Page> =>
    fc
      .record({
        id: fc.constant(id),
        file: fc.oneof(
          { weight: 100 - bent.names, arbitrary: fc.constant(id) },
          { weight: bent.names, arbitrary: spelled(WORDS) },
        ),
        title: chance(bent.names, spelled(WORDS)),
        aliases: fc
          .tuple(chance(bent.names, spelled(WORDS)), chance(Math.floor(bent.names / 2), spelled(WORDS)))
          .map((two) => two.filter((one) => one !== undefined)),
        date: chance(70, when),
        end: chance(bent.ends, end),
        canon: chance(90, fc.constantFrom(...CANON)),
        tier: chance(bent.tiers, fc.constantFrom('core', 'rumour', 'gossip')),
        facts: fc.array(fact, { maxLength: 3 }),
        // model.md does not say to which of two declarations for one page the other end's keys belong.
        declares: bent.keys.includes('superseded_by')
          ? fc.uniqueArray(declaration, { maxLength: bent.declarations, selector: ({ key, name }) => `${key} ${name}` })
          : fc.array(declaration, { maxLength: bent.declarations }),
      })
      .map((one) => (one.date && one.end && one.end.day <= one.date.day ? { ...one, end: undefined } : one));
  const pages = fc.tuple(page(WORDS[0]), ...WORDS.slice(1, 6).map((id) => chance(65, page(id))));
  const turns = fc.shuffledSubarray(TURNS, { minLength: TURNS.length });
  return fc.tuple(pages, turns).map(([some, order]) => ({
    pages: withTurns(
      some.filter((one) => one !== undefined),
      order,
    ),
    revisions: REVISIONS,
    kinds: KINDS,
    tiers: ['core', 'rumour', 'gossip'],
  }));
}

function inTurn(pages: readonly Page[], turns: readonly string[], placed: 'apart' | 'together'): readonly Page[] {
  const position = ({ canon }: Page): number => TURNS.indexOf(canon ?? '');
  return pages
    .map((page, i) => (placed === 'apart' ? { ...page, canon: turns[i] } : page))
    .map((page, i, all) => ({
      ...page,
      declares: page.declares.filter(({ key, name }, at) => {
        const named = all.findIndex(({ id }) => id === name);
        const other = all[named];
        const isFirst = key !== 'restores' || page.declares.findIndex((one) => one.key === key) === at;
        const isBefore = TURNS.indexOf(turns[named] ?? '') < TURNS.indexOf(turns[i] ?? '');
        // model.md does not say in which order retcons of a page that does not exist yet take effect.
        return isFirst && isBefore && other !== undefined && position(other) <= position(page);
      }),
    }));
}

/** Gives each name to the first that has it, an id before all others. */
function ownNames(pages: readonly Page[]): readonly Page[] {
  const taken = new Set<string>(pages.map(({ id }) => id));
  const isFree = (name: string): boolean =>
    !taken.has(name.toLowerCase()) && taken.add(name.toLowerCase()) !== undefined;
  return pages.map((page) => ({
    ...page,
    file: isFree(page.file) ? page.file : page.id,
    title: page.title !== undefined && isFree(page.title) ? page.title : undefined,
    aliases: page.aliases.filter(isFree),
  }));
}

const PLAIN: Bent = {
  names: 0,
  keys: ['supersedes'],
  declarations: 1,
  tiers: 0,
  limited: 0,
  ends: 15,
  entities: ['gus'],
};

const RESTORING: Bent = {
  ...PLAIN,
  keys: ['supersedes', 'supersedes', 'restores', 'restores', 'retracts'],
  declarations: 2,
  inTurn: 'apart',
};

export const BENTS = {
  'plain facts': { ...PLAIN, declarations: 0, entities: ['gus', 'abe'] },
  names: { ...PLAIN, names: 40, declarations: 0, entities: WORDS },
  'shared names': { ...PLAIN, names: 40, sharedNames: true, declarations: 0, entities: WORDS },
  tiers: { ...PLAIN, tiers: 70 },
  'supersessions from both ends': { ...PLAIN, keys: ['supersedes', 'superseded_by'], limited: 15, declarations: 2 },
  retractions: { ...PLAIN, keys: ['supersedes', 'retracts'], limited: 15, declarations: 2 },
  restorations: RESTORING,
  'partial restorations': { ...RESTORING, limited: 20 },
  'restorations at once': { ...RESTORING, inTurn: 'together' },
  'partial restorations at once': { ...RESTORING, limited: 20, inTurn: 'together' },
} satisfies Readonly<Record<string, Bent>>;
