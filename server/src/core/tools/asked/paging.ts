/** A long list, told a part at a time: to assistants, who read no more at once and keep nothing between two calls. */
import { isCount } from './counts';
import type { Result } from './question';

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
