/** The view of an entry's versions: all that was decided about what it tells, the latest first. */
import { versionsOf, type Known, canonWords, inCanonOrder, retconsBy, retconsOf, standingOf } from '../canon';
import type { Entry } from '../entry/entry';
import { renderBeginnings } from '../entry/stretches';
import { nameSpan } from '../rules/relatedPlaces';
import { standingWords } from '../reading/entryCard';
import type { RenderContext } from '../reading/entryWords';
import { renderRetconTooltip } from './retconTooltip';
import { details, type ViewRowData, type Rows } from './row';

/** A row for each version; empty where there is only one. */
export function* versionRows(context: RenderContext, here: Entry): Rows {
  const chain = chainOf(context.known, here);
  const open = chain.indexOf(here);
  const rows: ViewRowData[] = [];
  for (const [i, entry] of chain.entries()) {
    const other = i === open ? chain[i + 1] : here;
    const pair = i <= open ? { before: other, after: entry } : { before: entry, after: other };
    rows.push(versionRow(context, entry, i === open, pair));
    yield;
  }
  return rows.length > 1 ? rows : [];
}

function versionRow(context: RenderContext, entry: Entry, isHere: boolean, compares: Pair): ViewRowData {
  const { known, present } = context;
  const tooltips = [...retconsBy(known, entry), ...retconsOf(known, entry)].map((retcon) =>
    renderRetconTooltip(context, retcon),
  );
  const { before, after } = compares;
  return {
    key: entry.path,
    sort: standingOf(known, entry, present),
    label: entry.title,
    detail: details(renderBeginnings(entry), canonWords(known.canon, entry), standingWords(context, entry)),
    tooltip: tooltips.join('\n\n'),
    ...(isHere && { isHere }),
    opens: { entry, span: nameSpan(entry) },
    retconnable: entry,
    ...(before && after && { compares: { before, after } }),
  };
}

interface Pair {
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
}

/** Every version, and what retracts or restores one of them, or is retracted or restored by the entry; the latest first. */
function chainOf(known: Known, here: Entry): Entry[] {
  const versions = versionsOf(known, here);
  const others = versions.flatMap((version) =>
    retconsOf(known, version).flatMap(({ kind, by }) => (kind === 'supersedes' ? [] : [by])),
  );
  const undone = retconsBy(known, here).flatMap(({ kind, old }) => (kind === 'supersedes' ? [] : [old]));
  return inCanonOrder(known, [...new Set([...versions, ...others, ...undone])]).toReversed();
}
