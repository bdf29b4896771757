/** Callouts, `> [!note] A title`, for marked: a quote that begins so is shown in a box; one with `+` or `-` can be folded. */
import type { Parser, Token, Tokens } from 'marked';
import { withLines } from './lineEnds';

/** Which of a few looks a sort of callout has. Others look like a note. */
const LOOKS: Readonly<Record<string, string>> = {
  abstract: 'tip',
  summary: 'tip',
  tldr: 'tip',
  tip: 'tip',
  hint: 'tip',
  important: 'tip',
  success: 'good',
  check: 'good',
  done: 'good',
  question: 'warning',
  help: 'warning',
  faq: 'warning',
  warning: 'warning',
  caution: 'warning',
  attention: 'warning',
  failure: 'danger',
  fail: 'danger',
  missing: 'danger',
  danger: 'danger',
  error: 'danger',
  bug: 'danger',
  quote: 'quote',
  cite: 'quote',
};

const MARK = /^\[!([^[\]|\n]+)(?:\|[^[\]\n]*)?\]([+-]?)[ \t]*/;

/** Null where a quote is nothing but a quote. @param tokens of the quote */
export function calloutHtml(parser: Parser, tokens: readonly Token[]): string | null {
  const [first, ...blocks] = tokens;
  const inline = first?.type === 'paragraph' ? ((first as Tokens.Paragraph).tokens ?? []) : [];
  const [head, ...rest] = inline;
  const found = head?.type === 'text' ? MARK.exec(head.raw) : null;
  if (!head || !found) return null;
  const [mark, sort = '', fold] = found;
  const words = head.raw.slice(mark.length);
  const all: Token[] = words === '' ? rest : [{ type: 'text', raw: words, text: words }, ...rest];
  const lineEnd = all.findIndex(({ type }) => type === 'br');
  const [title, prose] = lineEnd === -1 ? [all, []] : [all.slice(0, lineEnd), all.slice(lineEnd + 1)];
  const name = title.length > 0 ? parser.parseInline(title) : parser.parseInline([titleToken(sort)]);
  const lines = (first as Tokens.Paragraph).text.replace(/^.*\n/, '');
  const paragraph = prose.length > 0 ? `<p>${parser.parseInline(withLines(lines, prose))}</p>\n` : '';
  const body = `${paragraph}${parser.parse(blocks)}`;
  const look = `callout ${Object.hasOwn(LOOKS, sort.trim().toLowerCase()) ? LOOKS[sort.trim().toLowerCase()] : 'note'}`;
  return fold
    ? `<details class="${look}"${fold === '+' ? ' open' : ''}><summary>${name}</summary>\n${body}</details>\n`
    : `<div class="${look}"><p class="name">${name}</p>\n${body}</div>\n`;
}

/** Without a title of its own a callout is called by its sort. */
function titleToken(sort: string): Tokens.Text {
  const words = sort.trim().replace(/[-_]+/g, ' ');
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return { type: 'text', raw: text, text };
}
