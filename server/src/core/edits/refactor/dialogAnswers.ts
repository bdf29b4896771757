/** What an author answers, when asked about a retcon. */
import type { Manner } from './carriedFacts';

export interface DialogAnswers {
  readonly manner: Manner;
  /** The title of the new entry. */
  readonly title: string;
  /** The world date of a new version, or from when something is retracted or restored; empty for none. */
  readonly date: string;
  /** A revision or an ISO date; null where none is needed. */
  readonly canon: string | null;
  /** Empty for none. */
  readonly reason: string;
}

/** What an author answers about a retraction or a restoration. */
export interface UndoAnswers extends DialogAnswers {
  /** The path of an entry that is to say it; null: a new one. */
  readonly into: string | null;
  /** Whether what a retracted entry had superseded is true again. */
  readonly bringsBack: boolean;
}
