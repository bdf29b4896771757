/**
 * Scores a question set: its questions, briefs and claims against the canon, its briefs against the budget, its actions against
 * their personas.
 */
import {
  allOf,
  type Canon,
  entryNamed,
  idOf,
  allEntries,
  commitNamed,
  type Commits,
  resolve,
  withFewPoints,
} from '../canon';
import { normalisedText } from '../rules/retcon/baselineComparison';
import { listWords } from '../text/words';
import { type AskResult, strip } from '../tools/asked/question';
import { plainText } from '../tools/words/richText';
import { type CheckedQuestion, inTerminal, type EvalSet, type Thresholds } from './questionSet';
import { wordsFolded } from '../text/query';
import { cutFrontmatter } from '../entry/frontmatter';
import type { Entry } from '../entry/entry';
import { memoized } from '../text/groups';
import { percentile } from '../text/sorted';
import { answerSteps, commitsIn } from '../tools';
import type { AnswerSteps, AskSurroundings, ReadText } from '../tools/asked/answering';
import { claimedPoints, judgedSteps } from '../tools/claims/verify';
import { isViolation } from '../tools/claims/verdicts';
import type { EvalCase, SetScore } from './evalReports';

/** The differences from the expected answer, in words; null if there are none. */
function whyNot(
  canon: Canon,
  { question, expect, mentions, never }: CheckedQuestion,
  answered: AskResult,
): string | null {
  const json = answered.ok ? answered.json : { error: answered.failure };
  const isRefused = !answered.ok && !(expect !== null && 'error' in expect);
  if (isRefused) return answered.failure.message;
  if (expect !== null) {
    const values = question.name === 'was_true_at' && answered.ok;
    const wrong = values ? wrongValues(canon, json as unknown as FactsJson, expect) : wrongPart(expect, json, []);
    if (wrong !== null) return wrong;
  }
  const words = [answered.ok ? plainText(answered.prose) : '', ...stringsIn(json)].join('\n').toLowerCase();
  const holds = (word: string): boolean => words.includes(word.toLowerCase());
  const missing = mentions.filter((word) => !holds(word));
  if (missing.length > 0) return `It does not mention ${listWords(missing.map(quoted), 'or')}.`;
  const present = never.filter(holds);
  return present.length > 0 ? `It says ${listWords(present.map(quoted), 'and')}.` : null;
}

const quoted = (word: string): string => `"${word}"`;

interface FactsJson {
  readonly facts: readonly {
    readonly attribute: string;
    readonly values: readonly { readonly value: string; readonly ref: string | null }[];
  }[];
}

/** For each expected attribute: the same values, in any order, each once. */
function wrongValues(canon: Canon, { facts }: FactsJson, expect: Readonly<Record<string, unknown>>): string | null {
  const known = allOf(canon);
  const isSame = (written: string, { value, ref }: FactsJson['facts'][number]['values'][number]): boolean => {
    const entry = ref === null ? undefined : entryNamed(known, strip(written));
    return (entry && idOf(known, entry) === ref) || normalisedText(strip(written)) === normalisedText(value);
  };
  for (const [attribute, wanted] of Object.entries(expect)) {
    const values = facts.find((fact) => fact.attribute === attribute)?.values ?? [];
    const texts = (wanted === null ? [] : [wanted].flat()).map((one) => textOf(one));
    const isAll =
      texts.every((text) => values.some((value) => isSame(text, value))) &&
      values.every((value) => texts.some((text) => isSame(text, value)));
    if (isAll) continue;
    const so = [...new Set(values.map(({ value }) => value))];
    return `${attribute} is ${so.length === 0 ? 'not stated' : listWords(so, 'and')}, not ${texts.length === 0 ? 'not stated' : listWords(texts, 'and')}.`;
  }
  return null;
}

const textOf = (one: unknown): string => (typeof one === 'string' ? one : JSON.stringify(one));

