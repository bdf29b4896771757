/** Words put together for people: lists of them, and an author's own words where markdown is read. */

/** Parts with commas between them, and something else between the last two. */
export const joinWith = <T>(parts: readonly T[], last: string): (T | string)[] =>
  parts.flatMap((part, i) => (i === 0 ? [part] : [i === parts.length - 1 ? last : ', ', part]));

/** `a`, `a or b`, `a, b or c`. */
export const listWords = (words: readonly string[], last = 'or'): string => joinWith(words, ` ${last} `).join('');

/** The first few: `a, b and 7 more`. */
export const listFirst = (most: number, words: readonly string[], last = 'or'): string =>
  listWords(words.length > most ? [...words.slice(0, most), `${words.length - most} more`] : words, last);

/** What a name may mean, as far as a message says it: it may mean hundreds. */
export const listCandidates = (ids: readonly string[]): string => listFirst(5, ids, 'or');

/** No more than so many characters of an author's words, on one line; the last of them is `…` where any are missing. */
export function cutShort(most: number, words: string): string {
  const line = words.replace(/\s+/g, ' ');
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** A name as a message says it: whole pages may stand in its place by mistake. */
export const quoted = (name: string): string => cutShort(80, name);

/** An author's words are never taken for markup; each run of blanks is one space. */
export const escapeMarkdown = (words: string): string =>
  words.replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&').replace(/\s+/g, ' ');
