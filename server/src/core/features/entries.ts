/** Every entry that can be looked up, each version by itself, with how it stands at present. */
import { allEntries } from '../canon/canon';
import { idOf, type Known } from '../canon/known';
import { order } from '../canon/edges';
import { standingOf } from '../canon/standing';
import type { Entry } from '../entry/entry';
import { standingWords } from './card';

export interface EntryFound {
  readonly id: string;
  readonly entry: Entry;
  /** In words. */
  readonly standing: string;
  /** Superseded or retracted: an older version, or what never was. */
  readonly isReplaced: boolean;
}

/** In the order of titles, then of ids. */
export function entriesOf(known: Known): EntryFound[] {
  const { present } = known.canon.codex;
  return allEntries(known.canon)
    .filter(known.has)
    .map((entry) => {
      const isReplaced = ['superseded', 'retracted'].includes(standingOf(known, entry, present));
      return { id: idOf(known, entry), entry, standing: standingWords(known, entry), isReplaced };
    })
    .sort((a, b) => order(a.entry.title, b.entry.title) || order(a.id, b.id));
}
