/** The chain of versions, and what rests on what, one step at a time, as the trees of an editor ask for them. */
import {
  datesKnown,
  edgesBy,
  edgesOf,
  type Retcon,
  restingOn,
  sourcesOf,
  staleSourcesOf,
  entryNamed,
  type Known,
  inRetconOrder,
} from '../canon';
import type { Entry } from '../entry/entry';
import type { Span } from '../text/span';
import { standingWords } from './entryCard';
import { definitionAt } from './atViewpoint';
import type { Viewpoint } from './viewpoint';
import { whenWords } from './entryWords';

/** An entry in a tree. */
export interface HierarchyItem {
  readonly entry: Entry;
  /** Plain text: its date, its standing, and its relation to the entry above. */
  readonly detail: string;
}

/** An entry that rests on the one it is shown below, or on which that one rests. */
interface Rest extends HierarchyItem {
  /** Where the source is named, in the file of the entry that rests. */
  readonly spans: readonly Span[];
}

/** What the caret is on; where it is on no name, the entry of the file. */
export function entriesAt(view: Viewpoint, entry: Entry, text: string, offset: number): HierarchyItem[] {
  const named = definitionAt(view.known, entry, text, offset)?.entries ?? [entry];
  return named.map((one) => ({ entry: one, detail: detailOf(view, one, standingWords(view, one)) }));
}

const MADE = { supersedes: 'superseded', retracts: 'retracted', restores: 'restored' } as const;

/** What an entry supersedes, retracts or restores, in canon order. */
export const olderOf = (view: Viewpoint, entry: Entry): HierarchyItem[] =>
  inRetconOrder(view.known, edgesBy(view.known, entry)).map((retcon) => {
    const standing = standingWords(view, retcon.old);
    const made = MADE[retcon.kind];
    const isSaid = standing.startsWith(made);
    return {
      entry: retcon.old,
      detail: detailOf(view, retcon.old, `${made}${manner(retcon)}`, isSaid ? '' : standing),
    };
  });

/** What supersedes, retracts or restores an entry, in canon order. */
export const newerOf = (view: Viewpoint, entry: Entry): HierarchyItem[] =>
  inRetconOrder(view.known, edgesOf(view.known, entry)).map((retcon) => ({
    entry: retcon.by,
    detail: detailOf(view, retcon.by, `${retcon.kind} it${manner(retcon)}`, standingWords(view, retcon.by)),
  }));

const manner = (retcon: Retcon): string => (retcon.soft ? ', and both stand' : ` ${whenWords(retcon)}`);

/** What rests on an entry, in the order of paths. */
export function dependantsOf(view: Viewpoint, entry: Entry): Rest[] {
  const { known, present } = view;
  return restingOn(known, entry).map((other) => {
    const isStale = staleSourcesOf(known, other, present).some(({ source }) => source === entry);
    return {
      entry: other,
      detail: detailOf(view, other, standingWords(view, other), isStale ? 'to be reviewed' : ''),
      spans: sourceSpans(known, other).get(entry) ?? [],
    };
  });
}

/** What an entry rests on, in the order of its sources. */
export function sourceItemsOf(view: Viewpoint, entry: Entry): Rest[] {
  const spans = sourceSpans(view.known, entry);
  return [...new Set(sourcesOf(view.known, entry))].map((source) => ({
    entry: source,
    detail: detailOf(view, source, standingWords(view, source)),
    spans: spans.get(source) ?? [],
  }));
}

/** Where an entry names each of its sources. */
function sourceSpans(known: Known, { sources }: Entry): ReadonlyMap<Entry, readonly Span[]> {
  const found = new Map<Entry, Span[]>();
  for (const { text, span } of sources) {
    const source = entryNamed(known, text);
    if (source)
      found
        .set(source, found.get(source) ?? [])
        .get(source)
        ?.push(span);
  }
  return found;
}

const detailOf = ({ known }: Viewpoint, entry: Entry, ...words: readonly string[]): string =>
  [datesKnown(known, entry).date?.date?.text ?? '', ...words].filter((part) => part !== '').join(' · ');
