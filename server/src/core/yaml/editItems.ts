/** Minimal edits of YAML lists, and of values that stand for a list of one; see editYaml.ts for what holds of all edits. */
import type { Span } from '../text/span';
import { addToFlow, removeFromFlow } from './editFlow';
import { type YamlEdit, addKeys, removeLines, setValue } from './editYaml';
import {
  beforeNote,
  below,
  colonOf,
  columnAt,
  columnOf,
  isAliased,
  isAnchored,
  isBareLink,
  layoutAt,
  lineEnd,
  nodeEnd,
} from './yamlLayout';
import type { NodePlace } from './nodeAtSpan';
import type { YamlMapping, YamlNode, YamlPair, YamlSequence } from './tree';
import { asWritten, valueOf, type YamlValue } from './value';
import { flowText, itemText, type Layout, pairText, scalarText } from './writeYaml';

const spanOf = ({ span }: YamlNode): Span => span;

/** Puts items at the end of a list. In brackets each is written on one line. */
export function addItems(text: string, sequence: YamlSequence, values: readonly YamlValue[]): YamlEdit | null {
  const { items, span, flow } = sequence;
  if (flow && hasAlias(sequence)) return null;
  if (flow)
    return addToFlow(
      text,
      span,
      items.map(spanOf),
      items.length - 1,
      values.map((value) => flowText(value)),
    );
  const column = columnOf(text, sequence);
  if (column === null) return null;
  const end = nodeEnd(text, sequence);
  const layout = layoutAt(text, end);
  const at = below(text, sequence, end);
  return { span: { start: at, end: at }, text: dashed(values, column, layout) };
}

/** Items of a block list, each from the end of the line before it. */
const dashed = (values: readonly YamlValue[], column: number, layout: Layout): string =>
  values.map((value) => `${layout.eol}${' '.repeat(column)}- ${itemText(value, column + 2, layout)}`).join('');

/** Whether an item is an alias: its node is the anchored one, further up, and tells nothing of the place here. */
const hasAlias = ({ items, span }: YamlSequence): boolean => items.some((item) => item.span.start < span.start);

/**
 * Puts items into the list that a key of the mapping has as its value. A value that stands for a list of one becomes a
 * list, `a` → `[a, b]`, and so does an unquoted `[[link]]`; a key without a value gets a list of what is new.
 */
export function addItemsTo(
  text: string,
  mapping: YamlMapping,
  pair: YamlPair,
  values: readonly YamlValue[],
): YamlEdit | null {
  const old = pair.value;
  if (isAliased(pair)) return null;
  if (old === null) return setValue(text, mapping, pair, values);
  if (isAnchored(text, { start: pair.key.span.end, end: old.span.start })) return null;
  if (old.kind === 'sequence' && !isBareLink(text, old)) return addItems(text, old, values);
  if (old.kind === 'mapping' && !old.flow) return mapping.flow ? null : blockToList(text, pair, old, values);
  if (old.kind !== 'scalar' && hasNote(text, old)) {
    const { start, end } = old.span;
    // Its last line may stand as far out as the key, which is not allowed further in.
    const items = [text.slice(start, end).replaceAll('\n', '\n  '), ...values.map((value) => flowText(value))];
    return { span: { start, end }, text: `[${items.join(', ')}]` };
  }
  return setValue(text, mapping, pair, [takenOver(text, old, true), ...values]);
}

/** Whether a collection in brackets or braces may have a comment in it, which ends with its line. */
const hasNote = (text: string, { span }: YamlNode): boolean => /#[^\n]*\n/.test(text.slice(span.start, span.end));

