/** Finds passages of prose by their words, with their standing and the retcons that touched them. */
import { type QuestionPoints, isCount, notACount, dateRemark, readPoints, type Result } from '../asked/question';
import {
  type Canon,
  entryAt,
  type Commits,
  knownAt,
  LATEST,
  counterpart,
  unknownAt,
  idOf,
  isShown,
  type Known,
  type Retcon,
  retconsBy,
  retconsOf,
  isUndone,
  standingOf,
  takenBy,
} from '../../canon';
import type { WorldDate } from '../../chronology';
import type { Entry } from '../../entry/entry';
import { passagesOf } from '../../entry/passages';
import { memoized } from '../../text/groups';
import { type Query, readQuery } from '../../text/query';
import type {
  Answered,
  AskSurroundings,
  Chunk,
  Flags,
  FoundPassage,
  Given,
  LoreAnswer,
  Needed,
  WantedPassages,
} from '../asked/answering';
import { type Candidate, type Tiered, rank, believersOf, seenAgain, renderLore } from './loreRank';

const DEFAULT_LIMIT = '10';

/** As `loreSteps`, with an answer for all surfaces. */
export function* lorePassages(
  ...parsed: Parameters<typeof loreSteps>
): Generator<WantedPassages | null, Answered<'lore'>, Iterable<FoundPassage>> {
  const found = yield* loreSteps(...parsed);
  return found.ok ? answered(found.value) : found;
}

/** Yields what has to be searched, and then receives what was found. A yielded null is only a pause. */
export function* loreSteps(
  canon: Canon,
  given: Given,
  { commits, textOf: textNow }: AskSurroundings,
): Generator<WantedPassages | null, Result<LoreAnswer>, Iterable<FoundPassage>> {
  const parsed = readQuestion(canon, given, commits);
  if (!parsed.ok) return parsed;
  const { query, point, known, at, limit } = parsed.value;
  const textOf = point.kind === 'git' ? point.textOf : textNow;
  const { eyes } = known.canon;
  const wanted = { canon: eyes?.canon ?? known.canon, textOf, query };
  const pageAt: (path: string) => Tiered | undefined = eyes?.glanceAt ?? knownPages(known);
  function* candidatesOf(
    needed: Needed,
  ): Generator<WantedPassages | null, Candidate<Tiered>[], Iterable<FoundPassage>> {
    const found = yield { ...wanted, needed };
    return yield* knownAmong(pageAt, eyes ? yield* seenAgain(eyes, textOf, query, found) : found);
  }

  let needed: Needed = 'every';
  let candidates = yield* candidatesOf(needed);
  if (candidates.length === 0 && query.length > 1) candidates = yield* candidatesOf((needed = 'any'));
  const now = knownAt(canon, LATEST);
  const ranked = yield* rank(known, candidates);
  // One page may have thousands of the passages that were found.
  const passagesIn = memoized((entry: Entry) => {
    const text = textOf(entry.path) ?? '';
    return passagesOf(eyes ? eyes.proseOf(entry.path, text) : text);
  });
  const chunks: Chunk[] = [];
  let leftOut = 0;
  let judged = 0;
  // Passages after the last one that is shown need no standing.
  for (const { entry: placed, nth, score } of ranked) {
    if (chunks.length === limit) break;
    if (++judged % BATCH === 0) yield null;
    const entry = entryAt(known.canon, placed.path);
    if (!entry) continue;
    const standing = standingOf(known, entry, at);
    if (given.all === undefined && isUndone(standing)) leftOut++;
    else {
      const passage = passagesIn(entry)[nth];
      if (passage) chunks.push({ entry, passage, score, standing, flags: flagsOf(known, now, entry, at) });
    }
  }
  const hasMore = judged < ranked.length;
  const text = given.query?.trim() ?? '';
  const remark = dateRemark(known.canon, given.at);
  return { ok: true, value: { query, text, point, remark, known, needed, chunks, hasMore, leftOut } };
}

/** How many passages are examined in one go. */
const BATCH = 256;

/** The entry at a path, if it is known. */
export const knownPages =
  (known: Known) =>
  (path: string): Entry | undefined => {
    const entry = entryAt(known.canon, path);
    return entry && known.has(entry) ? entry : undefined;
  };

/** @param pageAt returns what is known at a path @param most how many are enough */
export function* knownAmong<E extends Tiered>(
  pageAt: (path: string) => E | undefined,
  found: Iterable<FoundPassage>,
  most = Infinity,
): Generator<null, Candidate<E>[], unknown> {
  const candidates: Candidate<E>[] = [];
  let looked = 0;
  for (const one of found) {
    const entry = pageAt(one.path);
    if (entry) candidates.push({ ...one, entry });
    if (candidates.length === most) break;
    if (++looked % BATCH === 0) yield null;
  }
  return candidates;
}

interface Read extends QuestionPoints {
  readonly query: Query;
  readonly limit: number;
}

function readQuestion(canon: Canon, given: Given, commits?: Commits): Result<Read> {
  const points = readPoints(canon, given, commits);
  if (!points.ok) return points;
  const { query: words = '', limit = DEFAULT_LIMIT } = given;
  const query = readQuery(words);
  if (query.length === 0) {
    const message = `"${words}" holds no word to look for. Accepted: words, and phrases in quotes.`;
    return { ok: false, failure: { code: 'bad-query', message, given: words } };
  }
  if (!isCount(limit)) return notACount(limit, 'passages');
  return { ok: true, value: { ...points.value, query, limit: Number(limit) } };
}

/** The flags look ahead: they report what is known now, even for an earlier point. */
export function flagsOf(known: Known, now: Known, parsed: Entry, at: WorldDate | null): Flags {
  const entry = counterpart(known, now, parsed);
  if (!entry) return { now, makes: [], meets: [], later: new Set(), isSuperseded: false, supersededBy: null };
  const taken = takenBy(now, entry, at) ?? takenBy(now, entry, null);
  const [makes, meets] = [retconsBy(now, entry), retconsOf(now, entry)].map((all) =>
    // The prose of a page has no versions.
    all.filter(({ by, old, replaces }) => !replaces && isShown(now, by) && isShown(now, old)),
  ) as [Retcon[], Retcon[]];
  return {
    now,
    makes,
    meets,
    later: new Set(unknownAt(known, now, [...makes, ...meets])),
    isSuperseded: isUndone(standingOf(now, entry, at)),
    supersededBy: taken && isShown(now, taken.retcon.by) ? taken.retcon.by : null,
  };
}

const answered = (answer: LoreAnswer): Answered<'lore'> => {
  const { known, text, point, chunks } = answer;
  const json = {
    query: text,
    as_of: point.text,
    chunks: chunks.map(({ entry, passage, score, flags }) => ({
      entry: idOf(known, entry),
      title: entry.title,
      file: entry.path,
      lines: passage.lines,
      heading: passage.heading,
      text: passage.text,
      score,
      retcon_boundary: flags.makes.length + flags.meets.length > 0,
      retcon_superseded: flags.isSuperseded,
      superseded_by: flags.supersededBy && idOf(flags.now, flags.supersededBy),
      believed_by: believersOf(entry),
    })),
  };
  return { ok: true, json, prose: renderLore(answer) };
};
