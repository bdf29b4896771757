/** What client and server say to each other of the page on which an author goes through retcons. */

/** Some words; with a URI, what they name can be opened there. */
export interface Phrase {
  readonly text: string;
  readonly uri?: string;
  readonly isStrong?: boolean;
}

/** Words in which what the other page lacks is marked. */
export interface MarkedWords {
  readonly text: string;
  readonly isChanged: boolean;
}

export interface ReviewedPage {
  readonly page: Phrase;
  readonly date: string | null;
  /** `when` is empty where the fact holds for all time. */
  readonly facts: readonly {
    readonly about: readonly Phrase[];
    readonly value: Phrase;
    readonly when: string;
    readonly isChanged: boolean;
  }[];
  readonly prose: readonly {
    readonly kind: 'heading' | 'item' | 'quote' | 'verbatim' | 'text';
    readonly runs: readonly MarkedWords[];
  }[];
  /** There is more prose than is told. */
  readonly isCut: boolean;
}

export interface ReviewedRetcon {
  readonly told: readonly Phrase[];
  readonly does: 'supersedes' | 'soft' | 'retracts' | 'restores';
  readonly kind: string;
  readonly details: readonly string[];
  readonly reason: string | null;
  readonly sources: readonly Phrase[];
  /** The answers on both sides of the retcon; nothing: there was none. */
  readonly changes: readonly {
    readonly about: readonly Phrase[];
    readonly was: readonly Phrase[];
    readonly is: readonly Phrase[];
  }[];
  readonly old: ReviewedPage;
  readonly by: ReviewedPage;
  /** The two have so little in common that no word is marked. */
  readonly isRewritten: boolean;
}

/** `since` is a canon point; empty: the beginning. `codex` is its root, where another one than that in use may be meant. */
export interface ReviewAsked {
  readonly since: string;
  readonly codex?: string;
  readonly skip: number;
  readonly take: number;
}

export interface ReviewAnswer {
  readonly codex: string;
  /** What the canon point is called; null: the beginning. */
  readonly since: string | null;
  readonly total: number;
  readonly retcons: readonly ReviewedRetcon[];
}

export interface UndeclaredAnswer {
  readonly changes: readonly {
    readonly about: readonly Phrase[];
    readonly when: string;
    readonly told: readonly Phrase[];
    readonly by: readonly Phrase[];
  }[];
  readonly total: number;
  /** How many answers are told for the first time. */
  readonly added: number;
}

/** Tells that a codex is another one than a review was last answered of. Carries its root. */
export const REVIEW_CHANGED = 'retcon/reviewChanged';

/** Each request with what it asks and what it is answered. */
export interface ReviewRequests {
  'retcon/review': [ReviewAsked, ReviewAnswer];
  /** The first of what no retcon declares. Null: the codex has become another one meanwhile, which `REVIEW_CHANGED` tells. */
  'retcon/undeclared': [{ readonly since: string; readonly codex?: string }, UndeclaredAnswer | null];
}
