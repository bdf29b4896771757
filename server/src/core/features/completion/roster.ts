/** What is looked at of every entry at every key that is typed, kept close together: of many thousand few change. */
import type { Canon } from '../../canon/canon';
import { at } from '../../canon/table';
import type { CanonPosition } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';
import { linesOf } from './fit';

export interface Listed {
  readonly entry: Entry;
  readonly path: string;
  readonly title: string;
  /** In small letters; empty for none. */
  readonly type: string;
  /** Every name that it answers to, as `fitOf` takes them. */
  readonly names: string;
  readonly position: CanonPosition;
}

const listed = (path: string, entry: Entry): Listed => ({
  entry,
  path,
  title: entry.title,
  type: (entry.type?.text ?? '').toLowerCase(),
  names: linesOf(entry.names),
  position: entry.position,
});

const rosters = new WeakMap<ReadonlyMap<string, Entry>, readonly Listed[]>();

function rosterOf(base: ReadonlyMap<string, Entry>): readonly Listed[] {
  let roster = rosters.get(base);
  // While a codex is read for the first time, its entries grow in place.
  if (roster?.length !== base.size) {
    roster = Array.from(base, ([path, entry]) => listed(path, entry));
    rosters.set(base, roster);
  }
  return roster;
}

/** Every entry, in no order that may be relied upon. */
export function eachListed({ entries: { base, over } }: Canon, visit: (one: Listed) => void): void {
  for (const one of rosterOf(base)) if (!over.has(one.path)) visit(one);
  for (const [path, entry] of over) if (entry) visit(listed(path, entry));
}

const replaced = new WeakMap<
  ReadonlyMap<string, unknown>,
  { readonly names: unknown; readonly size: number; readonly paths: ReadonlySet<string> }
>();

/**
 * Whether some retcon may have replaced the entry of a file: it names it, or the file says `superseded_by`. Never false
 * where one has; that one really has, is told by the entry's standing.
 */
export function mayBeReplaced(canon: Canon): (path: string) => boolean {
  const { declaredOn, names, entries } = canon;
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
  return (path) => paths.has(path) || since.has(path);
}

function addReplaced(canon: Canon, key: string, found: Set<string>): void {
  for (const path of at(canon.declaredOn, key) ?? []) {
    const declarations = at(canon.entries, path)?.declarations ?? [];
    if (declarations.some(({ fromOldEnd }) => fromOldEnd)) found.add(path);
    if (declarations.some(({ fromOldEnd }) => !fromOldEnd))
      for (const old of at(canon.names, key) ?? []) found.add(old);
  }
}
