/** What can be folded in the frontmatter: the whole of it, and each key and item that goes over several lines. */
import type { Entry } from '../entry/entry';
import { cutFrontmatter } from '../entry/frontmatter';
import type { Span } from '../text/span';
import { partsInside } from '../yaml/nodeAtSpan';
import { readYaml } from '../yaml/readYaml';
import type { YamlNode } from '../yaml/tree';

export interface Fold {
  /** From its first character to its last that is no blank. */
  readonly span: Span;
  readonly isFrontmatter: boolean;
}

/** Sections of prose are folded by editors themselves. */
export function foldsOf(entry: Entry, text: string): Fold[] {
  const cut = cutFrontmatter(text);
  if (!cut?.closed) return [];
  const { root } = cut.language === '' ? readYaml(text, entry.frontmatter) : { root: null };
  const end = text.slice(0, cut.body).trimEnd().length;
  const parts =
    root === null ? [] : partsOf(root).filter(({ start, end: last }) => text.slice(start, last).trim().includes('\n'));
  return [
    { span: { start: cut.fence.start, end }, isFrontmatter: true },
    ...parts.map((span) => ({ span: trimmed(text, span), isFrontmatter: false })),
  ];
}

/** Keys with their values, and the items of lists, however deep; without aliases, whose nodes stand elsewhere. */
function partsOf(root: YamlNode): Span[] {
  const found: Span[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop())
    for (const { node: part, pair, isKey } of partsInside(node)) {
      if (isKey) continue;
      found.push({ start: pair?.key.span.start ?? part.span.start, end: part.span.end });
      waiting.push(part);
    }
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

const trimmed = (text: string, { start, end }: Span): Span => ({ start, end: text.slice(0, end).trimEnd().length });
