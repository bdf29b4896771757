/**
 * Prose as every site generator reads it: callouts as quotes, verses with their line ends, and nothing of Obsidian's that others
 * would show as it is written.
 */
import { type Body, readBody } from '../entry/body';
import { slug } from '../entry/slug';
import { capitalised } from '../text/words';
import type { SharedPage } from './sharedPage';

/**
 * A heading as the end of an address: the same in Hugo, MkDocs and Jekyll; null: each makes another one of it, or the page has no
 * such heading.
 */
export function headingAddress({ headings }: Pick<Body, 'headings'>, name: string): string | null {
  const found = headings.find(({ text }) => slug(text) === slug(name));
  const words = found?.text.replace(/[.,:;!?'"()]/g, '').toLowerCase() ?? '';
  return /^[a-z][a-z0-9]*(?: [a-z0-9]+)*$/.test(words) ? words.replaceAll(' ', '-') : null;
}

/** The body of a page whose links and pictures have their addresses already. */
export function siteProse(body: string, page: Pick<SharedPage, 'body'>): string {
  let headings: Pick<Body, 'headings'> | null = null;
  const ownAddress = (name: string): string | null => headingAddress((headings ??= readBody(page.body, 0)), name);
  const lines = outsideFences(body.replace(/\r\n?/g, '\n').split('\n'), (line) => plainLine(line, ownAddress));
  return withVerses(withWideLists(withListsApart(withBlocksApart(withQuotes(lines)))))
    .map(({ text }) => text)
    .join('\n');
}

interface SiteLine {
  readonly text: string;
  readonly isCode: boolean;
}

const FENCE = /^[ \t>]*(`{3,}|~{3,})(.*)$/;

function outsideFences(lines: readonly string[], plain: (line: string) => string): readonly SiteLine[] {
  let open: string | null = null;
  return lines.map((line): SiteLine => {
    const [, mark = '', rest = ''] = FENCE.exec(line) ?? [];
    if (open === null && (mark === '' || (mark.startsWith('`') && rest.includes('`'))))
      return { text: plain(line), isCode: false };
    if (open === null) open = mark;
    else if (mark.startsWith(open) && rest.trim() === '') open = null;
    return { text: inCode(line), isCode: true };
  });
}

/** Code spans are between these. */
const CODE = /(`+)(?!`).*?[^`]\1(?!`)/g;

function plainLine(line: string, ownAddress: (name: string) => string | null): string {
  let [text, at] = ['', 0];
  const words = line.replace(/(^|[ \t])\^[A-Za-z0-9-]+[ \t]*$/, '');
  for (const { 0: code, index } of words.matchAll(CODE)) {
    text += plainWords(words.slice(at, index), ownAddress) + inCode(code);
    at = index + code.length;
  }
  return text + plainWords(words.slice(at), ownAddress);
}

const plainWords = (words: string, ownAddress: (name: string) => string | null): string =>
  withoutTemplates(
    words
      .replace(/!?\[\[[ \t]*#([^[\]|\n]+)(?:\\?\|([^[\]\n]*))?\]\]/g, (_, written: string, label?: string) => {
        const name = (written.split('#').at(-1) ?? written).trim();
        const address = ownAddress(name);
        const shown = label ?? name.replace(/^\^/, '');
        return address === null ? shown : `[${shown}](#${address})`;
      })
      .replace(/==([^\s=](?:[^=\n]*[^\s=])?)==/g, (_, marked: string) =>
        marked.includes('*') ? marked : `**${marked}**`,
      ),
  );

/** `{{` and `{%` begin a template in Jekyll, and a shortcode in Hugo. */
export const withoutTemplates = (words: string): string => words.replace(/\{(?=[{%])/g, '&#123;');

/** In code an entity is shown as it is written: a space without width between the two signs is not seen. */
const inCode = (code: string): string => code.replace(/\{(?=[{%])/g, '{\u200b');

const CALLOUT =
  /^((?:[ \t]*(?:>|[-*+][ \t]|\d+[.)][ \t]))*[ \t]*>[ \t]?)\[!([^[\]|\n]+)(?:\|[^[\]\n]*)?\][+-]?[ \t]*(.*)$/;

/** Callouts as quotes that begin with their title. */
const withQuotes = (lines: readonly SiteLine[]): readonly SiteLine[] =>
  lines.flatMap((line, i) => {
    const [, begins = '', sort = '', title = ''] = (!line.isCode && CALLOUT.exec(line.text)) || [];
    if (begins === '') return line;
    const words = (title.trim() || capitalised(sort.trim().replace(/[-_]+/g, ' '))).replaceAll('**', '');
    const hasProse = /^[ \t]*>[ \t>]*\S/.test(lines[i + 1]?.text ?? '');
    return [
      ...(isBehindQuote(lines, i) ? [{ ...line, text: `${APART}\n` }] : []),
      { ...line, text: `${begins}**${words}**` },
      ...(hasProse ? [{ ...line, text: quotesAs(begins) }] : []),
    ];
  });

/** MkDocs takes two quotes, or a bulleted list and a numbered one, for one where only blank lines stand between them. */
const APART = '<!-- -->';

function isBehindQuote(lines: readonly SiteLine[], at: number): boolean {
  if (quotesOf(lines[at]?.text ?? '') === '') return false;
  const before = lines.slice(0, at).findLast(({ text }) => text.trim() !== '');
  return before !== undefined && quotesOf(before.text) !== '' && lines[at - 1]?.text.trim() === '';
}

/** The marks of a quote for a line of its own: those of a list begin no other item. */
const quotesAs = (begins: string): string =>
  begins.replace(/[-*+](?=[ \t])|\d+[.)](?=[ \t])/g, (mark) => ' '.repeat(mark.length)).trimEnd();

const LIST = /^(?:[-*+]|1[.)])[ \t]+\S/;
const COLUMNS = /^\|?[ \t]*:?-+:?[ \t]*\|[ \t:|-]*$/;

/** MkDocs begins a list and a table only behind a blank line. */
const withBlocksApart = (lines: readonly SiteLine[]): readonly SiteLine[] =>
  lines.flatMap((line, i) => {
    const quotes = quotesOf(line.text);
    const wordsIn = (other: SiteLine | undefined): string | null =>
      other && !other.isCode && quotesOf(other.text) === quotes ? other.text.slice(quotes.length) : null;
    const [before, words, after] = [lines[i - 1], line, lines[i + 1]].map(wordsIn);
    if (words === null || words === undefined) return line;
    const begins = LIST.test(words) || (words.includes('|') && COLUMNS.test(after ?? ''));
    const isParagraph = before && !/^\s/.test(before) && !BLOCK.test(before);
    return begins && isParagraph ? [{ text: quotes.trimEnd(), isCode: false }, line] : line;
  });

const ITEM = /^[ \t]*(?:([-*+])|\d+[.)])[ \t]/;

/** Something stands between a bulleted list and a numbered one that follows it. */
function withListsApart(lines: readonly SiteLine[]): readonly SiteLine[] {
  // The lists that are open, by the width of what stands before their marks.
  let open = new Map<number, 'bulleted' | 'numbered'>();
  let [quotes, isBehindBlank] = ['', false];
  return lines.flatMap((line) => {
    const marks = quotesOf(line.text);
    const words = line.text.slice(marks.length);
    if (marks.trim() !== quotes.trim()) open = new Map();
    quotes = marks;
    const wasBlank = isBehindBlank;
    isBehindBlank = words.trim() === '';
    if (isBehindBlank) return line;
    const item = line.isCode ? null : ITEM.exec(words);
    const blanks = /^[ \t]*/.exec(words)?.[0] ?? '';
    const width = blanks.replaceAll('\t', '    ').length;
    if (!item) {
      // Words at the edge end a list behind a blank line, and others go on in it.
      if (width === 0 && (wasBlank || BLOCK.test(words))) open = new Map();
      return line;
    }
    const kind = item[1] === undefined ? 'numbered' : 'bulleted';
    const before = open.get(width);
    open = new Map([...open].filter(([one]) => one < width)).set(width, kind);
    if (before === undefined || before === kind) return line;
    const [blank, apart] = [marks.trimEnd(), `${marks}${blanks}${APART}`];
    return [...(wasBlank ? [] : [blank]), apart, blank].map((text) => ({ text, isCode: false })).concat(line);
  });
}

/** MkDocs wants four blanks before a list in another, where authors write as many as the mark of the outer one has. */
function withWideLists(lines: readonly SiteLine[]): readonly SiteLine[] {
  let step = 0;
  return lines.map((line) => {
    const [blanks = ''] = /^[ \t]*/.exec(line.text) ?? [];
    const width = blanks.replaceAll('\t', '    ').length;
    if (line.isCode || line.text.trim() === '') return line;
    const isItem = /^(?:[-*+]|\d+[.)])[ \t]/.test(line.text.slice(blanks.length));
    if (width === 0) step = isItem ? step : 0;
    else if (isItem && step === 0) step = width;
    if (width === 0 || step === 0 || step >= 4) return line;
    const wide = ' '.repeat(Math.floor(width / step) * 4 + (width % step));
    return { ...line, text: wide + line.text.slice(blanks.length) };
  });
}

