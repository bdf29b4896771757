/** marked, fenced in: prose as HTML in which of the author's own HTML only plain tags are left standing, and no link leads to a script. */
import {
  type Token,
  type Tokens,
  type Parser,
  type RendererThis,
  type TokenizerAndRendererExtension,
  Marked,
  type Renderer,
} from 'marked';
import { plainHtml, withPairs } from './plainHtml';

/** Lines of prose are wrapped at some width between these, in characters. */
const [LEAST, MOST] = [60, 130];

/** Whether all lines of a paragraph are as long as wrapped ones are; the last may be shorter. */
function isWrapped(text: string): boolean {
  const lines = text.trimEnd().split('\n');
  return lines.slice(0, -1).every(({ length }) => LEAST <= length && length <= MOST);
}

/** A paragraph with the ends of lines that are shown. @param text as it is written. @param tokens of it */
const withLines = (text: string, tokens: readonly Token[]): Token[] =>
  isWrapped(text) ? tokens.map(withoutBreaks) : [...tokens];

function withoutBreaks(token: Token): Token {
  // Two blanks before the end, or a backslash, say that it is meant.
  if (token.type === 'br') return /^(?: {2,}|\\)/.test(token.raw) ? token : { type: 'text', raw: '\n', text: '\n' };
  const inner = (token as Tokens.Generic).tokens;
  return inner ? { ...token, tokens: inner.map(withoutBreaks) } : token;
}

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
  secret: 'secret',
  cite: 'quote',
};

const MARK = /^\[!([^[\]|\n]+)(?:\|[^[\]\n]*)?\]([+-]?)[ \t]*/;

