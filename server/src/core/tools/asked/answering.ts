/**
 * What a question needs to be answered, and the generator in which its answer is made, so that other work can run between steps.
 */
import type { Canon, CanonPoint, Retcon, Known, Standing, Commits } from '../../canon';
import type { Entry } from '../../entry/entry';
import type { Passage } from '../../entry/passages';
import type { Query } from '../../text/query';
import type { AnswerOf } from './answerShapes';
import { type AskResult, isCount, type Result } from './question';
import type { QuestionName } from './questionList';
import { type RichText, textLine } from '../words/richText';

/** Whether a passage must hold every word that is looked for, or any. */
export type Needed = 'every' | 'any';

/** A passage that an index found. */
export interface FoundPassage {
  readonly path: string;
  /** Its position among the passages of its file. */
  readonly nth: number;
  /** How often each term occurs in the names of its entry, in its heading, in its text. */
  readonly hits: readonly PerColumn[];
  /** The length of each of these in words. */
  readonly lengths: PerColumn;
}

export type PerColumn = readonly [names: number, heading: number, text: number];

/** The text of a file; null if there is none. @param path relative to the root, with `/` */
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
  /** As of the point in question. */
  readonly standing: Standing;
  readonly flags: Flags;
}

/** What the whole canon knows of an entry, whatever point the question is about. */
export interface Flags {
  /** The canon in which the flags hold. */
  readonly now: Known;
  /** The retcons in force that the entry makes, and those made of it. */
  readonly makes: readonly Retcon[];
  readonly meets: readonly Retcon[];
  /** Those of them that were decided after the point in question. */
  readonly later: ReadonlySet<Retcon>;
  /** Superseded or retracted. */
  readonly isSuperseded: boolean;
  /** The entry that supersedes it now, or at a later time of the world. */
  readonly supersededBy: Entry | null;
}

export interface LoreAnswer {
  readonly query: Query;
  /** As it was typed. */
  readonly text: string;
  /** A note on how the world time was read; null: nothing to note. */
  readonly remark: string | null;
  readonly point: CanonPoint;
  readonly known: Known;
  /** Whether its passages hold every word, or any word because none holds all. */
  readonly needed: Needed;
  readonly chunks: readonly Chunk[];
  /** Whether more passages follow. */
  readonly hasMore: boolean;
  /** How many passages of superseded or retracted entries are left out of these. */
  readonly leftOut: number;
}

/** The words of a question, by parameter; a repeated parameter has a line for each. */
export type Given = Readonly<Record<string, string | undefined>>;

/** What a surface provides beside the canon. */
export interface AskSurroundings {
  /** The commits that the question names as canon points, read before: see `commitsIn`. */
  readonly commits: Commits;
  /** The present text of a file of the codex. */
  readonly textOf: ReadText;
  /** The ISO date of now, from who has a clock. */
  readonly today?: string;
}

/** Yields the prose that has to be searched, and then receives what was found there; a yielded null is only a pause. */
export type AnswerSteps<Result = AskResult> = Generator<WantedPassages | null | void, Result, Iterable<FoundPassage>>;

/** The answer to one question, in its published shape. */
export type Answered<Name extends QuestionName> = AskResult<AnswerOf<Name>>;

export type Answering<Result = AskResult> = (
  canon: Canon,
  given: Given,
  around: AskSurroundings,
) => AnswerSteps<Result>;

/** A part of a long list: for assistants, who read no more at once and keep nothing between two calls. */
export interface PartOfList<T> {
  readonly items: readonly T[];
  readonly isFirst: boolean;
  /** The cursor of the next part; null: this was the last. */
  readonly next: string | null;
  /** How many items come after this part. */
  readonly left: number;
}

/**
 * A cursor holds how many items were given, and the key of the last. If pages were written meanwhile, that key is searched for;
 * only if it is gone, the next item is unknown.
 * @param keyOf identifies an item
 * @param given how many items at most, all if left out; and the cursor of the part before, if it is not the first
 */
export function partOf<T>(
  all: readonly T[],
  keyOf: (item: T) => string,
  { limit, cursor }: Given,
): Result<PartOfList<T>> {
  if (limit !== undefined && !isCount(limit)) {
    const message = `"${limit}" is not a number of items: write a whole number from 1 on.`;
    return { ok: false, failure: { code: 'bad-limit', message, given: limit } };
  }
  const first = cursor === undefined ? 0 : firstAfter(all, keyOf, cursor);
  if (first === null) {
    const message = 'The place that this cursor marked is gone: ask again without a cursor.';
    return { ok: false, failure: { code: 'bad-query', message, given: cursor ?? '' } };
  }
  const items = limit === undefined ? all.slice(first) : all.slice(first, first + Number(limit));
  const end = first + items.length;
  const last = items.at(-1);
  const isCut = end < all.length && last !== undefined;
  return {
    ok: true,
    value: {
      items,
      isFirst: first === 0,
      next: isCut ? `${end} ${keyOf(last)}` : null,
      left: all.length - end,
    },
  };
}

function firstAfter<T>(all: readonly T[], keyOf: (item: T) => string, cursor: string): number | null {
  const [, count = '', key] = /^(\d{1,9}) (.*)$/s.exec(cursor) ?? [];
  if (key === undefined) return null;
  const then = all[Number(count) - 1];
  if (then !== undefined && keyOf(then) === key) return Number(count);
  const at = all.findIndex((item) => keyOf(item) === key);
  return at < 0 ? null : at + 1;
}

/** Two keys of an answer, present only if there is more of it. */
export const nextJson = ({ next, left }: Pick<PartOfList<unknown>, 'next' | 'left'>) =>
  next === null ? {} : { left, next_cursor: next };

export const nextWords = ({ next, left }: Pick<PartOfList<unknown>, 'next' | 'left'>): RichText =>
  next === null ? [] : [textLine(`And ${left} more: ask again with the cursor ${next}`)];
