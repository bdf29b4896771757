/** The prose of a shared page as HTML: links that lead to places of the one page, the pictures that it shows, and what it embeds. */
import { type Known, resolve } from '../canon';
import { type Body, readBody } from '../entry/body';
import { linkLabel } from '../entry/inline';
import { slug } from '../entry/slug';
import { escaped } from '../picture/paint/svg';
import { calledAs } from './htmlPlaces';
import { type FindPicture, type NamedPicture, picturesIn } from './pictures';
import type { SharedPage } from './sharedPage';

/** Where prose stands: what the names of places in it begin with, and the level of the heading above it. */
export interface ProsePlace {
  readonly anchor: string;
  readonly level: number;
  readonly headingId: (words: string) => string;
}

/** What prose is made with. */
export interface ProseParts {
  /** Prose as HTML without the HTML in it; pictures are called `picture:` and a number, what is embedded `embed:` and a number. */
  readonly renderMarkdown: (text: string, place: ProsePlace) => string;
  readonly findPicture: FindPicture;
  /** A picture of the codex as a `data:` address. */
  readonly pictureData: (from: string) => string;
}

/** The pages of an edition, as one page of HTML has them. */
export interface PlacedPages {
  readonly known: Known;
  readonly parts: ProseParts;
  readonly pageAt: (path: string) => SharedPage | undefined;
  readonly anchorAt: (path: string) => string | undefined;
}

/** A link to a place of the one page. */
export const linkHtml = (anchor: string, words: string): string =>
  `<a href="#${escaped(anchor)}">${escaped(words)}</a>`;

/** What is written as a page's name, where it leads to a page that is shared. */
export interface LedTo {
  readonly page: SharedPage;
  readonly anchor: string;
  readonly words: string;
}

export function ledTo({ known, pageAt, anchorAt }: PlacedPages, written: string): LedTo | undefined {
  const found = resolve(known, written);
  if (found.kind !== 'one') return undefined;
  const { path, aliases } = found.entry;
  const [page, anchor] = [pageAt(path), anchorAt(path)];
  return page && anchor !== undefined ? { page, anchor, words: calledAs(written, page, aliases) } : undefined;
}

/** So much of other pages is shown in one, in characters; the rest is linked. */
const MOST_EMBEDDED = 50_000;

/** @param level of the heading above it, 1 to 6 */
export function proseHtml(placed: PlacedPages, page: SharedPage, anchor: string, level: number): string {
  let left = MOST_EMBEDDED;
  const render = (text: string, path: string, at: string, isEmbedded: boolean): string => {
    const [pictures, embeds]: [string[], string[]] = [[], []];
    const embed = (target: LedTo, heading: string | undefined): string | undefined => {
      const part = isEmbedded ? null : partOf(withoutTitle(target.page), heading);
      if (part === null || part.length > left) return undefined;
      left -= part.length;
      const link = `<p>${linkHtml(target.anchor, target.words)}</p>`;
      const inner = render(part, target.page.path, `${at}/embed-${embeds.length + 1}`, true);
      embeds.push(`<div class="embed">${link}\n${inner}</div>`);
      return `\n\n![](embed:${embeds.length - 1})\n\n`;
    };
    const linked = withPlaces(placed, { text, path, embed, pictures });
    return placed.parts
      .renderMarkdown(linked, { anchor: at, level, headingId })
      .replace(/ src="picture:(\d+)"/g, (_, i: string) => ` src="${pictures[Number(i)] ?? 'data:,'}"`)
      .replace(/<p><img src="embed:(\d+)"[^>]*><\/p>/g, (_, i: string) => embeds[Number(i)] ?? '');
  };
  return render(withoutTitle(page), page.path, anchor, false);
}

/** A heading as part of the name of its place. */
const headingId = (words: string): string => slug(words).replace(/\s+/g, '-');

