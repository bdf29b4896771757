/** Keeps an answer to what an assistant reads at once: parts of long lists, and how many items are left out of each. */
import type { Parameter } from '../core/tools/asked/questionList';
import { namesForAssistants } from '../core/tools/asked/forKnower';
import { tokenCount } from '../core/tools/brief/briefTypes';

/** Counting is slow in long texts, which are too long anyway. */
const CERTAINLY_LONG = 400_000;

const tokensIn = (text: string): number => (text.length > CERTAINLY_LONG ? text.length / 4 : tokenCount(text));

export const tokensOf = (data: object): number => tokensIn(JSON.stringify(data));

/** A smaller limit, of which the answer has about `most` tokens; null: it is short enough, or can't be made shorter so. */
export function fewerItems(limit: string | undefined, tokens: number, most: number): string | null {
  const now = Number(limit ?? 1);
  if (tokens <= most || !(now > 1)) return null;
  return String(Math.max(1, Math.min(now - 1, Math.floor((now * most) / tokens))));
}

/** The first lines of a text that is longer than `most` tokens, and how to ask for less. */
export function cutWords(text: string, most: number, parameters: readonly Parameter[]): string {
  if (tokensIn(text) <= most) return text;
  const lines = text.split('\n');
  let count = 1;
  for (let tokens = tokensIn(lines[0] ?? ''); count < lines.length; count++) {
    tokens += tokensIn(lines[count] ?? '') + 1;
    if (tokens > most) break;
  }
  const ways = parameters
    .filter(({ name }) => NARROWING.has(name))
    .map((one) => namesForAssistants(one)[0] ?? one.name)
    .join(', ');
  const less = ways === '' ? '' : `: ask for less (${ways})`;
  return [...lines.slice(0, count), `And ${lines.length - count} more lines${less}.`].join('\n');
}

/** The parameters by which a question is about less. */
const NARROWING: ReadonlySet<string> = new Set([
  'entity',
  'attribute',
  'at',
  'from',
  'until',
  'path',
  'limit',
  'generations',
]);

/**
 * Cuts all lists of an answer to one length of which the whole has no more than `most` tokens. `left_out` counts what is missing, by
 * list: `facts.values`. Pairs and short lists stay as they are.
 */
export function cutLists<T extends object>(data: T, most: number): T & { readonly left_out?: unknown } {
  if (tokensOf(data) <= most) return data;
  let [fits, tooMany] = [SHORT, longestIn(data)];
  while (fits + 1 < tooMany) {
    const middle = (fits + tooMany) >> 1;
    if (tokensOf(cutTo(data, middle)) <= most) fits = middle;
    else tooMany = middle;
  }
  return cutTo(data, fits);
}

/** Lists of this length have a meaning by position: a range of lines, a stretch of days. */
const SHORT = 2;

function cutTo<T extends object>(data: T, length: number): T & { readonly left_out?: unknown } {
  const leftOut: Record<string, number> = {};
  const cut = (value: unknown, place: string): unknown => {
    if (Array.isArray(value)) {
      if (value.length > length) leftOut[place] = (leftOut[place] ?? 0) + value.length - length;
      return value.slice(0, length).map((item) => cut(item, place));
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, cut(item, place === '' ? key : `${place}.${key}`)]),
    );
  };
  const shorter = cut(data, '') as T;
  return 'left_out' in data || Object.keys(leftOut).length === 0 ? shorter : { ...shorter, left_out: leftOut };
}

function longestIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return SHORT;
  const inside = Object.values(value).reduce((most: number, item) => Math.max(most, longestIn(item)), SHORT);
  return Array.isArray(value) ? Math.max(value.length, inside) : inside;
}
