/** Finds the node of a tree at a span, and what it stands in. */
import type { Span } from '../text/span';
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
export function placeOf(root: YamlNode | null, span: Span): NodePlace | null {
  if (root === null) return null;
  let found: NodePlace = { node: root, parent: null, pair: null, isKey: false, index: -1, isFlow: false, above: null };
  if (!covers(root, span)) return null;
  for (;;) {
    const inner = partsOf(found).find(({ node }) => covers(node, span));
    if (inner === undefined) return found;
    found = inner;
  }
}

const covers = ({ span }: YamlNode, inner: Span): boolean => span.start <= inner.start && inner.end <= span.end;

/** What stands right inside a node, aliases aside: their nodes stand elsewhere. */
function partsOf(place: NodePlace): NodePlace[] {
  const { node } = place;
  if (node.kind === 'scalar') return [];
  const common = { parent: node, isFlow: node.flow, above: place };
  if (node.kind === 'sequence') {
    return node.items.flatMap((item, index) =>
      covers(node, item.span) ? [{ ...common, node: item, pair: null, isKey: false, index }] : [],
    );
  }
  return node.pairs.flatMap((pair) => {
    const { key, value } = pair;
    const asKey = { ...common, node: key, pair, isKey: true, index: -1 };
    if (value === null || value.span.start < key.span.end) return [asKey];
    return [asKey, { ...common, node: value, pair, isKey: false, index: -1 }];
  });
}

/** The nearest mapping around a place, itself included, and the pair of it that the place stands in. */
export function pairAround(place: NodePlace | null): { mapping: YamlMapping; pair: YamlPair; place: NodePlace } | null {
  for (let at = place; at !== null; at = at.above) {
    if (at.parent?.kind === 'mapping' && at.pair) return { mapping: at.parent, pair: at.pair, place: at };
  }
  return null;
}
