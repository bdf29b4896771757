/** Every entry that can be looked up, one row for each version, with its standing at the viewpoint. */
import { allEntries, idOf, standingOf } from '../canon';
import { compareTexts } from '../text/compareTexts';
import type { Entry } from '../entry/entry';
import { standingWords } from './entryCard';
import type { Viewpoint } from './viewpoint';

export interface EntryFound {
  readonly id: string;
  readonly entry: Entry;
  /** In words. */
  readonly standing: string;
  /** Superseded or retracted: an older version, or what never was. */
  readonly isReplaced: boolean;
}

/** In the order of titles, then of ids. It yields after each. */
export function* lookUpEntries(view: Viewpoint): Generator<void, EntryFound[]> {
  const { known, present } = view;
  const found: EntryFound[] = [];
  for (const entry of allEntries(known.canon)) {
    if (!known.has(entry)) continue;
    const isReplaced = ['superseded', 'retracted'].includes(standingOf(known, entry, present));
    found.push({ id: idOf(known, entry), entry, standing: standingWords(view, entry), isReplaced });
    yield;
  }
  return found.sort((a, b) => compareTexts(a.entry.title, b.entry.title) || compareTexts(a.id, b.id));
}