/** The first place where an answer differs from the expected one: of objects the keys that are named, of lists each item. */
function wrongPart(expected: unknown, json: unknown, path: readonly (string | number)[]): string | null {
  const at = path.length === 0 ? 'The answer' : path.join('.');
  if (Array.isArray(expected)) {
    if (!Array.isArray(json)) return `${at} is not a list.`;
    if (json.length !== expected.length) return `${at} has ${json.length} items, not ${expected.length}.`;
    return firstOf(expected.map((one, i) => () => wrongPart(one, json[i], [...path, i])));
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof json !== 'object' || json === null) return `${at} has no ${Object.keys(expected)[0]}.`;
    return firstOf(
      Object.entries(expected).map(
        ([key, one]) =>
          () =>
            wrongPart(one, (json as Readonly<Record<string, unknown>>)[key], [...path, key]),
      ),
    );
  }
  if (expected === json || (json !== undefined && json !== null && String(expected) === textOf(json))) return null;
  return `${at} is ${json === undefined ? 'not there' : textOf(json)}, not ${textOf(expected)}.`;
}

function firstOf(tries: readonly (() => string | null)[]): string | null {
  for (const one of tries) {
    const wrong = one();
    if (wrong !== null) return wrong;
  }
  return null;
}

/** Every text of an answer; its keys are ours. */
function stringsIn(json: unknown): string[] {
  if (typeof json === 'string') return [json];
  return typeof json === 'object' && json !== null ? Object.values(json).flatMap(stringsIn) : [];
}

/** Words with their number of occurrences in a text. */
type Counts = ReadonlyMap<string, number>;

/** A text as a vector: the weight of each word. */
interface Vector {
  readonly weights: Counts;
  readonly length: number;
}

interface Corpus {
  readonly vectorOf: (text: string) => Vector;
}

/** @param documents the texts among which a word is rare or common */
export function corpusOf(documents: Iterable<string>): Corpus {
  const holding = new Map<string, number>();
  let size = 0;
  for (const text of documents) {
    size++;
    for (const word of countsOf(text).keys()) holding.set(word, (holding.get(word) ?? 0) + 1);
  }
  // Smoothed, so that a word of all documents counts a little, and one of none causes no division by zero.
  const rarity = (word: string): number => Math.log((1 + size) / (1 + (holding.get(word) ?? 0))) + 1;
  return {
    vectorOf(text) {
      const weights = new Map([...countsOf(text)].map(([word, count]) => [word, count * rarity(word)]));
      return { weights, length: Math.sqrt([...weights.values()].reduce((sum, one) => sum + one * one, 0)) };
    },
  };
}

/** From 0, no word in common, to 1. */
export function cosine(one: Vector, other: Vector): number {
  let product = 0;
  for (const [word, weight] of one.weights) product += weight * (other.weights.get(word) ?? 0);
  const lengths = one.length * other.length;
  return lengths === 0 ? 0 : product / lengths;
}

