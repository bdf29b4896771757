/** Keeps references intact when the names or the path of an entry change. */
import { pageEnd, withoutPageEnd } from '../../text/pageFile';
import {
  entryAt,
  type Known,
  tableEntries,
  pathEnding,
  pathKey,
  idOf,
  type Canon,
  entryNamed,
  filed,
  isWordForKnowers,
  withEntries,
  knownAt,
  LATEST,
} from '../../canon';
import { compareTexts } from '../../text/sorted';
import type { Link } from '../../entry/body';
import type { Entry } from '../../entry/entry';
import { type Naming, namingsIn, type Role } from '../../entry/naming';
import { pathFrom, nameLike } from '../../rules/rule';
import { type Move, movedBy, relativePath, movedEntries, respeller, respell } from './respell';
import { nameKey, slug } from '../../entry/slug';
import { CODEX_FILE } from '../../codex/codexShapes';
import { readEntry } from '../../entry/readEntry';
import { type TextEdit, edited } from '../../text/problem';
import { memoized, groupBy, uniqueBy } from '../../text/groups';
import { globEdits, circleEdits } from './codexNames';
import { type Reference, referencesToEach, ROLES, subjectOf, referencesTo } from '../../reading/mentions';
import { addTopItems } from '../../entry/frontmatter';
import type { YamlEdit } from '../../yaml/editYaml';
import { allFactsOf } from '../../entry/versions';

/** A link, and the path that it is to have, not encoded. */
interface Relinked {
  readonly entry: Entry;
  readonly naming: Naming;
  readonly path: string;
}

/** @param exists whether there is such a file: a link to a picture is kept right too */
function relinked(known: Known, moves: readonly Move[], exists: (path: string) => boolean): Relinked[] {
  if (moves.length === 0) return [];
  const found: Relinked[] = [];
  for (const [, entry] of tableEntries(known.canon.entries)) {
    const ways = new Map<Link, string>();
    for (const link of [...entry.ownLinks, ...entry.links]) {
      const path = link.kind === 'markdown' ? newWay(entry, link.target) : null;
      if (path !== null) ways.set(link, path);
    }
    if (ways.size === 0) continue;
    for (const naming of namingsIn(entry)) {
      const path = naming.link && ways.get(naming.link);
      if (path !== undefined) found.push({ entry, naming, path });
    }
  }
  return found.sort((a, b) => compareTexts(a.entry.path, b.entry.path));

  function newWay({ path: from }: Entry, target: string): string | null {
    const to = pathFrom(from, target);
    if (to === null) return null;
    const [newFrom, newTo] = [movedBy(moves, from), movedBy(moves, to)];
    if (target.startsWith('/') ? newTo === to : relativePath(newFrom, newTo) === relativePath(from, to)) return null;
    if (!entryAt(known.canon, to) && !exists(to)) return null;
    if (target.startsWith('/')) return `/${newTo}`;
    const way = relativePath(newFrom, newTo);
    return target.startsWith('./') && !way.startsWith('.') ? `./${way}` : way;
  }
}

/** Gives the new spelling of a name for the entry; null: it stays. Not called for relative links. */
function spellingsAfter(
  known: Known,
  before: Entry,
  now: Known,
  after: Entry,
): (naming: Pick<Naming, 'text' | 'linked'>) => string | null {
  const names: readonly (readonly [string, string])[] = [
    [idOf(known, before), idOf(now, after)],
    [before.title, after.title],
    ...before.aliases.map(({ text: alias }, i) => [alias, after.aliases[i]?.text ?? alias] as const),
    [before.fileName, after.fileName],
    [before.derivedId, after.derivedId],
    [before.folderId, after.folderId],
  ];
  const [exactly, nearly] = [changedBy(names, (name) => name), changedBy(names, nameKey)];
  return ({ text, linked }) => {
    if (linked && isPathOf(before, text)) return newPath(before, after, text);
    // Other tools follow links by the file's name alone.
    const isFileName = linked && nameKey(text) === nameKey(before.fileName);
    if (isFileName && before.fileName !== after.fileName) return after.fileName;
    const exact = exactly.get(text);
    if (exact !== undefined) return exact;
    if (isPathOf(before, text)) return newPath(before, after, text);
    return nearly.get(nameKey(text)) ?? null;
  };
}

/** What each old name becomes, by its key; null where all that have that key stay. Of several that change, the first counts. */
function changedBy(
  names: readonly (readonly [string, string])[],
  keyOf: (name: string) => string,
): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>();
  for (const [old, next] of names)
    if (typeof found.get(keyOf(old)) !== 'string') found.set(keyOf(old), old === next ? null : next);
  return found;
}

const isPathOf = ({ path }: Entry, text: string): boolean =>
  text.includes('/') && pathEnding(nameKey(text)).isMeant(path);

