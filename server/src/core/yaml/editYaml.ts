/**
 * Minimal edits of YAML: only what is asked for changes, and no other character of the author's.
 *
 * All of them take the whole text of a file and nodes of its tree, and answer one edit of that text, with a span in offsets
 * of it; null where the edit is not safe (explicit `? ` keys, anchors before a key), and then the text must stay. Line ends,
 * indentation and the style of lists follow the neighbours.
 *
 * Two edits of one text do not know of each other: several keys of one mapping go in by one `addKeys`; for anything else
 * apply the first, read again, and ask for the next (`text/composeEdits.ts` makes one list of edits of them).
 */
import type { Span } from '../text/span';
import { addToFlow, removeFromFlow } from './editFlow';
import {
  beforeNote,
  below,
  colonOf,
  columnAt,
  columnOf,
  isAliased,
  isAnchored,
  layoutAt,
  lineEnd,
  lineStart,
  nextLine,
  pairEnd,
} from './yamlLayout';
import type { YamlMapping, YamlPair, YamlScalar } from './tree';
import type { YamlValue } from './value';
import { blockLines, flowText, pairText, scalarText } from './writeYaml';

export interface YamlEdit {
  readonly span: Span;
  readonly text: string;
}

/** Changes what a scalar says, in the quotes it has. @param isFlow whether it stands in brackets or braces */
export function setScalar(scalar: YamlScalar, value: string, isFlow: boolean): YamlEdit {
  return { span: scalar.span, text: scalarText(value, { isFlow, like: scalar.style }) };
}

/** Changes the value of a key, or adds the key: where `behind` says, else as the last one. Keys are compared as texts. */
export function setKey(
  text: string,
  mapping: YamlMapping,
  key: string,
  value: YamlValue,
  behind?: (key: string) => boolean,
): YamlEdit | null {
  const pair = mapping.pairs.find((one) => one.key.text === key);
  return pair ? setValue(text, mapping, pair, value) : addKeys(text, mapping, { [key]: value }, behind);
}

/** Gives a key of the mapping another value, or its first. A comment behind the old value stays on the line of the key. */
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
  // What could not be read stands there all the same.
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
 * Puts keys into a mapping that has none of them.
 *
 * @param behind whether the new keys come behind an existing one: they go behind the last such key, and before
 * all where there is none. Without it they are the last.
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

/** The offset before the comment lines right above a key, which are its own; the key's own offset where there are none. */
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
 * Takes a key out, with its value and the comment behind it: its lines, or its part of the braces. The last key of a
 * mapping leaves nothing (null to YAML) or `{}`; behind a dash, the next key moves up to it.
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
 * Takes out what begins at `start` and ends with the line at `end`. Where a dash stands before it, what begins at `next`
 * moves up; a comment line in between stays, and then so does the line of the dash.
 */
export function removeLines(text: string, start: number, end: number, next: number | undefined): YamlEdit {
  const line = lineStart(text, start);
  if (/^\uFEFF?[ ]*$/.test(text.slice(line, start))) {
    const after = nextLine(text, end);
    const from = line + (text.charAt(line) === '\uFEFF' ? 1 : 0);
    // The last line of a text without a last line end takes the one before it along.
    if (after === text.length && text.charAt(after - 1) !== '\n' && from > 0) {
      const before = lineEnd(text, lineStart(text, from - 1));
      return { span: { start: Math.min(before, from), end: after }, text: '' };
    }
    return { span: { start: from, end: after }, text: '' };
  }
  const isNextBare = next !== undefined && text.slice(end, next).trim() === '';
  return { span: { start, end: isNextBare ? next : end }, text: '' };
}
