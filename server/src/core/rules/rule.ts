/** What a rule is: one diagnostic code, its severity, and the function that finds it in an entry. */
import type { WorldDate } from '../chronology';
import type { Known } from '../canon';
import type { Entry } from '../entry/entry';
import type { Problem, Severity } from '../text/problem';

export interface Judged {
  /** Everything known now. */
  readonly known: Known;
  readonly entry: Entry;
  /** The codex's present, or null: the end of time. */
  readonly present: WorldDate | null;
}

/** A problem before it has its rule's code; `severity` only where it differs from the rule's own. */
export type Finding = Omit<Problem, 'code'>;

export interface Rule {
  readonly code: string;
  readonly severity: Severity;
  /** What an entry must have some of, one or another, for anything to be found: most entries have little, and most rules look at little. */
  readonly of?: readonly (keyof Entry)[];
  check(judged: Judged): Iterable<Finding>;
}

/** Whether an entry has some of what a rule looks at. */
export const hasSomeOf = (entry: Entry, of: Rule['of']): boolean => !of || !of.every((part) => isEmpty(entry[part]));

const isEmpty = (part: Entry[keyof Entry]): boolean => part === null || (Array.isArray(part) && part.length === 0);

/** What was found under a code while the entry was read, reported again so that every code has its rule. */
export const foundInReading = (code: string, severity: Severity): Rule => ({
  code,
  severity,
  of: ['problems'],
  check: ({ entry }) => entry.problems.filter((problem) => problem.code === code),
});
