/** The view of disputes: every two values that contradict each other, and who says so. */
import {
  allEntries,
  clippedFactsOf,
  type Known,
  canonWords,
  describerOf,
  isAcknowledged,
  clippedOf,
  rivalsAmong,
  rivalsOf,
  type Held,
  heldOf,
  kindOfAttribute,
  limitOfPair,
  pairOf,
  staleSourcesOf,
  staleSummariesOf,
  takenBy,
  idOf,
  inCanonOrder,
  reviewNames,
} from '../canon';
import { compareTexts } from '../text/sorted';
import type { Entry } from '../entry/entry';
import { listWords, counted } from '../text/words';
import { fromWords, isOpen, type RenderContext, inlineMarkdown } from '../reading/entryWords';
import { details, limitRow, rowKey, type ViewRowData, type Rows, renderRetconTooltip, valueTitle } from './row';
import { changeWords } from '../rules/prose';
import { addTopItems } from '../entry/frontmatter';
import type { Change, TextEdit } from '../text/problem';
import type { Viewpoint } from '../reading/viewpoint';

/** Where there are more sides than anybody reads, only their number is shown. */
const MOST_SIDES = 50;
const MOST_VALUES = 4;

/**
 * Open disputes come first; then in the order of entities, and of attributes.
 *
 * @param stating only what these entries state is looked at; all by default
 */
export function* disputeRows(context: RenderContext, stating?: Iterable<Entry>): Rows {
  const { known } = context;
  const seen = new Set<string>();
  const found: { readonly row: ViewRowData; readonly entity: string }[] = [];
  for (const entry of stating ?? allEntries(known.canon)) {
    for (const { entity, fact } of clippedFactsOf(known, entry)) {
      const pair = pairOf(entity, fact.attribute.text);
      if (seen.has(pair)) continue;
      seen.add(pair);
      const row = disputeRow(context, entity, fact.attribute.text);
      if (row) found.push({ row, entity });
    }
    yield;
  }
  const place = ({ sort }: ViewRowData): number => (sort === 'meant' ? 1 : 0);
  return found
    .sort(
      (a, b) =>
        place(a.row) - place(b.row) || compareTexts(a.entity, b.entity) || compareTexts(a.row.label, b.row.label),
    )
    .map(({ row }) => row);
}

function disputeRow(context: RenderContext, entity: string, attribute: string): ViewRowData | null {
  const { known, present } = context;
  const pair = pairOf(entity, attribute);
  const limit = limitOfPair(known, pair);
  if (limit) return limitRow(limit);
  const sides = sidesOf(known, pair);
  if (sides.length === 0) return null;
  // A fact may be cut in two by what was retconned and restored: it is one side.
  const facts = new Map(sides.toReversed().map((held) => [held.clipped.fact, held]));
  const isOpen = hasOpenRivals(known, sides);
  const values = [...new Set(sides.map(valueTitle))];
  const shown =
    values.length > MOST_VALUES ? [...values.slice(0, MOST_VALUES), `${values.length - MOST_VALUES} more`] : values;
  return {
    key: pair,
    sort: isOpen ? 'disputed' : 'meant',
    label: `${attribute.replace(/[_-]+/g, ' ')} of ${describerOf(known, entity, present)?.title ?? entity}`,
    detail: details(listWords(shown), isOpen ? null : 'intentional'),
    ...(isOpen && { canSettle: sides.some(({ clipped }) => clipped.entry.path !== sides[0]?.clipped.entry.path) }),
    rows: [...facts.values()]
      .toReversed()
      .slice(0, MOST_SIDES)
      .map((held) => sideRow(known, pair, held)),
  };
}

/** The stretches of a pair that contradict others, in the order of beginning. */
function sidesOf(known: Known, pair: string): readonly Held[] {
  const [first, second] = clippedOf(known, pair);
  if (!first || !second || kindOfAttribute(known, first.fact.attribute.text) === 'set') return [];
  const rivals = rivalsOf(known, pair);
  return heldOf(known, pair).filter((held) => {
    for (const _ of rivals(held)) return true;
    return false;
  });
}

function hasOpenRivals(known: Known, sides: readonly Held[]): boolean {
  const rivals = rivalsAmong(sides);
  for (const one of sides)
    for (const { clipped } of rivals(one)) if (!isAcknowledged(known, one.clipped.entry, clipped.entry)) return true;
  return false;
}

function sideRow({ canon }: Known, pair: string, held: Held): ViewRowData {
  const { entry, fact } = held.clipped;
  const { from, until } = held.segment;
  const when = [isOpen(from) ? '' : fromWords(from), isOpen(until) ? '' : `until ${until.text}`].filter(Boolean);
  return {
    key: rowKey(pair, entry.path, String(fact.index)),
    sort: 'side',
    label: valueTitle(held),
    detail: details(entry.title, when.join(' '), canonWords(canon, entry)),
    opens: { entry, span: fact.value.span },
    retconnable: entry,
  };
}

/** A row for each source of an entry that is stale, in the order of paths, then as written. @param resting of these only; of all by default */
export function* staleRows(context: RenderContext, resting?: Iterable<Entry>): Rows {
  const rows: ViewRowData[] = [];
  for (const entry of resting ?? allEntries(context.known.canon)) {
    rows.push(...staleRowsOf(context, entry), ...staleSummaryRows(context, entry));
    yield;
  }
  return rows;
}

const staleKey = (entry: Entry, source: Entry): string => rowKey(entry.path, source.path);

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

const staleSummaryKey = (entry: Entry, summarised: Entry): string => rowKey('summary', entry.path, summarised.path);

/** A row for each summed-up entry that has changed since; the tooltip lists the changed answers. */
function staleSummaryRows(context: RenderContext, entry: Entry): ViewRowData[] {
  const { known, present } = context;
  return staleSummariesOf(known, entry, present).flatMap(({ ref, summarised, changes, taken, by }) => {
    const [successor] = by;
    if (!successor) return [];
    const changed = changes.length > 0 ? `${counted(changes.length, 'answer')} changed` : null;
    const answers = changes.map((change) => `- ${inlineMarkdown(changeWords(change))}`).join('\n');
    return {
      key: staleSummaryKey(entry, summarised),
      sort: 'stale',
      label: entry.title,
      detail: details(
        `sums up ${summarised.title}`,
        changed ?? (taken?.kind === 'retracts' ? 'retracted' : 'superseded'),
      ),
      tooltip: answers === '' && taken ? renderRetconTooltip(context, taken) : answers,
      opens: { entry, span: ref.span },
      compares: { before: summarised, after: successor },
      successor,
      canSettle: true,
    };
  });
}

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
    const ids = key === 'reviewed' ? reviewNames(known, names) : [...names].map((other) => idOf(known, other));
    const edit = addTopItems(textOf(entry.path) ?? '', codex, key, ids);
    return edit && { file: entry.path, ...edit };
  });
  return edits.length > 0 && edits.every((one) => one !== null) ? { edits } : null;
}
