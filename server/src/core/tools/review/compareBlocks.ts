/** Compares two versions of a prose word by word, and marks what is gone and what is new. */
import { cutFrontmatter } from '../../entry/frontmatter';
import { nameKey } from '../../entry/slug';
import { diffWordsWithSpace } from 'diff';

/** A block of a page's prose for a reader, without the marks of markdown. */
interface Block {
  /** `verbatim` and `quote`, which may be a verse, keep their line breaks. */
  readonly kind: 'heading' | 'item' | 'quote' | 'verbatim' | 'text';
  readonly text: string;
}

/** Patterns that begin a block of their own; the matched mark is left out. */
const MARKS: readonly (readonly [Block['kind'], RegExp])[] = [
  ['heading', /^ {0,3}#{1,6}\s+/],
  ['item', /^\s*(?:[-*+]|\d{1,9}[.)])\s+/],
  ['quote', /^ {0,3}>\s?(?:\[!\w+\][-+]?\s*)?/],
];
const LINED: ReadonlySet<Block['kind']> = new Set(['verbatim', 'quote']);
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

interface Lines {
  readonly kind: Block['kind'];
  readonly lines: string[];
}

/** @param text of the whole file @param title is left out where it is the first heading */
export function blocksOf(text: string, title: string): Block[] {
  const found: Lines[] = [];
  let last: Lines | null = null;
  let fence: string | null = null;
  for (const line of text.slice(cutFrontmatter(text)?.body ?? 0).split(/\r\n?|\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === null || mark.startsWith(fence))) {
      fence = fence === null ? mark : null;
      last = null;
    } else if (fence === null && line.trim() === '') last = null;
    else {
      const { kind, words } = fence === null ? readLine(line) : { kind: 'verbatim' as const, words: line };
      if (!last || !goesOn(last.kind, kind)) found.push((last = { kind, lines: [] }));
      last.lines.push(words);
    }
  }
  const blocks = found.map(({ kind, lines }) => ({
    kind,
    text: lines.join(LINED.has(kind) ? '\n' : ' ').replace(/\n /g, '\n'),
  }));
  const [first, ...others] = blocks;
  return first?.kind === 'heading' && nameKey(first.text) === nameKey(title) ? others : blocks;
}

/** Whether a line continues the block above it: in a paragraph, an item or a quote. */
const goesOn = (above: Block['kind'], kind: Block['kind']): boolean =>
  kind === 'text'
    ? above !== 'heading' && above !== 'verbatim'
    : kind === above && kind !== 'heading' && kind !== 'item';

function readLine(line: string): { readonly kind: Block['kind']; readonly words: string } {
  if (line.startsWith('|')) return { kind: 'verbatim', words: line };
  const [kind, mark] = MARKS.find(([, pattern]) => pattern.test(line)) ?? (['text', /^\s+/] as const);
  const words = shown(line.replace(mark, '').trimEnd().replace(/\\$/, ''));
  // A line break in a paragraph is marked at the end of the line before.
  return { kind, words: kind !== 'quote' && /(?: {2}|\\)$/.test(line) ? `${words}\n` : words };
}