/** The beginning of what is not a line of a paragraph. */
const BLOCK = /^(?:[-*+][ \t]|\d+[.)][ \t]|#{1,6}[ \t]|\||<|\[[^\]\n]+\]:|=+$|-+$|(?:[-*_][ \t]*){3,}$)/;

/** The marks of the quotes that a line is in. */
const quotesOf = (line: string): string => /^(?:[ \t]*>[ \t]?)*/.exec(line)?.[0] ?? '';

/** Lines of prose are wrapped at some width between these, in characters; others are verses, and end where their author ends them. */
const [LEAST, MOST] = [60, 130];

function withVerses(lines: readonly SiteLine[]): readonly SiteLine[] {
  const shown = [...lines];
  for (let i = 0; i < lines.length; ) {
    const end = paragraphEnd(lines, i);
    const isWrapped = lines.slice(i, end - 1).every(({ text }) => {
      const { length } = text
        .slice(quotesOf(text).length)
        .replace(/\]\([^)]*\)/g, '')
        .trimEnd();
      return LEAST <= length && length <= MOST;
    });
    for (let at = i; at < (isWrapped ? i : end - 1); at++)
      shown[at] = { isCode: false, text: `${(lines[at]?.text ?? '').replace(/(?:\\|[ \t]+)$/, '')}  ` };
    i = Math.max(end, i + 1);
  }
  return shown;
}

/** The end of the lines of one paragraph; the line itself where it is not in one. */
function paragraphEnd(lines: readonly SiteLine[], from: number): number {
  const quotesIn = (line: SiteLine | undefined): string | null => {
    const quotes = line && !line.isCode ? quotesOf(line.text) : null;
    const words = quotes === null ? '' : (line?.text.slice(quotes.length) ?? '');
    return quotes === null || words.trim() === '' || BLOCK.test(words) ? null : quotes.replace(/[ \t]/g, '');
  };
  const quotes = quotesIn(lines[from]);
  // What is indented belongs to a list, or is code.
  if (quotes === null || /^(?: {2}|\t)/.test(lines[from]?.text ?? '')) return from;
  let end = from + 1;
  while (quotesIn(lines[end]) === quotes) end++;
  // A heading over its line is not a verse, and neither are the rows of a table.
  const isOther = /^[ \t>]*(?:=+|-+)[ \t]*$/.test(lines[end]?.text ?? '');
  return isOther || lines.slice(from, end).some(({ text }) => COLUMNS.test(text.slice(quotes.length))) ? from : end;
}
