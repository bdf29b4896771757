/** What client and server say to each other while an author declares, retracts, restores or extracts. */
import type { CanonPoint, DateCheck, PlaceRange } from './protocol';

/** What an author does to an entry by a retcon of it, in a dialog. */
export type Act = 'declare' | 'retract' | 'restore';

/** How a new version stands to the old one: it was never otherwise, the world changed from a date on, both are told. */
export type Manner = 'always' | 'from' | 'both';

export interface RetconQuestions {
  /** What the entry is called. */
  readonly entry: string;
  /** The title proposed for the new entry. */
  readonly title: string;
  /** The entry's world date as written, empty where it has none. */
  readonly date: string;
  /** Dates that may be meant, the likeliest first, each with where it is from. */
  readonly dates: readonly { readonly text: string; readonly detail: string }[];
  /** null where no canon point has to be asked for. Without points a day of ours has to do. */
  readonly canon: { readonly points: readonly CanonPoint[]; readonly proposed: string } | null;
  /** Reasons given before, those of the most similar retcons first. */
  readonly reasons: readonly { readonly reason: string; readonly detail: string }[];
  /** The entries that can say it instead of a new one, the latest first; none for a declaration. */
  readonly places: readonly { readonly uri: string; readonly title: string; readonly detail: string }[];
  /** The titles of what a retracted entry had superseded. */
  readonly gone: readonly string[];
}

/** Why something can't be done to an entry, and what can be instead, each with the title of the entry. */
export interface RetconRefused {
  readonly refusal: string;
  readonly instead: readonly { readonly act: Act; readonly uri: string; readonly title: string }[];
}

/**
 * What the author has answered. `date` is that of the new version, or from when something is retracted or restored; empty for
 * none. `canon` is null where none was asked for. `into` is the entry that says it, null: a new one. `bringsBack` is whether
 * what a retracted entry had superseded is true again.
 */
export interface RetconAnswers {
  readonly manner: Manner;
  readonly title: string;
  readonly date: string;
  readonly canon: string | null;
  readonly reason: string;
  readonly into: string | null;
  readonly bringsBack: boolean;
}

/** A change to be applied, a workspace edit of LSP, and the place where the author goes on after it. */
export interface RetconMade {
  readonly edit: object;
  readonly uri: string;
  readonly range: PlaceRange;
}

/** Each request with what it asks and what it is answered. */
export interface RetconRequests {
  'retcon/retconQuestions': [{ readonly act: Act; readonly uri: string }, RetconQuestions | RetconRefused];
  /** Answered with what is wrong with it, null where nothing is. */
  'retcon/checkNewTitle': [{ readonly uri: string; readonly title: string }, string | null];
  'retcon/checkRetconDate': [
    { readonly act: Act; readonly uri: string; readonly manner: Manner; readonly date: string },
    DateCheck,
  ];
  'retcon/makeRetcon': [
    { readonly act: Act; readonly uri: string; readonly answers: RetconAnswers },
    RetconMade | RetconRefused,
  ];
  'retcon/extractFact': [{ readonly uri: string; readonly position: PlaceRange['start'] }, RetconMade | RetconRefused];
}
