/** The types of a canon: its entries and indexes, what it knows at a canon point, and the view of a knower (model §7, §11). */
import type { Moment } from '../../chronology';
import type { CanonPosition } from '../../codex/canonTime';
import type { Codex } from '../../codex/codex';
import type { Declaration, Entry, Fact, Ref } from '../../entry/entry';
import type { Span } from '../../text/span';
import type { Table } from './table';

/**
 * Entries by path, and indexes of the names in them. The indexes hold paths under `nameKey`s. They only find candidates: what a
 * name means is decided for each question, among the entries that are known at its canon point.
 */
export interface Canon {
  readonly codex: Codex;
  /** The canon positions of committed files; null: git does not date this canon. */
  readonly committed: CommitPlaces | null;
  /** The other settings of the workspace; null: there are none. */
  readonly others: OtherSettings | null;
  /** Whose view this canon is; null: it is the whole canon. */
  readonly eyes: Eyes | null;
  readonly entries: Table<Entry>;
  /** The entries that have a name. */
  readonly names: Table<readonly string[]>;
  /** The entries that declare a retcon with whatever has this name, at either end. */
  readonly declaredOn: Table<readonly string[]>;
  /** The entries that state facts about whatever has this name, as the entity of a fact. */
  readonly statedOn: Table<readonly string[]>;
  /** The entries that have this name as their `entity:`. */
  readonly describing: Table<readonly string[]>;
  /** The entries that rest on whatever has this name. */
  readonly restingOn: Table<readonly string[]>;
  /** The entries that name it in any other way: as a value, in a link, as a source of a retcon, in a dispute, a review or `only`. */
  readonly alsoNaming: Table<readonly string[]>;
  /** The entries among those that state facts with this name as the value. */
  readonly valued: Table<readonly string[]>;
  /** The entries that name it as a knower, a believer or a point of view. */
  readonly knownBy: Table<readonly string[]>;
  /** The entries that have an unknown key of this spelling. */
  readonly unknownKeys: Table<readonly string[]>;
  /** The entries that have a `Trait`. */
  readonly traits: Table<readonly string[]>;
  /**
   * The views of this canon that were asked for, by key. A WeakMap from canons to views would keep every old canon's views alive
   * until the next full garbage collection, and each key press makes a canon.
   */
  readonly knowns: Map<string, Still>;
}

/** The settings that a settings.yaml names (model §13), as they can be referred to. Each has a canon and calendars of its own. */
export interface OtherSettings {
  /** The name of the setting itself; null: it has none. */
  readonly own: string | null;
  /** The names of the others, sorted. */
  readonly names: readonly string[];
  /** The canon of one of them as it is now; null: it is not read. */
  readonly canonOf: (name: string) => Canon | null;
}

/** Canon positions by path, from the first commit of each file. */
export interface CommitPlaces {
  /** UTC milliseconds. */
  readonly times: ReadonlyMap<string, number>;
  at(path: string): CanonPosition | undefined;
}

/** The canon at one canon point: entries that are not known there are ignored. */
export interface Known {
  readonly canon: Canon;
  readonly has: (entry: Entry) => boolean;
  /** The memos of `perKnown`, by function, then by key. */
  readonly memos: (Map<unknown, unknown> | undefined)[];
  /** Null, except in a moving view: it notes what each memoized value depends on, so that it can discard some of them. */
  readonly remember: Remember | null;
}

/** A `Known` that stays at its canon point: an immutable value, like the canon. */
export interface Still extends Known {
  readonly remember: null;
  /** The slots of `keptBeside`. */
  readonly places: unknown[];
}

/** Gives the value of a memo under a key, and computes it if it is missing. */
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

/** A commit, or a sentence that says why it can't be read. */
export type CommitReading = ({ readonly ok: true } & CommitRead) | { readonly ok: false; readonly message: string };

/** The commits that a question names, by the text after `git:`. The caller has read them already. */
export type Commits = ReadonlyMap<string, CommitReading>;

/** When something was learned; −Infinity as the day: it was always known. */
export interface Learned {
  /** null: on every line. */
  readonly line: string | null;
  readonly day: number;
  /** As its author wrote it; null: it was always known. */
  readonly text: string | null;
  /** The revision at which it was learned: this counts later than all that was learned without one, or at an earlier one. */
  readonly revision?: CanonPosition;
}

/** How the knower of a view came to a fact. */
export interface HeldFact {
  readonly learned: Learned;
  /** The fact is not true: the knower believes it. */
  readonly isBelief: boolean;
}

/** What was learned of a page that is shown, as indexes into its lists of facts and declarations. */
export interface LearnedPage {
  readonly facts: readonly number[];
  /** `target` is the file of the entry that the declaration names; null: that page is hidden, but something of it was learned. */
  readonly declarations: readonly { readonly place: number; readonly target: string | null }[];
}

