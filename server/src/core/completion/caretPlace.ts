/** Finds where in YAML a caret is: under which keys, beside which, and what a choice would replace. */
import { lineEnd, nextLine, lineStart } from '../yaml/writeYaml';
import {
  readLine,
  type YamlLine,
  behindQuote,
  type Quote,
  type Typing,
  type FlowPair,
  pairsBehind,
  unquoted,
} from './flow';
import type { Span } from '../text/span';
import { keyOf, type Codex } from '../codex/codex';
import { cutFrontmatter } from '../entry/frontmatter';
import { knownName } from '../reading/mentions';

/** A line, or the lines of one value in brackets or quotes. Comments, blank lines and the text of block scalars are none. */
interface YamlRow {
  readonly start: number;
  /** Before the line end. */
  readonly end: number;
  readonly line: YamlLine;
}

/** Where a row stands among the others: at its first dash, else at its content. */
const edgeOf = ({ line }: YamlRow): number => line.dashes[0] ?? line.column;

/** The column of what a block scalar belongs to: its text stands further in. */
const ownerColumn = ({ key, column, dashes }: YamlLine): number => (key === null ? (dashes.at(-1) ?? column) : column);

const indentOf = (text: string): number => /^[ \t]*/.exec(text)?.[0].length ?? 0;

/** The rows of a stretch of whole lines. */
function rowsOf(text: string, start: number, end: number): readonly YamlRow[] {
  const rows: YamlRow[] = [];
  for (let at = start; at < end; at = nextLine(text, at)) {
    const stop = lineEnd(text, at);
    const written = text.slice(at, stop);
    const above = rows.at(-1);
    if (above && continuesRow(above, written)) {
      if (above.line.value === 'block') continue;
      const line = readLine(text.slice(above.start, stop));
      if (line) rows[rows.length - 1] = { start: above.start, end: stop, line };
      continue;
    }
    const line = written.trim() === '' ? null : readLine(written);
    if (line) rows.push({ start: at, end: stop, line });
  }
  return rows;
}

/** Whether a line goes on with the value of the row above it: brackets or quotes that are open, or the text of a block scalar. */
function continuesRow({ line }: YamlRow, written: string): boolean {
  if (line.value === 'block') return written.trim() === '' || ownerColumn(line) < indentOf(written);
  // Nobody writes so far to the left inside brackets or quotes: something above is not closed.
  return line.isOpen && !/^[^\s#"'[\]{},&*!|>?%@`-][^:#]*:(?:\s|$)/.test(written);
}

/** Whether a blank line with the caret in it is outside the block scalar above it. */
const isOutside = ({ line }: YamlRow, written: string, column: number): boolean =>
  written.trim() === '' && column <= ownerColumn(line);

/** A caret in a line of frontmatter. */
interface LineCaret {
  readonly text: string;
  readonly offset: number;
  /** Where its line ends. */
  readonly end: number;
  /** What stands before the caret: its line, or all lines of a value in brackets or quotes. */
  readonly line: YamlLine;
  readonly typing: Typing;
  readonly isFlow: boolean;
}

interface Slot {
  /** What has been typed of it. */
  readonly typed: string;
  readonly span: Span;
  /** The quote that it stands in. */
  readonly quote: Quote;
  /** What is not typed yet: a space after a colon, the closing quote, a space before a comment. */
  readonly before: string;
  readonly after: string;
  /** A key whose colon is there already. */
  readonly hasColon: boolean;
  /** Nothing follows on the line but a comment. */
  readonly isLast: boolean;
}

/** Null where what stands behind the caret leaves no room for anything. */
function slotAt({ text, offset, end, line, typing, isFlow }: LineCaret): Slot | null {
  const { text: typed, quote, isKey, wantsSpace } = typing;
  const rest = text.slice(offset, end);
  // Right behind a dash or colon, a word makes one word of it: no mark at all.
  if (wantsSpace && /^[^\s,\]}]/.test(rest)) return null;
  const behind = quote
    ? inQuotes(rest, quote, isFlow)
    : isKey
      ? restOfKey(typed, rest)
      : restOfValue(typed, rest, isFlow);
  // Behind a dash, what has a colon is a key of the author's.
  if (behind === null || (line.key === null && !isFlow && !isKey && /:(?:\s|$)/.test(typed + behind))) return null;
  const isClosed = quote === '' || rest.startsWith(quote, behind.length);
  const follows = rest.slice(behind.length + (quote !== '' && isClosed ? 1 : 0));
  const hasColon = isKey && /^[ \t]*:(?:\s|$)/.test(follows);
  const isLast = /^[ \t]*(?:$|#)/.test(follows);
  // What brackets hold is parted by commas; anything else behind the caret would run into what is put in.
  if (isFlow && !hasColon && !isLast && !/^[ \t]*[,\]}]/.test(follows)) return null;
  return {
    typed,
    span: { start: offset - typed.length, end: offset + behind.length },
    quote,
    before: wantsSpace ? ' ' : '',
    after: `${isClosed ? '' : quote}${follows.startsWith('#') ? ' ' : ''}`,
    hasColon,
    isLast,
  };
}

