/** Which passages a brief takes: scored by words, kinship, world time, trust and tier, then chosen so that none says what another says. */
import { type Known, standingOf } from '../../canon';
import type { WorldDate } from '../../chronology';
import type { Entry } from '../../entry/entry';
import { passagesOf } from '../../entry/passages';
import { wordsFolded } from '../../text/fold';
import { memoized } from '../../text/memoized';
import { originOf } from './briefOrigin';
import { withoutQueries } from './briefProse';
import type { BriefCandidate, LeftOutEntry, ScoreParts } from './briefTypes';
import { flagsOf, isGone } from '../lore/lore';
import { type Candidate as Found, rank, tierWeight } from '../lore/loreRank';

/** So many of the best are looked at; what comes after them no brief has room for. */
const POOL = 48;

/** Whoever is near and holds none of the words is looked at as far as this goes. */
const MOST_KIN = 48;

/** What words and kinship are worth against each other. */
const OF_WORDS = 0.75;
const OF_KINSHIP = 0.25;

interface Scored {
  readonly entry: Entry;
  readonly nth: number;
  readonly score: number;
  readonly parts: ScoreParts;
}

/**
 * The best passages, the best first. Yields now and then.
 * @param found by their words. @param kin how near entries are, from 0 to 1. @param proseOf the text of a page, as far as it is shown
 */
export function* poolOf(
  known: Known,
  now: Known,
  found: readonly Found[],
  kin: ReadonlyMap<Entry, number>,
  at: WorldDate | null,
  proseOf: (entry: Entry) => string,
): Generator<null, readonly BriefCandidate[], unknown> {
  const ranked = yield* rank(known, found);
  const best = ranked[0]?.score ?? 1;
  const weights = new Map<Entry, number>();
  const weightOf = (entry: Entry): number => {
    let weight = weights.get(entry);
    if (weight === undefined) weights.set(entry, (weight = weightAt(known, entry, at)));
    return weight;
  };
  const scored = (entry: Entry, nth: number, words: number): Scored => {
    const kinship = kin.get(entry) ?? 0;
    const weight = weightOf(entry);
    return {
      entry,
      nth,
      score: rounded((OF_WORDS * words + OF_KINSHIP * kinship) * weight),
      parts: { words, kinship, weight },
    };
  };
  const all: Scored[] = [];
  const hasWords = new Set<Entry>();
  for (const { entry, nth, score } of ranked) {
    hasWords.add(entry);
    // The tier is in the weight.
    all.push(scored(entry, nth, rounded(score / best)));
    if (all.length % 256 === 0) yield null;
  }
  const near = [...kin].filter(([entry]) => !hasWords.has(entry)).sort(([a, x], [b, y]) => y - x || byPath(a, b));
  for (const [entry] of near.slice(0, MOST_KIN)) all.push(scored(entry, 0, 0));
  all.sort((a, b) => b.score - a.score || byPath(a.entry, b.entry) || a.nth - b.nth);
  return inPool(known, now, all, at, proseOf);
}

function inPool(
  known: Known,
  now: Known,
  all: readonly Scored[],
  at: WorldDate | null,
  proseOf: (entry: Entry) => string,
): readonly BriefCandidate[] {
  const candidates: BriefCandidate[] = [];
  const passagesIn = memoized((entry: Entry) => passagesOf(proseOf(entry)).map(withoutQueries));
  for (const { entry, nth: found, ...one } of all) {
    if (candidates.length === POOL) break;
    if (isGone(standingOf(known, entry, at))) continue;
    const own = passagesIn(entry);
    // Of a page that is only near, the first that says something is taken.
    const nth = one.parts.words > 0 ? found : own.findIndex((passage) => passage !== null);
    const passage = own[nth];
    if (passage) candidates.push({ ...one, entry, nth, passage, flags: flagsOf(known, now, entry, at) });
  }
  return candidates;
}

/** What is not so yet, or no longer, has less to do with a time than what is. */
const STANDS = { current: 1, ended: 0.85, not_yet: 0.7, superseded: 1, retracted: 1, unwritten: 1 } as const;

function weightAt(known: Known, entry: Entry, at: WorldDate | null): number {
  const { trust } = originOf(known.canon, entry);
  return trust * STANDS[standingOf(known, entry, at)] * nearIn(entry, at) * tierWeight(known, entry);
}

/** What happened near the time that is asked about counts up to a fifth more; half of that at so many days. */
const MORE = 0.2;
const HALF = 3650;

function nearIn({ date }: Entry, at: WorldDate | null): number {
  const own = date?.date?.start;
  if (!own || !at || own.line !== at.start.line) return 1;
  const apart = Math.max(0, own.day - at.end.day, at.start.day - own.day);
  return Number.isFinite(apart) ? 1 + MORE / (1 + apart / HALF) : 1;
}

const rounded = (score: number): number => Math.round(score * 1000) / 1000;
const byPath = (a: Entry, b: Entry): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

/** How much being good counts against being other than what is chosen already. */
const GOOD = 0.75;
/** So much of a passage said by another, or of another by it, and it is left out as alike. */
const ALIKE = 0.6;
const SHINGLE = 3;

export interface ChosenPassages {
  /** The best first. */
  readonly snippets: readonly BriefCandidate[];
  readonly left: readonly LeftOutEntry[];
}

/** Takes the passage of most marginal relevance, again and again (Carbonell and Goldstein). @param most how many */
export function chosenAmong(candidates: readonly BriefCandidate[], most: number): ChosenPassages {
  const rest = candidates.map((candidate) => ({ candidate, shingles: shinglesOf(candidate.passage.text), alike: 0 }));
  const best = rest[0]?.candidate.score ?? 1;
  const snippets: BriefCandidate[] = [];
  const left: LeftOutEntry[] = [];
  while (rest.length > 0 && snippets.length < most) {
    const worth = rest.map(({ candidate, alike }) => GOOD * (candidate.score / (best || 1)) - (1 - GOOD) * alike);
    const [next] = rest.splice(worth.indexOf(Math.max(...worth)), 1);
    if (!next) break;
    if (next.alike >= ALIKE) {
      left.push({ entry: next.candidate.entry, why: 'alike' });
      continue;
    }
    snippets.push(next.candidate);
    for (const one of rest) one.alike = Math.max(one.alike, likeness(one.shingles, next.shingles));
  }
  for (const { candidate, alike } of rest)
    left.push({ entry: candidate.entry, why: alike >= ALIKE ? 'alike' : 'budget' });
  return { snippets: snippets.sort((a, b) => b.score - a.score || byPath(a.entry, b.entry) || a.nth - b.nth), left };
}

/** All runs of three words; of fewer words, these. */
function shinglesOf(text: string): ReadonlySet<string> {
  const words = wordsFolded(text);
  if (words.length <= SHINGLE) return new Set([words.join(' ')]);
  return new Set(words.slice(SHINGLE - 1).map((_, i) => words.slice(i, i + SHINGLE).join(' ')));
}

/** How much of the shorter of two is in the longer. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const shingle of few) if (many.has(shingle)) shared++;
  return few.size === 0 ? 0 : shared / few.size;
}
