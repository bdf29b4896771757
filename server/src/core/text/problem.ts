/** A problem: what is wrong at a place in a file, in the author's own words. Shown as a diagnostic by the surfaces. */
import type { Change } from './change';
import type { Span } from './span';

export type Severity = 'error' | 'warning' | 'info' | 'hint';

/** A mechanical mend, offered as a quick fix. */
export interface Fix extends Change {
  readonly title: string;
}

/** A place elsewhere that belongs to the same story. */
export interface RelatedPlace {
  readonly file: string;
  readonly span: Span;
  readonly message: string;
  /** The span is of the file in the baseline, not of the file now. */
  readonly isEstablished?: true;
}

/** What a rule yields; `severity` only where it differs from the rule's own. Spans are of the file being judged. */
export interface Problem {
  readonly code: string;
  readonly span: Span;
  readonly message: string;
  readonly severity?: Severity;
  readonly related?: readonly RelatedPlace[];
  readonly fixes?: readonly Fix[];
}
