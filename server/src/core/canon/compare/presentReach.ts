/** How far the present reaches: the files of which other problems may be told once it has moved on. */
import type { WorldDate } from '../../chronology';
import type { Entry } from '../../entry/entry';
import type { Canon, Known } from '../model/canonValue';
import { entryAt, filed } from '../model/canon';
import { at, tableEntries } from '../model/table';
import { takenBy } from '../retcons/standing';

/** Where an entry is linked, or rested on. */
const NAMING = ['restingOn', 'alsoNaming'] as const;

/**
 * The paths of files that name an entry which is superseded or retracted at one of two presents, and at the other is not, or
 * by another one: that is all that the rules ask the present for. Never too few; in steps. null: the end of time
 */
export function* presentReach(
  known: Known,
  was: WorldDate | null,
  is: WorldDate | null,
): Generator<void, ReadonlySet<string>> {
  const { canon } = known;
  const files = new Set<string>();
  for (const entry of yield* retconnable(canon)) {
    yield;
    const [before, after] = [takenBy(known, entry, was), takenBy(known, entry, is)];
    if (before?.retcon.by === after?.retcon.by && before?.retcon.kind === after?.retcon.kind) continue;
    for (const name of entry.names)
      for (const index of NAMING) for (const path of at(canon[index], name) ?? []) files.add(path);
  }
  return files;
}

/** Every entry that a retcon may have taken: whatever one names, and, where one is undone, what declared it. */
function* retconnable(canon: Canon): Generator<void, ReadonlySet<Entry>> {
  const entries = new Set<Entry>();
  for (const [name, paths] of tableEntries(canon.declaredOn)) {
    yield;
    for (const entry of filed(canon, 'names', name)) entries.add(entry);
    for (const path of paths) {
      const entry = entryAt(canon, path);
      if (entry) entries.add(entry);
    }
  }
  return entries;
}