/** What decides which prose a knower may read. */
export interface ProseReader {
  /** The types of callouts that are secrets. */
  readonly secrets: ReadonlySet<string>;
  /** Whether lines at the top of a page are properties. */
  readonly inline: boolean;
  /** Whether the reader is the knower of this name, or belongs to it. */
  readonly isMemberOf: (name: string) => boolean;
  /** Whether a name may be that of a hidden page. */
  readonly isHiddenName: (name: string) => boolean;
  /** Whether the words of a link to a hidden page contain a name of it. @param link its target, a line end, and its words */
  readonly isNamedBy: (link: string) => boolean;
}

/** What decides which parts of a whole page a knower may read. */
export interface PageReader extends ProseReader {
  /** Whether a name is that of a hidden page, or of a source whose files are all hidden. */
  readonly isHiddenRef: (name: string) => boolean;
}

/**
 * How a view sees the whole canon. Nothing here is shown to the knower; callers use it for what the whole canon decides. A page is
 * hidden if it is not open to the knower, and veiled if something of it was learned all the same.
 */
export interface Eyes extends PageReader {
  /** The whole canon. */
  readonly canon: Canon;
  /** Canon points that a question may name in this view besides the usual ones, by their text. */
  readonly points: ReadonlyMap<string, CanonPoint>;
  readonly heldFact: (fact: Fact) => HeldFact;
  /** The value of a fact as its file has it: the view may show only the words of a link. */
  readonly writtenValue: (fact: Fact) => Ref;
  /** Where a fact begins in the whole canon. @param undone entries that count as never superseded */
  readonly beginningOf: (entry: Entry, fact: Fact, undone: readonly Entry[]) => Moment | null;
  /** The entry that a declaration names, which may be veiled. */
  readonly targetOf: (declaration: Declaration) => Entry | undefined;
  /** Whether an entry is a veiled page: it has only what was learned of it, it has no names, and no name resolves to it. */
  readonly isVeiled: (entry: Entry) => boolean;
  /** The file of an entry, also of a veiled one. */
  readonly pathOf: (entry: Entry) => string;
  /** All veiled pages. */
  readonly veiled: () => readonly Entry[];
  /** The veiled page of a file. */
  readonly veiledAt: (path: string) => Entry | undefined;
  /** All shown and veiled pages, in no order. Shown pages may come unredacted, so only their canon positions may be read. */
  readonly placed: () => readonly Entry[];
  /** The prose of a page that is shown, without what is hidden in it. @param text of the whole file */
  readonly proseOf: (path: string, text: string) => string;
  /** Where the text of a page has hidden prose, apart from links. @param text of the whole file */
  readonly hiddenIn: (text: string) => readonly Span[];
  /** The few properties of a shown page that searches need, without redacting it. */
  readonly glanceAt: (path: string) => Glance | undefined;
  /** Prepares `glanceAt` for all pages, which is cheaper than one by one. Yields from time to time. */
  readonly glanceAtAll: () => Generator<null, void, unknown>;
  /** Prepares `isHiddenName` for many names by collecting the names of all hidden pages. Yields from time to time. */
  readonly findHiddenNames: () => Generator<void, void>;
  /** Words of a shown page, such as the reason of a retcon, without what is hidden in them. */
  readonly wordsOf: (text: string) => string;
  /** What was learned of a shown page; undefined: no page is shown at this path. */
  readonly learnedAt: (path: string) => LearnedPage | undefined;
  /** An entry as it is written, with beliefs among its facts: the indexes of `LearnedPage` refer to it. */
  readonly writtenAt: (path: string) => Entry | undefined;
  /** Whether a file that is not an entry, such as a picture, lies in a folder that is open to the knower. */
  readonly isOpenFolder: (path: string) => boolean;
  /** Why a page is hidden; for its author alone. @param page a hidden page of the whole canon */
  readonly whyHidden: (page: Entry) => WhyHidden;
}

/** The properties of a shown page that searches need. */
export interface Glance extends Pick<Entry, 'path' | 'tier'> {
  /** Whether it has hidden prose. */
  readonly hidesProse: boolean;
}

/** `later_revision`, `draft`: it is not known at this canon point. `doubt`: its audience can't be read. `later`: it is shown from a date on. */
export type WhyHidden =
  | { readonly why: 'later_revision' | 'draft' | 'doubt' | 'kept_back' | 'never' }
  | { readonly why: 'later'; readonly from: string };

/** Whether an entry is shown: a view can also contain veiled entries. */
export const isShown = ({ canon }: { readonly canon: Canon }, entry: Entry): boolean => !canon.eyes?.isVeiled(entry);
