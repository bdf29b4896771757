/** Finds the node of a tree at a span, and what it stands in. */
import { type Span, spanContains } from '../text/span';
import type { YamlMapping, YamlNode, YamlPair, YamlSequence } from './tree';

export interface NodePlace {
  readonly node: YamlNode;
  /** null at the root. */
  readonly parent: YamlMapping | YamlSequence | null;
  /** In a mapping: the pair whose key or value it is. */
  readonly pair: YamlPair | null;
  readonly isKey: boolean;
  /** In a list: which item. */
  readonly index: number;
  /** Whether it stands in brackets or braces. */
  readonly isFlow: boolean;
  /** The place of the parent; null at the root. */
  readonly above: NodePlace | null;
}

/** The place of the smallest node that covers a span (of a scalar the quotes count); null where none does. */
export function placeOfSpan(root: YamlNode | null, span: Span): NodePlace | null {
  if (root === null) return null;
  let found: NodePlace = { node: root, parent: null, pair: null, isKey: false, index: -1, isFlow: false, above: null };
  if (!covers(root, span)) return null;
  for (;;) {
    const inner = partAt(found, span);
    if (inner === undefined) return found;
    found = inner;
  }
}

const covers = ({ span }: YamlNode, inner: Span): boolean => spanContains(span, inner);

/** What stands right inside a node and covers a span, aliases aside: their nodes stand elsewhere. */
function partAt(place: NodePlace, span: Span): NodePlace | undefined {
  const { node } = place;
  if (node.kind === 'scalar') return undefined;
  const common = { parent: node, isFlow: node.flow, above: place };
  if (node.kind === 'sequence') {
    const index = node.items.findIndex((item) => covers(item, span) && covers(node, item.span));
    const item = node.items[index];
    return item && { ...common, node: item, pair: null, isKey: false, index };
  }
  for (const pair of node.pairs) {
    const { key, value } = pair;
    if (covers(key, span)) return { ...common, node: key, pair, isKey: true, index: -1 };
    const isHere = value !== null && key.span.end <= value.span.start;
    if (isHere && covers(value, span)) return { ...common, node: value, pair, isKey: false, index: -1 };
  }
  return undefined;
}

/** The nearest mapping around a place, itself included, and the pair of it that the place stands in. */
export function pairAround(place: NodePlace | null): { mapping: YamlMapping; pair: YamlPair; place: NodePlace } | null {
  for (let at = place; at !== null; at = at.above) {
    if (at.parent?.kind === 'mapping' && at.pair) return { mapping: at.parent, pair: at.pair, place: at };
  }
  return null;
}
