/** Every entry that can be looked up, each version by itself, with how it stands at the viewpoint. */
import { allEntries } from '../canon/canon';
import { idOf } from '../canon/known';
import { order } from '../canon/edges';
import { standingOf } from '../canon/standing';
import type { Entry } from '../entry/entry';
import { standingWords } from './card';
import type { Viewpoint } from './viewpoint';

export interface EntryFound {
  readonly id: string;
  readonly entry: Entry;
  /** In words. */
  readonly standing: string;
  /** Superseded or retracted: an older version, or what never was. */
  readonly isReplaced: boolean;
}

/** In the order of titles, then of ids. */
export function entriesOf(view: Viewpoint): EntryFound[] {
  const { known, present } = view;
  return allEntries(known.canon)
    .filter(known.has)
    .map((entry) => {
      const isReplaced = ['superseded', 'retracted'].includes(standingOf(known, entry, present));
      return { id: idOf(known, entry), entry, standing: standingWords(view, entry), isReplaced };
    })
    .sort((a, b) => order(a.entry.title, b.entry.title) || order(a.id, b.id));
}
