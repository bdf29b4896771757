/** Writes values as YAML, in the layout of the surrounding text. */
import { readYaml } from './readYaml';
import {
  type YamlScalar,
  NOTHING,
  isList,
  valueOf,
  writtenIn,
  type YamlValue,
  type YamlMapping,
  type YamlNode,
  type YamlPair,
  type YamlSequence,
} from './tree';
import type { Span } from '../text/span';

/** The position of a new scalar, and the style of the one that it replaces. */
interface ScalarPlace {
  /** Inside `[…]` or `{…}`, where commas and brackets need quotes. */
  readonly isFlow?: boolean;
  readonly isKey?: boolean;
  readonly like?: YamlScalar['style'];
}

/** Characters that need an escape. */
const UNSEEN = /[\p{Cc}\u2028\u2029\uFEFF\uD800-\uDFFF\uFFFE\uFFFF]/u;

/** A text as a scalar: plain unless YAML would read it differently, or in the quotes of the one that it replaces. */
export function scalarText(value: string, place: ScalarPlace = {}): string {
  const { like = 'plain' } = place;
  if (like !== 'single' && like !== 'double' && isPlain(value, place)) return value;
  const prefersSingle = like === 'single' || (like !== 'double' && /["\\]/.test(value));
  if (prefersSingle && !UNSEEN.test(value)) return `'${value.replaceAll("'", "''")}'`;
  const escaped = [...value.replace(/[\\"]/g, '\\$&')].map((one) => (UNSEEN.test(one) ? escapeOf(one) : one));
  return `"${escaped.join('')}"`;
}

function escapeOf(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Words that are plain in every position, without asking the readers. */
const WORDS = /^[a-z0-9]+(?:[ _-][a-z0-9]+)*$/i;
/** The same for a sentence, outside of brackets. */
const SENTENCE = /^[\p{L}\p{N}]+(?:(?:[ _'’-]|[,.;] )[\p{L}\p{N}]+)*[.!?]?$/u;
/** Texts that begin like this, or in brackets contain one of these, are never plain. */
const BEGINS_OTHER = /^[[\]{},#&*!|>'"%@`]/;
const SPLITS = /[[\]{},]/;

/** Results for short texts, by position: many pages are written with the same few keys and names. */
const foundPlain = new Map<string, boolean>();
const MOST_FOUND = 10_000;
const LONGEST_FOUND = 60;

/** Whether YAML reads a text as itself without quotes. */
function isPlain(value: string, { isFlow = false, isKey = false }: ScalarPlace): boolean {
  if (UNSEEN.test(value) || (!isKey && NOTHING.test(value))) return false;
  if (WORDS.test(value)) return true;
  if (BEGINS_OTHER.test(value) || (isFlow && SPLITS.test(value))) return false;
  if (!isFlow && SENTENCE.test(value)) return true;
  if (value.length > LONGEST_FOUND) return isReadPlain(value, isFlow, isKey);
  const place = `${isFlow ? 'f' : ''}${isKey ? 'k' : ''}:${value}`;
  const known = foundPlain.get(place);
  if (known !== undefined) return known;
  const found = isReadPlain(value, isFlow, isKey);
  if (foundPlain.size >= MOST_FOUND) foundPlain.clear();
  foundPlain.set(place, found);
  return found;
}

/** The readers decide: they are what it must be right for. */
function isReadPlain(value: string, isFlow: boolean, isKey: boolean): boolean {
  const says = isKey ? { [value]: 'x' } : { k: value, l: [value] };
  const probe = isKey
    ? isFlow
      ? `f: {${value}: x}\n`
      : `${value}: x\n`
    : isFlow
      ? `f: {k: ${value}, l: [${value}]}\n`
      : `k: ${value}\nl:\n  - ${value}\n`;
  const expected = isFlow ? { f: says } : says;
  const { root, problems } = readYaml(probe, { start: 0, end: probe.length });
  return problems.length === 0 && JSON.stringify(valueOf(root)) === JSON.stringify(expected);
}

/** A value on one line in flow style: `[a, {b: c}]`. A bare text is quoted if flow style would split it. */
export function flowText(value: YamlValue, isFlow = true): string {
  const written = writtenIn(value);
  if (written !== undefined) return written;
  if (typeof value === 'string') return scalarText(value, { isFlow });
  if (isList(value)) return `[${value.map((item) => flowText(item)).join(', ')}]`;
  return `{${pairsOf(value)
    .map(([key, one]) => `${scalarText(key, { isFlow: true, isKey: true })}: ${flowText(one)}`)
    .join(', ')}}`;
}

/** The layout of the lines around a place, which new lines follow. */
export interface Layout {
  readonly eol: string;
  /** The indentation of a mapping under a key, in columns. */
  readonly step: number;
  /** The same for a list under a key; 0 if its dashes are in the column of the key. */
  readonly listStep: number;
  /** Whether lists of plain words are written as block lists here, and never in brackets. */
  readonly blockLists: boolean;
}

/** How we write what nobody has written before. */
export const OWN_LAYOUT: Layout = { eol: '\n', step: 2, listStep: 2, blockLists: false };

/** `key: value` from the key on, without the last line end; further lines are indented for a key in `column`. */
export function pairText(key: string, value: YamlValue, column: number, layout: Layout): string {
  const name = scalarText(key, { isKey: true });
  const lines = blockLines(value, column, layout);
  if (lines === null) return `${name}: ${flowText(value, false)}`;
  return [`${name}:`, ...lines].join(layout.eol);
}

/** The lines of a value below its key; null if it follows the key. */
export function blockLines(value: YamlValue, column: number, layout: Layout): readonly string[] | null {
  if (typeof value === 'string' || writtenIn(value) !== undefined) return null;
  if (isList(value)) {
    const isInline = value.every((item) => isInlineItem(item) && !isGroup(item)) && !layout.blockLists;
    if (value.length === 0 || isInline) return null;
    const dashes = column + layout.listStep;
    return value.map((item) => `${' '.repeat(dashes)}- ${itemText(item, dashes + 2, layout)}`);
  }
  const pairs = pairsOf(value);
  if (pairs.length === 0) return null;
  const inner = column + layout.step;
  return pairs.map(([key, one]) => ' '.repeat(inner) + pairText(key, one, inner, layout));
}

/** The text after a dash; further lines are indented for content in `column`. */
export function itemText(value: YamlValue, column: number, layout: Layout): string {
  if (isInlineItem(value) || isList(value)) return flowText(value, isList(value));
  const pairs = pairsOf(value);
  if (pairs.length === 0) return '{}';
  return pairs.map(([key, one]) => pairText(key, one, column, layout)).join(`${layout.eol}${' '.repeat(column)}`);
}

const isInlineItem = (value: YamlValue): boolean => typeof value === 'string' || writtenIn(value) !== undefined;

/** Groups get a line each, even in braces: a list of them after its key is soon too long to read. */
const isGroup = (value: YamlValue): boolean => writtenIn(value)?.startsWith('{') === true;

/** The pairs of a mapping value. */
const pairsOf = (value: YamlValue): readonly (readonly [string, YamlValue])[] =>
  typeof value === 'string' ? [] : Object.entries(value);

/** `[[A]]` unquoted: to YAML a list in a list, to people a link. */
export const isBareLink = (text: string, { span }: YamlNode): boolean =>
  /^\[\[[^[\]]*\]\]$/.test(text.slice(span.start, span.end));

export const lineStart = (text: string, at: number): number => (at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1);

/** The end of an offset's line, before its line end. */
export function lineEnd(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  const end = feed === -1 ? text.length : feed;
  return at < end && text.charAt(end - 1) === '\r' ? end - 1 : end;
}

/** The start of the next line; the end of the text if there is none. */
export function nextLine(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  return feed === -1 ? text.length : feed + 1;
}

/** The line end that is used around an offset. */
export function eolAt(text: string, at: number): string {
  const feed = text.indexOf('\n', at);
  const near = feed === -1 ? text.lastIndexOf('\n') : feed;
  return near > 0 && text.charAt(near - 1) === '\r' ? '\r\n' : '\n';
}

/** The layout of the YAML above an offset. */
export function layoutAt(text: string, at: number): Layout {
  const written = text.slice(0, at);
  const group = /^( *(?:- )?)[^\s#-][^\n]*:[ \t]*\r?\n( +)(?!- )[^\s#]/m.exec(written);
  const list = /^( *(?:- )?)[^\s#-][^\n]*:[ \t]*\r?\n( *)- /m.exec(written);
  const step = group ? (group[2] ?? '').length - (group[1] ?? '').length : 2;
  const listStep = list ? (list[2] ?? '').length - (list[1] ?? '').length : 2;
  return {
    eol: eolAt(text, at),
    step: step > 0 ? step : 2,
    listStep: Math.max(listStep, 0),
    blockLists: /^ *- [^\s:{[][^\n:]*$/m.test(written) && !/(?:: |- )\[/.test(written),
  };
}

/** The column of a block collection; null if it is uncertain: explicit keys, anchors and tags before it. */
export function columnOf(text: string, node: YamlMapping | YamlSequence): number | null {
  const first = node.kind === 'mapping' ? node.pairs[0]?.key.span.start : node.span.start;
  return first === undefined ? null : columnAt(text, first);
}

/** The column of an offset that only blanks and dashes precede on its line; else null. */
export function columnAt(text: string, at: number): number | null {
  const before = text.slice(lineStart(text, at), at).replace('\uFEFF', '');
  return /^ *(?:- +)*$/.test(before) ? before.length : null;
}

/** Whether a value is an alias: its node is the anchored one, further up. */
export const isAliased = ({ key, value }: YamlPair): boolean => value !== null && value.span.start < key.span.end;

/** Whether a part of a text holds an anchor that a later alias needs. */
export function isAnchored(text: string, { start, end }: Span): boolean {
  return [...text.slice(start, end).matchAll(/&([^\s,[\]{}]+)/g)].some(([, name]) => text.includes(`*${name}`, end));
}

/** A text to insert before an offset, with the blank that a comment needs before it. */
export const beforeNote = (text: string, at: number, put: string): string =>
  text.charAt(at) === '#' && /\S$/.test(put) ? `${put} ` : put;

/** After a key's colon; null if it has no colon of its own: `{a, b}`, or `? a`. */
export function colonOf(text: string, { key }: YamlPair): number | null {
  const colon = /[ \t]*:/y;
  colon.lastIndex = key.span.end;
  return colon.test(text) ? colon.lastIndex : null;
}

export function pairEnd(text: string, pair: YamlPair): number {
  const { key, value } = pair;
  if (value !== null && !isAliased(pair)) return nodeEnd(text, value);
  const written = value === null ? /[ \t]*:/y : /\s*:\s*\*[^\s,[\]{}]*/y;
  written.lastIndex = key.span.end;
  return written.test(text) ? written.lastIndex : key.span.end;
}

/** The end of a node, including the colon of a last key without a value. */
export function nodeEnd(text: string, node: YamlNode): number {
  if (node.kind === 'scalar' || node.flow) return node.span.end;
  if (node.kind === 'mapping') {
    const last = node.pairs.at(-1);
    return last ? pairEnd(text, last) : node.span.end;
  }
  const last = node.items.at(-1);
  return last && node.span.start <= last.span.start ? nodeEnd(text, last) : node.span.end;
}

/** The offset for a new line below a node that ends at `end`: before the line end, after everything that belongs to the node. */
export function below(text: string, node: YamlNode | null, end: number): number {
  let at = lineEnd(text, end);
  if (!keepsBlankLines(text, node)) return at;
  for (;;) {
    const next = nextLine(text, at);
    const after = nextLine(text, next);
    if (after === next || text.slice(next, after).trim() !== '' || !text.slice(next, after).includes('\n')) return at;
    at = lineEnd(text, next);
  }
}

/** Whether a node ends in a block scalar that keeps the blank lines after it (`|+`). */
function keepsBlankLines(text: string, node: YamlNode | null): boolean {
  if (node === null) return false;
  if (node.kind === 'scalar') {
    return node.style === 'block' && /^[|>]\d?\+/.test(text.slice(node.span.start, node.span.start + 3));
  }
  const last = node.kind === 'mapping' ? node.pairs.at(-1)?.value : node.items.at(-1);
  return !node.flow && keepsBlankLines(text, last ?? null);
}