/** The prose without a heading at its top that says the title again. */
function withoutTitle({ body, title }: SharedPage): string {
  const { heading } = readBody(body, 0);
  const isTitle =
    heading && slug(heading.text) === slug(title) && body.slice(0, heading.span.start).trim().replace(/^#$/, '') === '';
  return isTitle ? body.slice(body.indexOf('\n', heading.span.end) + 1 || body.length) : body;
}

/** The whole of a page's prose, a part under a heading, or a block that has a name; null: it has no such part. */
function partOf(body: string, heading: string | undefined): string | null {
  if (heading === undefined || heading === '') return body;
  const name = (heading.split('#').at(-1) ?? heading).trim();
  return name.startsWith('^') ? blockNamed(body, name) : partUnder(body, readBody(body, 0), name);
}

function partUnder(body: string, { headings }: Body, name: string): string | null {
  const first = headings.findIndex(({ text }) => slug(text) === slug(name));
  const begins = headings[first];
  if (!begins) return null;
  const next = headings.find(({ level }, i) => i > first && level <= begins.level);
  const from = body.lastIndexOf('\n', begins.span.start) + 1;
  return body.slice(from, next ? body.lastIndexOf('\n', next.span.start) + 1 : body.length);
}

/** From the blank line before it to the line that ends with the name. */
function blockNamed(body: string, name: string): string | null {
  const lines = body.split('\n');
  const last = lines.findIndex((line) => line.trimEnd().endsWith(name));
  const blank = lines.findLastIndex((line, i) => i < last && line.trim() === '');
  return last === -1 ? null : lines.slice(blank + 1, last + 1).join('\n');
}

interface Placing {
  readonly text: string;
  /** Of the page that it is from. */
  readonly path: string;
  /** Undefined: it is linked instead. */
  readonly embed: (target: LedTo, heading: string | undefined) => string | undefined;
  /** Takes the pictures that are shown. */
  readonly pictures: string[];
}

function withPlaces(placed: PlacedPages, { text: body, path, embed, pictures }: Placing): string {
  const { findPicture, pictureData } = placed.parts;
  const named = picturesIn(body).flatMap((picture) => {
    const file = findPicture(picture.target, path);
    if (file === undefined) return [];
    pictures.push(pictureData(file));
    return { ...picture, text: pictureWritten(body, picture, pictures.length - 1) };
  });
  const links = readBody(body, 0).links.map(({ kind, target, heading, span, embed: isEmbed }) => {
    const label = linkLabel(body.slice(span.start, span.end), kind);
    const to = ledTo(placed, target);
    if (!to) return { ...span, text: label ?? target };
    // What stands in a line by itself is shown where it stands, anything else is a link.
    const shown = isEmbed && isLine(body, span.start, span.end) ? embed(to, heading) : undefined;
    return { ...span, text: shown ?? linkTo(to, heading, label) };
  });
  const edits = [...named, ...links].sort((a, b) => a.start - b.start);
  let [text, at] = ['', 0];
  for (const edit of edits) {
    if (edit.start < at) continue;
    text += body.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + body.slice(at);
}

const isLine = (text: string, start: number, end: number): boolean =>
  (start === 0 || text[start - 1] === '\n') && /^[ \t]*(?:\r?\n|$)/.test(text.slice(end, end + 100));

function linkTo({ anchor, words }: LedTo, heading: string | undefined, label: string | undefined): string {
  const name = heading?.split('#').at(-1)?.trim() ?? '';
  const place = name === '' ? anchor : `${anchor}/${name.startsWith('^') ? name : headingId(name)}`;
  const shown = label ?? (name === '' ? words : `${words} › ${name.replace(/^\^/, '')}`);
  return `[${bracketed(shown)}](<place:${place.replace(/[<>\\\n]/g, '')}>)`;
}

/** A picture as markdown, with what is said of it and its size: `![[gate.png|The gate|200]]`, `![The gate|200x100](gate.png)`. */
function pictureWritten(body: string, { start, end, target }: NamedPicture, i: number): string {
  const written = body.slice(start, end);
  const defines = /^[ \t>]*\[[^\]\n]+\]:/.exec(written)?.[0];
  if (defines !== undefined) return `${defines} <picture:${i}>`;
  const isWiki = /^!?\[\[/.test(written);
  const said = isWiki
    ? /\|([^\]]*)\]\]$/.exec(written)?.[1]
    : (/^!?\[([^\]\n]*)\]/.exec(written)?.[1] ?? tagWords(written));
  const all = (said ?? '').split('|').map((part) => part.trim());
  const size = all.find((part) => /^\d{1,4}(?:x\d{1,4})?$/.test(part));
  const words = all.filter((part) => part !== size && part !== '').join(', ');
  const name = target.slice(target.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return `![${bracketed(words || name)}](picture:${i}${size ? `:${size}` : ''})`;
}

/** What `<img>` says, written as a wikilink says it. */
function tagWords(tag: string): string {
  const value = (name: string): string =>
    new RegExp(`\\s${name}[ \\t]*=[ \\t]*["']?([^"'<>\\n]*)`, 'i').exec(tag)?.[1] ?? '';
  return `${value('alt')}|${value('width').replace(/px$/, '')}`;
}

/** Words between brackets. */
const bracketed = (words: string): string => words.replace(/[[\]\\]/g, '\\$&').replace(/\n/g, ' ');
