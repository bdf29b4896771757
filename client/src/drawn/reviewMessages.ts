/** What the page on which retcons are reviewed and its host say to each other, and the words of the page. */
import type { ReviewAnswer, ReviewSent, UndeclaredAnswer } from '../../../server/src/lsp/protocol/protocolReview';

/** What the page has to know to be shown again. `since` is a canon point, empty: the beginning; `taken` how many retcons are shown. */
export interface ReviewState {
  readonly since: string;
  /** What its author picked, where that is a session: it comes after the point, and its retcons are among those shown. */
  readonly from?: string;
  readonly codex?: string;
  readonly taken: number;
}

/** What is kept where the window is closed; `scroll` in pixels. */
export type PageState = ReviewState & { readonly scroll: number };

export type FromPage = { readonly asks: 'all' } | { readonly asks: 'more'; readonly skip: number };

/** `status` is said to those who listen to the page. */
export type ToPage = { readonly words: ReviewWords; readonly status: string } & (
  | { readonly shows: 'reading'; readonly message: string }
  | {
      readonly shows: 'all';
      readonly answer: ReviewAnswer;
      readonly title: string;
      readonly sum: string;
      readonly state: ReviewState;
      /** It is of another canon point than before. */
      readonly isFresh: boolean;
    }
  | { readonly shows: 'more'; readonly answer: ReviewAnswer; readonly skip: number; readonly state: ReviewState }
  | { readonly shows: 'undeclared'; readonly answer: UndeclaredAnswer; readonly notes: readonly string[] }
  | { readonly shows: 'failure'; readonly message: string }
);

export interface ReviewWords {
  /** What the two pages of a retcon are called, by what it does. */
  readonly sides: Readonly<Record<ReviewSent['does'], { readonly old: string; readonly by: string }>>;
  readonly before: string;
  readonly after: string;
  readonly answers: string;
  readonly nothing: string;
  readonly sources: string;
  readonly rewritten: string;
  readonly cut: string;
  readonly compare: string;
  readonly more: string;
  readonly hint: string;
  readonly undeclared: string;
  readonly again: string;
}