/** `key:` and a block mapping below it, as a list of that and other items: all its lines move in behind a dash. */
function blockToList(text: string, pair: YamlPair, old: YamlMapping, values: readonly YamlValue[]): YamlEdit | null {
  const column = columnAt(text, pair.key.span.start);
  const inner = columnOf(text, old);
  const colon = colonOf(text, pair);
  if (column === null || inner === null || colon === null) return null;
  const end = below(text, old, nodeEnd(text, old));
  const layout = layoutAt(text, end);
  const moved = text.slice(old.span.start, end).replace(/\n(?=[^\r\n])/g, '\n  ');
  return { span: { start: old.span.start, end }, text: `- ${moved}${dashed(values, inner, layout)}` };
}

/** Takes an item out, with its comment. The only one leaves nothing, or `[]`. */
export function removeItem(text: string, sequence: YamlSequence, index: number): YamlEdit | null {
  const { items, span, flow } = sequence;
  const item = items[index];
  if (item === undefined || hasAlias(sequence) || isAnchored(text, item.span)) return null;
  if (flow) return removeFromFlow(text, span, items.map(spanOf), index);
  const dash = dashBefore(text, item);
  const next = items[index + 1];
  const nextDash = next && dashBefore(text, next);
  if (dash === null || nextDash === null) return null;
  return removeLines(text, dash, below(text, item, nodeEnd(text, item)), nextDash);
}

/** The dash of a block item: before it, perhaps on a line above. */
function dashBefore(text: string, { span }: YamlNode): number | null {
  const before = /-[ \t]*(?:#[^\n]*)?(?:\r?\n\s*)?$/.exec(text.slice(Math.max(0, span.start - 200), span.start));
  return before ? span.start - before[0].length : null;
}

/**
 * Says more of an item: a mapping gets the keys, a bare text becomes a mapping with `key` first: `maric` → `id: maric`. In
 * braces and brackets on one line; else in lines, as a list of one where the text stood right behind its key.
 *
 * @param place of the item, as `placeOf` gives it
 */
export function addToItem(
  text: string,
  place: NodePlace,
  key: string,
  entries: Readonly<Record<string, YamlValue>>,
  behind?: (key: string) => boolean,
): YamlEdit | null {
  const { node } = place;
  if (node.kind === 'mapping') return addKeys(text, node, entries, behind);
  const whole = { [key]: takenOver(text, node, place.isFlow), ...entries };
  if (place.isFlow) return { span: node.span, text: flowText(whole) };
  if (place.parent?.kind === 'mapping') {
    return place.pair ? setValue(text, place.parent, place.pair, [whole]) : null;
  }
  const column = columnAt(text, node.span.start);
  if (column === null) return null;
  const layout = layoutAt(text, node.span.end);
  const [first = '', ...others] = Object.entries(whole).map(([name, value]) => pairText(name, value, column, layout));
  const end = lineEnd(text, node.span.end);
  const lines = [beforeNote(text, node.span.end, first) + text.slice(node.span.end, end), ...others];
  return { span: { start: node.span.start, end }, text: lines.join(`${layout.eol}${' '.repeat(column)}`) };
}

/** Whether all of a value stands where it does: what an alias in it means stands where its anchor is. */
function isAllHere(whole: YamlNode): boolean {
  const { span } = whole;
  const nodes = new Set([whole]);
  // Aliases may double each other: each is looked at once.
  for (const node of nodes) {
    if (node.span.start < span.start || span.end < node.span.end) return false;
    if (node.kind === 'sequence') for (const item of node.items) nodes.add(item);
    if (node.kind === 'mapping') for (const { value } of node.pairs) if (value) nodes.add(value);
  }
  return true;
}

/** A value as the author wrote it, if that fits on one line in its new place; else the same value, written again. */
export function takenOver(text: string, node: YamlNode, isFlow: boolean): YamlValue {
  const written = text.slice(node.span.start, node.span.end);
  if (node.kind !== 'scalar')
    return node.flow && !hasNote(text, node) && isAllHere(node)
      ? asWritten(written.replace(/\s*\n\s*/g, ' '))
      : valueOf(node);
  if (node.style === 'block' || written.includes('\n')) return node.text;
  return asWritten(node.style === 'plain' ? scalarText(node.text, { isFlow }) : written);
}
