/** Finds the node of a tree at a span, and what it stands in. */
import { lastOfTurn, memoized } from '../text/memoized';
import { firstPast } from '../text/sorted';
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
export const placeOfSpan = (root: YamlNode | null, span: Span): NodePlace | null => lastPlaces(root)(span);

/** The same for one tree, whose nodes are looked into once each: for whoever goes from tree to tree and back. */
export function placesIn(root: YamlNode | null): (span: Span) => NodePlace | null {
  const partsIn = memoized(partsInside);
  return (span) => {
    if (root === null || !covers(root, span)) return null;
    let found: NodePlace = {
      node: root,
      parent: null,
      pair: null,
      isKey: false,
      index: -1,
      isFlow: false,
      above: null,
    };
    for (;;) {
      const inner = partAt(found, span, partsIn);
      if (inner === undefined) return found;
      found = inner;
    }
  };
}

/** A tree may be asked for the place of every one of its nodes. */
const lastPlaces = lastOfTurn(placesIn);

const covers = ({ span }: YamlNode, inner: Span): boolean => spanContains(span, inner);

/** What stands right inside a node. */
type Part = Pick<NodePlace, 'node' | 'pair' | 'isKey' | 'index'>;

/** What stands right inside a node, from first to last: without aliases, whose nodes stand elsewhere. */
export const partsInside = (node: YamlNode): readonly Part[] => (node.kind === 'scalar' ? [] : [...partsOf(node)]);

/** What stands right inside a node and covers a span. */
function partAt(place: NodePlace, span: Span, partsIn: typeof partsInside): NodePlace | undefined {
  const { node } = place;
  if (node.kind === 'scalar') return undefined;
  const parts = partsIn(node);
  const part = parts[firstPast(parts, (one) => span.end <= one.node.span.end)];
  return part && covers(part.node, span) ? { ...part, parent: node, isFlow: node.flow, above: place } : undefined;
}

function* partsOf(node: YamlMapping | YamlSequence): Generator<Part> {
  let end = node.kind === 'sequence' ? node.span.start : -1;
  const isNext = ({ span }: YamlNode): boolean => {
    if (span.start < end) return false;
    ({ end } = span);
    return true;
  };
  if (node.kind === 'sequence') {
    for (const [index, item] of node.items.entries())
      if (isNext(item)) yield { node: item, pair: null, isKey: false, index };
    return;
  }
  for (const pair of node.pairs) {
    if (isNext(pair.key)) yield { node: pair.key, pair, isKey: true, index: -1 };
    if (pair.value && isNext(pair.value)) yield { node: pair.value, pair, isKey: false, index: -1 };
  }
}

/** The nearest mapping around a place, itself included, and the pair of it that the place stands in. */
export function pairAround(place: NodePlace | null): { mapping: YamlMapping; pair: YamlPair; place: NodePlace } | null {
  for (let at = place; at !== null; at = at.above) {
    if (at.parent?.kind === 'mapping' && at.pair) return { mapping: at.parent, pair: at.pair, place: at };
  }
  return null;
}