/** Null where a quote is nothing but a quote. @param tokens of the quote */
function calloutHtml(parser: Parser, tokens: readonly Token[]): string | null {
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

/** What Obsidian shows within a line beside CommonMark, for marked: ==marks==, links within a page, a few tags without attributes, and names of blocks. */
const asText = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Words in which signs may be written as HTML writes them, `&amp;`. */
const withoutTags = (text: string): string =>
  text.replace(/[<>"']|&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{0,30});)/gi, asText);

interface Place {
  readonly anchor: string;
  readonly headingId: (words: string) => string;
}

/** Words between two marks, which may have marks of their own in them. */
function between(
  name: string,
  { begins, whole, tag }: { begins: string; whole: RegExp; tag: (found: RegExpExecArray) => string },
): TokenizerAndRendererExtension {
  return {
    name,
    level: 'inline',
    start: (src) => src.indexOf(begins),
    tokenizer(src) {
      const found = whole.exec(src);
      if (!found?.groups) return undefined;
      const tokens = this.lexer.inlineTokens(found.groups.words ?? '');
      return { type: name, raw: found[0], tag: tag(found), tokens };
    },
    renderer: inTag,
  };
}

function inTag(this: RendererThis, { tag, tokens = [] }: Tokens.Generic): string {
  return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
}

const HIGHLIGHT = between('highlight', {
  begins: '==',
  whole: /^==(?<words>[^\s=](?:[^=\n]*[^\s=])?)==/,
  tag: () => 'mark',
});

/** The name of a block, `^name`, stands at its end, and is not shown. @param html of the block */
const withBlockName = (html: string, { anchor }: Place): string =>
  html.replace(
    /[ \t]*\^([A-Za-z0-9-]+)\s*$/,
    (_, name: string) => `<span id="${asText(`${anchor}/^${name}`)}"></span>`,
  );

/** A link to a heading of the same page: `[[#Heading]]`. */
const ownLink = ({ anchor, headingId }: Place): TokenizerAndRendererExtension => ({
  name: 'ownLink',
  level: 'inline',
  tokenizer(src) {
    const [raw, written = '', words] = /^!?\[\[[ \t]*#([^[\]|\n]+)(?:\\?\|([^[\]\n]*))?\]\]/.exec(src) ?? [];
    if (raw === undefined) return undefined;
    const target = (written.split('#').at(-1) ?? written).trim();
    const place = `${anchor}/${target.startsWith('^') ? target : headingId(target)}`;
    return { type: 'ownLink', raw, place, text: words ?? target.replace(/^\^/, '') };
  },
  renderer: ({ place, text }) => `<a href="#${asText(String(place))}">${asText(String(text))}</a>`,
});

const inlineMarks = (place: Place): TokenizerAndRendererExtension[] => [HIGHLIGHT, ownLink(place)];

/** Footnotes for marked, `[^1]` and `^[in place]`: their texts stand behind the prose, in the order in which they are referred to. */
interface Footnotes {
  readonly extensions: readonly TokenizerAndRendererExtension[];
  /** The prose with the texts of its notes behind it. */
  readonly withNotes: (prose: string, marked: Marked) => string;
}

const BEGINS = /^ {0,3}\[\^([^[\]\s]+)\]:[ \t]*/;

/** The lines of a note, from its beginning: to the next blank line or the next note, and what is indented behind a blank line. */
function noteAt(src: string): { readonly raw: string; readonly label: string; readonly text: string } | null {
  const [mark, label = ''] = BEGINS.exec(src) ?? [];
  if (mark === undefined) return null;
  let [end, isOpen] = [0, true];
  for (let at = 0; at < src.length; ) {
    const feed = src.indexOf('\n', at);
    const next = feed === -1 ? src.length : feed + 1;
    const line = src.slice(at, next);
    if (line.trim() === '') isOpen = false;
    else if (at > 0 && (BEGINS.test(line) || !(isOpen || /^(?: {2}|\t)/.test(line)))) break;
    else [end, isOpen] = [next, true];
    at = next;
  }
  const raw = src.slice(0, end);
  return { raw, label, text: raw.slice(mark.length).replace(/^(?: {1,4}|\t)/gm, '') };
}

/** The notes of one page, or of a part of one. @param anchor what the names of their places begin with */
function openFootnotes(anchor: string): Footnotes {
  const notes = new Map<string, Token[]>();
  /** The notes that are referred to. A place may be referred to twice. */
  const shown: Token[][] = [];
  const definition: TokenizerAndRendererExtension = {
    name: 'footnote',
    level: 'block',
    tokenizer(src) {
      const note = noteAt(src);
      if (!note) return undefined;
      const tokens = this.lexer.blockTokens(note.text, []);
      if (!notes.has(note.label)) notes.set(note.label, tokens);
      return { type: 'footnote', raw: note.raw };
    },
    renderer: () => '',
  };
  const reference: TokenizerAndRendererExtension = {
    name: 'footnoteReference',
    level: 'inline',
    start: (src) => src.indexOf('^['),
    tokenizer(src) {
      const [raw, label, words] = /^(?:\[\^([^[\]\s]+)\]|\^\[([^[\]\n]+)\])/.exec(src) ?? [];
      const known = label === undefined ? undefined : notes.get(label);
      if (raw === undefined || (words === undefined && !known)) return undefined;
      const note = known ?? [
        { type: 'text', raw: words ?? '', text: words ?? '', tokens: this.lexer.inlineTokens(words ?? '') },
      ];
      return { type: 'footnoteReference', raw, note };
    },
    renderer({ note }) {
      const isNew = !shown.includes(note);
      if (isNew) shown.push(note);
      const n = shown.indexOf(note) + 1;
      const own = isNew ? ` id="${asText(`${anchor}/note-${n}-from`)}"` : '';
      return `<sup><a href="#${asText(`${anchor}/note-${n}`)}"${own} class="ref" aria-label="Note ${n}">${n}</a></sup>`;
    },
  };
  const withNotes: Footnotes['withNotes'] = (prose, marked) => {
    const items: string[] = [];
    // A note may refer to others.
    for (let i = 0; i < shown.length; i++) {
      const [id, back] = [`${anchor}/note-${i + 1}`, `${anchor}/note-${i + 1}-from`].map(asText);
      const words = marked.parser(shown[i] ?? []).replace(/<\/p>\n$/, '');
      items.push(`<li id="${id}">${words} <a href="#${back}" aria-label="Back to the text">↩</a></li>\n`);
    }
    return items.length === 0 ? prose : `${prose}<ol class="notes">\n${items.join('')}</ol>\n`;
  };
  return { extensions: [definition, reference], withNotes };
}

/** Where prose stands in a page of HTML. */
interface MarkdownPlace {
  /** What the names of places in it begin with. */
  readonly anchor: string;
  /** The level of the heading above it, 1 to 6. */
  readonly level: number;
  /** What a heading is called, as part of the name of its place. */
  readonly headingId: (words: string) => string;
}

/** What a reader may be led to. */
const SAFE = /^(?:https?:|mailto:)/i;

/**
 * Prose as Obsidian shows it: verses keep their lines, and there are callouts, footnotes and marks. A picture is only taken over as
 * `picture:` or `embed:` and a number, with its width and height behind it; a link to a place of the page only as `place:` and its name.
 */
export function renderMarkdown(text: string, place: MarkdownPlace): string {
  const footnotes = openFootnotes(place.anchor);
  const marked = new Marked({ async: false, gfm: true, breaks: true });
  const inlineHtml = (words: string): string => marked.parseInline(words, { async: false });
  const extensions = [...footnotes.extensions, ...inlineMarks(place)];
  marked.use({ extensions, renderer: rendererAt(place, inlineHtml) });
  try {
    return withPairs(footnotes.withNotes(marked.parser(marked.lexer(text)), marked));
  } catch (error) {
    // Quotes in quotes a thousand deep are shown as they are written.
    if (error instanceof RangeError) return `<pre>${asText(text)}</pre>\n`;
    throw error;
  }
}

type Own = Partial<Omit<Renderer, 'constructor' | 'options' | 'parser'>> & ThisType<Renderer>;

/** @param inlineHtml the words of a line as HTML */
function rendererAt(place: MarkdownPlace, inlineHtml: (words: string) => string): Own {
  return {
    html: (token) =>
      plainHtml(
        token.text,
        'block' in token && token.block ? (words) => inlineHtml(words.replace(/^\s*\n\s*|\s*\n\s*$/g, '')) : asText,
      ),
    heading: headingsAt(place),
    paragraph({ text, tokens }) {
      return `<p>${withBlockName(this.parser.parseInline(withLines(text, tokens)), place)}</p>\n`;
    },
    text(token) {
      // In a list that is not loose, an item's words are such a text.
      if ('tokens' in token && token.tokens)
        return withBlockName(this.parser.parseInline(withLines(token.text, token.tokens)), place);
      // Behind a tag such as <script> marked takes words for written as they are meant.
      return withoutTags(token.text);
    },
    blockquote({ tokens }) {
      return calloutHtml(this.parser, tokens) ?? `<blockquote>\n${this.parser.parse(tokens)}</blockquote>\n`;
    },
    table(token) {
      return tableHtml(this, token);
    },
    checkbox: ({ checked }) =>
      `<span class="box" role="img" aria-label="${checked ? 'done' : 'to do'}">${checked ? '☑' : '☐'}</span> `,
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      if (href.startsWith('place:')) return `<a href="#${asText(href.slice(6))}">${words}</a>`;
      if (href.startsWith('#')) return `<a href="#${asText(ownPlace(place, href.slice(1)))}">${words}</a>`;
      return SAFE.test(href) ? `<a href="${asText(href)}" rel="noreferrer">${words}</a>` : words;
    },
    image({ href, tokens, text }) {
      const words = withoutTags(this.parser.parseInline(tokens, this.parser.textRenderer) || text);
      const [, source, width, height] = /^((?:picture|embed):\d+)(?::(\d+)(?:x(\d+))?)?$/.exec(href) ?? [];
      if (source === undefined) return words;
      const size = `${width ? ` width="${width}"` : ''}${height ? ` height="${height}"` : ''}`;
      return `<img src="${source}" alt="${words}"${size}>`;
    },
  };
}

/** The name of the place that a link within a page leads to: a heading, or a block that has a name. */
const ownPlace = ({ anchor, headingId }: MarkdownPlace, written: string): string => {
  const words = decodedOr(written);
  return `${anchor}/${words.startsWith('^') ? words : headingId(words)}`;
};

function decodedOr(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** Headings under the one above the prose, none of them more than one level below the one before, each with a place of its own. */
function headingsAt({ anchor, level, headingId }: MarkdownPlace): NonNullable<Own['heading']> {
  const places = new Set<string>();
  let before = level;
  return function (this: Renderer, { tokens, depth }: Tokens.Heading) {
    const words = this.parser.parseInline(tokens, this.parser.textRenderer);
    before = Math.min(6, level + depth, before + 1);
    const name = `${anchor}/${headingId(words)}`;
    let own = name;
    for (let n = 1; places.has(own); n++) own = `${name}-${n}`;
    places.add(own);
    return `<h${before} id="${asText(own)}">${this.parser.parseInline(tokens)}</h${before}>\n`;
  };
}

/** A table in a box of its own: a wide one is moved there, and not the page. */
function tableHtml({ parser }: Renderer, { header, rows }: Tokens.Table): string {
  const cells = (row: readonly Tokens.TableCell[]): string =>
    row
      .map(({ tokens, header: isHeader, align }) => {
        const tag = isHeader ? 'th' : 'td';
        return `<${tag}${align ? ` class="${align}"` : ''}>${parser.parseInline(tokens)}</${tag}>`;
      })
      .join('');
  const body = rows.map((row) => `<tr>${cells(row)}</tr>\n`).join('');
  return `<div class="wide" role="group" aria-label="Table" tabindex="0"><table>
<thead><tr>${cells(header)}</tr></thead>
<tbody>${body}</tbody>
</table></div>
`;
}
