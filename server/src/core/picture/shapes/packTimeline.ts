/**
 * Packs a timeline as short text on its way to a page: rows are stored as columns, with each string once, and with only the rare
 * values of a column.
 */
import type { Timeline } from './timelineShape';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };
type Row = Readonly<Record<string, Json | undefined>>;

/**
 * A column of a table. A cell is a plain value, the number of a string (`NULL` among them), a list of such numbers, or how many
 * rows of the table below belong to the row.
 */
interface Column extends Cells {
  readonly of: 'values' | 'strings' | 'lists' | 'counts';
}

/** Some cells and their rows; without `rows` those of all rows. All other rows have the value `mostly`, or none. */
interface Cells {
  readonly cells: readonly Json[];
  readonly rows?: readonly number[];
  readonly mostly?: Json;
}

const NULL = -1;

/** The content of the text. */
export interface PackedTimeline {
  readonly strings: readonly string[];
  readonly root: { readonly [key: string]: Json };
  /** By the path of its array: `lanes`, `lanes.spans`. */
  readonly tables: Readonly<Record<string, { readonly [key: string]: Column }>>;
}

/** Rows are processed in chunks of this size. */
const AT_ONCE = 2000;

/** @yields a pause after some rows */
export function* packSteps(timeline: Timeline): Generator<void, string> {
  const strings = new Map<string, number>();
  const internedOf = (text: string): number => {
    let number = strings.get(text);
    if (number === undefined) strings.set(text, (number = strings.size));
    return number;
  };
  const tables: Record<string, Record<string, Column>> = {};
  const below: [path: string, rows: readonly Row[]][] = [];
  const root: Record<string, Json> = {};
  for (const [key, value] of Object.entries(timeline as unknown as Row)) {
    if (isRows(value)) {
      root[key] = { rows: value.length };
      below.push([key, value]);
    } else if (value !== undefined) root[key] = [value];
  }
  for (let next = below.shift(); next; next = below.shift()) {
    const [path, rows] = next;
    const columns = new Map<string, Filled>();
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as Row;
      for (const key in row) {
        const value = row[key];
        if (value === undefined) continue;
        let column = columns.get(key);
        if (!column) columns.set(key, (column = { rows: [], values: [], areTexts: true }));
        column.rows.push(i);
        column.values.push(value);
        column.areTexts &&= typeof value === 'string' || value === null;
      }
      if (i % AT_ONCE === AT_ONCE - 1) yield;
    }
    const table: Record<string, Column> = {};
    for (const [key, column] of columns) {
      const { values } = column;
      if (values.length === rows.length && !column.areTexts && values.every(isRows)) {
        table[key] = { of: 'counts', cells: values.map(({ length }) => length) };
        below.push([`${path}.${key}`, values.flat()]);
      } else table[key] = columnOf(column, rows.length, internedOf);
      yield;
    }
    tables[path] = table;
  }
  const packed: PackedTimeline = { strings: [...strings.keys()], root, tables };
  return JSON.stringify(packed);
}

const isRows = (value: Json | undefined): value is readonly Row[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));

/** The values of a key, each with its row. */
interface Filled {
  readonly rows: number[];
  readonly values: Json[];
  /** Texts and nulls only. */
  areTexts: boolean;
}

function columnOf({ rows, values, areTexts }: Filled, length: number, internedOf: (text: string) => number): Column {
  if (areTexts) {
    const numbers = values.map((value) => (value === null ? NULL : internedOf(value as string)));
    return { of: 'strings', ...cellsOf(rows, numbers, length) };
  }
  if (values.every(isTexts)) {
    const lists = values.map((texts) => (texts.length === 0 ? NO_TEXTS : texts.map(internedOf)));
    return { of: 'lists', ...cellsOf(rows, lists, length) };
  }
  return { of: 'values', ...cellsOf(rows, values, length) };
}

const isTexts = (value: Json): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const NO_TEXTS: readonly number[] = [];

/** @param length of the whole column, absent cells included */
function cellsOf(rows: readonly number[], cells: readonly Json[], length: number): Cells {
  if (cells.length < length) return { rows, cells };
  const counts = new Map<Json, number>();
  for (const cell of cells)
    if (typeof cell !== 'object' || cell === NO_TEXTS) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  for (const [mostly, count] of counts)
    if (3 * count > 2 * length) {
      const others = rows.filter((_, i) => cells[i] !== mostly);
      return { mostly, rows: others, cells: others.map((row) => cells[row] as Json) };
    }
  return { cells };
}

/** The timeline that was packed. */
export function unpackTimeline({ strings, root, tables }: PackedTimeline): Timeline {
  const rowsOf = (path: string, count: number): Record<string, unknown>[] => {
    const rows = Array.from({ length: count }, (): Record<string, unknown> => ({}));
    for (const [key, column] of Object.entries(tables[path] ?? {})) {
      const read = (cells: readonly Json[]): readonly unknown[] =>
        readCells(column.of, cells, strings, (below) => rowsOf(`${path}.${key}`, below));
      fill(rows, key, column, read);
    }
    return rows;
  };
  return Object.fromEntries(
    Object.entries(root).map(([key, value]) => [
      key,
      Array.isArray(value) ? (value as readonly Json[])[0] : rowsOf(key, (value as { rows: number }).rows),
    ]),
  ) as unknown as Timeline;
}

/** The meanings of the cells, one after the other. */
function readCells(
  of: Column['of'],
  cells: readonly Json[],
  strings: readonly string[],
  rowsBelow: (count: number) => Record<string, unknown>[],
): readonly unknown[] {
  const stringOf = (number: number): string | null => (number === NULL ? null : (strings[number] as string));
  if (of === 'values') return cells;
  if (of === 'strings') return (cells as readonly number[]).map(stringOf);
  if (of === 'lists') return (cells as readonly (readonly number[])[]).map((numbers) => numbers.map(stringOf));
  const counts = cells as readonly number[];
  const all = rowsBelow(counts.reduce((sum, count) => sum + count, 0));
  let first = 0;
  return counts.map((count) => all.slice(first, (first += count)));
}

function fill(
  all: readonly Record<string, unknown>[],
  key: string,
  { rows, cells, mostly }: Cells,
  read: (cells: readonly Json[]) => readonly unknown[],
): void {
  if (mostly !== undefined) {
    const [value] = read([mostly]);
    for (const row of all) row[key] = value;
  }
  const values = read(cells);
  for (let i = 0; i < values.length; i++) {
    const row = all[rows ? (rows[i] as number) : i];
    if (row) row[key] = values[i];
  }
}
