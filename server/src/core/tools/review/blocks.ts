/** The prose of a page for a reader: paragraph by paragraph, without the marks of markdown. */
import { cutFrontmatter } from '../../entry/frontmatter';
import { nameKey } from '../../entry/slug';

export interface Block {
  /** `verbatim` and `quote`, which may be a verse, have lines of their own. */
  readonly kind: 'heading' | 'item' | 'quote' | 'verbatim' | 'text';
  readonly text: string;
}

/** What begins a block of its own, with the mark that is left out. */
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

/** @param text of the whole file. @param title is left out where it is the first heading */
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

/** Whether a line belongs to the block above it: text flows on in a paragraph, an item or a quote. */
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
