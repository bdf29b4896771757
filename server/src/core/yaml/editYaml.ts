/**
 * Minimal edits of YAML: no character changes beyond the requested value. Each function takes the text of a file and nodes of its
 * tree, and returns one edit of that text, with a span in its offsets; null if the edit is not safe (explicit `? ` keys, anchors
 * before a key). Line ends, indentation and the style of lists follow the neighbours. Two edits of one text are independent: add
 * several keys of one mapping by one `addKeys`; otherwise apply the first, read again, and ask for the next (`text/problem.ts`
 * merges such steps).
 */
import type { Span } from '../text/span';
import {
  eolAt,
  lineEnd,
  lineStart,
  nextLine,
  beforeNote,
  below,
  colonOf,
  columnAt,
  columnOf,
  isAliased,
  isAnchored,
  layoutAt,
  pairEnd,
  blockLines,
  flowText,
  pairText,
  scalarText,
  isBareLink,
  nodeEnd,
  itemText,
  type Layout,
} from './writeYaml';
import {
  type YamlMapping,
  type YamlPair,
  type YamlScalar,
  type YamlValue,
  type NodePlace,
  type YamlNode,
  type YamlSequence,
  asWritten,
  valueOf,
} from './tree';

/**
 * @param whole the collection, brackets included
 * @param places of its parts
 * @param before the index of the part that precedes the new ones; -1: they come first
 */
