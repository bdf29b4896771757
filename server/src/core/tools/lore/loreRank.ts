/** Which of the passages that were found comes first: by the words it holds and where, and by the tier of its entry. */
import { type Known, tierRank } from '../../canon';
import { compareTexts } from '../../text/compareTexts';
import type { Entry } from '../../entry/entry';
import type { FoundPassage, PerColumn } from '../asked/loreTypes';

/** What of an entry makes a difference to the order. */
export type Tiered = Pick<Entry, 'path' | 'tier'>;

/** A passage that was found, and that is known. */
export interface Candidate<E extends Tiered = Entry> extends FoundPassage {
  readonly entry: E;
}

export interface Ranked<E extends Tiered> {
  readonly entry: E;
  readonly nth: number;
  /** Above 0; the higher, the better. */
  readonly score: number;
}

/** What a word in the names of an entry or in a heading is worth, against one in the text. */
const WEIGHTS: PerColumn = [3, 2, 1];

/** As in BM25: how soon more of the same word adds nothing, how much a long text counts against a word, how long a text mostly is. */
const ENOUGH_OF_A_WORD = 1.2;
const AGAINST_LENGTH = 0.75;
const USUAL_LENGTH = 100;

/** The highest tier counts half as much again as the lowest; what has none lies between. */
const HIGHEST = 1.5;
const LOWEST = 1;
const UNRANKED = (HIGHEST + LOWEST) / 2;

/**
 * In order, the best first. How rare a word is, is judged among what was found and is known: what is not known there
 * changes no order (model §5, monotonic history). Yields now and then.
 */
export function* rank<E extends Tiered>(
  known: Known,
  found: readonly Candidate<E>[],
): Generator<null, Ranked<E>[], unknown> {
  const rarity = rarityAmong(found);
  const score = ({ entry, hits, lengths }: Candidate<E>): number =>
    hits.reduce((sum, hit, term) => sum + (rarity[term] ?? 0) * weightOf(hit, lengths), 0) * tierWeight(known, entry);
  const ranked: Ranked<E>[] = [];
  for (const one of onceByName(found)) {
    ranked.push({ entry: one.entry, nth: one.nth, score: Math.round(score(one) * 1000) / 1000 });
    if (ranked.length % 256 === 0) yield null;
  }
  return ranked.sort(
    (a, b) => b.score - a.score || (a.entry.path < b.entry.path ? -1 : a.entry === b.entry ? a.nth - b.nth : 1),
  );
}

/**
 * What was found, those first that hold the most and the rarest of the words, whoever may know them: in this order they are looked at by
 * whoever looks at some alone.
 */
export function* likeliest(all: Iterable<FoundPassage>): Generator<null, FoundPassage[], unknown> {
  const found: FoundPassage[] = [];
  for (const one of all) if (found.push(one) % BATCH === 0) yield null;
  const rarity = rarityAmong(found);
  const scored: { readonly one: FoundPassage; readonly score: number }[] = [];
  for (const one of found) {
    const score = one.hits.reduce((sum, hit, term) => sum + (rarity[term] ?? 0) * weightOf(hit, one.lengths), 0);
    if (scored.push({ one, score }) % BATCH === 0) yield null;
  }
  scored.sort((a, b) => b.score - a.score || compareTexts(a.one.path, b.one.path) || a.one.nth - b.one.nth);
  return scored.map(({ one }) => one);
}

const BATCH = 1024;

function rarityAmong(found: readonly FoundPassage[]): number[] {
  return Array.from({ length: found[0]?.hits.length ?? 0 }, (_, term) => {
    const holding = found.reduce((count, { hits }) => count + Number(isHit(hits[term])), 0);
    return Math.log(1 + (found.length + 0.5) / (holding + 0.5));
  });
}

const isHit = (hit: PerColumn | undefined): boolean => hit?.some((count) => count > 0) === true;

function weightOf(hit: PerColumn, [, , length]: PerColumn): number {
  const often = hit.reduce(
    (sum, count, column) => sum + Math.min(count, column === 2 ? count : 1) * (WEIGHTS[column] ?? 0),
    0,
  );
  const against = ENOUGH_OF_A_WORD * (1 - AGAINST_LENGTH + (AGAINST_LENGTH * length) / USUAL_LENGTH);
  return (often * (ENOUGH_OF_A_WORD + 1)) / (often + against);
}

export function tierWeight(known: Known, entry: Tiered): number {
  const place = tierRank(known, entry);
  const last = known.canon.codex.tiers.length - 1;
  return place === undefined || last < 1 ? UNRANKED : HIGHEST - ((HIGHEST - LOWEST) * place) / last;
}

/** One passage is enough of an entry that only its name has matched: its first. */
function onceByName<E extends Tiered>(found: readonly Candidate<E>[]): Candidate<E>[] {
  const firsts = new Map<E, number>();
  for (const { entry, nth } of found) firsts.set(entry, Math.min(nth, firsts.get(entry) ?? Infinity));
  return found.filter(
    ({ entry, nth, hits }) => hits.some(([, heading, text]) => heading + text > 0) || firsts.get(entry) === nth,
  );
}
