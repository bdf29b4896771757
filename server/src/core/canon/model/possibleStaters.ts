/** The entries that may state something of an entity, at any canon point. */
import type { Entry } from '../../entry/entry';
import type { Canon } from './canonValue';
import { filed } from './canon';
import { nameKey } from '../../entry/slug';
import { mentionKeys } from './indexKeys';

/** The entries that may state something of an entity at some canon point; possibly too many, never too few. */
export interface PossibleStaters {
  /** The names by which it may be meant, as `mentionKeys` has them. */
  readonly names: ReadonlySet<string>;
  /** The entries that may state facts about it, by path. */
  readonly entries: readonly Entry[];
}

export function possibleStaters(canon: Canon, entity: string): PossibleStaters {
  const names = new Set(mentionKeys(entity));
  const found = new Set<Entry>();
  const leading = new Set<Entry>();
  for (const key of names)
    for (const entry of [...filed(canon, 'names', key), ...filed(canon, 'describing', key)]) {
      if (found.has(entry) || !mayDescribe(canon, entry, entity, leading)) continue;
      found.add(entry);
      for (const name of entry.names) names.add(name);
    }
  for (const key of names) for (const entry of filed(canon, 'statedOn', key)) found.add(entry);
  return { names, entries: [...found].sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

/**
 * Whether an entry describes an entity, if names mean what they could mean; or is to describe it, before it is written. What no
 * entry has for a name goes by its first spelling in the codex, which others may spell otherwise.
 * @param leading those of which it is known that their own names lead to it; one more may be added
 */
function mayDescribe(canon: Canon, start: Entry, entity: string, leading: Set<Entry>): boolean {
  const key = nameKey(entity);
  if (start.names.includes(key)) return true;
  const ways = new Set([start]);
  const isLeading = (entry: Entry): boolean => {
    // Each of a chain of thousands need not be followed to its end.
    if (leading.has(entry)) return true;
    const own = [entry.writtenId?.text, entry.derivedId, entry.folderId, entry.entity?.text];
    return own.some((name) => name !== undefined && nameKey(name) === key);
  };
  for (const entry of ways) {
    if (isLeading(entry)) {
      leading.add(start);
      return true;
    }
    if (entry.entity) for (const other of mayMean(canon, entry.entity.text)) ways.add(other);
  }
  return false;
}

/** Whatever `resolve` may answer with. */
const mayMean = (canon: Canon, name: string): Entry[] => mentionKeys(name).flatMap((key) => filed(canon, 'names', key));
