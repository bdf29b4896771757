/** What is looked at of every entry at every key that is typed, kept close together: of many thousand few change. */
import { type Canon, entryAt } from '../../canon/canon';
import { at, type Base, flat } from '../../canon/table';
import type { CanonPosition } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';
import { linesOf } from './fit';

export interface Listed {
  readonly path: string;
  readonly title: string;
  /** In small letters; empty for none. */
  readonly type: string;
  /** Every name that it answers to, as `fitOf` takes them. */
  readonly names: string;
  /** As the entry has it. */
  readonly position: CanonPosition | null;
  /** Where it stands among most entries, by title and then by path; null where it has changed since they were put in order. */
  readonly place: number | null;
}

const listed = (path: string, entry: Entry, place: number | null): Listed => ({
  place,
  path,
  title: entry.title,
  type: (entry.type?.text ?? '').toLowerCase(),
  names: linesOf(entry.names),
  position: entry.position,
});

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** By title, then by path. */
export const inTitleOrder = (a: Listed, b: Listed): number =>
  a.place === null || b.place === null ? compare(a.title, b.title) || compare(a.path, b.path) : a.place - b.place;

interface Roster {
  readonly all: readonly Listed[];
  readonly places: ReadonlyMap<string, number>;
}

const rosters = new WeakMap<Base<Entry>, Roster>();

function rosterOf(base: Base<Entry>): Roster {
  let roster = rosters.get(base);
  // While a codex is read for the first time, its entries grow in place.
  if (roster?.all.length !== base.size) {
    const all = Array.from(base, ([path, entry]) => listed(path, entry, null))
      .sort((a, b) => compare(a.title, b.title) || compare(a.path, b.path))
      .map((one, place) => ({ ...one, place }));
    rosters.set(base, (roster = { all, places: new Map(all.map(({ path }, place) => [path, place])) }));
  }
  return roster;
}

/** Every entry: most of them in the order of their titles, then those that have changed since. */
export function eachListed({ entries }: Canon, visit: (one: Listed) => void): void {
  const { base, over } = flat(entries);
  const { all, places } = rosterOf(base);
  const changed = [...over.keys()].flatMap((path) => places.get(path) ?? []).sort((a, b) => a - b);
  let next = 0;
  for (const one of all)
    if (one.place === changed[next]) next++;
    else visit(one);
  for (const [path, entry] of over) if (entry) visit(listed(path, entry, null));
}

const replaced = new WeakMap<
  Base<unknown>,
  { readonly names: unknown; readonly size: number; readonly paths: ReadonlySet<string> }
>();

/**
 * Whether some retcon may have replaced the entry of a file: it names it, or the file says `superseded_by`. Never false
 * where one has; that one really has, is told by the entry's standing.
 */
export function mayBeReplaced(canon: Canon): (path: string) => boolean {
  const [declaredOn, names, entries] = [flat(canon.declaredOn), flat(canon.names), flat(canon.entries)];
  let found = replaced.get(declaredOn.base);
  if (found?.names !== names.base || found.size !== declaredOn.base.size) {
    const paths = new Set<string>();
    for (const key of declaredOn.base.keys()) addReplaced(canon, key, paths);
    replaced.set(declaredOn.base, (found = { names: names.base, size: declaredOn.base.size, paths }));
  }
  const since = new Set<string>();
  for (const key of [...declaredOn.over.keys(), ...names.over.keys()]) addReplaced(canon, key, since);
  for (const [path, entry] of entries.over)
    if (entry?.declarations.some(({ fromOldEnd }) => fromOldEnd)) since.add(path);
  const { paths } = found;
  return since.size === 0 ? (path) => paths.has(path) : (path) => paths.has(path) || since.has(path);
}

function addReplaced(canon: Canon, key: string, found: Set<string>): void {
  for (const path of at(canon.declaredOn, key) ?? []) {
    const declarations = entryAt(canon, path)?.declarations ?? [];
    if (declarations.some(({ fromOldEnd }) => fromOldEnd)) found.add(path);
    if (declarations.some(({ fromOldEnd }) => !fromOldEnd))
      for (const old of at(canon.names, key) ?? []) found.add(old);
  }
}
