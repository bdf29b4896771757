/** Pieces of YAML as they are written: quotes, blanks, and what stands at the end of a text that is being typed. */

export type Quote = '"' | "'" | '';

/** What stands at the end of a line. */
export interface Typing {
  /** As it is written, without the quote that it stands in. */
  readonly text: string;
  readonly quote: Quote;
  /** It can only be the beginning of a key, in a mapping. */
  readonly isKey: boolean;
  /** It stands right behind a colon or a `-`, which YAML wants a space after. */
  readonly wantsSpace: boolean;
}

export function blanks(line: string, from: number): number {
  let at = from;
  while (line[at] === ' ' || line[at] === '\t') at++;
  return at;
}

/** A scalar without its quotes. What is escaped in it stays so. */
export const unquoted = (text: string): string => (/^(["']).*\1$/s.test(text) ? text.slice(1, -1) : text.trim());

/** The offset behind the quote that closes the one at `from`; -1 where it is still open. */
export function behindQuote(text: string, from: number): number {
  const mark = text[from];
  for (let at = from + 1; at < text.length; at++) {
    if (mark === '"' && text[at] === '\\') at++;
    else if (text[at] !== mark) continue;
    else if (mark === "'" && text[at + 1] === "'") at++;
    else return at + 1;
  }
  return -1;
}
