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
} from '../canon';
import { compareTexts } from '../text/compareTexts';
import type { Entry } from '../entry/entry';
import { listWords } from '../text/wordLists';
import { fromWords, isOpen, type RenderContext } from '../reading/entryWords';
import { details, limitRow, rowKey, type ViewRowData, type Rows } from './row';

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
  const values = [...new Set(sides.map(valueOf))];
  const shown =
    values.length > MOST_VALUES ? [...values.slice(0, MOST_VALUES), `${values.length - MOST_VALUES} more`] : values;
  return {
    key: pair,
    sort: isOpen ? 'disputed' : 'meant',
    label: `${attribute.replace(/[_-]+/g, ' ')} of ${describerOf(known, entity, present)?.title ?? entity}`,
    detail: details(listWords(shown), isOpen ? null : 'meant to be'),
    ...(isOpen && { canSettle: sides.some(({ clipped }) => clipped.entry !== sides[0]?.clipped.entry) }),
    rows: [...facts.values()]
      .toReversed()
      .slice(0, MOST_SIDES)
      .map((held) => sideRow(known, pair, held)),
  };
}

/** The stretches of a pair that contradict others, in the order of beginning. */
export function sidesOf(known: Known, pair: string): readonly Held[] {
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

/** The title of the entry it refers to, else the author's text. */
const valueOf = ({ ref, clipped }: Held): string => ref?.title ?? clipped.fact.value.text;

function sideRow({ canon }: Known, pair: string, held: Held): ViewRowData {
  const { entry, fact } = held.clipped;
  const { from, until } = held.segment;
  const when = [isOpen(from) ? '' : fromWords(from), isOpen(until) ? '' : `until ${until.text}`].filter(Boolean);
  return {
    key: rowKey(pair, entry.path, String(fact.index)),
    sort: 'side',
    label: valueOf(held),
    detail: details(entry.title, when.join(' '), canonWords(canon, entry)),
    opens: { entry, span: fact.value.span },
    retconnable: entry,
  };
}