function countsOf(text: string): Counts {
  const counts = new Map<string, number>();
  for (const word of wordsFolded(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** A set with the texts of its claims, ready to be scored. */
export interface WholeSet {
  readonly file: string;
  readonly set: EvalSet;
  readonly claims: readonly { readonly file: string; readonly text: string }[];
}

/** The commits that a set names as canon points. */
export const commitsOfSet = ({ set, claims }: WholeSet): string[] => [
  ...set.questions.flatMap(({ question, given }) => commitsIn(question, given)),
  ...claims.flatMap(({ text }) => claimedPoints(text).flatMap((point) => commitNamed(point) ?? [])),
];

/** Cases, and how many tokens they were made from. */
interface Tried {
  readonly cases: readonly EvalCase[];
  readonly tokens: readonly number[];
}

/** Yields the prose that has to be searched, like the questions that it asks. */
export function* scoreSteps(canon: Canon, whole: WholeSet, around: AskSurroundings): AnswerSteps<SetScore> {
  const { set, file } = whole;
  const tried: Tried[] = [];
  let now = canon;
  for (const one of set.questions) {
    now = withFewPoints(now);
    tried.push(yield* triedQuestion(now, one, around));
  }
  for (const claims of whole.claims) tried.push(yield* triedClaims(now, claims, around.commits));
  const held = tried.flatMap(({ cases }) => cases);
  const tokens = tried.flatMap((one) => one.tokens);
  const actions = triedActions(canon, set, around.textOf);
  const failed = held.filter(({ passed }) => !passed).length;
  const { thresholds } = set;
  const scores = [
    scored('canon_violation_rate', thresholds, held.length === 0 ? null : failed / held.length),
    scored('brief_tokens_p95', thresholds, tokens.length === 0 ? null : percentile(tokens, 95)),
    scored('persona_consistency', thresholds, actions === null ? null : actions.mean),
  ];
  return {
    file,
    passed: scores.every(({ passed }) => passed),
    scores,
    cases: [...held, ...(actions?.cases ?? [])],
  };
}

function scored(name: keyof Thresholds, thresholds: Thresholds, value: number | null): SetScore['scores'][number] {
  const threshold = thresholds[name];
  const isWithin = value === null || (name === 'persona_consistency' ? threshold <= value : value <= threshold);
  return { name, value, threshold, passed: isWithin };
}

function* triedQuestion(canon: Canon, asked: CheckedQuestion, around: AskSurroundings): AnswerSteps<Tried> {
  const answered = yield* answerSteps(asked.question, canon, asked.given, around);
  const message = whyNot(canon, asked, answered);
  const isBrief = asked.question.name === 'brief';
  const { tokens } = answered.ok ? (answered.json as { readonly tokens?: number }) : {};
  return {
    cases: [{ kind: isBrief ? 'brief' : 'question', name: inTerminal(asked), passed: message === null, message }],
    tokens: isBrief && tokens !== undefined ? [tokens] : [],
  };
}

function* triedClaims(canon: Canon, { file, text }: WholeSet['claims'][number], commits: Commits): AnswerSteps<Tried> {
  const judged = yield* judgedSteps(canon, text, commits);
  if (!judged.ok)
    return { cases: [{ kind: 'claim', name: file, passed: false, message: judged.failure.message }], tokens: [] };
  return {
    cases: judged.value.map(({ claim, verdict, answer }): EvalCase => {
      const passed = !isViolation(verdict);
      const name = `${claim.attribute} of ${claim.entity}${claim.at === undefined ? '' : ` at ${claim.at}`}: ${claim.value}`;
      return { kind: 'claim', name, passed, message: passed ? null : `${verdict}: ${answer}` };
    }),
    tokens: judged.value.flatMap(({ claim }) => claim.tokens ?? []),
  };
}

/** The similarity of each justification to the facts of its persona, and the mean of all; null: there are no actions. */
function triedActions(canon: Canon, { actions, thresholds }: EvalSet, textOf: ReadText) {
  if (actions.length === 0) return null;
  const known = allOf(canon);
  const proseOf = (path: string): string => {
    const text = textOf(path) ?? '';
    return text.slice(cutFrontmatter(text)?.body ?? 0);
  };
  const { vectorOf } = corpusOf(allEntries(canon).map(({ path }) => proseOf(path)));
  const toldOf = memoized(({ title, path }: Entry) => vectorOf(`${title}\n${proseOf(path)}`));
  const cosines: number[] = [];
  const cases = actions.map(({ persona, justification }): EvalCase => {
    const found = resolve(known, persona);
    const entry = found.kind === 'one' ? found.entry : null;
    const likeness = entry ? cosine(vectorOf(justification), toldOf(entry)) : 0;
    cosines.push(likeness);
    const passed = entry !== null && thresholds.persona_consistency <= likeness;
    const why = entry
      ? `${hundredths(likeness)} like the page of ${persona}.`
      : `"${persona}" does not name exactly one page.`;
    return { kind: 'action', name: `${persona}: ${justification}`, passed, message: passed ? null : why };
  });
  return { cases, mean: cosines.reduce((sum, one) => sum + one, 0) / cosines.length };
}

const hundredths = (number: number): number => Math.round(number * 100) / 100;
