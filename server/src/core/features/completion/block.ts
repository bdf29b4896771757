/** A caret outside brackets: what can stand there, and which keys it has beside it, by the indentation of the rows around. */
import { type Beside, besideList, besideRows, isKeyRow, siblingsAbove, siblingsBelow } from './beside';
import { edgeOf, type Row } from './rows';
import type { Caret, Slot } from './slot';

export interface Around {
  /** What can stand here; behind a dash it may be either. */
  readonly takes: 'key' | 'value' | 'either';
  /** The mapping that the caret is in is an item of a list. */
  readonly inList: boolean;
  /** The other keys of the mapping that the caret is in, or whose list it is in; as `keyOf` has them. */
  readonly beside: ReadonlyMap<string, Beside>;
}

/** Null where a key or a value would part what stands around it. */
export function blockAround(
  { text, line, typing }: Caret,
  slot: Slot,
  above: readonly Row[],
  below: readonly Row[],
): Around | null {
  const isItem = line.dashes.length > 0;
  const before = isItem ? [] : siblingsAbove(above, line.column);
  // Behind a dash without a blank the content begins one further on.
  const column = line.column + (isItem && line.key === null ? slot.before.length : 0);
  const takes = typing.isKey ? keyFits(line.column, slot, before, above, below) : valueFits(column, line, below);
  if (!takes) return null;
  const beside =
    takes === 'either'
      ? besideList(text, line, above, below)
      : besideRows(text, [...before, ...siblingsBelow(below, column)]);
  return { takes, inList: isItem || before.some((row) => row.line.dashes.length > 0), beside };
}

/** Whether a key may stand in a column: in line with the other keys of a mapping, or as the first below what has no value yet. */
function keyFits(
  column: number,
  slot: Slot,
  siblings: readonly Row[],
  above: readonly Row[],
  below: readonly Row[],
): 'key' | null {
  const around = above.findLast((row) => edgeOf(row) < column);
  const isAmong = siblings.length > 0;
  const isFirst = above.at(-1) === around && (around === undefined ? column === 0 : around.line.value === 'none');
  if (!isAmong && !isFirst) return null;
  const [next] = below;
  if (!next || slot.hasColon) return 'key';
  const edge = edgeOf(next);
  if (edge === column) return isKeyRow(next) ? 'key' : null;
  if (!around) return edge < column ? 'key' : null;
  // The list of the key above may stand right under it; the mapping of an item ends at the next dash.
  const isItems = around.line.column === column || around.line.key === null;
  const limit = isItems ? (around.line.dashes.at(-1) ?? 0) : around.line.column;
  const endsHere = edge < limit || (edge === limit && (isItems || next.line.dashes.length === 0));
  return endsHere ? 'key' : null;
}

/** Whether a value may stand behind a key or a dash: nothing below belongs to it. Below a dash, a mapping may go on. */
function valueFits(column: number, line: Caret['line'], below: readonly Row[]): 'value' | 'either' | 'key' | null {
  const [next] = below;
  const edge = next ? edgeOf(next) : -1;
  if (line.key !== null) return edge < line.column || (next && edge === line.column && isKeyRow(next)) ? 'value' : null;
  if (edge <= (line.dashes.at(-1) ?? 0)) return 'either';
  return next && edge === column && isKeyRow(next) ? 'key' : null;
}
