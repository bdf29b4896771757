/** What an entry is called where it has no `title`: its file's name, or the heading at its top (model §2). */
import type { Codex } from '../codex/codex';
import type { Span } from '../text/span';
import type { Body } from './body';
import type { Entry } from './entry';

export interface Title {
  readonly text: string;
  /** The heading that says it, also where the file's name says the same; null where none does. */
  readonly span: Span | null;
}

/** @param path relative to the codex root. @param from where the body begins */
export function titleWithout(
  { titles }: Codex,
  { path, fileName, text, from, body }: { path: string; fileName: string; text: string; from: number; body: Body },
): Title {
  const folder = INDEX.test(fileName) ? path.split('/').at(-2)?.normalize('NFC') : undefined;
  const name = folder ?? fileName;
  const { heading } = body;
  const said = heading ? withoutMarkup(heading.text) : '';
  const isTitle = titles === 'heading' || (titles === null && isNoTitle(fileName) && isAtTop(text, from, body));
  return heading && said !== '' && (isTitle || said === name)
    ? { text: said, span: heading.span }
    : { text: name, span: null };
}

const INDEX = /^(?:_?index|readme)$/i;

/** Whether a file's name is none that its owner would show: a slug, a number, the page of a folder. */
const isNoTitle = (fileName: string): boolean => INDEX.test(fileName) || !NAME.test(fileName);

/** A capital or a space; in a script that has no capitals a name looks like any other word. */
const NAME = /[\p{Lu}\p{Lt}\p{Lo}\s]/u;

/** So much may stand above a heading in comments and pictures. */
const MOST_ABOVE = 4000;

/** What may stand above a title and is no text: comments, pictures, tags of HTML. */
const NO_TEXT = /<!--.*?-->|%%.*?%%|!\[\[[^\]]*\]\]|!\[[^\]]*\]\([^()]*\)|<[^<>]*>|(?<!\S)#[^\s#]+/gs;

/** Whether the heading is the only one of its level, and no text stands above it. */
function isAtTop(text: string, from: number, { heading, isSole }: Body): boolean {
  const above = heading ? heading.span.start - from : Infinity;
  return isSole && above <= MOST_ABOVE && !/[\p{L}\p{N}]/u.test(text.slice(from, from + above).replace(NO_TEXT, ' '));
}

/** What is longer is no title; a line of any length must cost little. */
const LONGEST_TITLE = 500;

/** A heading as it is read aloud: `**The** [[queen|Queen]]` is "The Queen". */
export const withoutMarkup = (heading: string): string => readAloud(heading.slice(0, LONGEST_TITLE)).trim();

/** Prose without the marks of its links and of its emphasis. */
export const readAloud = (prose: string): string =>
  prose
    .replace(/!?\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '');

/** Whether a page writes its title as a key. */
export const isTitleWritten = ({ titleSpan, frontmatter }: Pick<Entry, 'titleSpan' | 'frontmatter'>): boolean =>
  titleSpan !== null && titleSpan.end <= frontmatter.end;
