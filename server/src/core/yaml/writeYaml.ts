/** Writes values as YAML: on one line, or as the block lines of a key or a list item. */
import { readYaml } from './readYaml';
import type { YamlScalar } from './tree';
import { NOTHING, isList, valueOf, writtenIn, type YamlValue } from './value';

/** Where a scalar is to stand, and the style of the one it stands in for. */
export interface ScalarPlace {
  /** Inside `[…]` or `{…}`, where commas and brackets need quotes. */
  readonly isFlow?: boolean;
  readonly isKey?: boolean;
  readonly like?: YamlScalar['style'];
}

/** What only an escape can say. */
const UNSEEN = /[\p{Cc}\u2028\u2029\uFEFF\uD800-\uDFFF\uFFFE\uFFFF]/u;

/** A text as a scalar: plain unless YAML would read anything else of it, or in the quotes of the one it stands in for. */
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

/** Mere words, which no reader takes for anything else: nobody has to be asked. */
const WORDS = /^[a-z0-9]+(?:[ _-][a-z0-9]+)*$/i;
/** The same of a sentence, outside of brackets. */
const SENTENCE = /^[\p{L}\p{N}]+(?:(?:[ _'’-]|[,.;] )[\p{L}\p{N}]+)*[.!?]?$/u;
/** What begins so, and in brackets what holds one of the others, always means something else. */
const BEGINS_OTHER = /^[[\]{},#&*!|>'"%@`]/;
const SPLITS = /[[\]{},]/;

/** What was found of short texts, by their place: many pages are written with the same few keys and names. */
const foundPlain = new Map<string, boolean>();
const MOST_FOUND = 10_000;
const LONGEST_FOUND = 60;

/** Whether a text means itself without quotes. */
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

/** The readers are asked: they are what it must be right for. */
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

/** A value on one line in flow style: `[a, {b: c}]`. A bare text is quoted where flow style would split it. */
export function flowText(value: YamlValue, isFlow = true): string {
  const written = writtenIn(value);
  if (written !== undefined) return written;
  if (typeof value === 'string') return scalarText(value, { isFlow });
  if (isList(value)) return `[${value.map((item) => flowText(item)).join(', ')}]`;
  return `{${pairsOf(value)
    .map(([key, one]) => `${scalarText(key, { isFlow: true, isKey: true })}: ${flowText(one)}`)
    .join(', ')}}`;
}

/** How the lines around a place are laid out: new ones follow them. */
export interface Layout {
  readonly eol: string;
  /** By how many columns a mapping under a key stands further in. */
  readonly step: number;
  /** The same for a list under a key; 0 where its dashes stand under the key. */
  readonly listStep: number;
  /** Whether lists of plain words stand as block lines here, and never in brackets. */
  readonly blockLists: boolean;
}

/** `key: value` from the key on, without the last line end; further lines are indented for a key in `column`. */
export function pairText(key: string, value: YamlValue, column: number, layout: Layout): string {
  const name = scalarText(key, { isKey: true });
  const lines = blockLines(value, column, layout);
  if (lines === null) return `${name}: ${flowText(value, false)}`;
  return [`${name}:`, ...lines].join(layout.eol);
}

/** The lines that a value takes below its key; null where it stands behind the key. */
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

/** What stands behind a dash; further lines are indented for what begins in `column`. */
export function itemText(value: YamlValue, column: number, layout: Layout): string {
  if (isInlineItem(value) || isList(value)) return flowText(value, isList(value));
  const pairs = pairsOf(value);
  if (pairs.length === 0) return '{}';
  return pairs.map(([key, one]) => pairText(key, one, column, layout)).join(`${layout.eol}${' '.repeat(column)}`);
}

const isInlineItem = (value: YamlValue): boolean => typeof value === 'string' || writtenIn(value) !== undefined;

/** Groups stand on a line each, also in braces: a list of them behind its key is soon too long to be read. */
const isGroup = (value: YamlValue): boolean => writtenIn(value)?.startsWith('{') === true;

/** The pairs of a mapping value. */
const pairsOf = (value: YamlValue): readonly (readonly [string, YamlValue])[] =>
  typeof value === 'string' ? [] : Object.entries(value);
