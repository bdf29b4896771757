/** Formats an evaluation as a table for people, and as JUnit's XML for build tools. */
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
import { type JunitCase, junitXml } from '../text/junit';
import { visible } from '../text/words';

/** The shape of the answer of `retcon eval`. */
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

const NAMES: Readonly<Record<SetScore['scores'][number]['name'], string>> = {
  canon_violation_rate: 'canon violation rate',
  brief_tokens_p95: 'brief tokens, p95',
  persona_consistency: 'persona consistency (cosine of TF-IDF)',
};

/** A table of the scores of each set, and below it everything that was not as expected. */
export const evalTable = (evaluation: Evaluation): string =>
  `${[...evaluation.sets.flatMap(setLines), summaryLine(evaluation)].join('\n')}\n`;

function setLines({ file, scores, cases }: SetScore): string[] {
  const rows = scores.map(({ name, value, threshold, passed }) => [
    NAMES[name],
    value === null ? '–' : shown(name, value),
    `${name === 'persona_consistency' ? 'at least' : 'at most'} ${shown(name, threshold)}`,
    value === null ? 'not measured' : passed ? 'passed' : 'FAILED',
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const table = rows.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`);
  const wrong = cases
    .filter(({ passed }) => !passed)
    .map(({ kind, name, message }) => `  ${kind}: ${name}\n    ${message}`);
  return [visible(file), ...table, ...wrong.map(visible), ''];
}

const shown = (name: SetScore['scores'][number]['name'], value: number): string =>
  name === 'canon_violation_rate' ? `${Math.round(value * 1000) / 10} %` : String(Math.round(value * 100) / 100);

function summaryLine({ summary: { sets, cases, failed }, passed }: Evaluation): string {
  const of = `${cases - failed} of ${cases} cases in ${sets} ${sets === 1 ? 'set' : 'sets'} are as expected`;
  return passed ? `${of}, and every score is within its threshold.` : `${of}; a score is not within its threshold.`;
}

/** Each case and each score is a test; a failure is reported even if a threshold allows it. */
export const evalJunit = ({ sets }: Evaluation): string =>
  junitXml(
    'retcon eval',
    sets.map(({ file, scores, cases }) => ({ name: file, cases: [...scores.flatMap(scoreCase), ...cases] })),
  );

function scoreCase({ name, value, threshold, passed }: SetScore['scores'][number]): readonly JunitCase[] {
  if (value === null) return [];
  const message = passed ? null : `${shown(name, value)}, and the threshold is ${shown(name, threshold)}`;
  return [{ kind: 'score', name: NAMES[name], message }];
}
