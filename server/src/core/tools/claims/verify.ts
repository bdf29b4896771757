/** Checks claims against the canon: a verdict for each, and how many of them contradict it. */
import {
  attributesOf,
  type Known,
  type Canon,
  type CanonPoint,
  canonText,
  type Clipped,
  type Commits,
  type Held,
  idOf,
  knownAt,
  LATEST,
  seenBy,
  withFewPoints,
} from '../../canon';
import { keyOf } from '../../codex/codex';
import { isSlip } from '../../text/nearNames';
import { compareTexts, percentile } from '../../text/sorted';
import type { WorldDate } from '../../chronology';
import { lastOfTurn, memoized } from '../../text/groups';
import { listFirst } from '../../text/words';
import type { Answered, AskSurroundings, Given } from '../asked/answering';
import { valueJson } from '../words/answerJson';
import { attributeLine } from '../words/answerSentences';
import { attributeName } from '../words/names';
import type { Claim, Verdict } from '../asked/commonShapes';
import { isAuthor, refusal, sightOf } from '../asked/forKnower';
import {
  type GivenProblem,
  type QuestionFailure,
  readCanonPointParam,
  readWorldDateParam,
  type Result,
  strip,
} from '../asked/question';
import { type GivenClaim, readClaims } from './readClaims';
import { headingLine, itemLine, plainText, quoteLine, type RichLine, type RichText, textLine } from '../words/richText';
import { isViolation, judgeClaim, type Judgement, type PlacedClaim } from './verdicts';

/** Shorter attributes mostly differ on purpose, not by a slip. */
const SHORTEST = 4;

/** The attribute of an entity that a writer may have meant by another one; undefined if that one is stated, or none is similar. */
export function attributeLike(known: Known, entity: string, written: string): string | undefined {
  const attributes = attributesOf(known, entity);
  const isTold = attributes.some((one) => keyOf(one) === keyOf(written));
  return isTold ? undefined : attributes.find((one) => isSlip(written, one, SHORTEST));
}

/** The canon points that claims name, as they are written. */
export const claimedPoints = (claims: string): string[] => [
  ...new Set(readClaims(claims).claims.flatMap(({ claim }) => claim.as_of ?? [])),
];

/** A claim and its verdict, in words: it holds no reference to the canon at the point of the claim. */
interface JudgedClaim extends Pick<Judgement, 'verdict' | 'soLeft'> {
  readonly given: GivenClaim['given'];
  readonly claim: Claim;
  readonly so: readonly ReturnType<typeof valueJson>[];
  readonly stretches: readonly { readonly from: string | null; readonly until: string | null }[];
  readonly answer: string;
}

/** Yields after each claim. @param claims see `readClaims` */
export function* verifySteps(
  canon: Canon,
  { claims = '' }: Given,
  { commits }: AskSurroundings,
): Generator<void, Answered<'verify'>> {
  const judged = yield* judgedSteps(canon, claims, commits);
  if (!judged.ok) return judged;
  const { value } = judged;
  return {
    ok: true,
    get json() {
      return {
        claims: value.map(({ given, verdict, so, soLeft, stretches, answer }) => ({
          ...(given as unknown as Claim),
          verdict,
          so,
          ...(soLeft > 0 && { so_left: soLeft }),
          ...(stretches.length > 0 && { stretches }),
          answer,
        })),
        summary: summaryOf(value),
      };
    },
    prose: proseOf(value),
  };
}

