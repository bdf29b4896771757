/**
 * Makes a brief: what holds of a topic or a scene, which retcons touched it, and the most relevant passages, within a budget of
 * tokens.
 */
import { isCount, notACount, type AskResult, dateRemark, readPoints, type Result } from '../asked/question';
import { type Canon, type Commits, factsAbout, isShown, type Known, knowing, knownAt, LATEST } from '../../canon';
import type { Source } from '../../codex/codex';
import { complianceLacking, uncompliantSources } from '../../codex/sources';
import type { Entry } from '../../entry/entry';
import { listWords } from '../../text/words';
import type { Answered, AskSurroundings, FoundPassage, Given, ReadText, WantedPassages } from '../asked/answering';
import { briefAnswer, nothingOf, headLines } from './briefText';
import { fitted, type Least } from './briefFit';
import { focusOf, linksIn, sceneGiven, whomFor } from './briefFocus';
import { HELD } from '../asked/forKnower';
import { kinOf, chosenAmong, poolOf, rankedEntities } from './briefRank';
import { withoutMachineTalk, isGiven, ownCitation, retconsMet, stateOf } from './briefState';
import {
  tokenCount,
  type BriefCandidate,
  type BriefRequest,
  type LeftOutEntry,
  type MetRetcon,
  type StateGroup,
} from './briefTypes';
import { knownAmong, knownPages } from '../lore/lore';
import { type Candidate, likeliest, seenAgain } from '../lore/loreRank';
import { pageOf } from '../../entry/versions';

const DEFAULT_TOKENS = '2500';
const DEFAULT_SNIPPETS = '8';

type Failed = Extract<AskResult, { ok: false }>;
type Steps<T> = Generator<WantedPassages | null, T, Iterable<FoundPassage>>;

/** Yields what has to be searched, and then receives what was found. The canon is that of the brief's knower. */
export function* briefSteps(
  canon: Canon,
  given: Given,
  { commits, textOf: textNow }: AskSurroundings,
): Steps<Answered<'brief'>> {
  const read = readBriefQuestion(canon, given, commits);
  if (!read.ok) return read;
  const request = read.value;
  const { point, known: all, budget, most } = request;
  const { codex } = all.canon;
  const lacking = uncompliantSources(codex);
  if (lacking.length > 0) return notCompliant(codex.mode ?? '', lacking);
  const textOf = point.kind === 'git' ? point.textOf : textNow;
  const gathered = yield* gatheredFor(all, knownAt(canon, LATEST), request, textOf);
  const { known, withheld, proseOf } = gathered;
  const { state, retcons, pool, left: spoken } = withoutMachineTalk(gathered);
  const { snippets, left } = chosenAmong(pool, most);
  if (state.length + retcons.length + snippets.length === 0)
    return nothingOf(known, request, {
      mode: withheld.length > 0 ? codex.mode : null,
      spoken,
      proseOf,
      textOf: given[HELD] === undefined ? textOf : null,
    });
  const source = ownCitation(known.canon);
  const fit = fitted(known, headLines(known, request, source), { state, retcons, snippets }, budget, source);
  if (fit.least !== null) return tooFew(budget, fit.least);
  const text = fit.lines.map((line) => line.text).join('\n');
  // A page that is not shown is not mentioned, not even as left out.
  const leftOut = eachOnce([...fit.left, ...left, ...spoken, ...withheld].filter(({ entry }) => isShown(known, entry)));
  const brief = { ...request, known, state: fit.state, retcons: fit.retcons, snippets: fit.snippets, leftOut, text };
  return briefAnswer({ ...brief, tokens: tokenCount(text) }, given.explain === undefined ? null : pool);
}

/** All candidates of a brief, before any is chosen. */
interface Gathered {
  /** What the mode of the codex gives to a reader; all of it if the codex has no mode. */
  readonly known: Known;
  readonly state: readonly StateGroup[];
  readonly retcons: readonly MetRetcon[];
  readonly pool: readonly BriefCandidate[];
  readonly withheld: readonly LeftOutEntry[];
  /** The shown text of a page. */
  readonly proseOf: (entry: Entry) => string;
}

/** How many entities are described if none is named. */
const MOST_USUAL = 8;

