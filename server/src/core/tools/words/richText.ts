/** An answer in words, before it is known where it will be read: as plain text in a terminal, as markdown in an editor. */
import type { Entry } from '../../entry/entry';
import { escapeMarkdown } from '../../text/wordLists';

/** A word or two; with an entry, a link to it where the surface has links. */
export type TextPart = string | { readonly text: string; readonly entry?: Entry; readonly isStrong?: boolean };

export interface RichLine {
  readonly kind: 'heading' | 'section' | 'text' | 'item' | 'quote' | 'cited';
  readonly parts: readonly TextPart[];
}

export type RichText = readonly RichLine[];

export const textLine = (...parts: TextPart[]): RichLine => ({ kind: 'text', parts });
export const itemLine = (...parts: TextPart[]): RichLine => ({ kind: 'item', parts });
export const headingLine = (...parts: TextPart[]): RichLine => ({ kind: 'heading', parts });
/** A title, and the lines under it; nothing where there are none. */
export const sectionLine = (title: string, lines: readonly RichLine[]): RichLine[] =>
  lines.length > 0 ? [{ kind: 'section', parts: [title] }, ...lines] : [];
/** What belongs to the item above it. */
export const quoteLine = (...parts: TextPart[]): RichLine => ({ kind: 'quote', parts });
/** What belongs to all the items above it. */
export const citedEntry = (...parts: TextPart[]): RichLine => ({ kind: 'cited', parts });

/** A name that leads to its entry. */
export const link = (entry: Entry, text = entry.title): TextPart => ({ text, entry });
export const strong = (text: string, entry?: Entry): TextPart => ({ text, isStrong: true, ...(entry && { entry }) });

/** The words of a part. */
export const nameOf = (part: TextPart): string => (typeof part === 'string' ? part : part.text);

/** For a terminal, a line each; an author's own line breaks keep to the indent. @param shown what a terminal is to show of a word or two */
export const plainText = (
  prose: RichText,
  shown: (text: string, isStrong: boolean) => string = (text) => text,
): string =>
  prose
    .map(({ kind, parts }) => {
      const words = parts.map((part) =>
        typeof part === 'string' ? shown(part, false) : shown(part.text, part.isStrong === true),
      );
      return `${PLAIN[kind]}${words.join('')}`.replace(/\n(?=[^\n])/g, `\n${PLAIN[kind]}`);
    })
    .join('\n');

type Href = (entry: Entry) => string | null;

const PLAIN = { heading: '', section: '', text: '', item: '  ', quote: '    ', cited: '    ' } as const;

/** For an editor, or wherever else markdown is read. @param href where an entry is to be found; null: nowhere */
export function markdown(prose: RichText, href: Href = () => null): string {
  const written = ({ kind, parts }: RichLine): string =>
    MARKDOWN[kind] + notABlock(parts.map((part) => inline(part, href)).join(''));
  return prose
    .map((line, i) => (i > 0 && (line.kind !== 'item' || prose[i - 1]?.kind !== 'item') ? '\n' : '') + written(line))
    .join('\n');
}

const MARKDOWN = { heading: '## ', section: '### ', text: '', item: '- ', quote: '  > ', cited: '> ' } as const;

/** An author's words are no list either, though they begin with a dash or a number. */
const notABlock = (line: string): string => line.replace(/^(\d*)(?=[-+.)])/, '$1\\');

function inline(part: TextPart, href: Href): string {
  if (typeof part === 'string') return escapeMarkdown(part);
  const shown = part.isStrong ? `**${escapeMarkdown(part.text)}**` : escapeMarkdown(part.text);
  const uri = part.entry ? href(part.entry) : null;
  return uri === null ? shown : `[${shown}](<${uri.replace(/[<>]/g, encodeURIComponent)}>)`;
}