export function* judgedSteps(
  canon: Canon,
  text: string,
  commits?: Commits,
): Generator<void, Result<readonly JudgedClaim[]>> {
  const { claims, problems } = readClaims(text);
  if (problems.length > 0) return { ok: false, failure: refused(problems) };
  let [now, place] = [canon, placing(canon, commits)];
  let asOf: string | undefined;
  const valuesIn = lastOfTurn((known: Known) => memoized((held: Held) => valueJson(known, held)));
  const wrong: GivenProblem[] = [];
  const judged = new Map<GivenClaim, JudgedClaim>();
  // Claims for the same knower at the same time share a view, which takes time to make.
  for (const one of claims.toSorted((a, b) => compareTexts(viewKey(a.claim), viewKey(b.claim)))) {
    const { claim, given, line } = one;
    if (claim.as_of !== asOf) {
      const light = withFewPoints(now);
      if (light !== now) [now, place] = [light, placing(light, commits)];
      asOf = claim.as_of;
    }
    const placed = place(claim);
    if (placed.ok) {
      const judgement = judgeClaim(now, placed.value);
      const { verdict, soLeft, answering } = judgement;
      const stretches = (judgement.stretches ?? []).map(({ from, until }) => ({
        from: from && from.text,
        until: until && until.text,
      }));
      const so = judgement.so?.values.map(valuesIn(answering)) ?? [];
      judged.set(one, { given, claim, verdict, so, soLeft, stretches, answer: answerOf(placed.value, judgement) });
    } else wrong.push({ line: line(), message: placed.failure.message });
    yield;
  }
  if (wrong.length > 0) return { ok: false, failure: refused(wrong.sort((a, b) => a.line - b.line)) };
  return { ok: true, value: claims.flatMap((one) => judged.get(one) ?? []) };
}

const viewKey = ({ for: knower = '', as_of: asOf = '', at = '' }: Claim): string => `${knower}\n${asOf}\n${at}`;

function refused(problems: readonly GivenProblem[]): QuestionFailure {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  const message = `The claims can't be read. Line ${first?.line}: ${first?.message}${more}`;
  const accepted = ['{"claims": [{"entity": "house-vyr", "attribute": "founder", "value": "maric", "at": "300 TA"}]}'];
  return { code: 'bad-claims', message, given: `line ${first?.line}`, accepted, problems };
}

/** The most views of knowers that are kept. */
const MOST_VIEWS = 8;

/** Reads the times and the knower of claims; readings are kept, since most claims share them. */
function placing(canon: Canon, commits?: Commits): (claim: Claim) => Result<PlacedClaim> {
  const points = memoized((asOf: string | undefined) => readCanonPointParam(canon, asOf, commits));
  const dates = new Map<Canon, (at: string | undefined) => Result<WorldDate | null>>();
  const views = new Map<string, Known>();
  const refusals = memoized((name: string) => refusal(canon, name));
  const viewOf = (name: string, point: CanonPoint, at: WorldDate | null): Known => {
    const key = JSON.stringify([name, point.text, at?.text]);
    let view = views.get(key);
    if (!view) {
      if (views.size >= MOST_VIEWS) views.clear();
      views.set(key, (view = knownAt(seenBy(sightOf(canon, point, name, at)), LATEST)));
    }
    return view;
  };
  return (claim) => {
    const point = points(claim.as_of);
    if (!point.ok) return point;
    const then = knownAt(canon, point.value).canon;
    const dateOf = dates.get(then) ?? memoized((at: string | undefined) => readWorldDateParam(then, at));
    dates.set(then, dateOf);
    const at = dateOf(claim.at);
    if (!at.ok) return at;
    const name = strip(claim.for ?? '');
    const isView = claim.for !== undefined && !isAuthor(name);
    const failure = isView ? refusals(name) : null;
    if (failure) return { ok: false, failure };
    const view = isView ? viewOf(name, point.value, at.value) : null;
    return { ok: true, value: { claim, point: point.value, at: at.value, view } };
  };
}

function summaryOf(judged: readonly JudgedClaim[]) {
  const violations = judged.filter(({ verdict }) => isViolation(verdict)).length;
  const tokens = judged.flatMap(({ claim }) => claim.tokens ?? []);
  return {
    claims: judged.length,
    violations,
    violation_rate: judged.length === 0 ? 0 : violations / judged.length,
    uncited: judged.filter(({ claim }) => (claim.cites ?? []).length === 0).length,
    ...(tokens.length > 0 && { tokens_p95: percentile(tokens, 95) }),
  };
}