/** `people/maric` → `lords/maric`: as much of the new path as was written of the old one. */
function newPath(before: Entry, after: Entry, text: string): string | null {
  if (before.path === after.path) return null;
  const path = pathKey(nameKey(text));
  const parts = withoutPageEnd(after.path).split('/');
  const isWhole = withoutPageEnd(nameKey(before.path)) === path;
  const start = /^(?:\.{0,2}\/)+/.exec(text)?.[0] ?? '';
  const end = pageEnd(text) && pageEnd(after.path);
  return `${start}${parts.slice(isWhole ? 0 : -path.split('/').length).join('/')}${end}`;
}

/** What is to be done to some entries: their own texts, and where they lie. */
interface FollowPlan {
  readonly moves: readonly Move[];
  /** Edits of the names that entries give themselves, in the files as they are now. */
  readonly edits: readonly TextEdit[];
}

/** The files of the codex as they are now. */
export interface TextsByFile {
  readonly textOf: (path: string) => string;
  readonly exists: (path: string) => boolean;
}

/** Edits of all files, those of the plan among them; and the names that can't be written where they stand. */
interface Followed {
  readonly edits: readonly TextEdit[];
  readonly lost: readonly Reference[];
}

/** A name that has to lead to the same entry afterwards as before. */
interface Due extends Reference {
  readonly to: Entry;
  /** Its place among the names of its entry, which no edit changes. */
  readonly index: number;
}

/** How often names that now lead elsewhere are written again. */
const ROUNDS = 2;

export function follow(known: Known, plan: FollowPlan, around: TextsByFile): Followed {
  const { canon } = known;
  // A page may name something thousands of times: its text and its tree are read once.
  const files = { ...around, textOf: memoized(around.textOf) };
  const writerOf = memoized((path: string) => respeller(files.textOf(path)));
  const moved = movedEntries(canon, plan.moves);
  const now = afterwards(canon, plan, moved, files);
  const edits = new Map<string, TextEdit>();
  const write = ({ entry: { path }, naming }: Reference, name: string): boolean => {
    // A file may be called `everyone`: who knows something is still not everyone.
    if (naming.role === 'knower' && isWordForKnowers(name)) return false;
    const edit = writerOf(path)(naming, name);
    if (edit) edits.set(keyOf(path, naming), { file: path, ...edit, group: ROLES[naming.role] });
    return edit !== null;
  };
  for (const { entry, naming, path } of relinked(known, plan.moves, files.exists)) write({ entry, naming }, path);
  const dues = duesOf(known, now, plan, moved);
  const spelledAfter = memoized((to: Entry) => {
    const after = entryAt(now.canon, movedBy(plan.moves, to.path));
    return after && spellingsAfter(known, to, now, after);
  });
  for (const due of dues) {
    if (edits.has(keyOf(due.entry.path, due.naming))) continue;
    const name = spelledAfter(due.to)?.(due.naming);
    if (name) write(due, name);
  }
  // What still leads elsewhere is called by a name that leads there: an id, or the file's name in a link.
  for (let round = 0; ; round++) {
    const then = afterwards(canon, { ...plan, edits: [...plan.edits, ...edits.values()] }, moved, files);
    const isHome = homing(then, plan.moves);
    const lost = dues.filter((due) => !isHome(due));
    if (lost.length === 0 || round === ROUNDS)
      return { edits: unique([...plan.edits, ...edits.values(), ...inCodexYaml(known, now, plan, files)]), lost };
    for (const due of lost) {
      const after = entryAt(then.canon, movedBy(plan.moves, due.to.path));
      if (after) write(due, nameLike(then, due.naming, after));
    }
  }
}

/** The names of knowers in codex.yaml that mean what is called otherwise now, and the patterns that name what is moved. */
const inCodexYaml = (known: Known, now: Known, { moves }: FollowPlan, { textOf }: TextsByFile): TextEdit[] => [
  ...circleEdits(textOf(CODEX_FILE), (text, linked) => {
    const to = entryNamed(known, text);
    const after = to && entryAt(now.canon, movedBy(moves, to.path));
    const name = to && after && to !== after ? spellingsAfter(known, to, now, after)({ text, linked }) : null;
    return name !== null && isWordForKnowers(name) ? null : name;
  }),
  ...globEdits(known.canon, textOf(CODEX_FILE), moves),
];

const keyOf = (path: string, naming: Naming): string => `${path} ${placeOf(naming)}`;

/** The canon as it will be. */
function afterwards(
  canon: Canon,
  { moves, edits }: FollowPlan,
  moved: readonly Entry[],
  { textOf }: TextsByFile,
): Known {
  const byFile = groupBy(edits, (edit) => edit.file);
  const changes = new Map<string, Entry | null>();
  for (const { path } of moved) changes.set(path, null);
  for (const path of new Set([...moved.map((entry) => entry.path), ...byFile.keys()])) {
    const to = movedBy(moves, path);
    changes.set(to, readEntry(to, edited(textOf(path), unique(byFile.get(path) ?? [])), canon.codex));
  }
  return knownAt(withEntries(canon, changes), LATEST);
}

