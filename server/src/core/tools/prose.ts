/** An answer in words, before it is known where it will be read: as plain text in a terminal, as markdown in an editor. */
import type { Entry } from '../entry/entry';
import { escapeMarkdown } from '../text/wordLists';

/** A word or two; with an entry, a link to it where the surface has links. */
export type Part = string | { readonly text: string; readonly entry?: Entry; readonly isStrong?: boolean };

export interface Line {
  readonly kind: 'heading' | 'section' | 'text' | 'item' | 'quote' | 'cited';
  readonly parts: readonly Part[];
}

export type Prose = readonly Line[];

export const text = (...parts: Part[]): Line => ({ kind: 'text', parts });
export const item = (...parts: Part[]): Line => ({ kind: 'item', parts });
export const heading = (...parts: Part[]): Line => ({ kind: 'heading', parts });
/** A title, and the lines under it; nothing where there are none. */
export const section = (title: string, lines: readonly Line[]): Line[] =>
  lines.length > 0 ? [{ kind: 'section', parts: [title] }, ...lines] : [];
/** What belongs to the item above it. */
export const quote = (...parts: Part[]): Line => ({ kind: 'quote', parts });
/** What belongs to all the items above it. */
export const cited = (...parts: Part[]): Line => ({ kind: 'cited', parts });

/** A name that leads to its entry. */
export const link = (entry: Entry, text = entry.title): Part => ({ text, entry });
export const strong = (text: string, entry?: Entry): Part => ({ text, isStrong: true, ...(entry && { entry }) });

/** The words of a part. */
export const nameOf = (part: Part): string => (typeof part === 'string' ? part : part.text);

/** For a terminal, a line each; an author's own line breaks keep to the indent. @param shown what a terminal is to show of a word or two */
export const plain = (prose: Prose, shown: (text: string, isStrong: boolean) => string = (text) => text): string =>
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
export function markdown(prose: Prose, href: Href = () => null): string {
  const written = ({ kind, parts }: Line): string =>
    MARKDOWN[kind] + notABlock(parts.map((part) => inline(part, href)).join(''));
  return prose
    .map((line, i) => (i > 0 && (line.kind !== 'item' || prose[i - 1]?.kind !== 'item') ? '\n' : '') + written(line))
    .join('\n');
}

const MARKDOWN = { heading: '## ', section: '### ', text: '', item: '- ', quote: '  > ', cited: '> ' } as const;

/** An author's words are no list either, though they begin with a dash or a number. */
const notABlock = (line: string): string => line.replace(/^(\d*)(?=[-+.)])/, '$1\\');

function inline(part: Part, href: Href): string {
  if (typeof part === 'string') return escapeMarkdown(part);
  const shown = part.isStrong ? `**${escapeMarkdown(part.text)}**` : escapeMarkdown(part.text);
  const uri = part.entry ? href(part.entry) : null;
  return uri === null ? shown : `[${shown}](<${uri.replace(/[<>]/g, encodeURIComponent)}>)`;
}
