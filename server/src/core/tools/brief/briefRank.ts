/**
 * Ranks the passages for a brief: scored by words, kinship, world time, trust and tier, then chosen so that none repeats another.
 */
import {
  datesKnown,
  type Known,
  isUndone,
  standingOf,
  at,
  describersOf,
  edgesBy,
  edgesOf,
  entryNamed,
  entryAt,
  isShown,
  restingOn,
  type Retcon,
  sourcesOf,
  allEntries,
  describerOf,
  entityOf,
  wasTrueAt,
} from '../../canon';
import type { WorldDate } from '../../chronology';
import type { Entry } from '../../entry/entry';
import { passagesOf } from '../../entry/passages';
import { wordsFolded } from '../../text/query';
import { memoized } from '../../text/groups';
import { originOf, withoutQueries } from './briefState';
import type { BriefCandidate, LeftOutEntry, ScoreParts, StateGroup } from './briefTypes';
import { flagsOf } from '../lore/lore';
import { type Candidate as Found, rank, tierWeight } from '../lore/loreRank';
import { compareTexts } from '../../text/sorted';
import { nameKey } from '../../entry/slug';
import { linksIn } from './briefFocus';
import type { ReadText } from '../asked/answering';
import { pageOf } from '../../entry/versions';

/** How many of the best are considered; a brief has no room for more. */
const POOL = 48;

/** How many near entries without any of the words are considered. */
const MOST_KIN = 48;

/** The weight of words against kinship. */
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
 * @param found by their words
 * @param kin how near entries are, from 0 to 1
 * @param proseOf the shown text of a page
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
    if (isUndone(standingOf(known, entry, at))) continue;
    const own = passagesIn(entry);
    // Of a page that is only near, the first passage with content is taken.
    const nth = one.parts.words > 0 ? found : own.findIndex((passage) => passage !== null);
    const passage = own[nth];
    if (passage) candidates.push({ ...one, entry, nth, passage, flags: flagsOf(known, now, entry, at) });
  }
  return candidates;
}

/** What does not hold yet, or no longer, is less relevant at a time than what holds. */
const STANDS = { current: 1, ended: 0.85, not_yet: 0.7, superseded: 1, retracted: 1, unwritten: 1 } as const;

function weightAt(known: Known, entry: Entry, at: WorldDate | null): number {
  const { trust } = originOf(known.canon, entry);
  return trust * STANDS[standingOf(known, entry, at)] * nearIn(datesKnown(known, entry), at) * tierWeight(known, entry);
}

/** An event near the time in question counts up to a fifth more; half of that at this many days. */
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

/** The weight of relevance against difference from what is chosen already. */
const GOOD = 0.75;
/** The share of a passage that another repeats, or the reverse, from which on it is left out as alike. */
const ALIKE = 0.6;
const SHINGLE = 3;

interface ChosenPassages {
  /** The best first. */
  readonly snippets: readonly BriefCandidate[];
  readonly left: readonly LeftOutEntry[];
}

/** Takes the passage of the highest marginal relevance, repeatedly (Carbonell and Goldstein). @param most how many */
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

/** All runs of three words; a shorter text is one run. */
function shinglesOf(text: string): ReadonlySet<string> {
  const words = wordsFolded(text);
  if (words.length <= SHINGLE) return new Set([words.join(' ')]);
  return new Set(words.slice(SHINGLE - 1).map((_, i) => words.slice(i, i + SHINGLE).join(' ')));
}

/** The share of the shorter one's shingles that the longer one has. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const shingle of few) if (many.has(shingle)) shared++;
  return few.size === 0 ? 0 : shared / few.size;
}

/** How near each kind of relation brings an entry, from 0 to 1. */
const NEAR = { itself: 1, retcon: 0.8, states: 0.7, value: 0.5, link: 0.45, source: 0.3 } as const;

/** Where thousands of pages link to one, the first of them are enough. */
const MOST_LINKS = 120;

/** How near each related entry is; the nearest relation counts. @param linksOf the links in the shown prose of a page */
export function kinOf(
  known: Known,
  entities: readonly string[],
  state: readonly StateGroup[],
  retcons: readonly Retcon[],
  linksOf: (entry: Entry) => readonly string[],
): ReadonlyMap<Entry, number> {
  // A page may link to thousands of entities, and is read once for all of them.
  const leadsTo = memoized((entry: Entry) => new Set(linksOf(entry).flatMap((one) => entryNamed(known, one) ?? [])));
  const found = new Map<Entry, number>();
  const add = (entry: Entry | undefined, near: number): void => {
    // What was learned of a page that is not shown has no prose.
    if (entry && known.has(entry) && isShown(known, entry) && near > (found.get(entry) ?? 0)) found.set(entry, near);
  };
  for (const [i, entity] of entities.entries()) {
    // A topic is mostly about the entity that it names first.
    const fade = 1 / (1 + i / 4);
    const pages = describersOf(known, entity);
    for (const page of pages) {
      add(page, NEAR.itself * fade);
      for (const target of leadsTo(page)) add(target, NEAR.link * fade);
      for (const entry of restingOn(known, page)) add(entry, NEAR.source * fade);
      for (const entry of sourcesOf(known, page)) add(entry, NEAR.source * fade);
      for (const retcon of [...edgesBy(known, page), ...edgesOf(known, page)]) {
        add(pageOf(retcon.by), NEAR.retcon * fade);
        add(retcon.old, NEAR.retcon * fade);
      }
    }
    for (const entry of linkingTo(known, entity, pages, leadsTo)) add(entry, NEAR.link * fade);
  }
  for (const { isNamed, rows } of state)
    for (const { held } of rows) {
      add(pageOf(held.clipped.entry), isNamed ? NEAR.states : NEAR.value);
      add(held.ref, NEAR.value);
    }
  for (const { by } of retcons) add(pageOf(by), NEAR.retcon);
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

/** An entity with its importance in a codex, for when none is named. */
interface RankedEntity {
  readonly entity: string;
  /** The page that describes it. */
  readonly entry: Entry;
}

/** By the number of links to them and of facts about them, by trust and tier; then by the paths of their pages. */
export function rankedEntities(known: Known, at: WorldDate | null, textOf: ReadText): RankedEntity[] {
  const linksOf = linksIn(known.canon, textOf);
  const links = new Map<string, number>();
  const found = new Map<string, Entry>();
  for (const page of allEntries(known.canon)) {
    if (!known.has(page) || !isShown(known, page)) continue;
    for (const target of new Set(linksOf(page))) {
      const to = entryNamed(known, target);
      if (to) links.set(entityOf(known, to), (links.get(entityOf(known, to)) ?? 0) + 1);
    }
    const entity = entityOf(known, page);
    const entry = describerOf(known, entity, at);
    if (entry && known.has(entry) && isShown(known, entry) && !isUndone(standingOf(known, entry, at)))
      found.set(entity, entry);
  }
  const scored = [...found].map(([entity, entry]) => {
    const factCount = wasTrueAt(known, entity, { at }).facts.length;
    const weight = originOf(known.canon, entry).trust * tierWeight(known, entry);
    return { entity, entry, score: weight * (1 + Math.log1p(links.get(entity) ?? 0) + Math.log1p(factCount)) };
  });
  return scored.sort((a, b) => b.score - a.score || (a.entry.path < b.entry.path ? -1 : 1));
}
