/** Which entries describe an entity. */
import type { Entry } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import { groupBy } from '../../text/groups';
import { filed, filedPaths, isNamed, isNameShared } from './canon';
import { entityOf, entryToCome, perKnown } from './known';
import type { Known } from './canonValue';

const NOBODY: readonly Entry[] = [];

/** The entries that describe an entity, in the order of their paths. */
export const describersOf = perKnown((known: Known, entity: string): readonly Entry[] => {
  const keys = new Set([nameKey(entity), ...(entryToCome(known, entity)?.names ?? [])]);
  const found = new Set<Entry>();
  for (const key of keys)
    for (const entry of describersUnder(known, key, entity)) {
      if (found.has(entry)) continue;
      found.add(entry);
      // Most are alone under all of their names.
      if (isNameShared(known.canon, entry) || isNamed(known.canon, 'describing', entry))
        for (const name of entry.names) keys.add(name);
    }
  if (found.size === 0) return NOBODY;
  return [...found].sort((a, b) => (a.path < b.path ? -1 : 1));
});

/** A name that more answer to is looked through once for all whom they describe, and not once for each of these. */
const FEW = 8;

/** The entries that describe an entity, of those that answer to a name or name it as theirs. */
function describersUnder(known: Known, key: string, entity: string): readonly Entry[] {
  const count = filedPaths(known.canon, 'names', key).length + filedPaths(known.canon, 'describing', key).length;
  if (count > FEW) return describingUnder(known, key).get(entity) ?? NOBODY;
  return filedUnder(known, key).filter((entry) => entityOf(known, entry) === entity);
}

const describingUnder = perKnown(
  (known: Known, key: string): ReadonlyMap<string, readonly Entry[]> =>
    groupBy(filedUnder(known, key), (entry) => entityOf(known, entry)),
);

const filedUnder = (known: Known, key: string): readonly Entry[] =>
  [...filed(known.canon, 'names', key), ...filed(known.canon, 'describing', key)].filter(known.has);
