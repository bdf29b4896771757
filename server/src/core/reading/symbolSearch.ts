/** Entries found by a part of a name: title, alias or id. */
import { idOf, type Known, tableEntries } from '../canon';
import { compareTexts } from '../text/compareTexts';
import type { Entry } from '../entry/entry';
import { nameKey } from '../entry/slug';
import { renderBeginnings } from '../entry/stretches';
import { matchRank } from '../text/match';
import { isReplaced, kindOfEntry } from './symbols';
import type { Viewpoint } from './viewpoint';

export interface NamedEntry {
  readonly entry: Entry;
  /** The name that answers best: editors sift what they are given by that name once more. */
  readonly name: string;
  /** What parts it from others of that name: its title, where found by another name, its type or folder, its date. */
  readonly container: string;
  readonly kind: 'entry' | 'event';
  readonly isReplaced: boolean;
}

interface Ranked {
  readonly entry: Entry;
  readonly name: string;
  readonly rank: number;
}

/** The likeliest first; each entry once. It yields after each that was looked at. @param most how many at most */
export function* entriesCalled(view: Viewpoint, query: string, most: number): Generator<void, NamedEntry[]> {
  const { known } = view;
  const typed = nameKey(query);
  const found: Ranked[] = [];
  for (const [, entry] of tableEntries(known.canon.entries)) {
    const best = known.has(entry) ? bestName(known, entry, typed) : null;
    if (best) found.push(best);
    yield;
  }
  return found
    .sort((a, b) => a.rank - b.rank || compareTexts(a.name, b.name) || compareTexts(a.entry.path, b.entry.path))
    .slice(0, most)
    .map(({ entry, name }) => ({
      entry,
      name,
      container: containerOf(entry, name),
      kind: kindOfEntry(entry),
      isReplaced: isReplaced(view, entry),
    }));
}

/** Among names that match equally well, the title comes first, then an alias, then the id. */
function bestName(known: Known, entry: Entry, typed: string): Ranked | null {
  let best: Ranked | null = null;
  for (const name of [entry.title, ...entry.aliases.map(({ text }) => text), idOf(known, entry)]) {
    const rank = name === '' ? null : matchRank(typed, nameKey(name));
    if (rank !== null && (best === null || rank < best.rank)) best = { entry, name, rank };
  }
  return best;
}

function containerOf(entry: Entry, name: string): string {
  const folder = entry.path.slice(0, Math.max(0, entry.path.lastIndexOf('/')));
  const parts = [name === entry.title ? '' : entry.title, entry.type?.text ?? folder, renderBeginnings(entry) ?? ''];
  return parts.filter((part) => part !== '').join(' · ');
}
