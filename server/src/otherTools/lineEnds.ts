/** Which ends of lines are shown: those of verses and of short lines, as Obsidian does it, and not those of prose that an editor has wrapped. */
import type { Token, Tokens } from 'marked';

/** Lines of prose are wrapped at some width between these, in characters. */
const [LEAST, MOST] = [60, 130];

/** Whether all lines of a paragraph are as long as wrapped ones are; the last may be shorter. */
function isWrapped(text: string): boolean {
  const lines = text.trimEnd().split('\n');
  return lines.slice(0, -1).every(({ length }) => LEAST <= length && length <= MOST);
}

/** A paragraph with the ends of lines that are shown. @param text as it is written. @param tokens of it */
export const withLines = (text: string, tokens: readonly Token[]): Token[] =>
  isWrapped(text) ? tokens.map(withoutBreaks) : [...tokens];

function withoutBreaks(token: Token): Token {
  // Two blanks before the end, or a backslash, say that it is meant.
  if (token.type === 'br') return /^(?: {2,}|\\)/.test(token.raw) ? token : { type: 'text', raw: '\n', text: '\n' };
  const inner = (token as Tokens.Generic).tokens;
  return inner ? { ...token, tokens: inner.map(withoutBreaks) } : token;
}
