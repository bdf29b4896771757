/** What a canon that is seen through a knower's eyes knows beside what it shows (model §11). */
import type { Moment } from '../../chronology';
import type { Declaration, Entry, Fact, Ref } from '../../entry/entry';
import type { Span } from '../../text/span';
import type { Canon } from './canon';
import type { CanonPoint } from './canonPoint';

/** When something was learned. Before all times of a line: it always was known. */
export interface Learned {
  /** null: on every line. */
  readonly line: string | null;
  readonly day: number;
  /** As its author wrote it; null: always. */
  readonly text: string | null;
}

/** How a fact of a view is held. */
export interface HeldFact {
  readonly learned: Learned;
  /** It is not so: its holder believes it. */
  readonly isBelief: boolean;
}

/** What was learned of a page that is shown, by the places in its lists: what the page says itself stands in its file. */
export interface LearnedPage {
  readonly facts: readonly number[];
  /** With the file of what each names; null where something was learned of that, and its page is not shown. */
  readonly declarations: readonly { readonly place: number; readonly target: string | null }[];
}

/** What decides what is shown of prose and of other words: each is asked by a name alone. */
export interface ProseReader {
  /** The types of callouts that are secrets. */
  readonly secrets: ReadonlySet<string>;
  /** Whether somebody is in on a secret that names this knower. */
  readonly isInOn: (name: string) => boolean;
  /** Whether a name may be that of a page that is not shown. */
  readonly isHiddenName: (name: string) => boolean;
  /** Whether a link to a page that is not shown says a name of it. @param link its target, a line end, and its words */
  readonly isNamedBy: (link: string) => boolean;
}

/** The same for a whole page. */
export interface PageReader extends ProseReader {
  /** Whether a name is that of a page that is not shown, or of a source of which nothing is. */
  readonly isHiddenRef: (name: string) => boolean;
}

/** Nothing of this is shown: it says what the whole canon decides for everybody alike. */
export interface Eyes extends PageReader {
  /** The canon that is looked at. */
  readonly canon: Canon;
  /** The points of canon time that a question may name here beside the usual, by what is written. */
  readonly points: ReadonlyMap<string, CanonPoint>;
  readonly heldFact: (fact: Fact) => HeldFact;
  /** The value of a fact as its file has it: what is shown may be the words of a link alone. */
  readonly writtenValue: (fact: Fact) => Ref;
  /** Where a fact begins is the same for everybody. @param undone entries that count as never superseded */
  readonly beginningOf: (entry: Entry, fact: Fact, undone: readonly Entry[]) => Moment | null;
  /** What a declaration names: it may be a page that is not shown, of which something was learned all the same. */
  readonly targetOf: (declaration: Declaration) => Entry | undefined;
  /** A page that is not shown, with what was learned of it: it has no names, and nothing leads to it. */
  readonly isVeiled: (entry: Entry) => boolean;
  /** The file of an entry, though it may not be shown: for what is decided by files. */
  readonly pathOf: (entry: Entry) => string;
  /** All such pages. */
  readonly veiled: () => readonly Entry[];
  /** Such a page by its own path. */
  readonly veiledAt: (path: string) => Entry | undefined;
  /** The same with those that are shown, which are not looked into: they may be as they are written. In no order. */
  readonly placed: () => readonly Entry[];
  /** The prose of a page that is shown, without what is hidden in it. @param text of the whole file */
  readonly proseOf: (path: string, text: string) => string;
  /** Where a text of a page has prose that is not shown, links aside. @param text of the whole file */
  readonly hiddenIn: (text: string) => readonly Span[];
  /** What whoever passes by many pages has to know of one that is shown, which costs less than to have it shown. */
  readonly glanceAt: (path: string) => Glance | undefined;
  /** For whoever passes by most of them: all are looked at, which costs less than one by one. It yields now and then. */
  readonly glanceAtAll: () => Generator<null, void, unknown>;
  /** For whoever asks of many names whether they are hidden: the pages that are not shown are looked for. It yields now and then. */
  readonly findHiddenNames: () => Generator<void, void>;
  /** Words of a page that is shown, such as the reason of a retcon, in the same way. */
  readonly wordsOf: (text: string) => string;
  /** Undefined: no page is shown there. */
  readonly learnedAt: (path: string) => LearnedPage | undefined;
  /** An entry as it is written, with what some believe among what is so: of that, places are told. */
  readonly writtenAt: (path: string) => Entry | undefined;
  /** Whether what is no entry may be seen where it lies: a picture. @param path of a file */
  readonly isOpenFolder: (path: string) => boolean;
  /** Why a page is not shown, for its author alone. @param page of the canon that is looked at, which is not shown */
  readonly whyHidden: (page: Entry) => WhyHidden;
}

/** A page that is shown, in passing. */
export interface Glance extends Pick<Entry, 'path' | 'tier'> {
  /** Whether it has prose that is not shown. */
  readonly hidesProse: boolean;
}

/** `told` and `draft`: it is no part of what is looked at. `doubt`: who knows it can't be read. `later`: it is shown from a date on. */
export type WhyHidden =
  | { readonly why: 'told' | 'draft' | 'doubt' | 'never' }
  | { readonly why: 'later'; readonly from: string };

/** Whether an entry is shown: in a view something may be known of a page that is not. */
export const isShown = ({ canon }: { readonly canon: Canon }, entry: Entry): boolean => !canon.eyes?.isVeiled(entry);