/** What stands at one place is written once: through an anchor it may be said in several. */
const unique = (edits: readonly TextEdit[]): TextEdit[] =>
  uniqueBy(edits, ({ file, span }) => `${file} ${span.start} ${span.end}`);

/** All that names an entry whose names change, or one that has a name in common with it. */
function duesOf(known: Known, now: Known, { moves, edits }: FollowPlan, moved: readonly Entry[]): Due[] {
  const changed = new Set([...edits.map(({ file }) => file), ...moved.map(({ path }) => path)]);
  const affected = new Set<Entry>();
  for (const path of changed) {
    const names = [entryAt(known.canon, path), entryAt(now.canon, movedBy(moves, path))].flatMap(
      (entry) => entry?.names ?? [],
    );
    for (const name of names) for (const entry of filed(known.canon, 'names', name)) affected.add(entry);
  }
  const placesOf = memoized(placesIn);
  return [...referencesToEach(known, [...affected])].flatMap(([to, references]) =>
    references.map((reference) => ({
      ...reference,
      to,
      index: placesOf(reference.entry).get(placeOf(reference.naming)) ?? -1,
    })),
  );
}

const placeOf = ({ role, span }: Naming): string => `${role} ${span.start}`;

/** Where each name stands among the names of its entry. */
function placesIn(entry: Entry): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [index, naming] of namingsIn(entry).entries())
    if (!places.has(placeOf(naming))) places.set(placeOf(naming), index);
  return places;
}

/** Returns a function that checks whether a name resolves to the entry that it has to. */
function homing(then: Known, moves: readonly Move[]): (due: Due) => boolean {
  const namingsOf = memoized(namingsIn);
  return ({ entry, index, to }) => {
    const after = entryAt(then.canon, movedBy(moves, entry.path));
    const naming = after && namingsOf(after)[index];
    const subject = naming && subjectOf(then, after, naming);
    return subject?.kind === 'entry' && subject.entry.path === movedBy(moves, to.path);
  };
}

/** Adds aliases, so that a renamed entry answers to its established names. */
type ReferencesOf = (entry: Entry) => readonly Reference[];

/** The roles in which a name may be established: once an entry gives it up, another page could take it unnoticed. */
const STATING_ROLES: ReadonlySet<Role> = new Set(['fact', 'value', 'declaration']);

/** The new names of an entry. */
interface NewNames {
  readonly id: string;
  readonly title: string;
  readonly fileName: string;
}

/**
 * The edit of the entry's text; undefined where none is due, null where it can't be made.
 *
 * @param referencesOf what names an entry, where it is known already
 */
export function keepsOldNames(
  known: Known,
  entry: Entry,
  text: string,
  names: NewNames,
  referencesOf?: ReferencesOf,
): YamlEdit | null | undefined {
  const kept = oldNamesToKeep(known, entry, names, referencesOf);
  if (kept.length === 0) return undefined;
  const [oldId] = kept;
  const again = kept.length === 1 && oldId === idOf(known, entry) && aliasOf(entry, names.id);
  // Renamed back: what was the old id is the id, and the other way round.
  return again ? respell(text, again, oldId) : addTopItems(text, known.canon.codex, 'aliases', kept);
}

/** The old id first, if it may be established; then the old title and file name, if references use them. */
export function oldNamesToKeep(
  known: Known,
  entry: Entry,
  { id, title, fileName }: NewNames,
  referencesOf: ReferencesOf = (one) => referencesTo(known, { kind: 'entry', entry: one }),
): string[] {
  if (entry.draft) return [];
  const oldId = idOf(known, entry);
  // A file answers to its name anyway; and an id with a folder in it was never the entry's alone.
  const isIdKept =
    slug(fileName) !== oldId &&
    (entry.writtenId !== null || oldId === entry.derivedId) &&
    oldId !== id &&
    !aliasOf(entry, oldId) &&
    mayBeInBaseline(entry, referencesOf);
  const kept = isIdKept ? [oldId] : [];
  const answering = new Set([id, title, fileName, ...kept].map(nameKey));
  for (const name of [entry.title, entry.fileName]) {
    if (answering.has(nameKey(name)) || aliasOf(entry, name)) continue;
    const isNamed = referencesOf(entry).some(
      ({ naming }) => STATING_ROLES.has(naming.role) && nameKey(naming.text) === nameKey(name),
    );
    if (isNamed) kept.push(name);
    answering.add(nameKey(name));
  }
  return kept;
}

const aliasOf = ({ aliases }: Entry, name: string) => aliases.find(({ text }) => nameKey(text) === nameKey(name));

/**
 * Whether an entry's id may be established, here or elsewhere. A note that states nothing and that only links name does not count.
 */
const mayBeInBaseline = (entry: Entry, referencesOf: ReferencesOf): boolean =>
  allFactsOf(entry).length > 0 ||
  entry.declarations.length > 0 ||
  entry.date !== null ||
  entry.until !== null ||
  entry.canon !== null ||
  referencesOf(entry).some(({ naming }) => naming.role !== 'link');
