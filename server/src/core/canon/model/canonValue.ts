/** A canon as a value: its entries and tables, what it knows at a point of canon time, and the eyes it is seen through. */
import type { Moment } from '../../chronology';
import type { CanonPosition } from '../../codex/canonTime';
import type { Codex } from '../../codex/codex';
import type { Declaration, Entry, Fact, Ref } from '../../entry/entry';
import type { Span } from '../../text/span';
import type { Table } from './table';

/**
 * Entries by path, and the places where a name is said. The tables hold paths under `nameKey`s: they find candidates,
 * and what a name means is decided only when a question is asked, among what is known at its canon point.
 */
export interface Canon {
  readonly codex: Codex;
  /** Where the files that are committed came into the canon; null: it has nothing to do with commits. */
  readonly committed: CommitPlaces | null;
  /** Through whose eyes it is seen; null: it is the whole. */
  readonly eyes: Eyes | null;
  readonly entries: Table<Entry>;
  /** The entries that answer to a name. */
  readonly names: Table<readonly string[]>;
  /** The entries that supersede, retract, restore, or are superseded by, whatever has this name. */
  readonly declaredOn: Table<readonly string[]>;
  /** The entries that state facts about whatever has this name, as the entity of a fact. */
  readonly statedOn: Table<readonly string[]>;
  /** The entries that describe the entity of this name, by `entity:`. */
  readonly describing: Table<readonly string[]>;
  /** The entries that rest on whatever has this name. */
  readonly restingOn: Table<readonly string[]>;
  /** The entries that name it in any other way: as a value, in a link, as a source of a retcon, in a dispute, a review or `only`. */
  readonly alsoNaming: Table<readonly string[]>;
  /** Those of them that state facts with whatever has this name as the value. */
  readonly valued: Table<readonly string[]>;
  /** The entries that name it as somebody who knows, believes or tells something. */
  readonly knownBy: Table<readonly string[]>;
  /** The entries that have an unknown key of this spelling. */
  readonly unknownKeys: Table<readonly string[]>;
  /** The entries that use the canon at all, and in which ways: see `Trait`. */
  readonly traits: Table<readonly string[]>;
  /**
   * What it knows at its canon points, as far as `canonPoint.ts` was asked. A WeakMap from canons would not do: what hangs
   * on one counts as alive until the next full collection, and all that each key made would be carried along until then.
   */
  readonly knowns: Map<string, Still>;
}

/** Places in canon time by paths, from when files were committed first. */
export interface CommitPlaces {
  /** UTC milliseconds. */
  readonly times: ReadonlyMap<string, number>;
  at(path: string): CanonPosition | undefined;
}

/** The canon as of one point: entries that are not known there take part in nothing. */
export interface Known {
  readonly canon: Canon;
  readonly has: (entry: Entry) => boolean;
  /** What `perKnown` has worked out, by function, then by key. */
  readonly memos: (Map<unknown, unknown> | undefined)[];
  /** How a view that moves remembers what was worked out, so that it can forget a part of it. */
  readonly remember: Remember | null;
}

/** A view that stays at its point: a value, like the canon. */
export interface Still extends Known {
  readonly remember: null;
  /** What `keptBeside` has made. */
  readonly places: unknown[];
}

/** Gives what stands in a memo under a key, worked out now if it was not. */
export type Remember = <K, T, O>(
  memo: Map<K, unknown>,
  key: K,
  compute: (known: Known, key: K, owner: O) => T,
  known: Known,
  owner: O,
) => T;

/** A point of canon time. Never interchangeable with a stretch of world time. */
export type CanonPoint =
  | { readonly kind: 'latest'; readonly text: 'latest' }
  | { readonly kind: 'position'; readonly text: string; readonly position: CanonPosition }
  | { readonly kind: 'before'; readonly text: string; readonly entry: Entry }
  | ({ readonly kind: 'git'; readonly text: string } & CommitRead);

/** The codex as it was committed. */
export interface CommitRead {
  readonly canon: Canon;
  /** The text of one of its files. @param path relative to the root, with `/` */
  readonly textOf: (path: string) => string | null;
  /** The full hash. */
  readonly commit: string;
  /** Files and folders that could not be read, and why. */
  readonly leftOut: ReadonlyMap<string, string>;
}

/** The same, or why it can't be read. */
export type CommitReading = ({ readonly ok: true } & CommitRead) | { readonly ok: false; readonly message: string };

/** The commits that a question names, by what follows `git:`. The caller has read them before. */
export type Commits = ReadonlyMap<string, CommitReading>;

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
