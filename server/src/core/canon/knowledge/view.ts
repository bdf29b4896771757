/**
 * Makes the view of a knower (model §11): a canon like any other, from which everything is absent that the knower has not learned. So
 * all answers from it (names, near names, retcons, counts) rest on what the knower has learned, and nothing has to be filtered later.
 */
import type { Entry, Fact } from '../../entry/entry';
import { SAYS_NOTHING } from '../../entry/knowledge';
import type { Canon, CanonPoint, Eyes, HeldFact, Still } from '../model/canonValue';
import { entryAt, countOf, positionOf } from '../model/canon';
import { at, type ReadableMap, type Table, tableKeys, tableEntries, sizeOf } from '../model/table';
import { hasBeliefs } from '../model/indexKeys';
import { remembered, knowing } from '../model/known';
import type { WorldDate } from '../../chronology';
import { type CanonPosition, END } from '../../codex/canonTime';
import { knownAt, LATEST } from '../model/canonPoint';
import type { Knower } from './knowers';
import {
  findHiddenNames,
  glanceAt,
  glanceAtAll,
  beginningFor,
  isPageOpen,
  isShownAt,
  learnedAt,
  lookThrough,
  type Look,
  proseReader,
  readerThrough,
  shownOf,
  VEILED,
  isFolderOpen,
  whyHidden,
} from './look';
import { hiddenIn, proseFor, shownWords } from './prose';

/** A table without changes. */
const unchanged = <V>(base: ReadableMap<V>): Table<V> => ({ base, over: new Map() });

/** The shown entries by path. An entry is examined only when it is read. */
function withPages(canon: Canon, pageAt: (path: string) => Entry | undefined): Table<Entry> {
  function* each(): Generator<readonly [string, Entry]> {
    for (const path of tableKeys(canon.entries)) {
      const page = pageAt(path);
      if (page) yield [path, page];
    }
  }
  return unchanged({
    get size() {
      return [...each()].length;
    },
    get: pageAt,
    has: (path) => pageAt(path) !== undefined,
    *keys() {
      for (const [path] of each()) yield path;
    },
    [Symbol.iterator]: each,
  });
}

/** Whether the page at a path is shown, and the paths of its veiled entry if it is not. */
interface Veiling {
  readonly isOpenAt: (path: string) => boolean;
  readonly veiledPathsAt: (path: string) => string[];
}

/** An index with the veiled entries added under the names that their facts and declarations mention. */
function withVeiled(
  canon: Canon,
  index: 'statedOn' | 'declaredOn' | 'valued',
  { isOpenAt, veiledPathsAt }: Veiling,
): Table<readonly string[]> {
  const table = canon[index];
  const found = new Map<string, readonly string[]>();
  const pathsAt = (key: string): readonly string[] => {
    let paths = found.get(key);
    if (!paths) {
      const own = at(table, key) ?? [];
      const others = index === 'statedOn' ? describing(canon, key, isOpenAt) : [];
      paths = [...own, ...[...new Set([...own, ...others])].flatMap(veiledPathsAt)];
      found.set(key, paths);
    }
    return paths;
  };
  return unchanged({
    get size() {
      return [...tableKeys(table)].length;
    },
    get(key) {
      const paths = pathsAt(key);
      return paths.length > 0 ? paths : undefined;
    },
    has: (key) => pathsAt(key).length > 0,
    keys: () => tableKeys(table),
    *[Symbol.iterator]() {
      for (const key of tableKeys(table)) yield [key, pathsAt(key)] as const;
    },
  });
}

/**
 * The hidden pages that may describe the entity of a name: their facts do not name it. Shown pages are left out, since readers of
 * the index follow these themselves.
 */
function describing(canon: Canon, name: string, isOpenAt: Veiling['isOpenAt']): string[] {
  const keys = new Set([name]);
  const paths = new Set<string>();
  for (const key of keys)
    for (const index of [canon.names, canon.describing])
      for (const path of at(index, key) ?? []) {
        if (paths.has(path) || isOpenAt(path)) continue;
        paths.add(path);
        for (const other of entryAt(canon, path)?.names ?? []) keys.add(other);
      }
  return [...paths];
}