/** A line without the marks of links and emphasis. */
const shown = (line: string): string =>
  line
    .replace(/!?\[\[([^[\]|#]*)(?:#[^[\]|]*)?(?:\|([^[\]]*))?\]\]/g, (_, name: string, label?: string) => label ?? name)
    .replace(/!?\[([^[\]]*)\]\([^()\s]*(?: "[^"]*")?\)/g, '$1')
    .replace(/(\*{1,3})(?=[^\s*])([^*]*[^\s*])\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}_])(_{1,3})(?=[^\s_])([^_]*[^\s_])\1(?![\p{L}\p{N}_])/gu, '$2');

/** A run of words; `mark` says that the other version lacks it. */
interface MarkedRun {
  readonly text: string;
  readonly isChanged: boolean;
}

/** A block in which the words that the other version lacks are marked. */
export interface MarkedBlock {
  readonly kind: Block['kind'];
  readonly runs: readonly MarkedRun[];
}

interface ComparedBlocks {
  readonly before: readonly MarkedBlock[];
  readonly after: readonly MarkedBlock[];
  /** They have too little in common for marks. */
  readonly isRewritten: boolean;
}

/** The most words that may come and go before the search for common words stops: the work grows with its square. */
const MOST_CHANGES = 800;
/** The share of the shorter text that has to be in the other one for marks to help. */
const LEAST_COMMON = 0.3;

export function compareBlocks(before: readonly Block[], after: readonly Block[]): ComparedBlocks {
  const [a, b] = [textOf(before), textOf(after)];
  const parts = partsOf(a, b);
  const common = parts.reduce((sum, { same }) => sum + same.length, 0);
  const isRewritten = common < LEAST_COMMON * Math.min(a.length, b.length) || common === 0;
  if (isRewritten) return { before: before.map(unmarked), after: after.map(unmarked), isRewritten };
  return {
    before: marked(before, spansOf(parts, 'gone')),
    after: marked(after, spansOf(parts, 'come')),
    isRewritten,
  };
}

export const unmarked = ({ kind, text }: Block): MarkedBlock => ({ kind, runs: [{ text, isChanged: false }] });

const BREAK = '\n\n';
const textOf = (blocks: readonly Block[]): string => blocks.map(({ text }) => text).join(BREAK);

/** A common part, and what follows it in each text. */
interface Part {
  readonly same: string;
  readonly gone: string;
  readonly come: string;
}

function partsOf(a: string, b: string): Part[] {
  const changes = diffWordsWithSpace(a, b, { maxEditLength: MOST_CHANGES });
  if (!changes) return [{ same: '', gone: a, come: b }];
  const parts: Part[] = [];
  for (const { value, added, removed } of changes) {
    if (!added && !removed) parts.push({ same: value, gone: '', come: '' });
    else {
      const { same, gone, come } = parts.pop() ?? { same: '', gone: '', come: '' };
      parts.push({ same, gone: removed ? gone + value : gone, come: added ? come + value : come });
    }
  }
  return joined(parts);
}

/** A blank, or a word between two longer changes, is common by chance: keeping it would split one change in two. */
function joined(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    const { same } = part;
    const isByChance =
      sizeOf(part) > 0 && (same.trim() === '' || (last && same.length <= Math.min(sizeOf(last), sizeOf(part))));
    if (last && sizeOf(last) > 0 && isByChance === true)
      result[result.length - 1] = { ...last, gone: last.gone + same + part.gone, come: last.come + same + part.come };
    else result.push(part);
  }
  return result;
}

const sizeOf = ({ gone, come }: Part): number => Math.max(gone.length, come.length);

/** Half-open, in the whole text of one side. */
interface Span {
  readonly start: number;
  readonly end: number;
}

function spansOf(parts: readonly Part[], side: 'gone' | 'come'): Span[] {
  let at = 0;
  return parts.map((part) => {
    const start = at + part.same.length;
    const words = part[side];
    at = start + words.length;
    // Blanks around a change do not matter, unless they are all of it.
    const trimmed = words.trim() === '' ? words : words.trim();
    return { start: start + words.indexOf(trimmed), end: start + words.indexOf(trimmed) + trimmed.length };
  });
}

/** Splits each block at the ends of the changes. */
function marked(blocks: readonly Block[], spans: readonly Span[]): MarkedBlock[] {
  let start = 0;
  return blocks.map(({ kind, text }) => {
    const runs: MarkedRun[] = [];
    let at = 0;
    const upTo = (offset: number, isChanged: boolean): void => {
      const end = Math.min(Math.max(offset - start, at), text.length);
      if (at < end) runs.push({ text: text.slice(at, end), isChanged });
      at = end;
    };
    for (const span of spans) {
      upTo(span.start, false);
      upTo(span.end, true);
    }
    upTo(start + text.length, false);
    start += text.length + BREAK.length;
    return { kind, runs };
  });
}
