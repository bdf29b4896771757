/** The view of what is stale: what rests on something superseded or retracted since, and was not reviewed after that. */
import { allEntries, staleSourcesOf, takenBy } from '../canon';
import type { Entry } from '../entry/entry';
import type { RenderContext } from '../reading/entryWords';
import { renderRetconTooltip } from './retconTooltip';
import { details, rowKey, type ViewRowData, type Rows } from './row';

/** A row for each source of an entry that is stale, in the order of paths, then as written. @param resting of these only; of all by default */
export function* staleRows(context: RenderContext, resting?: Iterable<Entry>): Rows {
  const rows: ViewRowData[] = [];
  for (const entry of resting ?? allEntries(context.known.canon)) {
    rows.push(...staleRowsOf(context, entry));
    yield;
  }
  return rows;
}

export const staleKey = (entry: Entry, source: Entry): string => rowKey(entry.path, source.path);

function staleRowsOf(context: RenderContext, entry: Entry): ViewRowData[] {
  const { known, present } = context;
  const rows = new Map<Entry, ViewRowData>();
  for (const { ref, source, by } of staleSourcesOf(known, entry, present)) {
    const retcon = takenBy(known, source, present)?.retcon;
    if (rows.has(source) || !retcon) continue;
    rows.set(source, {
      key: staleKey(entry, source),
      sort: 'stale',
      label: entry.title,
      detail: details(`rests on ${source.title}`, retcon.kind === 'retracts' ? 'retracted' : 'superseded'),
      tooltip: renderRetconTooltip(context, retcon),
      opens: { entry, span: ref.span },
      compares: { before: source, after: by },
      successor: by,
      canSettle: true,
    });
  }
  return [...rows.values()];
}
