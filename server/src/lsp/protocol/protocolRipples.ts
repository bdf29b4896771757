/** The requests by which an author goes through what is left to revisit after a retcon. */
import type { FileEdits, PlaceRange } from './protocol';

/** A passage that still says what a retcon changed. */
export interface RipplePassage {
  /** Names it in the other requests. */
  readonly key: string;
  readonly uri: string;
  readonly range: PlaceRange;
  readonly title: string;
  /** `founder of House Vyr: Maric`. */
  readonly says: string;
  /** What holds now, on the date of the passage; empty: nothing does. */
  readonly holds: string;
  /** Whether a date could be added at which it was right. */
  readonly canBeDated: boolean;
}

export interface RippleRequests {
  /** Of the retcons that a page makes; without `uri` of all. */
  'retcon/ripples': [{ readonly uri?: string }, readonly RipplePassage[]];
  /** Adds the date at which a passage was right; a text says why that does not settle it. */
  'retcon/dateRipple': [{ readonly key: string; readonly date: string }, FileEdits | string];
}
