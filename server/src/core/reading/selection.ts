/** What is selected as a selection grows in the frontmatter: the value, its key with it, the item, the block, all of it. */
import { cutFrontmatter, type Frontmatter } from '../entry/frontmatter';
import { cover, type Span, spanTouches } from '../text/span';
import { once } from '../text/steps';
import { readYaml } from '../yaml/readYaml';
import type { YamlNode } from '../yaml/tree';

/**
 * Tells the spans around an offset, the smallest first, each within the next; none in the prose, where editors know words and
 * lines. A text is read once, however many carets there are.
 */
export function selectionsIn(text: string): (offset: number) => Span[] {
  const cut = cutFrontmatter(text);
  if (!cut || cut.language !== '') return () => [];
  const root = once(() => readYaml(text, cut.yaml).root);
  return (offset) => (offset < cut.yaml.start || cut.yaml.end <= offset ? [] : selectionsAt(root(), text, cut, offset));
}

function selectionsAt(root: YamlNode | null, text: string, cut: Frontmatter, offset: number): Span[] {
  const spans = [...(root ? around(root, offset) : []), cut.yaml, { start: cut.fence.start, end: cut.body }]
    .map(({ start, end }) => ({ start, end: start + text.slice(start, end).trimEnd().length }))
    .filter((span) => spanTouches(span, offset));
  // Each must hold the one before; broken YAML may have spans that do not.
  const growing: Span[] = [];
  for (const span of spans) {
    const last = growing.at(-1);
    const next = last ? cover(last, span) : span;
    if (!last || next.start < last.start || last.end < next.end) growing.push(next);
  }
  return growing;
}

/** From within: the content of a text before its quotes, a value before its key, an item before its list. */
function* around(node: YamlNode, offset: number): Generator<Span> {
  if (node.kind === 'scalar') yield node.content;
  if (node.kind === 'sequence')
    for (const item of node.items) if (spanTouches(item.span, offset)) yield* around(item, offset);
  if (node.kind === 'mapping')
    for (const { key, value } of node.pairs) {
      const whole = value ? cover(key.span, value.span) : key.span;
      if (!spanTouches(whole, offset)) continue;
      if (spanTouches(key.span, offset)) yield* around(key, offset);
      else if (value && spanTouches(value.span, offset)) yield* around(value, offset);
      yield whole;
    }
  yield node.span;
}
