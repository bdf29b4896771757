/** The shapes of claims: statements that somebody made of the world, as they are given, and what the canon says to them. */
import {
  arrayOf,
  described,
  either,
  extended,
  integer,
  oneOrMore,
  number,
  object,
  oneOf,
  named,
  share,
  string,
  type TypeOf,
  word,
} from '../../schema/shape';
import { VALUE } from './commonShapes';

const EXAMPLE = '{"entity": "house-vyr", "attribute": "founder", "value": "maric", "at": "300 TA"}';

export const CLAIM = named(
  object(
    {
      entity: described(word, 'of whom or what it is: an id, a title or an alias'),
      attribute: word,
      value: described(word, 'a text, or the id, title or alias of an entry'),
    },
    {
      at: described(word, 'world time: when it is so; if left out, the present'),
      as_of: described(word, 'canon time: as it had been decided by then; if left out, now'),
      for: described(word, 'who says it or is told it: a character, a circle, everyone, or author for the whole truth'),
      cites: described(oneOrMore(word), 'where it is from: SOURCE@VERSION, or an entry'),
      tokens: described(number, 'how long what it was written from was, in tokens'),
    },
  ),
  'a claim',
  EXAMPLE,
);

export type Claim = TypeOf<typeof CLAIM>;

/** A file of claims; JSON Lines hold a claim on each line. */
export const CLAIMS_FILE = either(
  named(object({ claims: arrayOf(CLAIM) }), 'a file of claims', `{"claims": [${EXAMPLE}]}`),
  arrayOf(CLAIM),
);

export const VERDICT = oneOf(
  'holds',
  'contradicts',
  'superseded',
  'disputed',
  'not_yet_known',
  'unknown',
  'bad_source',
);

export type Verdict = TypeOf<typeof VERDICT>;

const JUDGED_CLAIM = extended(
  CLAIM,
  object(
    {
      verdict: VERDICT,
      so: described(arrayOf(VALUE), 'what holds there instead, or too'),
      answer: described(string, 'the verdict in a sentence'),
    },
    {
      so_left: described(
        integer,
        'how many more values there are: a hundred stand in `so`, first those that the claim says',
      ),
    },
  ),
);

export const VERIFY = object({
  claims: described(arrayOf(JUDGED_CLAIM), 'each as it was given, and its verdict'),
  summary: object(
    {
      claims: integer,
      violations: described(integer, 'those that contradict, are not yet known, or cite a bad source'),
      violation_rate: share,
      uncited: described(integer, 'those that cite nothing'),
    },
    { tokens_p95: described(number, 'so many or fewer have 95 of 100 claims; only where they tell') },
  ),
});