function* gatheredFor(all: Known, now: Known, { topic, scene, at }: BriefRequest, textOf: ReadText): Steps<Gathered> {
  const { codex, eyes } = all.canon;
  // A brief is not computed from what this mode withholds.
  const isAll = codex.mode === null;
  const known = isAll ? all : knowing(all.canon, (entry) => all.has(entry) && isGiven(all.canon, entry));
  const proseOf = (entry: Entry): string => {
    const text = textOf(entry.path) ?? '';
    return eyes?.proseOf(entry.path, text) ?? text;
  };
  // If nothing is named, the most important entities are described.
  const usual = topic === null && !scene ? rankedEntities(known, at, textOf).slice(0, MOST_USUAL) : [];
  const { entities, query } = focusOf(
    known,
    topic,
    scene,
    usual.map(({ entity }) => entity),
  );
  const found = yield* searched(all, textOf, query);
  // Names may mean other pages there.
  const withheld = isAll ? [] : withheldAmong(all, focusOf(all, topic, scene).entities, found);
  const state = stateOf(known, entities, at);
  yield null;
  const retcons = retconsMet(known, entities, state);
  yield null;
  const making = retcons.map(({ retcon }) => retcon);
  const kin = kinOf(known, entities, state, making, linksIn(known.canon, textOf));
  // The writer of a scene has it at hand.
  const isOther = ({ path }: { readonly path: string }): boolean => path !== scene?.path;
  const near = new Map([...kin].filter(([entry]) => isOther(entry)));
  const given = found.filter((one) => isOther(one) && known.has(one.entry));
  const pool = yield* poolOf(known, now, given, near, at, proseOf);
  return { known, state, retcons, pool, withheld, proseOf };
}

/** The passages that hold any of the words. */
function* searched(known: Known, textOf: ReadText, query: WantedPassages['query']): Steps<Candidate[]> {
  if (query.length === 0) return [];
  const { eyes } = known.canon;
  const found = yield { canon: eyes?.canon ?? known.canon, textOf, query, needed: 'any' };
  // What a knower does not see must not influence the order.
  const best = yield* likeliest(eyes ? yield* seenAgain(eyes, textOf, query, found) : found);
  return yield* knownAmong(knownPages(known), best, MOST_FOUND);
}

/** The most passages that are ranked: where a word is everywhere, the others do not improve on these. */
const MOST_FOUND = 600;

function readBriefQuestion(canon: Canon, given: Given, commits?: Commits): Result<BriefRequest> {
  const points = readPoints(canon, given, commits);
  if (!points.ok) return points;
  const { tokens = DEFAULT_TOKENS, snippets = DEFAULT_SNIPPETS } = given;
  for (const [count, what] of [
    [tokens, 'tokens'],
    [snippets, 'passages'],
  ] as const)
    if (!isCount(count)) return notACount(count, what);
  const topic = given.topic?.trim() ?? '';
  return {
    ok: true,
    value: {
      topic: topic === '' ? null : topic,
      scene: sceneGiven(given) ?? null,
      forWhom: whomFor(given) ?? null,
      ...points.value,
      budget: Number(tokens),
      most: Number(snippets),
      remark: dateRemark(points.value.known.canon, given.at),
    },
  };
}

/** Pages about it that the mode of the codex withholds from readers. */
function withheldAmong(all: Known, entities: readonly string[], found: readonly Candidate[]): LeftOutEntry[] {
  const stating = entities.flatMap((entity) => factsAbout(all, entity).map(({ entry }) => pageOf(entry)));
  const entries = new Set([...stating, ...found.map(({ entry }) => entry)]);
  return [...entries]
    .filter((entry) => !isGiven(all.canon, entry))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .slice(0, MOST_WITHHELD)
    .map((entry) => ({ entry, why: 'mode' }));
}

/** Nobody reads a longer list. */
const MOST_WITHHELD = 48;

function notCompliant(mode: string, lacking: readonly Source[]): Failed {
  const what = lacking.map((source) => `${source.id} lacks ${listWords(complianceLacking(source), 'and')}`);
  const message = `No brief is made in the mode "${mode}" before codex.yaml states its compliance: ${what.join('; ')}.`;
  return { ok: false, failure: { code: 'compliance', message, given: mode } };
}

function tooFew(budget: number, { tokens, what }: Least): Failed {
  const message = `${budget} tokens are too few for a single ${what} with its source: give ${tokens} or more.`;
  return { ok: false, failure: { code: 'bad-limit', message, given: String(budget), accepted: [`${tokens} or more`] } };
}

function eachOnce(leftOut: readonly LeftOutEntry[]): LeftOutEntry[] {
  const seen = new Set<string>();
  return leftOut.filter(({ entry, why }) => {
    const key = `${why} ${entry.path}`;
    return seen.has(key) ? false : seen.add(key);
  });
}
