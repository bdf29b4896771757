/** Who may state something of an entity, at whatever canon point. */
import { nfc } from '../text/nfc';
import type { Entry } from '../entry/entry';
import { type Canon, filed } from './canon';
import { mentionKeys } from './contributions';

/** The entries that may state facts about an entity at one canon point or another, by path; never too few. */
export function tellersOf(canon: Canon, entity: string): Entry[] {
  const { keys, describers: found } = mayMeanIt(canon, entity);
  for (const key of keys) for (const entry of filed(canon, 'statedOn', key)) found.add(entry);
  return [...found].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The names, as `mentionKeys` has them, by which an entity may be meant at one canon point or another; never too few. */
export const namesMeaning = (canon: Canon, entity: string): ReadonlySet<string> => mayMeanIt(canon, entity).keys;

function mayMeanIt(canon: Canon, entity: string) {
  const keys = new Set(mentionKeys(entity));
  const describers = new Set<Entry>();
  for (const key of keys)
    for (const entry of [...filed(canon, 'names', key), ...filed(canon, 'describing', key)]) {
      if (describers.has(entry) || !mayDescribe(canon, entry, entity)) continue;
      describers.add(entry);
      for (const name of entry.names) keys.add(name);
    }
  return { keys, describers };
}

/** Whether an entry describes an entity, if names mean what they could mean. */
function mayDescribe(canon: Canon, start: Entry, entity: string): boolean {
  const ways = new Set([start]);
  for (const entry of ways) {
    if ([entry.writtenId?.text, entry.derivedId, entry.folderId, entry.entity?.text].includes(entity)) return true;
    if (entry.entity) for (const other of mayMean(canon, entry.entity.text)) ways.add(other);
  }
  return false;
}

/** Whatever `resolve` may answer with. */
const mayMean = (canon: Canon, name: string): Entry[] =>
  mentionKeys(nfc(name).trim()).flatMap((key) => filed(canon, 'names', key));
