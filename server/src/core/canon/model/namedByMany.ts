/** Whether a name is that of hundreds of pages: what it means then rests on each of them that comes or goes. */
import { type CanonPosition, comparePositions } from '../../codex/canonTime';
import { nameKey } from '../../entry/slug';
import { filed, filedPaths } from './canon';
import { positionOf } from './canonPosition';
import { type Known, perKnown } from './known';

const MOST = 300;

/** Whether more had the name at a position. */
export function isNamedByMany(known: Known, name: string, position: CanonPosition): boolean {
  const { since } = namedByMany(known, name);
  return since !== null && comparePositions(since, position) <= 0;
}

/** The position at which it became too many. */
const namedByMany = perKnown((known: Known, name: string): { readonly since: CanonPosition | null } => {
  const { canon, has } = known;
  const key = nameKey(name);
  if (filedPaths(canon, 'names', key).length <= MOST) return { since: null };
  const named = filed(canon, 'names', key).filter(has);
  const positions = named.map((entry) => positionOf(canon, entry)).sort(comparePositions);
  return { since: positions[MOST] ?? null };
});
