/** What can be folded in the frontmatter: the whole of it, and each key and item that goes over several lines. */
import type { Entry } from '../entry/entry';
import { cutFrontmatter } from '../entry/fence';
import type { Span } from '../text/span';
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
    root === null
      ? []
      : [...partsOf(root)].filter(({ start, end: last }) => text.slice(start, last).trim().includes('\n'));
  return [
    { span: { start: cut.fence.start, end }, isFrontmatter: true },
    ...parts.map((span) => ({ span: trimmed(text, span), isFrontmatter: false })),
  ];
}

/** Keys with their values, and the items of lists, however deep. */
function* partsOf(node: YamlNode): Generator<Span> {
  if (node.kind === 'mapping')
    for (const { key, value } of node.pairs) {
      if (!value) continue;
      yield { start: key.span.start, end: value.span.end };
      yield* partsOf(value);
    }
  if (node.kind === 'sequence')
    for (const item of node.items) {
      yield item.span;
      yield* partsOf(item);
    }
}

const trimmed = (text: string, { start, end }: Span): Span => ({ start, end: text.slice(0, end).trimEnd().length });
