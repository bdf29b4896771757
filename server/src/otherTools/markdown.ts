/** marked, fenced in: prose as HTML in which nothing of the author's own HTML is left standing, and no link leads to a script. */
import { Marked, type Renderer, type Tokens } from 'marked';
import { calloutHtml } from './callouts';
import { openFootnotes } from './footnoteMarks';
import { withLines } from './lineEnds';
import { asText, inlineMarks, withBlockName, withoutTags } from './inlineMarks';

/** Where prose stands in a page of HTML. */
export interface MarkdownPlace {
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
  marked.use({ extensions: [...footnotes.extensions, ...inlineMarks(place)], renderer: rendererAt(place) });
  try {
    return footnotes.withNotes(marked.parser(marked.lexer(text)), marked);
  } catch (error) {
    // Quotes in quotes a thousand deep are shown as they are written.
    if (error instanceof RangeError) return `<pre>${asText(text)}</pre>\n`;
    throw error;
  }
}

type Own = Partial<Omit<Renderer, 'constructor' | 'options' | 'parser'>> & ThisType<Renderer>;

function rendererAt(place: MarkdownPlace): Own {
  return {
    html: ({ text }) => (/^<br\s*\/?>$/i.test(text.trim()) ? '<br>' : asText(text)),
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
