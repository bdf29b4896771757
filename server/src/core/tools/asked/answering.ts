/** What a question is answered from, and how: in steps between which others have their turn. */
import type { Canon, CanonPoint, Retcon, Known, Standing, Commits } from '../../canon';
import type { Entry } from '../../entry/entry';
import type { Passage } from '../../entry/passages';
import type { Query } from '../../text/query';
import type { AnswerOf } from './answerShapes';
import { type AskResult, isCount, type Result } from './question';
import type { QuestionName } from './questionList';

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

/** The words of a question, by parameter; one that may be given several times holds a line for each. */
export type Given = Readonly<Record<string, string | undefined>>;

/** What a surface has at hand beside the canon. */
export interface AskSurroundings {
  /** Those that the question names as canon points, read before: see `commitsIn`. */
  readonly commits: Commits;
  /** The text of a file of the codex now. */
  readonly textOf: ReadText;
}

/** Yields the prose that has to be searched, and is then given what was found there; anything else that it yields is only a pause. */
export type AnswerSteps<Result = AskResult> = Generator<WantedPassages | null | void, Result, Iterable<FoundPassage>>;

/** The answer of one question, in the shape that it is published with. */
export type Answered<Name extends QuestionName> = AskResult<AnswerOf<Name>>;

export type Answering<Result = AskResult> = (
  canon: Canon,
  given: Given,
  around: AskSurroundings,
) => AnswerSteps<Result>;

/** A long list, told a part at a time: to assistants, who read no more at once and keep nothing between two calls. */
export interface Paging {
  /** How many at most; all where left out. */
  readonly limit?: string | undefined;
  /** As the part before said it; from the first where left out. */
  readonly cursor?: string | undefined;
}

export interface PartOfList<T> {
  readonly items: readonly T[];
  readonly isFirst: boolean;
  /** What to ask the next part with; null: this was the last. */
  readonly next: string | null;
  /** How many come after it. */
  readonly left: number;
}

/**
 * A cursor says how many were told, and which was the last. Where pages were written meanwhile, that one is looked for; only where
 * it is gone, nobody knows what comes next.
 * @param keyOf what tells one item from all others
 */
export function partOf<T>(
  all: readonly T[],
  keyOf: (item: T) => string,
  { limit, cursor }: Paging,
): Result<PartOfList<T>> {
  if (limit !== undefined && !isCount(limit)) {
    const message = `"${limit}" is no number of items: write a whole number from 1 on.`;
    return { ok: false, failure: { code: 'bad-limit', message, given: limit } };
  }
  const first = cursor === undefined ? 0 : firstAfter(all, keyOf, cursor);
  if (first === null) {
    const message = 'What this cursor stood behind is not there any more: ask again without a cursor.';
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

/** Two keys of an answer, only where there is more of it. */
export const nextJson = ({ next, left }: Pick<PartOfList<unknown>, 'next' | 'left'>) =>
  next === null ? {} : { left, next_cursor: next };

export const nextWords = ({ next, left }: Pick<PartOfList<unknown>, 'next' | 'left'>): readonly string[] =>
  next === null ? [] : [`And ${left} more: ask again with the cursor ${next}`];
