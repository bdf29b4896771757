/** What a refactoring makes of a codex: a change and where to go on, or why it can't be done. */
import { type Canon, withEntries, knownAt, LATEST, type Known } from '../../canon';
import { readEntry } from '../../entry/readEntry';
import type { Entry } from '../../entry/entry';
import type { Change } from '../../text/change';
import type { Span } from '../../text/span';
import type { IsTaken } from './newEntryNames';

export interface MadeChange {
  readonly change: Change;
  /** The file in which the author goes on, its text once the change is done, and what is selected in that. */
  readonly file: string;
  readonly text: string;
  readonly caret: Span;
}

/** In words for the author, with what to do. */
export interface RefusedChange {
  readonly refusal: string;
}

export type Outcome = MadeChange | RefusedChange;

export const isRefusal = (outcome: object): outcome is RefusedChange => 'refusal' in outcome;

/** What a canon does not know: which files there are beside its entries. */
export interface Surroundings {
  readonly isTaken: IsTaken;
}

/** A new file, and nothing else. */
export const newFile = (file: string, text: string, caret: Span): MadeChange => ({
  change: { creates: [{ file, text }], edits: [] },
  file,
  text,
  caret,
});

/** An entry as it will be once its file has a text, and all that will be known then. */
export function asIfWritten(
  canon: Canon,
  file: string,
  text: string,
): { readonly known: Known; readonly entry: Entry } {
  const entry = readEntry(file, text, canon.codex);
  return { known: knownAt(withEntries(canon, new Map([[file, entry]])), LATEST), entry };
}
