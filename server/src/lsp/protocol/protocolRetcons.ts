/** The requests by which an author retcons a page, a value of a page, or a value wherever it is stated. */
import type { DateCheck, CanonPointChoice, PlaceRange } from './protocol';

/** What an author does to an entry by a retcon of it, in a dialog. */
export type RetconAct = 'declare' | 'retract' | 'restore';

/** How a new version relates to the old one: the old one was never right, the world changed from a date on, or both stand. */
export type RetconManner = 'always' | 'from' | 'both';

export interface RetconQuestions {
  /** What the entry is called. */
  readonly entry: string;
  /** The entry's world date as written, empty where it has none. */
  readonly date: string;
  /** Dates that may be meant, the likeliest first, each with where it is from. */
  readonly dates: readonly { readonly text: string; readonly detail: string }[];
  /** null where no canon point has to be asked for. Without points a day of ours has to do. */
  readonly canon: { readonly points: readonly CanonPointChoice[]; readonly proposed: string } | null;
  /** Reasons given before, those of the most similar retcons first. */
  readonly reasons: readonly { readonly reason: string; readonly detail: string }[];
  /** The entries that can say it instead of a new one, the latest first; none for a declaration. */
  readonly places: readonly { readonly uri: string; readonly title: string; readonly detail: string }[];
  /** The titles of what a retracted entry had superseded. */
  readonly gone: readonly string[];
  /**
   * Keys of the page that state no facts, since no attribute of that name is declared: of a page those that name others, for a
   * declaration; of a value its own.
   */
  readonly undeclared: readonly string[];
  /** Every answer that is proposed: no reason yet, and for a new version no title. */
  readonly proposed: RetconAnswers;
}

/** Why something can't be done to an entry, and what can be instead, each with the title of the entry. */
export interface RetconRefused {
  readonly refusal: string;
  readonly instead: readonly { readonly act: RetconAct; readonly uri: string; readonly title: string }[];
}

/**
 * What the author has answered. `date` is that of the new version, or from when something is retracted or restored; empty for
 * none. `canon` is null where none was asked for. `into` is the entry that says it, null: a new one. `bringsBack` is whether
 * what a retracted entry had superseded is true again.
 */
export interface RetconAnswers {
  readonly manner: RetconManner;
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

/** A value as its author reads it. `means`: what an answer has for it. */
export interface NamedValue {
  readonly text: string;
  readonly detail: string;
  readonly means: string;
}

/** A value that facts state. `value` names it, for the requests that follow. */
export interface ValueChoice {
  readonly value: string;
  readonly title: string;
  readonly detail: string;
}

/** A value that is to be changed wherever it is stated, as far as the author has said. */
export interface RewriteWanted {
  readonly old: string;
  /** What takes its place: the name of an entry, or a text. */
  readonly value: string;
  /** From when in the world; empty: it was always so. */
  readonly date: string;
}

/** What a value that takes the place of another means, or what is wrong with it. */
export interface ValueCheck {
  readonly ok: boolean;
  readonly message: string;
  /** Notes whose name it only begins, so that one of them may be meant. */
  readonly begins?: readonly NamedValue[];
}

/** A fact that says the old value. Without `because` it can be changed. */
export interface FactChoice {
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  /** What stands against it. */
  readonly because?: string;
}

export interface RewriteDialog extends Pick<RetconQuestions, 'dates' | 'canon' | 'reasons'> {
  /** The title proposed for the new entry. */
  readonly title: string;
  readonly facts: readonly FactChoice[];
}

export interface RewriteParams extends RewriteWanted {
  /** What says the new value: one new page, or every page that said the old one, which it remembers. */
  readonly as: 'page' | 'value';
  readonly title: string;
  /** null where none was asked for. */
  readonly canon: string | null;
  readonly reason: string;
  /** The keys of the facts that are to be changed. */
  readonly facts: readonly string[];
}

/** A value of a page that can be retconned in place. */
export interface RetconableValue {
  /** Names it in the requests that follow. */
  readonly key: string;
  /** Its attribute, with its entity where that is another than the page's own; or `date`, or `end`. */
  readonly label: string;
  readonly value: string;
}

export interface ValueQuestions
  extends RetconableValue,
    Pick<RetconQuestions, 'dates' | 'canon' | 'reasons' | 'undeclared'> {
  /** The page's title. */
  readonly title: string;
  /** Whether it can have changed in the world from a date on; the page's own date and end can't. */
  readonly hasManner: boolean;
  /** What may take its place, the likeliest first. */
  readonly values: readonly NamedValue[];
  /** The canon point where none is asked for. */
  readonly proposedCanon: string;
}

/** The author's answers: an empty `value` takes it away; an empty `effective` means that it was always so. */
export interface ValueAnswers {
  readonly value: string;
  readonly effective: string;
  readonly canon: string | null;
  readonly reason: string;
}

/** Where it is asked: in a document, or, without one, in the codex that is in use. */
interface DocumentParams {
  readonly uri?: string | undefined;
}

/** Each request with what it asks and what it is answered. */
export interface RetconRequests {
  'retcon/retconQuestions': [{ readonly act: RetconAct; readonly uri: string }, RetconQuestions | RetconRefused];
  /** Answered with what is wrong with it, null where nothing is. */
  'retcon/checkNewTitle': [DocumentParams & { readonly title: string }, string | null];
  'retcon/checkRetconDate': [
    { readonly act: RetconAct; readonly uri: string; readonly manner: RetconManner; readonly date: string },
    DateCheck,
  ];
  /** With `position`, the value there; without, and where there is none, all of the page. Properties that may be facts are among them. */
  'retcon/retconableValues': [
    { readonly uri: string; readonly position?: PlaceRange['start'] | undefined },
    { readonly values: readonly RetconableValue[] /** The page says what happened. */; readonly isNarrative: boolean },
  ];
  'retcon/valueQuestions': [{ readonly uri: string; readonly key: string }, ValueQuestions | RetconRefused];
  'retcon/checkValue': [{ readonly uri: string; readonly key: string; readonly value: string }, ValueCheck];
  'retcon/checkEffective': [{ readonly uri: string; readonly key: string; readonly date: string }, DateCheck];
  'retcon/retconValue': [
    { readonly uri: string; readonly key: string; readonly answers: ValueAnswers },
    RetconMade | RetconRefused,
  ];
  'retcon/makeRetcon': [
    { readonly act: RetconAct; readonly uri: string; readonly answers: RetconAnswers },
    RetconMade | RetconRefused,
  ];
  'retcon/giveDate': [{ readonly uri: string; readonly date: string }, RetconMade | RetconRefused];
  /** With `position`, what the fact there says comes first. */
  'retcon/statedValues': [
    DocumentParams & { readonly position?: PlaceRange['start'] | undefined },
    readonly ValueChoice[],
  ];
  'retcon/checkNewValue': [DocumentParams & Pick<RewriteWanted, 'old' | 'value'>, ValueCheck];
  'retcon/rewriteQuestions': [DocumentParams & RewriteWanted, RewriteDialog | RetconRefused];
  'retcon/rewrite': [DocumentParams & RewriteParams, RetconMade | RetconRefused];
  /** An LSP edit of codex.yaml that makes those keys facts; null where it can't be written there. */
  'retcon/declareKeys': [{ readonly uri: string; readonly keys: readonly string[] }, object | null];
  'retcon/extractFact': [{ readonly uri: string; readonly position: PlaceRange['start'] }, RetconMade | RetconRefused];
}