function addToFlow(
  text: string,
  whole: Span,
  places: readonly Span[],
  before: number,
  parts: readonly string[],
): YamlEdit {
  const first = places[0];
  if (first === undefined) {
    return { span: { start: whole.start + 1, end: whole.start + 1 }, text: parts.join(', ') };
  }
  const above = places[before];
  if (above === undefined) {
    return { span: { start: first.start, end: first.start }, text: parts.map((part) => `${part}, `).join('') };
  }
  const { end } = above;
  const indent = /^[ \t]+$/.exec(text.slice(lineStart(text, above.start), above.start))?.[0];
  const isLastOnLine = !/^[ \t]*,?[ \t]*[^\s,#]/.test(text.slice(end, lineEnd(text, end)));
  if (indent === undefined || !isLastOnLine || lineStart(text, above.start) <= whole.start) {
    return { span: { start: end, end }, text: parts.map((part) => `, ${part}`).join('') };
  }
  // One part per line: after the comma, which may be missing, and after the comment.
  const rest = text.slice(end, lineEnd(text, end));
  const isClosed = /^[ \t]*,/.test(rest);
  const eol = eolAt(text, end);
  const lines = parts.join(`,${eol}${indent}`);
  const at = lineEnd(text, end);
  if (isClosed) return { span: { start: at, end: at }, text: `${eol}${indent}${lines},` };
  return { span: { start: end, end: at }, text: `,${rest}${eol}${indent}${lines}` };
}

function removeFromFlow(text: string, whole: Span, places: readonly Span[], index: number): YamlEdit | null {
  const place = places[index];
  if (place === undefined) return null;
  const before = places[index - 1];
  const after = places[index + 1];
  const line = lineStart(text, place.start);
  const rest = text.slice(place.end, lineEnd(text, place.end));
  const isAlone =
    whole.start < line &&
    text.slice(line, place.start).trim() === '' &&
    // Where commas begin the lines, the next part would keep one too many.
    (after === undefined ? /^[ \t]*,?[ \t]*(?:#.*)?$/ : /^[ \t]*,[ \t]*(?:#.*)?$/).test(rest);
  if (isAlone) return { span: { start: line, end: nextLine(text, place.end) }, text: '' };
  if (after !== undefined) return { span: { start: place.start, end: after.start }, text: '' };
  if (before !== undefined) {
    const between = text.slice(before.end, place.start);
    // The comma goes; the comment after the part before it stays.
    const kept = between.includes('#') ? between.replace(/^([ \t]*),|,([ \t]*)$/, '$1$2') : '';
    return { span: { start: before.end, end: place.end }, text: kept };
  }
  const inside = { start: whole.start + 1, end: whole.end - 1 };
  const isBare = (text.slice(inside.start, place.start) + text.slice(place.end, inside.end)).trim() === '';
  return { span: isBare ? inside : place, text: '' };
}

export interface YamlEdit {
  readonly span: Span;
  readonly text: string;
}

/** Changes the text of a scalar, in its quotes. @param isFlow whether it is in brackets or braces */
export function setScalar(scalar: YamlScalar, value: string, isFlow: boolean): YamlEdit {
  return { span: scalar.span, text: scalarText(value, { isFlow, like: scalar.style }) };
}

/** Sets the value of a key, or adds the key as the last one. Keys are compared as texts. */
export function setKey(text: string, mapping: YamlMapping, key: string, value: YamlValue): YamlEdit | null {
  const pair = mapping.pairs.find((one) => one.key.text === key);
  return pair ? setValue(text, mapping, pair, value) : addKeys(text, mapping, { [key]: value });
}

/** Sets the value of a key of the mapping. A comment after the old value stays on the line of the key. */
export function setValue(text: string, mapping: YamlMapping, pair: YamlPair, value: YamlValue): YamlEdit | null {
  const { value: old } = pair;
  const end = pairEnd(text, pair);
  if (isAnchored(text, { start: pair.key.span.end, end })) return null;
  if (old?.kind === 'scalar' && typeof value === 'string' && !isAliased(pair)) {
    return setScalar(old, value, mapping.flow);
  }
  const colon = colonOf(text, pair);
  if (mapping.flow) {
    const start = colon ?? pair.key.span.end;
    const blanks = old === null ? (/^[ \t]*(?=[,}\r\n])/.exec(text.slice(end))?.[0].length ?? 0) : 0;
    return { span: { start, end: end + blanks }, text: `${colon === null ? ':' : ''} ${flowText(value)}` };
  }
  const column = columnAt(text, pair.key.span.start);
  if (colon === null || column === null) return null;
  // Text that could not be read is there all the same.
  if (old === null && !/^[ \t]*(?:#.*)?$/.test(text.slice(end, lineEnd(text, end)))) return null;
  const layout = layoutAt(text, end);
  const lines = blockLines(value, column, layout);
  const isBelow = old !== null && !isAliased(pair) && lineEnd(text, colon) < old.span.start;
  const note = /[ \t]+#.*$/.exec(text.slice(isBelow ? colon : end, lineEnd(text, isBelow ? colon : end)))?.[0] ?? '';
  if (lines === null) {
    const put = ` ${flowText(value, false)}${isBelow ? note : ''}`;
    return { span: { start: colon, end }, text: beforeNote(text, end, put) };
  }
  const behind = isBelow ? end : end + note.length;
  return { span: { start: colon, end: behind }, text: beforeNote(text, behind, [note, ...lines].join(layout.eol)) };
}

/**
 * Adds keys that the mapping does not have.
 * @param behind whether the new keys follow an existing one: they come after the last such key, or first if there is none; without
 * it they come last
 */
export function addKeys(
  text: string,
  mapping: YamlMapping,
  entries: Readonly<Record<string, YamlValue>>,
  behind: (key: string) => boolean = () => true,
): YamlEdit | null {
  const before = mapping.pairs.findLastIndex(({ key }) => behind(key.text));
  if (mapping.flow) {
    const parts = Object.entries(entries).map(([key, value]) => flowText({ [key]: value }).slice(1, -1));
    const places = mapping.pairs.map((pair) => ({ start: pair.key.span.start, end: pairEnd(text, pair) }));
    return text.charAt(mapping.span.start) === '{' ? addToFlow(text, mapping.span, places, before, parts) : null;
  }
  const column = columnOf(text, mapping);
  const first = mapping.pairs[0];
  if (column === null || first === undefined || mapping.pairs.some((pair) => colonOf(text, pair) === null)) return null;
  const layout = layoutAt(text, mapping.span.end);
  const lines = Object.entries(entries).map(([key, value]) => pairText(key, value, column, layout));
  const indent = ' '.repeat(column);
  const above = mapping.pairs[before];
  if (above === undefined) {
    const at = aboveComments(text, first.key.span.start, column);
    const isMoved = at < first.key.span.start;
    const added = lines.map((line, i) => (i === 0 && !isMoved ? line : indent + line)).join(layout.eol);
    return { span: { start: at, end: at }, text: added + layout.eol + (isMoved ? '' : indent) };
  }
  const at = below(text, above.value, pairEnd(text, above));
  return { span: { start: at, end: at }, text: lines.map((line) => layout.eol + indent + line).join('') };
}

/** The offset of the comment lines right above a key, which belong to it; the key's own offset if there are none. */
function aboveComments(text: string, key: number, column: number): number {
  let at = key;
  let line = lineStart(text, key);
  if (text.slice(line, key).trim() !== '') return key;
  while (line > 0) {
    const above = lineStart(text, line - 1);
    const written = text.slice(above, line);
    if (!written.trimStart().startsWith('#') || written.search(/\S/) !== column) break;
    line = above;
    at = above;
  }
  return at;
}

/**
 * Removes a key with its value and the comment after it: its lines, or its part of the braces. Removing the last key of a mapping
 * leaves nothing (null to YAML) or `{}`; after a dash, the next key moves up to it.
 */
export function removeKey(text: string, mapping: YamlMapping, pair: YamlPair): YamlEdit | null {
  const index = mapping.pairs.indexOf(pair);
  const end = pairEnd(text, pair);
  if (isAnchored(text, { start: pair.key.span.start, end })) return null;
  if (mapping.flow) {
    const places = mapping.pairs.map((one) => ({ start: one.key.span.start, end: pairEnd(text, one) }));
    return text.charAt(mapping.span.start) === '{' ? removeFromFlow(text, mapping.span, places, index) : null;
  }
  if (columnAt(text, pair.key.span.start) === null || colonOf(text, pair) === null) return null;
  const next = mapping.pairs[index + 1];
  return removeLines(text, pair.key.span.start, below(text, pair.value, end), next?.key.span.start);
}

/**
 * Removes the text from `start` to the end of the line at `end`. If a dash precedes it, the text at `next` moves up; a comment line
 * in between stays, and then so does the line of the dash.
 */
function removeLines(text: string, start: number, end: number, next: number | undefined): YamlEdit {
  const line = lineStart(text, start);
  if (/^\uFEFF?[ ]*$/.test(text.slice(line, start))) {
    const after = nextLine(text, end);
    const from = line + (text.charAt(line) === '\uFEFF' ? 1 : 0);
    // The last line of a text without a final line end takes the one before it along.
    if (after === text.length && text.charAt(after - 1) !== '\n' && from > 0) {
      const before = lineEnd(text, lineStart(text, from - 1));
      return { span: { start: Math.min(before, from), end: after }, text: '' };
    }
    return { span: { start: from, end: after }, text: '' };
  }
  const isNextBare = next !== undefined && text.slice(end, next).trim() === '';
  return { span: { start, end: isNextBare ? next : end }, text: '' };
}

/** Edits of lists, and of single values that count as a list of one. */
const spanOf = ({ span }: YamlNode): Span => span;

/** Appends items to a list. In brackets, each is written on one line. */
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

/** Whether an item is an alias: its node is the anchored one, further up, and has no place here. */
const hasAlias = ({ items, span }: YamlSequence): boolean => items.some((item) => item.span.start < span.start);

/**
 * Adds items to the list of a key of the mapping. A single value becomes a list, `a` → `[a, b]`, and so does an unquoted
 * `[[link]]`; a key without a value gets a list of the new items.
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
    // Its last line may be indented as little as the key, which a list does not allow.
    const items = [text.slice(start, end).replaceAll('\n', '\n  '), ...values.map((value) => flowText(value))];
    return { span: { start, end }, text: `[${items.join(', ')}]` };
  }
  return setValue(text, mapping, pair, [takenOver(text, old, true), ...values]);
}

/** Whether a flow collection may contain a comment, which ends with its line. */
const hasNote = (text: string, { span }: YamlNode): boolean => /#[^\n]*\n/.test(text.slice(span.start, span.end));

/** Turns `key:` with a block mapping below it into a list of that and other items: all its lines are indented after a dash. */
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

/** Removes an item with its comment. Removing the only one leaves nothing, or `[]`. */
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
 * Adds keys to an item: a mapping gets the keys, a bare text becomes a mapping with `key` first: `maric` → `id: maric`. In braces
 * and brackets on one line; else in lines, and as a list of one if the text followed its key.
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

/** Whether a value is complete in itself: the node of an alias is at its anchor. */
function isAllHere(whole: YamlNode): boolean {
  const { span } = whole;
  const nodes = new Set([whole]);
  // Aliases may double each other: each is visited once.
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
