/** Markdown for editors that show it, and the same words for those that do not. */
import { type MarkupContent, MarkupKind } from 'vscode-languageserver';
import type { Phrase, TimelineCard, Sent } from '../protocol/protocolPictures';
import type { Entry } from '../../core/entry/entry';

/** @param formats those that the editor has announced; one that announces none takes a text, and no more */
export function contentOf(formats: readonly MarkupKind[] | undefined, markdown: string): MarkupContent | string {
  if (formats?.includes(MarkupKind.Markdown) === true) return { kind: MarkupKind.Markdown, value: markdown };
  const value = plainOf(markdown);
  return formats?.includes(MarkupKind.PlainText) === true ? { kind: MarkupKind.PlainText, value } : value;
}

/** The words alone: no links, no emphasis, no line across the page. */
const plainOf = (markdown: string): string =>
  markdown
    .replace(/\[((?:[^\]\\]|\\.)*)\]\([^)]*\)/g, '$1')
    .replace(/^ {0,3}-{3,}\n+/gm, '')
    .replace(/^#{1,6} /gm, '')
    .replace(/(?<!\\)[*`]/g, '')
    .replace(/\\([^\w\s])/g, '$1');

/** Reads the markdown in which hovers are written as lines that a page of ours draws. */
type Line = TimelineCard[number];

/** How a line of markdown begins that is not plain text. */
const KINDS: readonly (readonly [begins: RegExp, kind: Line['kind']])[] = [
  [/^#{1,2} /, 'heading'],
  [/^#{3,} /, 'section'],
  [/^- /, 'item'],
  [/^> /, 'cited'],
];

/** @param markdown of ours: what an author wrote has no markup in it */
export const linesOfMarkdown = (markdown: string): TimelineCard =>
  markdown
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== '---')
    .map((line): Line => {
      const [begins, kind] = KINDS.find(([one]) => one.test(line)) ?? [/^/, 'text' as const];
      return { kind, parts: phrasesOf(line.replace(begins, '')) };
    });

/** A link, a mark of what is strong or set off, something escaped, a word of code, an address, or any other sign. */
const PIECE =
  /\[((?:\\.|[^\]\\])*)\]\(<?([^)>\s]*)>?\)|(\*\*)|(\*)|\\(.)|`([^`]*)`|<(https?:[^>\s]*)>|([^[*\\`<]+|.)/gsu;

function phrasesOf(text: string): Phrase[] {
  const phrases: { text: string; uri?: string; isStrong?: true }[] = [];
  let isStrong = false;
  const add = (words: string, uri?: string): void => {
    const last = phrases.at(-1);
    if (last && uri === undefined && last.uri === undefined && (last.isStrong ?? false) === isStrong)
      last.text += words;
    else phrases.push({ text: words, ...(uri !== undefined && { uri }), ...(isStrong && { isStrong }) });
  };
  for (const [, label, uri, strong, set, escaped, code, address, words] of text.matchAll(PIECE)) {
    if (strong !== undefined) isStrong = !isStrong;
    else if (label !== undefined) add(plain(label), uri);
    else if (set === undefined) add(escaped ?? code ?? address ?? words ?? '');
  }
  return phrases.map(({ text: shown, ...rest }) => (Object.keys(rest).length === 0 ? shown : { text: shown, ...rest }));
}

/** The words of a label: marks in it are left out. */
const plain = (label: string): string => label.replace(/\\(.)|\*+/gs, '$1');

/** @param href the URI of an entry; null where it can't be opened */
export function sent<T>(answer: T, href: (entry: Entry) => string | null): Sent<T> {
  const send = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(send);
    if (typeof value !== 'object' || value === null) return value;
    if (!('entry' in value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, send(one)]));
    const { entry, ...words } = value as { readonly entry: Entry };
    const uri = href(entry);
    return { ...words, ...(uri !== null && { uri }) };
  };
  return send(answer) as Sent<T>;
}