/** The same canon with the beliefs of each entry among its facts and declarations. */
export function wholeCanon(canon: Canon): Canon {
  // Fast path: most codices have no beliefs.
  if (countOf(canon, 'believed') === 0) return canon;
  // Kept with the canon, like everything derived from it.
  return remembered(canon, 'with beliefs', () => knowing(merged(canon), () => true)).canon;
}

function merged(canon: Canon): Canon {
  const kept = new WeakMap<Entry, Entry>();
  const mergedEntry = (entry: Entry): Entry => {
    const { knowledge } = entry;
    if (!hasBeliefs(entry)) return entry;
    let whole = kept.get(entry);
    if (!whole) kept.set(entry, (whole = withBeliefs(entry, knowledge ?? SAYS_NOTHING)));
    return whole;
  };
  const entries: ReadableMap<Entry> = {
    get size() {
      return sizeOf(canon.entries);
    },
    get(path) {
      const entry = at(canon.entries, path);
      return entry && mergedEntry(entry);
    },
    has: (path) => at(canon.entries, path) !== undefined,
    keys: () => tableKeys(canon.entries),
    *[Symbol.iterator]() {
      for (const [path, entry] of tableEntries(canon.entries)) yield [path, mergedEntry(entry)];
    },
  };
  return { ...canon, entries: { base: entries, over: new Map() }, knowns: new Map() };
}

function withBeliefs(entry: Entry, { beliefs, believedDeclarations }: NonNullable<Entry['knowledge']>): Entry {
  const facts: Fact[] = [...entry.facts, ...beliefs].sort((a, b) => a.value.span.start - b.value.span.start);
  return {
    ...entry,
    facts: facts.map((fact, index) => ({ ...fact, index })),
    declarations: [...entry.declarations, ...believedDeclarations],
    formerly: entry.formerly.map((version) => ({
      ...version,
      facts: [...version.facts, ...(version.knowledge?.beliefs ?? [])],
    })),
  };
}

/** The parameters of a view: which canon, at which canon point, of which knower, and up to which world time. */
export interface Sight {
  readonly canon: Canon;
  readonly point: CanonPoint;
  /** Finds the knower in the true canon at the canon point. */
  readonly knowerIn: (known: Still) => Knower;
  /** The view has what is learned by the end of this; null: by the end of time. */
  readonly until: WorldDate | null;
  /** Entries that are left out, such as drafts. */
  readonly without?: (entry: Entry) => boolean;
  /** Entries whose pages and facts are left out, while their retcons count. */
  readonly isKeptBack?: (entry: Entry) => boolean;
}

/** The view of a knower. */
export interface SeenCanon extends Canon {
  readonly eyes: Eyes;
}

/**
 * The view of a knower at a canon point; for a commit, of the canon of that commit. Everything in the view is known at that point.
 * @param points canon points that questions to the view may name besides that one
 */
export function seenBy(sight: Sight, points: Eyes['points'] = new Map()): SeenCanon {
  const { canon: now, point, knowerIn, until, without, isKeptBack = () => false } = sight;
  const base = point.kind === 'git' ? point.canon : now;
  const canon = wholeCanon(base);
  const counted = (known: Still): Still =>
    without ? knowing(known.canon, (entry) => known.has(entry) && !without(entry)) : known;
  const known = counted(knownAt(canon, pointIn(canon, point)));
  const learner = { known, position: revisionsComeBy(base, point), knower: knowerIn(counted(knownAt(now, point))) };
  const truth = canon === base ? known : counted(knownAt(base, pointIn(base, point)));
  const look = lookThrough({ all: known, truth, learner, until, isKeptBack });
  const inPoint = (path: string): Entry | undefined => {
    const entry = entryAt(canon, path);
    return entry && known.has(entry) ? entry : undefined;
  };
  const pageAt = (path: string): Entry | undefined => {
    const entry = path.startsWith(VEILED) ? undefined : inPoint(path);
    return entry ? (shownOf(look, entry).page ?? undefined) : look.veiled.get(path);
  };
  const isOpenAt = (path: string): boolean => {
    const entry = inPoint(path);
    return entry !== undefined && isPageOpen(look, entry);
  };
  const veiledPathsAt = (path: string): string[] => {
    const entry = inPoint(path);
    const veiled = entry && !isPageOpen(look, entry) && shownOf(look, entry).veiled;
    return veiled ? [veiled.path] : [];
  };
  const veiling = { isOpenAt, veiledPathsAt };
  const own: CanonPoint = point.kind === 'latest' ? LATEST : { kind: 'position', text: point.text, position: END };
  return {
    ...canon,
    eyes: eyesOf(look, base, new Map([...points, [point.text, own]])),
    entries: withPages(canon, pageAt),
    statedOn: withVeiled(canon, 'statedOn', veiling),
    declaredOn: withVeiled(canon, 'declaredOn', veiling),
    valued: withVeiled(canon, 'valued', veiling),
    knowns: new Map(),
  };
}

