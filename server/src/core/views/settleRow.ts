/** What settles a row of a view, as a change to the files: names of other entries, written under a key. */
import { allEntries, staleSourcesOf, staleSummariesOf, idOf, inCanonOrder, isAcknowledged, rivalsOf } from '../canon';
import { addTopItems } from '../entry/frontmatter';
import type { Entry } from '../entry/entry';
import type { Change, TextEdit } from '../text/change';
import type { Viewpoint } from '../reading/viewpoint';
import { sidesOf } from './disputesView';
import { staleKey, staleSummaryKey } from './staleView';

/** Names of other entries, to be written under a key of an entry. */
interface Settling {
  readonly entry: Entry;
  readonly key: 'disputes' | 'reviewed';
  readonly names: ReadonlySet<Entry>;
}

type TextOf = (path: string) => string | null;

/** Has the later of each two entries that dispute a pair say that it is meant. @param pair the key of the row */
export function acknowledge(view: Viewpoint, pair: string, textOf: TextOf): Change | null {
  const { known } = view;
  const sides = sidesOf(known, pair);
  const found = new Map<Entry, Set<Entry>>();
  const rivals = rivalsOf(known, pair);
  for (const side of sides)
    for (const rival of rivals(side)) {
      const [one, other] = [side.clipped.entry, rival.clipped.entry];
      if (one === other || isAcknowledged(known, one, other)) continue;
      const [earlier = one, later = other] = inCanonOrder(known, [one, other]);
      found.set(later, (found.get(later) ?? new Set()).add(earlier));
    }
  const settlings = [...found].map(([entry, names]): Settling => ({ entry, key: 'disputes', names }));
  return written(view, settlings, textOf);
}

/** Has an entry say that what became of its source, or of what it sums up, changes nothing here. @param key of the row */
export function markReviewed(view: Viewpoint, key: string, textOf: TextOf): Change | null {
  const { known, present } = view;
  for (const entry of allEntries(known.canon)) {
    if (entry.sources.length + entry.summarises.length === 0) continue;
    const summary = staleSummariesOf(known, entry, present).find(
      ({ summarised }) => staleSummaryKey(entry, summarised) === key,
    );
    if (summary) return written(view, [{ entry, key: 'reviewed', names: new Set(summary.by) }], textOf);
    const stale = staleSourcesOf(known, entry, present).find(({ source }) => staleKey(entry, source) === key);
    if (stale) return written(view, [{ entry, key: 'reviewed', names: new Set([stale.by]) }], textOf);
  }
  return null;
}

/** Null where there is nothing to write, or where the frontmatter of one of the files can't take it. */
function written({ known }: Viewpoint, settlings: readonly Settling[], textOf: TextOf): Change | null {
  const { codex } = known.canon;
  const edits = settlings.map(({ entry, key, names }): TextEdit | null => {
    const ids = [...names].map((other) => idOf(known, other));
    const edit = addTopItems(textOf(entry.path) ?? '', codex, key, ids);
    return edit && { file: entry.path, ...edit };
  });
  return edits.length > 0 && edits.every((one) => one !== null) ? { edits } : null;
}
