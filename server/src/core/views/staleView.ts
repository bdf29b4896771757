/** The view of what is stale: what rests on something superseded or retracted since, or sums up what is told otherwise, and was not reviewed after that. */
import { allEntries, staleSourcesOf, staleSummariesOf, takenBy } from '../canon';
import type { Entry } from '../entry/entry';
import { inlineMarkdown, type RenderContext } from '../reading/entryWords';
import { changeWords } from '../rules/summary/stale';
import { renderRetconTooltip } from './retconTooltip';
import { countedWords, details, rowKey, type ViewRowData, type Rows } from './row';

/** A row for each source of an entry that is stale, in the order of paths, then as written. @param resting of these only; of all by default */
export function* staleRows(context: RenderContext, resting?: Iterable<Entry>): Rows {
  const rows: ViewRowData[] = [];
  for (const entry of resting ?? allEntries(context.known.canon)) {
    rows.push(...staleRowsOf(context, entry), ...staleSummaryRows(context, entry));
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

export const staleSummaryKey = (entry: Entry, summarised: Entry): string =>
  rowKey('summary', entry.path, summarised.path);

/** A row for each entry that it sums up and that is told otherwise since; the answers that have changed stand in the tooltip. */
function staleSummaryRows(context: RenderContext, entry: Entry): ViewRowData[] {
  const { known, present } = context;
  return staleSummariesOf(known, entry, present).flatMap(({ ref, summarised, changes, taken, by }) => {
    const [successor] = by;
    if (!successor) return [];
    const changed = changes.length > 0 ? `${countedWords(changes.length, 'answer')} changed` : null;
    const told = changes.map((change) => `- ${inlineMarkdown(changeWords(change))}`).join('\n');
    return {
      key: staleSummaryKey(entry, summarised),
      sort: 'stale',
      label: entry.title,
      detail: details(
        `sums up ${summarised.title}`,
        changed ?? (taken?.kind === 'retracts' ? 'retracted' : 'superseded'),
      ),
      tooltip: told === '' && taken ? renderRetconTooltip(context, taken) : told,
      opens: { entry, span: ref.span },
      compares: { before: summarised, after: successor },
      successor,
      canSettle: true,
    };
  });
}
