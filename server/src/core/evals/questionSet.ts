/** The shape of a question set: what `retcon eval` reads, and its published schema. */
import {
  anything,
  arrayOf,
  closed,
  described,
  integer,
  mapOf,
  object,
  oneOf,
  oneOrMore,
  type Shape,
  share,
  word,
} from '../schema/shape';
import { QUESTIONS, type Question, type ListedQuestion } from '../tools/asked/questionList';
import { fit } from '../schema/fit';
import { nearest } from '../text/nearNames';
import { listFirst } from '../text/words';
import type { Given } from '../tools/asked/answering';
import type { GivenProblem } from '../tools/asked/question';
import { readData } from '../yaml/readYaml';

/** A set does not contain drafts and claims: they are in files. */
const UNASKED: ReadonlySet<string> = new Set(['verify', 'what_if', 'propose_retcon', 'brief']);
const BRIEF = QUESTIONS.filter(({ name }) => name === 'brief');
const ASKABLE = QUESTIONS.filter(({ name }) => !UNASKED.has(name));

/** The parameters of some questions, all of them optional; if several questions share one, its first description is used. */
const parametersOf = (questions: readonly Question[]): Readonly<Record<string, Shape<string | readonly string[]>>> =>
  Object.fromEntries(
    questions
      .flatMap(({ parameters }) => parameters)
      .filter(({ isForAssistants }) => !isForAssistants)
      .reverse()
      .map(({ name, description, isRepeated }) => [name, described(isRepeated ? oneOrMore(word) : word, description)]),
  );

const EXPECTED = {
  mentions: described(oneOrMore(word), 'words that the answer holds, ignoring case'),
  never: described(oneOrMore(word), 'words that the answer holds nowhere, ignoring case'),
};

const ONE_QUESTION = closed(
  object(
    { ask: described(oneOf(...ASKABLE.map(({ name }) => name)), 'a question, as an assistant would ask it') },
    {
      ...parametersOf(ASKABLE),
      expect: described(
        mapOf(anything),
        'of was_true_at: attributes, each with its value, its values, or null for none; of others: a part of the JSON',
      ),
      ...EXPECTED,
    },
  ),
  'a question',
  '{ask: was_true_at, entity: house-vyr, at: 300 TA, expect: {founder: maric}}',
);

const ONE_BRIEF = closed(
  object({}, { ...parametersOf(BRIEF), ...EXPECTED }),
  'a brief',
  '{topic: house-vyr, for: lysa, at: 320 TA, never: [aldric]}',
);

const ACTION = closed(
  object({
    persona: described(word, 'who acts: an entry'),
    justification: described(word, 'why they do it, in their words or those of the text'),
  }),
  'an action',
  '{persona: lysa, justification: She cut the ropes to stop the Grey Host.}',
);

const THRESHOLDS = closed(
  object(
    {},
    {
      canon_violation_rate: described(share, 'at most; if left out, 0.05'),
      brief_tokens_p95: described(integer, 'at most; if left out, 2500'),
      persona_consistency: described(share, 'at least; if left out, 0.75'),
    },
  ),
  'thresholds',
  '{canon_violation_rate: 0.05, brief_tokens_p95: 2500, persona_consistency: 0.75}',
);

export const QUESTION_SET = closed(
  object(
    {},
    {
      thresholds: THRESHOLDS,
      questions: arrayOf(ONE_QUESTION),
      briefs: arrayOf(ONE_BRIEF),
      claims: described(oneOrMore(word), 'files of claims, from the folder of the set'),
      actions: arrayOf(ACTION),
    },
  ),
  'a question set',
  '{questions: [{ask: was_true_at, entity: house-vyr, expect: {founder: maric}}]}',
);

/** A question, or a brief, and the expected answer. */
export interface CheckedQuestion {
  readonly question: ListedQuestion;
  readonly given: Given;
  /** null: any answer. */
  readonly expect: Readonly<Record<string, unknown>> | null;
  readonly mentions: readonly string[];
  readonly never: readonly string[];
}

interface Action {
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
  /** The files of claims, relative to the folder of the set. */
  readonly claims: readonly string[];
  readonly actions: readonly Action[];
}

type SetReading =
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

/** A question, or why it is not one. */
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
