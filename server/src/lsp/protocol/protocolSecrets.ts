/** The requests by which an author makes something a secret, or reveals it. */
import type { CanonPointChoice, PlaceRange } from './protocol';
import type { RetconMade, RetconRefused } from './protocolRetcons';

/** A place in an open page: a caret, or what is selected. */
export interface SecretPlace {
  readonly uri: string;
  readonly range: PlaceRange;
}

/** What is there. */
export interface SecretQuestions {
  readonly kind: 'page' | 'fact' | 'passage';
  /** The page's title, or the words of the fact. */
  readonly what: string;
  /** Who knows it; empty: nobody; null: everyone. */
  readonly names: readonly string[] | null;
  /** Whether it can be revealed from a time on. */
  readonly hasDates: boolean;
  /** Dates that may be meant, and the sessions of codex.yaml, the newest first. */
  readonly dates: readonly { readonly text: string; readonly detail: string }[];
  readonly revisions: readonly CanonPointChoice[];
}

/** Notes and folders that are chosen beside the page, by their URIs. */
export interface ManyChosen {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** What is made of many notes: how many there are, one edit of all their files, and the titles of those that it leaves as they are. */
export interface ManySecretMade {
  readonly notes: number;
  readonly edit: object | null;
  readonly left: readonly string[];
}

/** Each request with what it asks and what it is answered. */
export interface SecretRequests {
  /** `reveal`: of what can be revealed there, else of what can be made a secret. */
  'retcon/secretQuestions': [SecretPlace & { readonly reveal: boolean }, SecretQuestions];
  /** Without knowers it is nobody's. */
  'retcon/makeSecret': [SecretPlace & { readonly knowers: readonly string[] }, RetconMade | RetconRefused];
  /** Without knowers only counts: null. An empty list: nobody. */
  'retcon/makeManySecret': [
    ManyChosen & { readonly knowers: readonly string[] | null },
    ManySecretMade | RetconRefused,
  ];
  /** `when`: a world date or a session; empty: when the others are. */
  'retcon/reveal': [SecretPlace & { readonly name: string; readonly when: string }, RetconMade | RetconRefused];
}