function eyesOf(look: Look, canon: Canon, points: Eyes['points']): Eyes {
  const { all, learner, until, originals } = look;
  const [reader, prose] = [readerThrough(look), proseReader(look)];
  const originalOf = (entry: Entry): Entry => originals.get(entry) ?? entry;
  return {
    ...reader,
    canon,
    points,
    heldFact: (fact: Fact): HeldFact => look.facts.get(fact) ?? ALWAYS_TRUE,
    writtenValue: (fact) => (look.facts.get(fact)?.fact ?? fact).value,
    beginningOf(_entry, fact, undone) {
      const stated = look.facts.get(fact);
      if (!stated) return null;
      return beginningFor(look, stated, undone.map(originalOf));
    },
    targetOf: (declaration) => look.targets.get(declaration),
    isVeiled: ({ path }) => path.startsWith(VEILED),
    pathOf: (entry) => originalOf(entry).path,
    veiled: () => knownAmong(look, () => null),
    veiledAt(path) {
      const entry = entryAt(all.canon, path);
      return (entry && all.has(entry) && shownOf(look, entry).veiled) || undefined;
    },
    // Pages that were redacted already keep their identity.
    placed: () => knownAmong(look, (entry) => look.shown.get(entry)?.page ?? entry),
    proseOf(path, text) {
      const entry = isShownAt(look, path) ? entryAt(all.canon, path) : undefined;
      return entry ? proseFor(prose, entry, text) : '';
    },
    hiddenIn: (text) => hiddenIn(reader, text),
    glanceAt: (path) => glanceAt(look, path) ?? undefined,
    glanceAtAll: () => glanceAtAll(look),
    findHiddenNames: () => findHiddenNames(look),
    wordsOf: (text) => shownWords(prose, text),
    learnedAt: (path) => learnedAt(look, path),
    writtenAt: (path) => entryAt(all.canon, path),
    isOpenFolder: (path) => isFolderOpen(learner, path, until),
    whyHidden: (entry) => whyHidden(look, entry),
  };
}

/** All veiled entries, for which every page is examined. @param shown gives the entry for an open page; null: leave it out */
function knownAmong(look: Look, shown: (entry: Entry) => Entry | null): Entry[] {
  const { canon: whole, has } = look.all;
  const found: Entry[] = [];
  for (const [, entry] of tableEntries(whole.entries)) {
    if (!has(entry)) continue;
    const known = isPageOpen(look, entry) ? shown(entry) : shownOf(look, entry).veiled;
    if (known) found.push(known);
  }
  return found;
}

const ALWAYS_TRUE: HeldFact = { learned: { line: null, day: -Infinity, text: null }, isBelief: false };

/** The same canon point in another version of its canon, which may have another value for the entry that the point names. */
function pointIn(canon: Canon, point: CanonPoint): CanonPoint {
  if (point.kind === 'git') return LATEST;
  return point.kind === 'before' ? { ...point, entry: entryAt(canon, point.entry.path) ?? point.entry } : point;
}

/** The canon at a canon point, with beliefs among the facts. */
export function everythingAt(canon: Canon, point: CanonPoint): Still {
  const whole = wholeCanon(point.kind === 'git' ? point.canon : canon);
  return knownAt(whole, pointIn(whole, point));
}

/** The position up to which revisions have come at a canon point. */
export function revisionsComeBy(canon: Canon, point: CanonPoint): CanonPosition {
  if (point.kind === 'position') return point.position;
  return point.kind === 'before' ? positionOf(canon, point.entry) : END;
}
