/** Which entries are near what a brief is about in the graph: what describes it, states, retcons, links and rests on it. */
import {
  at,
  describersOf,
  edgesBy,
  edgesOf,
  entryNamed,
  entryAt,
  isShown,
  type Known,
  restingOn,
  type Retcon,
  sourcesOf,
} from '../../canon';
import { compareTexts } from '../../text/compareTexts';
import { memoized } from '../../text/memoized';
import type { Entry } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import type { StateGroup } from './briefTypes';

/** How near a kind of kinship brings an entry, from 0 to 1. */
const NEAR = { itself: 1, retcon: 0.8, states: 0.7, value: 0.5, link: 0.45, source: 0.3 } as const;

/** Where thousands link to one page, the first of them say what there is to say. */
const MOST_LINKS = 120;

/**
 * By entry, how near it is; the nearest kind counts.
 * @param linksOf what the prose of a page leads to, as far as it is shown
 */
export function kinOf(
  known: Known,
  entities: readonly string[],
  state: readonly StateGroup[],
  retcons: readonly Retcon[],
  linksOf: (entry: Entry) => readonly string[],
): ReadonlyMap<Entry, number> {
  // A page may lead to thousands of entities, and is looked through once for all of them.
  const leadsTo = memoized((entry: Entry) => new Set(linksOf(entry).flatMap((one) => entryNamed(known, one) ?? [])));
  const found = new Map<Entry, number>();
  const add = (entry: Entry | undefined, near: number): void => {
    // What was learned of a page that is not shown has no prose.
    if (entry && known.has(entry) && isShown(known, entry) && near > (found.get(entry) ?? 0)) found.set(entry, near);
  };
  for (const [i, entity] of entities.entries()) {
    // Whom a topic names first it is most about.
    const fade = 1 / (1 + i / 4);
    const pages = describersOf(known, entity);
    for (const page of pages) {
      add(page, NEAR.itself * fade);
      for (const target of leadsTo(page)) add(target, NEAR.link * fade);
      for (const entry of restingOn(known, page)) add(entry, NEAR.source * fade);
      for (const entry of sourcesOf(known, page)) add(entry, NEAR.source * fade);
      for (const retcon of [...edgesBy(known, page), ...edgesOf(known, page)]) {
        add(retcon.by, NEAR.retcon * fade);
        add(retcon.old, NEAR.retcon * fade);
      }
    }
    for (const entry of linkingTo(known, entity, pages, leadsTo)) add(entry, NEAR.link * fade);
  }
  for (const { isNamed, rows } of state)
    for (const { held } of rows) {
      add(held.clipped.entry, isNamed ? NEAR.states : NEAR.value);
      add(held.ref, NEAR.value);
    }
  for (const { by } of retcons) add(by, NEAR.retcon);
  return found;
}

/** The pages whose prose leads to one that describes the entity. */
function linkingTo(
  known: Known,
  entity: string,
  pages: readonly Entry[],
  leadsTo: (entry: Entry) => ReadonlySet<Entry>,
): Entry[] {
  const keys = new Set([nameKey(entity), ...pages.flatMap(({ names }) => names)]);
  const paths = new Set([...keys].flatMap((key) => at(known.canon.alsoNaming, key) ?? []));
  return [...paths]
    .sort(compareTexts)
    .slice(0, MOST_LINKS)
    .flatMap((path) => entryAt(known.canon, path) ?? [])
    .filter(known.has)
    .filter((entry) => pages.some((page) => leadsTo(entry).has(page)));
}
