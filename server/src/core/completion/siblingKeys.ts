/** The keys that stand beside a caret in its mapping, in brackets and outside, with their values as they are written. */
import { keyOf } from '../codex/codex';
import type { Span } from '../text/span';
import { type FlowPair, pairsBehind } from './flow';
import type { YamlLine } from './line';
import { edgeOf, type YamlRow } from './rows';
import { unquoted } from './scalar';
import type { LineCaret } from './slot';

/** A key that stands in the same mapping as the caret, or as the list that the caret is in. */
export interface Beside {
  /** As it is written, without quotes. */
  readonly value: string;
  /** From behind the colon to the end of the value. */
  readonly span: Span;
}

export const isKeyRow = ({ line }: YamlRow): boolean => line.key !== null && line.dashes.length === 0;

/** The rows above that have keys of the mapping whose keys stand in a column, nearest first. */
export function siblingsAbove(above: readonly YamlRow[], column: number): YamlRow[] {
  const found: YamlRow[] = [];
  for (const row of above.toReversed()) {
    if (row.line.key !== null && row.line.column === column) found.push(row);
    if (edgeOf(row) < column) break;
  }
  return found;
}

export function siblingsBelow(below: readonly YamlRow[], column: number): YamlRow[] {
  const found: YamlRow[] = [];
  for (const row of below) {
    if (edgeOf(row) < column) break;
    if (edgeOf(row) === column && isKeyRow(row)) found.push(row);
  }
  return found;
}

export const besideRows = (text: string, rows: readonly YamlRow[]): ReadonlyMap<string, Beside> =>
  new Map(rows.map((row): [string, Beside] => [keyOf(row.line.key ?? ''), valueOf(text, row)]));

/** The keys beside that of a list which begins in the row of the caret, or in which that row is an item. */
export function besideList(
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
export function besideInFlow(
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
