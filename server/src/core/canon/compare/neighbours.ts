/** Which entries an edit of another one is likeliest to concern. They are looked at first, and none is left out by it. */
import type { Entry } from '../../entry/entry';
import { namingsIn } from '../../entry/naming';
import type { Canon } from '../model/canonValue';
import { mentionKeys } from '../model/indexKeys';
import { at } from '../model/table';

/** Where half the codex mentions a name, some of the mentions are enough. */
const MOST = 2000;

/** The paths of those that name an entry, that it names, and that speak of what it speaks of; at most some thousands. */
export function neighboursOf(canon: Canon, entry: Entry): Set<string> {
  const keys = new Set([...entry.names, ...namingsIn(entry).flatMap(({ text }) => mentionKeys(text))]);
  const found = new Set<string>();
  // Those that are in the same chains and disputes before those that merely mention it.
  for (const index of ['declaredOn', 'names', 'statedOn', 'describing', 'restingOn', 'alsoNaming'] as const)
    for (const key of keys)
      for (const path of at(canon[index], key) ?? []) {
        if (found.size >= MOST) return found;
        found.add(path);
      }
  return found;
}
