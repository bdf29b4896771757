/** Whether a name is that of hundreds of pages: what it means then rests on each of them that comes or goes. */
import { type CanonPosition, comparePositions } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';
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

/**
 * The same where each of them describes itself, and none has the name for its id: it can only mean several of them, which need not be
 * looked for.
 */
export function isVagueName(known: Known, name: string, position: CanonPosition): boolean {
  const { since } = vagueNames(known, name);
  return since !== null && comparePositions(since, position) <= 0;
}

/** The position at which it became too many. */
interface Named {
  readonly since: CanonPosition | null;
}

const namedByMany = perKnown((known: Known, name: string): Named => ({ since: sinceMany(known, name, () => true) }));

const vagueNames = perKnown((known: Known, name: string): Named => {
  const key = nameKey(name);
  const isId = ({ writtenId, derivedId, folderId }: Entry): boolean =>
    [writtenId?.text, derivedId, folderId].some((id) => id !== undefined && nameKey(id) === key);
  const isItself = ({ entity }: Entry): boolean => entity === null;
  const since = sinceMany(known, name, isItself);
  return { since: since && !filed(known.canon, 'names', key).some(isId) ? since : null };
});

function sinceMany(known: Known, name: string, isCounted: (entry: Entry) => boolean): CanonPosition | null {
  const { canon, has } = known;
  const key = nameKey(name);
  if (filedPaths(canon, 'names', key).length <= MOST) return null;
  const named = filed(canon, 'names', key).filter((entry) => has(entry) && isCounted(entry));
  return named.map((entry) => positionOf(canon, entry)).sort(comparePositions)[MOST] ?? null;
}
