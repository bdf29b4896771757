/** The shape of what `retcon eval` answers. */
import {
  arrayOf,
  boolean,
  described,
  integer,
  number,
  object,
  oneOf,
  orNull,
  string,
  type TypeOf,
} from '../schema/shape';

const CASE = object({
  kind: oneOf('question', 'brief', 'claim', 'action'),
  name: string,
  passed: boolean,
  message: described(orNull(string), 'what is not as expected'),
});

const SCORE = object({
  name: oneOf('canon_violation_rate', 'brief_tokens_p95', 'persona_consistency'),
  value: described(orNull(number), 'null: nothing in the set measures it'),
  threshold: number,
  passed: boolean,
});

export const EVALUATION = object({
  sets: arrayOf(object({ file: string, passed: boolean, scores: arrayOf(SCORE), cases: arrayOf(CASE) })),
  summary: object({ sets: integer, cases: integer, failed: integer }),
  passed: described(boolean, 'whether every score of every set is within its threshold'),
});

export type Evaluation = TypeOf<typeof EVALUATION>;
export type SetScore = Evaluation['sets'][number];
export type EvalCase = SetScore['cases'][number];
