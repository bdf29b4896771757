/** Relative links that have to take another way when files are moved: from them, and to them. */
import { allEntries, entryAt } from '../canon/canon';
import type { Known } from '../canon/known';
import type { Entry } from '../entry/entry';
import { type Naming, namingsIn } from '../entry/naming';
import { pathFrom } from '../rules/links';
import { type Move, movedBy, relativePath } from './paths';

/** A link, and the path that it is to have, not encoded. */
export interface Relinked {
  readonly entry: Entry;
  readonly naming: Naming;
  readonly path: string;
}

/** @param exists whether there is such a file: a link to a picture is kept right too */
export function relinked(known: Known, moves: readonly Move[], exists: (path: string) => boolean): Relinked[] {
  if (moves.length === 0) return [];
  return allEntries(known.canon).flatMap((entry) =>
    namingsIn(entry).flatMap((naming) => {
      if (naming.link?.kind !== 'markdown') return [];
      const path = newWay(entry, naming.text);
      return path === null ? [] : [{ entry, naming, path }];
    }),
  );

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
