/** Relative links that have to take another way when files are moved: from them, and to them. */
import { entryAt, type Known, tableEntries } from '../../canon';
import { compareTexts } from '../../text/compareTexts';
import type { Link } from '../../entry/body';
import type { Entry } from '../../entry/entry';
import { type Naming, namingsIn } from '../../entry/naming';
import { pathFrom } from '../../rules/linkTargets';
import { type Move, movedBy, relativePath } from './linkPaths';

/** A link, and the path that it is to have, not encoded. */
export interface Relinked {
  readonly entry: Entry;
  readonly naming: Naming;
  readonly path: string;
}

/** @param exists whether there is such a file: a link to a picture is kept right too */
export function relinked(known: Known, moves: readonly Move[], exists: (path: string) => boolean): Relinked[] {
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
