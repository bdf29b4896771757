/** Where the pages and pictures that a page names are in an edition, and prose that names them as plain markdown does. */
import { type Known, resolve } from '../canon';
import { readBody } from '../entry/body';
import { linkLabel } from '../entry/inline';
import { nameKey, slug } from '../entry/slug';
import { type NamedPicture, picturesIn } from './attachments';
import type { SharedPage } from './sharedPage';

/** The shared pages, and what each is called in the edition. */
export interface Places {
  readonly known: Known;
  readonly pageAt: (path: string) => SharedPage | undefined;
  readonly anchorAt: (path: string) => string | undefined;
}

/** The name of a page where it is referred to: the written name, or its title if that is an id or a path. */
function calledAs(written: string, page: SharedPage, aliases: readonly { readonly text: string }[]): string {
  const key = nameKey(written);
  return aliases.find(({ text }) => nameKey(text) === key)?.text ?? page.title;
}

/** A written name of a page that leads to a shared page. */
export interface LedTo {
  readonly page: SharedPage;
  readonly anchor: string;
  readonly words: string;
}

export function ledTo({ known, pageAt, anchorAt }: Places, written: string): LedTo | undefined {
  const found = resolve(known, written);
  if (found.kind !== 'one') return undefined;
  const { path, aliases } = found.entry;
  const [page, anchor] = [pageAt(path), anchorAt(path)];
  return page && anchor !== undefined ? { page, anchor, words: calledAs(written, page, aliases) } : undefined;
}

/** The prose without a heading at its top that repeats the title. */
export function withoutTitle({ body, title }: SharedPage): string {
  const { heading } = readBody(body, 0);
  const isTitle =
    heading && slug(heading.text) === slug(title) && body.slice(0, heading.span.start).trim().replace(/^#$/, '') === '';
  return isTitle ? body.slice(body.indexOf('\n', heading.span.end) + 1 || body.length) : body;
}

/** The addresses that prose is given for the pages and pictures that it names. */
interface Addresses {
  /** @param place a heading of the page, or the name of a block with its `^`; empty: the page itself */
  readonly ofPage: (to: LedTo, place: string) => string;
  /** Undefined: the picture stays as it is written. @param target as the page names it @param size in pixels: `200`, `200x100` */
  readonly ofPicture: (target: string, size: string | undefined) => string | undefined;
  /** Markdown that stands for an embedded page; undefined: it is linked instead. */
  readonly embed?: (to: LedTo, heading: string | undefined) => string | undefined;
}

/** Prose whose links to pages and whose pictures are those of plain markdown, at other addresses. */
export function withAddresses(places: Places, body: string, { ofPage, ofPicture, embed }: Addresses): string {
  const named = picturesIn(body).flatMap((picture) => {
    const text = pictureWritten(body, picture, ofPicture);
    return text === undefined ? [] : { ...picture, text };
  });
  const links = readBody(body, 0).links.map(({ kind, target, heading, span, embed: isEmbed }) => {
    const label = linkLabel(body.slice(span.start, span.end), kind);
    const to = ledTo(places, target);
    if (!to) return { ...span, text: label ?? target };
    // An embed on a line of its own is shown in place, any other is a link.
    const shown = isEmbed && isLine(body, span.start, span.end) ? embed?.(to, heading) : undefined;
    const place = heading?.split('#').at(-1)?.trim() ?? '';
    const words = place === '' ? to.words : `${to.words} › ${place.replace(/^\^/, '')}`;
    return {
      ...span,
      text: shown ?? `[${label === undefined ? asWords(words) : bracketed(label)}](${ofPage(to, place)})`,
    };
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

/** A picture as markdown, with its text and its size: `![[gate.png|The gate|200]]`, `![The gate|200x100](gate.png)`. */
function pictureWritten(
  body: string,
  { start, end, target }: NamedPicture,
  addressOf: Addresses['ofPicture'],
): string | undefined {
  const written = body.slice(start, end);
  const defines = /^[ \t>]*\[[^\]\n]+\]:/.exec(written)?.[0];
  const defined = defines === undefined ? undefined : addressOf(target, undefined);
  if (defines !== undefined) return defined && `${defines} <${defined}>`;
  const isWiki = /^!?\[\[/.test(written);
  const said = isWiki
    ? /\|([^\]]*)\]\]$/.exec(written)?.[1]
    : (/^!?\[([^\]\n]*)\]/.exec(written)?.[1] ?? tagWords(written));
  const all = (said ?? '').split('|').map((part) => part.trim());
  const size = all.find((part) => /^\d{1,4}(?:x\d{1,4})?$/.test(part));
  const words = all.filter((part) => part !== size && part !== '').join(', ');
  const name = target.slice(target.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const address = addressOf(target, size);
  return address && `![${bracketed(words || name)}](${address})`;
}

/** The text of an `<img>`, written as in a wikilink. */
function tagWords(tag: string): string {
  const value = (name: string): string =>
    new RegExp(`\\s${name}[ \\t]*=[ \\t]*["']?([^"'<>\\n]*)`, 'i').exec(tag)?.[1] ?? '';
  return `${value('alt')}|${value('width').replace(/px$/, '')}`;
}

/** Words between brackets. */
const bracketed = (words: string): string => words.replace(/[[\]\\]/g, '\\$&').replace(/\n/g, ' ');

/** Words as markdown that shows them as they are. */
export const asWords = (words: string): string =>
  words
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
