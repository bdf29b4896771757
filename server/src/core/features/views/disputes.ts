/** The view of disputes: every two values that contradict each other, and who says so. */
import { allEntries } from '../../canon/canon';
import { clippedFactsOf } from '../../canon/clips';
import type { Known } from '../../canon/known';
import { inCanonOrder } from '../../canon/retcons';
import { describerOf, isAcknowledged } from '../../canon/standing';
import { clippedOf, contradict, type Held, heldOf, kindOfAttribute, pairOf } from '../../canon/truth';
import type { Entry, Fact } from '../../entry/entry';
import { listed } from '../../text/words';
import { fromWords, isOpen, type Telling } from '../words';
import { details, type Row, type Settling } from './row';

/** Those that nobody has settled or acknowledged come first; in the order of entities, then of attributes. */
export function disputeRows(telling: Telling): Row[] {
  const { known } = telling;
  const seen = new Set<string>();
  const rows: Row[] = [];
  for (const entry of allEntries(known.canon))
    for (const { entity, fact } of clippedFactsOf(known, entry)) {
      const pair = pairOf(entity, fact.attribute.text);
      if (seen.has(pair)) continue;
      seen.add(pair);
      const row = disputeRow(telling, entity, fact.attribute.text);
      if (row) rows.push(row);
    }
  const place = (row: Row): number => (row.sort === 'meant' ? 1 : 0);
  return rows.sort((a, b) => place(a) - place(b) || (a.key < b.key ? -1 : 1));
}

function disputeRow(telling: Telling, entity: string, attribute: string): Row | null {
  const { known, present } = telling;
  const pair = pairOf(entity, attribute);
  if (clippedOf(known, pair).length < 2 || kindOfAttribute(known, attribute) === 'set') return null;
  const rivals = rivalsOf(heldOf(known, pair));
  if (rivals.length === 0) return null;
  const sides = new Map<Fact, Held>();
  for (const held of rivals.flat()) if (!sides.has(held.clipped.fact)) sides.set(held.clipped.fact, held);
  const open = rivals.filter(([a, b]) => !isAcknowledged(known, a.clipped.entry, b.clipped.entry));
  const settles = acknowledgements(known, open);
  return {
    key: pair,
    sort: open.length > 0 ? 'disputed' : 'meant',
    label: `${attribute.replace(/[_-]+/g, ' ')} of ${describerOf(known, entity, present)?.title ?? entity}`,
    detail: details(listed([...new Set([...sides.values()].map(valueOf))]), open.length > 0 ? null : 'meant to be'),
    ...(settles.length > 0 && { settles }),
    rows: [...sides.values()].map((held) => sideRow(pair, held)),
  };
}

/** Every two values that contradict each other. @param held in the order of beginning */
function rivalsOf(held: readonly Held[]): (readonly [Held, Held])[] {
  return held.flatMap((a, i) => held.slice(i + 1).flatMap((b) => (contradict(a, b) ? [[a, b] as const] : [])));
}

/** The title of the entry it refers to, else the author's text. */
const valueOf = ({ ref, clipped }: Held): string => ref?.title ?? clipped.fact.value.text;

/** Of each two, what the later one has to acknowledge; nothing where an entry contradicts itself. */
function acknowledgements(known: Known, open: readonly (readonly [Held, Held])[]): Settling[] {
  const pairs = open.map((rivals) => inCanonOrder(known, [...new Set(rivals.map(({ clipped }) => clipped.entry))]));
  const found = new Map<Entry, Set<Entry>>();
  for (const [earlier, later] of pairs) {
    if (!earlier || !later) return [];
    found.set(later, (found.get(later) ?? new Set()).add(earlier));
  }
  return [...found].map(([entry, names]) => ({ entry, key: 'disputes', names: [...names] }));
}

function sideRow(pair: string, held: Held): Row {
  const { entry, fact } = held.clipped;
  const { from, until } = held.segment;
  const when = [isOpen(from) ? '' : fromWords(from), isOpen(until) ? '' : `until ${until.text}`].filter(Boolean);
  return {
    key: `${pair}\n${entry.path}\n${fact.index}`,
    sort: 'side',
    label: valueOf(held),
    detail: details(entry.title, when.join(' '), entry.canon?.text),
    opens: { entry, span: fact.value.span },
    retconnable: entry,
  };
}
