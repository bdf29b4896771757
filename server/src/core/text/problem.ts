/** A problem: what is wrong at a place in a file, in the author's own words. Shown as a diagnostic by the surfaces. */
import type { Span } from './span';

export type Severity = 'error' | 'warning' | 'info' | 'hint';

/** A minimal change to one file: the span is replaced by the text. */
export interface TextEdit {
  readonly file: string;
  readonly span: Span;
  readonly text: string;
}

/** A mechanical mend, offered as a quick fix. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** A place elsewhere that belongs to the same story. */
export interface Related {
  readonly file: string;
  readonly span: Span;
  readonly message: string;
}

/** What a rule yields; `severity` only where it differs from the rule's own. Spans are of the file being judged. */
export interface Problem {
  readonly code: string;
  readonly span: Span;
  readonly message: string;
  readonly severity?: Severity;
  readonly related?: readonly Related[];
  readonly fixes?: readonly Fix[];
}
