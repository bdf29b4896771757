/** The YAML tree as the author wrote it: every scalar is its text, every node has its span. */
import { type Span, spanContains } from '../text/span';
import { lastOfTurn, memoized } from '../text/groups';
import { firstPast } from '../text/sorted';

/** A node of the tree: a scalar is its text (`412` is not converted to a number). */
export type YamlNode = YamlScalar | YamlSequence | YamlMapping;

export interface YamlScalar {
  readonly kind: 'scalar';
  /** The content after unquoting and folding; never a guessed number, date or boolean. */
  readonly text: string;
  readonly style: 'plain' | 'single' | 'double' | 'block';
  /** The whole node, quotes included (for a block scalar from its `|` or `>` to its last line). */
  readonly span: Span;
  /** The text between the quotes; equal to `span` if there are none. */
  readonly content: Span;
}

export interface YamlSequence {
  readonly kind: 'sequence';
  readonly items: readonly YamlNode[];
  readonly span: Span;
  readonly flow: boolean;
}

export interface YamlPair {
  readonly key: YamlScalar;
  /** null if nothing is written after the colon. */
  readonly value: YamlNode | null;
}

export interface YamlMapping {
  readonly kind: 'mapping';
  readonly pairs: readonly YamlPair[];
  readonly span: Span;
  readonly flow: boolean;
}

/** The readable part of a YAML text, and its problems. */
export interface YamlReading {
  readonly root: YamlNode | null;
  readonly problems: readonly YamlProblem[];
}

export interface YamlProblem {
  readonly code: 'frontmatter/invalid-yaml' | 'frontmatter/duplicate-key' | 'entry/conflict';
  readonly span: Span;
  readonly message: string;
}

/** Plain words that mean "nothing here", in YAML or in notes and templates. */
export const NOTHING = /^(?:|~|null|none|n\/?a|tbd|-|\?)$/i;

const AS_WRITTEN = Symbol('as written');

/** YAML that is inserted unchanged: one line, valid in flow and in block. */
interface AsWritten {
  readonly [AS_WRITTEN]: string;
}

/** A text, a list, or a mapping, whose keys are written in this order. */
export type YamlValue = string | AsWritten | readonly YamlValue[] | { readonly [key: string]: YamlValue };

/** Copies a piece of somebody's YAML with its quotes and brackets: `"Aldric"`, `[[Maric]]`, `{seat: vyrhold}`. */
export const asWritten = (yaml: string): AsWritten => ({ [AS_WRITTEN]: yaml });

export const writtenIn = (value: YamlValue): string | undefined =>
  typeof value === 'object' && AS_WRITTEN in value ? value[AS_WRITTEN] : undefined;

export const isList = (value: YamlValue): value is readonly YamlValue[] => Array.isArray(value);

/** The text of a node; empty for none. */
export function valueOf(node: YamlNode | null): YamlValue {
  if (node === null) return '';
  if (node.kind === 'scalar') return node.text;
  if (node.kind === 'sequence') return node.items.map(valueOf);
  return Object.fromEntries(node.pairs.map(({ key, value }) => [key.text, valueOf(value)]));
}

/**
 * The pairs of a mapping, and after them those that it takes over with `<<`, as older YAML had it and other tools still read: what
 * is written here goes first, then what is listed first. The mapping itself keeps its `<<`, so that it is edited as it is written.
 */
export function mergedPairs(mapping: YamlMapping): readonly YamlPair[] {
  if (!mapping.pairs.some(isMerge)) return mapping.pairs;
  const own = mapping.pairs.filter((pair) => !isMerge(pair));
  const taken = new Set(own.map(({ key }) => key.text));
  const others = mapping.pairs.filter(isMerge).flatMap(({ value }) => mappingsIn(value).flatMap(mergedPairs));
  return [...own, ...others.filter(({ key }) => !taken.has(key.text) && taken.add(key.text))];
}

const isMerge = ({ key, value }: YamlPair): boolean => key.text === '<<' && mappingsIn(value).length > 0;

/** A mapping, or those of a list. */
const mappingsIn = (value: YamlNode | null): readonly YamlMapping[] =>
  (value?.kind === 'sequence' ? value.items : [value]).flatMap((node) => (node?.kind === 'mapping' ? [node] : []));

/** The place of a node in a tree: its span, its parent, and its index or pair. */
export interface NodePlace {
  readonly node: YamlNode;
  /** null at the root. */
  readonly parent: YamlMapping | YamlSequence | null;
  /** In a mapping: the pair of which it is the key or the value. */
  readonly pair: YamlPair | null;
  readonly isKey: boolean;
  /** In a list: its index. */
  readonly index: number;
  /** Whether it is in brackets or braces. */
  readonly isFlow: boolean;
  /** The place of the parent; null at the root. */
  readonly above: NodePlace | null;
}

/** The place of the smallest node that covers a span (a scalar includes its quotes); null if none does. */
export const placeOfSpan = (root: YamlNode | null, span: Span): NodePlace | null => lastPlaces(root)(span);

/** The same for one tree, each of whose nodes is visited once: for callers that switch between trees. */
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

/** A caller may ask for the place of every node of a tree. */
const lastPlaces = lastOfTurn(placesIn);

const covers = ({ span }: YamlNode, inner: Span): boolean => spanContains(span, inner);

/** The children of a node. */
type Part = Pick<NodePlace, 'node' | 'pair' | 'isKey' | 'index'>;

/** The children of a node in order, without aliases, whose nodes are elsewhere. */
export const partsInside = (node: YamlNode): readonly Part[] => (node.kind === 'scalar' ? [] : [...partsOf(node)]);

/** The child of a node that covers a span. */
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

/** The nearest mapping around a place, itself included, and its pair that contains the place. */
export function pairAround(place: NodePlace | null): { mapping: YamlMapping; pair: YamlPair; place: NodePlace } | null {
  for (let at = place; at !== null; at = at.above) {
    if (at.parent?.kind === 'mapping' && at.pair) return { mapping: at.parent, pair: at.pair, place: at };
  }
  return null;
}
