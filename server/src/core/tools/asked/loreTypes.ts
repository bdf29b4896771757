/** The words of a search in prose: what is looked for, what an index finds, and the passages of an answer. */
import type { Canon, CanonPoint, Retcon, Known, Standing } from '../../canon';
import type { Entry } from '../../entry/entry';
import type { Passage } from '../../entry/passages';
import type { Query } from '../../text/query';

/** Whether a passage must hold every word that is looked for, or any. */
export type Needed = 'every' | 'any';

/** A passage that an index found. */
export interface FoundPassage {
  readonly path: string;
  /** Its place among the passages of its file. */
  readonly nth: number;
  /** How often each term stands in the names of its entry, in its heading, in its text. */
  readonly hits: readonly PerColumn[];
  /** How many words each of these has. */
  readonly lengths: PerColumn;
}

export type PerColumn = readonly [names: number, heading: number, text: number];

/** The text of a file; null where there is none. @param path relative to the root, with `/` */
export type ReadText = (path: string) => string | null;

/** What has to be searched: the files of a canon, as they are or as they were committed. */
export interface WantedPassages {
  readonly canon: Canon;
  readonly textOf: ReadText;
  readonly query: Query;
  readonly needed: Needed;
}

/** A passage of the answer. */
export interface Chunk {
  readonly entry: Entry;
  readonly passage: Passage;
  readonly score: number;
  /** As of the point that was asked about. */
  readonly standing: Standing;
  readonly flags: Flags;
}

/** What the whole canon knows of an entry, whatever point was asked about. */
export interface Flags {
  /** The canon in which the flags hold. */
  readonly now: Known;
  /** The retcons in force that the entry makes, and those that are made of it. */
  readonly makes: readonly Retcon[];
  readonly meets: readonly Retcon[];
  /** Those of them that were decided after the point that was asked about. */
  readonly later: ReadonlySet<Retcon>;
  /** Superseded or retracted. */
  readonly isSuperseded: boolean;
  /** By which it is, or at a later time of the world comes to be. */
  readonly supersededBy: Entry | null;
}

export interface LoreAnswer {
  readonly query: Query;
  /** As it was typed. */
  readonly text: string;
  /** What is to be known of how the world time was read; null: nothing. */
  readonly remark: string | null;
  readonly point: CanonPoint;
  readonly known: Known;
  /** Whether its passages hold every word, or any, where none holds all. */
  readonly needed: Needed;
  readonly chunks: readonly Chunk[];
  /** Whether there are others behind them. */
  readonly hasMore: boolean;
  /** How many passages of superseded or retracted entries are left out that would be among them. */
  readonly leftOut: number;
}
