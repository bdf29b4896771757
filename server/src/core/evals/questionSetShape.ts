/** The shape of a question set: what `retcon eval` reads, and the schema that is published of it. */
import {
  anything,
  arrayOf,
  closed,
  described,
  integer,
  mapOf,
  named,
  object,
  oneOf,
  oneOrMore,
  type Shape,
  share,
  type TypeOf,
  word,
} from '../schema/shape';
import { QUESTIONS, type Question } from '../tools/asked/questionList';

/** What writes nothing of its own into the question: drafts and claims stand in files. */
const UNASKED: ReadonlySet<string> = new Set(['verify', 'what_if', 'propose_retcon', 'brief']);
const BRIEF = QUESTIONS.filter(({ name }) => name === 'brief');
export const ASKABLE = QUESTIONS.filter(({ name }) => !UNASKED.has(name));

/** The parameters of some questions, all of which may be missing; of one that several have, what the first says of it. */
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

export type QuestionSet = TypeOf<typeof QUESTION_SET>;
export const FILE_OF_CLAIMS = named(object({ claims: arrayOf(anything) }), 'a file of claims', '{claims: […]}');
