/** A caret outside brackets: what can stand there, and which keys it has beside it, by the indentation of the rows around. */
import { type Beside, besideList, besideRows, isKeyRow, siblingsAbove, siblingsBelow } from './siblingKeys';
import { edgeOf, type YamlRow } from './rows';
import type { LineCaret, Slot } from './slot';

export interface Around {
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
export function blockAround(
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