/** The verdict in a sentence or two: what holds leads, then the other side of a boundary, with the reason (model §8). */
function answerOf({ claim, at }: PlacedClaim, judgement: Judgement): string {
  const { verdict, known, answering, so, soLeft, attribute, failure, taken, badSource } = judgement;
  const when = at ? ` at ${at.text}` : '';
  if (failure && !badSource) return failure.message;
  const more = soLeft > 0 ? `; and ${soLeft} more` : '';
  const instead = so ? plainText([attributeLine(answering, so)]).trim() + more : '';
  const sentences: Readonly<Record<Verdict, string>> = {
    holds: `It holds${when}: ${instead}.`,
    holds_in_part: `It holds for part of ${at?.text}: ${instead}.`,
    contradicts: `Not so${when}: ${instead}.`,
    superseded: so
      ? `Not so any more${when}: ${instead}. ${takenWords(known, taken)}`
      : `Not so any more${when}. ${takenWords(known, taken)}`,
    disputed: `One side of a dispute${when}: ${instead}.`,
    not_yet_known: `It is true${when}, and not known to ${claim.for} then: ${instead}.`,
    unknown: `Nothing is stated${when} of ${attributeName(attribute)} of ${claim.entity} that would bear it out${instead === '' ? '' : `: ${instead}`}.${nearWords(judgement)}`,
    bad_source: `"${badSource?.cited}" is not a source of this: ${badSource?.why}.${instead === '' ? '' : ` What holds${when}: ${instead}.`}`,
  };
  return sentences[verdict];
}

/** The attribute that may have been meant, where none of that name is stated. */
function nearWords({ answering, entity, attribute }: Judgement): string {
  const near = entity === null ? undefined : attributeLike(answering, entity, attribute);
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

/** The retcon that ended a value, in its author's words. */
function takenWords(known: Known, taken: Clipped | null): string {
  const retcon = taken?.clippedBy[0];
  if (!retcon) return '';
  const from = retcon.effective === 'always' ? 'for all time' : `from ${retcon.effective.text}`;
  const canon = canonText(known.canon, retcon.by);
  const reason = retcon.reason ? `: ${retcon.reason.trim()}` : '.';
  return `It was stated until ${idOf(known, retcon.by)} ended it, ${from}${canon ? ` (${canon})` : ''}${reason}`;
}

/** The verb phrase for several claims with one verdict. */
const MANY: Readonly<Record<Verdict, string>> = {
  holds: 'hold',
  holds_in_part: 'hold in part',
  contradicts: 'contradict',
  superseded: 'superseded',
  disputed: 'disputed',
  not_yet_known: 'not yet known',
  unknown: 'unknown',
  bad_source: 'bad sources',
};

/** The most claims that are listed one by one. */
const MOST_LISTED_CLAIMS = 40;

function proseOf(judged: readonly JudgedClaim[]): RichText {
  const { claims, violations, violation_rate: rate, uncited } = summaryOf(judged);
  const counts = new Map<Verdict, number>();
  for (const { verdict } of judged) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const others = judged.filter(({ verdict }) => verdict !== 'holds');
  const worst = [...others].sort((a, b) => Number(isViolation(b.verdict)) - Number(isViolation(a.verdict)));
  const left = worst.length - MOST_LISTED_CLAIMS;
  const each = [...counts].map(([verdict, n]) => `${n} ${n === 1 ? verdict.replaceAll('_', ' ') : MANY[verdict]}`);
  const all = listFirst(9, each, 'and');
  return [
    headingLine(`Claims against the canon: ${violations} of ${claims} (${percent(rate)})`),
    ...(judged.length === 0 ? [] : [textLine(`${all}${uncited > 0 ? `. Without a source: ${uncited}` : ''}.`)]),
    ...worst.slice(0, MOST_LISTED_CLAIMS).flatMap(claimLines),
    ...(left > 0 ? [textLine(`And ${left} more: --format json has all of them.`)] : []),
  ];
}

function claimLines({ claim, verdict, answer }: JudgedClaim): RichLine[] {
  const what = `${attributeName(claim.attribute)} of ${claim.entity}${claim.at === undefined ? '' : ` at ${claim.at}`}: ${claim.value}`;
  return [
    itemLine({ text: verdict.replaceAll('_', ' '), isStrong: isViolation(verdict) }, ` — ${what}`),
    quoteLine(answer),
  ];
}

export const percent = (rate: number): string => `${Math.round(rate * 1000) / 10} %`;
