/** Scores a question set: its questions, briefs and claims against the canon, its briefs against the budget, its actions against their personas. */
import { allEntries, allOf, type Canon, commitNamed, type Commits, resolve, withFewPoints } from '../canon';
import { cutFrontmatter } from '../entry/frontmatter';
import type { Entry } from '../entry/entry';
import { memoized } from '../text/memoized';
import { percentile } from '../text/percentile';
import { answerSteps, commitsIn } from '../tools';
import type { AnswerSteps, AskSurroundings } from '../tools/asked/answering';
import { claimedPoints, judgedSteps } from '../tools/claims/verify';
import { isViolation } from '../tools/claims/verdicts';
import type { ReadText } from '../tools/asked/loreTypes';
import type { EvalCase, SetScore } from './evalShapes';
import { whyNot } from './expectations';
import { inTerminal, type CheckedQuestion, type EvalSet, type Thresholds } from './readQuestionSet';
import { corpusOf, cosine } from './tfIdf';

/** A set as it is scored: with the texts of its claims. */
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

/** Cases, and how many tokens they were written from. */
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

/** How like each justification is to what is told of its persona, and the mean of all; null: there are no actions. */
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
    const why = entry ? `${hundredths(likeness)} like the page of ${persona}.` : `No one page is called "${persona}".`;
    return { kind: 'action', name: `${persona}: ${justification}`, passed, message: passed ? null : why };
  });
  return { cases, mean: cosines.reduce((sum, one) => sum + one, 0) / cosines.length };
}

const hundredths = (number: number): number => Math.round(number * 100) / 100;
