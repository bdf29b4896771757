/** What client and server say to each other of the page on which an author goes through retcons. */
import type { Review, ReviewedRetcon, UndeclaredChanges } from '../../core/tools/review/review';
import type { Sent } from './sent';

/** `since` is a canon point; empty: the beginning. `codex` is its root, where another one than that in use may be meant. */
export interface ReviewParams {
  readonly since: string;
  readonly codex?: string;
  readonly skip: number;
  readonly take: number;
}

export type ReviewSent = Sent<ReviewedRetcon>;
export type ReviewAnswer = Sent<Review> & { readonly codex: string };
export type UndeclaredAnswer = Sent<UndeclaredChanges>;

/** Tells that a codex is another one than a review was last answered of. Carries its root. */
export const REVIEW_CHANGED = 'retcon/reviewChanged';

/** Each request with what it asks and what it is answered. */
export interface ReviewRequests {
  'retcon/review': [ReviewParams, ReviewAnswer];
  /** The first of what no retcon declares. Null: the codex has become another one meanwhile, which `REVIEW_CHANGED` tells. */
  'retcon/undeclared': [{ readonly since: string; readonly codex?: string }, UndeclaredAnswer | null];
}