/** The rest of a word; another word, right behind a caret that nothing was typed at, is not ours to replace. */
function restOfKey(typed: string, rest: string): string | null {
  const word = /^[^\s:,[\]{}"']*/.exec(rest)?.[0] ?? '';
  // The key has more words, and they are the author's.
  if (/^[ \t]+[^\s:#].*:(?:\s|$)/.test(rest.slice(word.length))) return null;
  if (typed !== '' && !/\s$/.test(typed)) return word;
  return /^[ \t]*(?:$|[#,\]}])/.test(rest) ? '' : null;
}

function restOfValue(typed: string, rest: string, isFlow: boolean): string | null {
  if (rest.startsWith('#') && !/\S$/.test(typed)) return '';
  if (typed === '') {
    // A list, a group or a text of several lines is more than one choice could stand for.
    if (/^[[{&*!|>]/.test(rest)) return null;
    if (/^["']/.test(rest)) {
      const behind = behindQuote(rest, 0);
      return behind === -1 ? null : rest.slice(0, behind);
    }
  }
  const value = isFlow ? /^(?:(?!:(?:\s|$)|\s#)[^,[\]{}])*/ : /^(?:(?!\s#).)*/;
  return (value.exec(rest)?.[0] ?? '').trimEnd();
}

/** What is left of a quoted text, if the next quote on the line is the one that closes it. */
function inQuotes(rest: string, quote: '"' | "'", isFlow: boolean): string {
  const behind = behindQuote(quote + rest, 0) - 2;
  if (behind < 0) return '';
  const ends = isFlow ? /^\s*(?:$|#|[,\]}:])/ : /^\s*(?:$|#|:)/;
  return ends.test(rest.slice(behind + 1)) ? rest.slice(0, behind) : '';
}

/** A key that stands in the same mapping as the caret, or as the list that the caret is in. */
interface Beside {
  /** As it is written, without quotes. */
  readonly value: string;
  /** From behind the colon to the end of the value. */
  readonly span: Span;
}

const isKeyRow = ({ line }: YamlRow): boolean => line.key !== null && line.dashes.length === 0;

/** The rows above that have keys of the mapping whose keys stand in a column, nearest first. */
function siblingsAbove(above: readonly YamlRow[], column: number): YamlRow[] {
  const found: YamlRow[] = [];
  for (const row of above.toReversed()) {
    if (row.line.key !== null && row.line.column === column) found.push(row);
    if (edgeOf(row) < column) break;
  }
  return found;
}

function siblingsBelow(below: readonly YamlRow[], column: number): YamlRow[] {
  const found: YamlRow[] = [];
  for (const row of below) {
    if (edgeOf(row) < column) break;
    if (edgeOf(row) === column && isKeyRow(row)) found.push(row);
  }
  return found;
}

const besideRows = (text: string, rows: readonly YamlRow[]): ReadonlyMap<string, Beside> =>
  new Map(rows.map((row): [string, Beside] => [keyOf(row.line.key ?? ''), valueOf(text, row)]));

/** The keys beside that of a list which begins in the row of the caret, or in which that row is an item. */
function besideList(
  text: string,
  line: YamlLine,
  above: readonly YamlRow[],
  below: readonly YamlRow[],
): ReadonlyMap<string, Beside> {
  if (line.key !== null) {
    const before = line.dashes.length > 0 ? [] : siblingsAbove(above, line.column);
    return besideRows(text, [...before, ...siblingsBelow(below, line.column)]);
  }
  const edge = line.dashes[0] ?? line.column;
  const at = above.findLastIndex((row) => edgeOf(row) < edge || (row.line.column === edge && isKeyRow(row)));
  const owner = above[at];
  if (!owner || owner.line.key === null) return new Map();
  const { column, dashes } = owner.line;
  const before = dashes.length > 0 ? [] : siblingsAbove(above.slice(0, at), column);
  return besideRows(text, [...before, ...siblingsBelow(below, column)]);
}

function valueOf(text: string, { start, end, line }: YamlRow): Beside {
  const at = start + line.valueAt;
  if (line.value === 'none') {
    const colon = text.lastIndexOf(':', at - 1) + 1;
    return { value: '', span: { start: colon, end: colon } };
  }
  const written = text.slice(at, end);
  const value = line.value === 'text' ? unquoted(written.replace(/(?:^|[ \t])#.*$/s, '')) : written;
  return { value, span: { start: at, end } };
}

/** In brackets: what stands before the caret and behind it, as far as they reach; null where no mapping is among them. */
function besideInFlow(
  { text, line, end }: LineCaret,
  behind: number,
  from: number,
  below: readonly YamlRow[],
): ReadonlyMap<string, Beside> | null {
  const at = line.brackets.findLastIndex(({ isMapping }) => isMapping);
  const mapping = line.brackets[at];
  if (!mapping) return null;
  const before = mapping.pairs.map(({ start, end, ...pair }) => ({ ...pair, start: from + start, end: from + end }));
  // After an open bracket, the rest of the file is not part of it.
  const next = below.find((row) => edgeOf(row) === 0);
  const written = text.slice(0, next ? next.start : Math.max(end, below.at(-1)?.end ?? end));
  const after = pairsBehind(written, behindPair(written, behind, line.brackets.length - 1 - at));
  return new Map([...before, ...after].map(besideOf));
}

const besideOf = ({ key, value, start, end }: FlowPair): [string, Beside] => [
  keyOf(key),
  { value, span: { start, end } },
];

/** Behind the pair that an offset is in, past its comma. @param lists how many lists of its value the offset is in */
function behindPair(text: string, from: number, lists: number): number {
  let depth = lists;
  for (let at = from; at < text.length; at++) {
    const mark = text.charAt(at);
    if (mark === '[' || mark === '{') depth++;
    else if (mark === ']' || mark === '}') {
      if (depth-- === 0) return at;
    } else if (mark === ',' && depth === 0) return at + 1;
  }
  return text.length;
}

/** A caret outside brackets: what can stand there, and which keys it has beside it, by the indentation of the rows around. */
interface Around {
  /** What can stand here; behind a dash it may be either. */
  readonly takes: 'key' | 'value' | 'either';
  /** The mapping that the caret is in is an item of a list. */
  readonly inList: boolean;
  /** The other keys of the mapping that the caret is in, or whose list it is in; as `keyOf` has them. */
  readonly beside: ReadonlyMap<string, Beside>;
  /** Where the keys of the mapping stand; a key that is begun further to the left has to be moved there. */
  readonly column: number;
}

/** Null where a key or a value would part what stands around it. */
function blockAround(
  { text, line, typing }: LineCaret,
  slot: Slot,
  above: readonly YamlRow[],
  below: readonly YamlRow[],
): Around | null {
  const isItem = line.dashes.length > 0;
  if (typing.isKey) {
    const column = [line.column, itemColumn(line.column, above)].find(
      (one) => one !== null && keyFits(one, slot, above, below),
    );
    if (column == null) return null;
    const before = siblingsAbove(above, column);
    const beside = besideRows(text, [...before, ...siblingsBelow(below, column)]);
    return { takes: 'key', inList: before.some((row) => row.line.dashes.length > 0), beside, column };
  }
  // Behind a dash without a blank the content begins one further on.
  const column = line.column + (isItem && line.key === null ? slot.before.length : 0);
  const takes = valueFits(column, line, below);
  if (!takes) return null;
  const before = isItem ? [] : siblingsAbove(above, line.column);
  const beside =
    takes === 'either'
      ? besideList(text, line, above, below)
      : besideRows(text, [...before, ...siblingsBelow(below, column)]);
  return { takes, inList: isItem || before.some((row) => row.line.dashes.length > 0), beside, column: line.column };
}

/** The column of the keys of the item above, where a line begins under its dash: so far in editors indent it. */
function itemColumn(column: number, above: readonly YamlRow[]): number | null {
  const line = above.findLast((row) => edgeOf(row) <= column)?.line;
  return line && line.key !== null && line.dashes.length > 0 && column < line.column ? line.column : null;
}

/** Whether a key may stand in a column: in line with the other keys of a mapping, or as the first below what has no value yet. */
function keyFits(column: number, slot: Slot, above: readonly YamlRow[], below: readonly YamlRow[]): boolean {
  const around = above.findLast((row) => edgeOf(row) < column);
  const isAmong = siblingsAbove(above, column).length > 0;
  const isFirst = above.at(-1) === around && (around === undefined ? column === 0 : around.line.value === 'none');
  if (!isAmong && !isFirst) return false;
  const [next] = below;
  if (!next || slot.hasColon) return true;
  const edge = edgeOf(next);
  if (edge === column) return isKeyRow(next);
  if (!around) return edge < column;
  // The list of the key above may stand right under it; the mapping of an item ends at the next dash.
  const isItems = around.line.column === column || around.line.key === null;
  const limit = isItems ? (around.line.dashes.at(-1) ?? 0) : around.line.column;
  return edge < limit || (edge === limit && (isItems || next.line.dashes.length === 0));
}

/** Whether a value may stand behind a key or a dash: nothing below belongs to it. Below a dash, a mapping may go on. */
function valueFits(
  column: number,
  line: LineCaret['line'],
  below: readonly YamlRow[],
): 'value' | 'either' | 'key' | null {
  const [next] = below;
  const edge = next ? edgeOf(next) : -1;
  if (line.key !== null) return edge < line.column || (next && edge === line.column && isKeyRow(next)) ? 'value' : null;
  if (edge <= (line.dashes.at(-1) ?? 0)) return 'either';
  return next && edge === column && isKeyRow(next) ? 'key' : null;
}

/** Where in the frontmatter a caret is: under which keys, beside which, and what a choice would take the place of. */
export interface CaretPlace extends Slot, Around {
  /** The keys above, outermost first, as `keyOf` has them, the first by its known name; of a value its own key is the last. */
  readonly path: readonly string[];
  /** The same as they are written. */
  readonly written: readonly string[];
  /** Inside `[…]` or `{…}`, where commas and brackets part things. */
  readonly isFlow: boolean;
  /** The blanks that the line lacks for its key to stand in line with the others, and where it begins. */
  readonly lacks: { readonly at: number; readonly blanks: number };
  /** Where the line of the caret ends. */
  readonly lineEnd: number;
}

/** The lines of frontmatter around an offset; null elsewhere. */
export function yamlAround(text: string, offset: number): Span | null {
  const line = lineStart(text, offset);
  const cut = cutFrontmatter(text);
  if (cut === null) {
    // While its first key is typed, only the dashes above distinguish it from prose.
    const opening = /^\uFEFF?---[ \t]*\r?\n/.exec(text)?.[0].length ?? Infinity;
    const isFirst = opening <= line && text.slice(opening, line).trim() === '';
    return isFirst ? { start: opening, end: nextLine(text, offset) } : null;
  }
  const { language, yaml, closed } = cut;
  if (language !== '' || line < yaml.start) return null;
  if (line < yaml.end) return yaml;
  return !closed && line === yaml.end ? { start: yaml.start, end: nextLine(text, offset) } : null;
}

/** The place at a caret; null where it is uncertain, and where any insertion would break what is there. */
export const placeAt = (text: string, offset: number, codex: Codex): CaretPlace | null =>
  placeIn(text, offset, yamlAround(text, offset), (key) => knownName(codex, key));

/** The same in any YAML. @param meant what a key at the top is called when all spellings are one */
export function placeIn(
  text: string,
  offset: number,
  yaml: Span | null,
  meant: (key: string) => string,
): CaretPlace | null {
  const start = lineStart(text, offset);
  const end = lineEnd(text, offset);
  // Lines that end in a lone carriage return, and keys after a `?`, are not written by hand.
  if (!yaml || text.slice(start, end).includes('\r') || /^ *[?:](?:\s|$)/m.test(text.slice(yaml.start, yaml.end)))
    return null;
  const rows = rowsOf(text, yaml.start, start);
  const last = rows.at(-1);
  const isPart = last !== undefined && continuesRow(last, text.slice(start, end));
  if (isPart && last.line.value === 'block' && !isOutside(last, text.slice(start, end), offset - start)) return null;
  const isJoined = isPart && last.line.value !== 'block';
  const from = isJoined ? last.start : start;
  const line = readLine(text.slice(from, offset));
  if (!line?.typing || line.typing.text.length > offset - start) return null;
  const isFlow = line.brackets.length > 0;
  const caret: LineCaret = { text, offset, end, line, typing: line.typing, isFlow };
  const slot = slotAt(caret);
  // Where lines go on, what stands no further in than they begin is outside of them.
  if (!slot || (isJoined && slot.span.start - start <= edgeOf(last))) return null;
  const above = isJoined ? rows.slice(0, -1) : rows;
  const below = rowsOf(text, nextLine(text, offset), yaml.end);
  const block = isFlow ? null : blockAround(caret, slot, above, below);
  if (!isFlow && !block) return null;
  const column = block?.column ?? line.column;
  const keys = keysAbove(above, line.dashes[0] ?? column, line.dashes.length > 0);
  if (line.key !== null) keys.push(line.key);
  if (block) {
    const lacks = { at: start, blanks: column - line.column };
    return { ...slot, ...named(meant, keys), ...block, lacks, isFlow, lineEnd: end };
  }
  for (const { key } of line.brackets) if (key !== null) keys.push(key);
  const outer = line.brackets.at(-2);
  return {
    ...slot,
    ...named(meant, keys),
    takes: line.typing.isKey ? 'key' : 'value',
    inList: outer ? !outer.isMapping : line.key === null && line.dashes.length > 0,
    isFlow,
    column,
    lacks: { at: start, blanks: 0 },
    beside: besideInFlow(caret, slot.span.end, from, below) ?? besideList(text, line, above, below),
    lineEnd: end,
  };
}

const named = (meant: (key: string) => string, keys: readonly string[]): Pick<CaretPlace, 'path' | 'written'> => ({
  path: keys.map((key, i) => (i === 0 ? meant(key) : keyOf(key))),
  written: keys,
});

/** The keys under which a line stands, outermost first, by the indentation of the rows above it. */
function keysAbove(above: readonly YamlRow[], edge: number, startsItem: boolean): string[] {
  const keys: string[] = [];
  let column = edge;
  let isItem = startsItem;
  for (let at = above.length - 1; at >= 0 && (column > 0 || isItem); at--) {
    const row = above[at];
    if (!row) continue;
    const { dashes, key, column: own } = row.line;
    const [dash] = dashes;
    if (key !== null && (own < column || (isItem && dash === undefined && own === column))) {
      keys.unshift(key);
      column = dash ?? own;
      isItem = dash !== undefined;
    } else if (dash !== undefined && dash < column) {
      // The item that our mapping belongs to begins here, with its first key behind the dash.
      column = dash;
      isItem = true;
    }
  }
  return keys;
}
