/** Reads a question set: what is asked, what is expected, and the thresholds; what can't be meant is told with its line. */
import { fit } from '../schema/fit';
import { nearest } from '../text/nearNames';
import { listFirst } from '../text/wordLists';
import type { Given } from '../tools/asked/answering';
import type { GivenProblem } from '../tools/asked/question';
import { type ListedQuestion, QUESTIONS } from '../tools/asked/questionList';
import { readData } from '../yaml/plainData';
import { QUESTION_SET } from './questionSetShape';

/** A question, or a brief, and what is expected of its answer. */
export interface CheckedQuestion {
  readonly question: ListedQuestion;
  readonly given: Given;
  /** null: nothing in particular. */
  readonly expect: Readonly<Record<string, unknown>> | null;
  readonly mentions: readonly string[];
  readonly never: readonly string[];
}

export interface Action {
  readonly persona: string;
  readonly justification: string;
}

export interface Thresholds {
  readonly canon_violation_rate: number;
  readonly brief_tokens_p95: number;
  readonly persona_consistency: number;
}

export const USUAL_THRESHOLDS: Thresholds = {
  canon_violation_rate: 0.05,
  brief_tokens_p95: 2500,
  persona_consistency: 0.75,
};

export interface EvalSet {
  readonly thresholds: Thresholds;
  readonly questions: readonly CheckedQuestion[];
  /** The files of claims, from the folder of the set. */
  readonly claims: readonly string[];
  readonly actions: readonly Action[];
}

export type SetReading =
  | { readonly ok: true; readonly set: EvalSet }
  | { readonly ok: false; readonly problems: readonly GivenProblem[] };

type Written = Readonly<Record<string, unknown>>;

export function readQuestionSet(text: string): SetReading {
  const { data, problems, lineOf } = readData(text);
  if (problems.length > 0) return { ok: false, problems };
  const found = fit(QUESTION_SET, data ?? {});
  if (!found.ok)
    return { ok: false, problems: found.misfits.map(({ path, message }) => ({ line: lineOf(path), message })) };
  const { thresholds, claims = [], actions = [] } = found.value;
  const wrong: GivenProblem[] = [];
  const checked = (list: string, all: readonly Written[] | undefined): CheckedQuestion[] =>
    (all ?? []).flatMap((written, i) => {
      const read = checkedQuestion(written);
      if (typeof read !== 'string') return read;
      wrong.push({ line: lineOf([list, i]), message: read });
      return [];
    });
  const questions = [...checked('questions', found.value.questions), ...checked('briefs', found.value.briefs)];
  if (wrong.length > 0) return { ok: false, problems: wrong };
  if (questions.length + claims.length + actions.length === 0)
    return {
      ok: false,
      problems: [{ line: 1, message: 'This set asks nothing: write questions, briefs, claims or actions.' }],
    };
  return { ok: true, set: { thresholds: { ...USUAL_THRESHOLDS, ...thresholds }, questions, claims, actions } };
}

/** A question, or why it is none. */
function checkedQuestion({ ask = 'brief', expect, mentions, never, ...written }: Written): CheckedQuestion | string {
  const question = QUESTIONS.find(({ name }) => name === ask);
  if (!question) return `There is no question "${String(ask)}".`;
  const names = question.parameters.filter(({ isForAssistants }) => !isForAssistants).map(({ name }) => name);
  const odd = Object.keys(written).find((name) => !names.includes(name));
  if (odd !== undefined) {
    const near = nearest(odd, names);
    return `${question.name} has no "${odd}"${near === null ? `: write ${listFirst(6, names)}.` : `. Did you mean ${near}?`}`;
  }
  const missing = question.parameters.find(({ name, isRequired }) => isRequired && written[name] === undefined);
  if (missing) return `${question.name} needs ${missing.name}: ${missing.description}.`;
  const given = Object.fromEntries(
    Object.entries(written).flatMap(([name, value]) => {
      const isFlag = question.parameters.find((one) => one.name === name)?.kind === 'flag';
      if (isFlag && value === 'false') return [];
      return [[name, Array.isArray(value) ? value.join('\n') : String(value)]];
    }),
  );
  return {
    question,
    given,
    expect: (expect as CheckedQuestion['expect'] | undefined) ?? null,
    mentions: (mentions as readonly string[] | undefined) ?? [],
    never: (never as readonly string[] | undefined) ?? [],
  };
}

/** The question as it would be asked in a terminal. */
export const inTerminal = ({ question, given }: CheckedQuestion): string =>
  [
    question.name.replaceAll('_', '-'),
    ...question.parameters.flatMap(({ name, kind, isPositional }) => {
      const words = given[name];
      if (words === undefined) return [];
      const quoted = /\s/.test(words) ? `"${words.replaceAll('\n', '" "')}"` : words;
      return isPositional ? [quoted] : kind === 'flag' ? [`--${name}`] : [`--${name.replaceAll('_', '-')} ${quoted}`];
    }),
  ].join(' ');
