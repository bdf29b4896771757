/** A timeline as short text on its way to a page: rows are told as columns, and each string once. */
import type { Timeline } from './timelineShape';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };
type Row = Readonly<Record<string, Json | undefined>>;

/**
 * A column of a table: which strings (`NULL` and `ABSENT` beside them), values as they are, values where there are any (row, value, row,
 * value …), or how many rows of the table below belong to each row.
 */
type Column =
  | { readonly strings: readonly number[] }
  | { readonly values: readonly Json[] }
  | { readonly some: readonly Json[] }
  | { readonly counts: readonly number[] };

const NULL = -1;
const ABSENT = -2;

interface Packed {
  readonly strings: readonly string[];
  readonly root: { readonly [key: string]: Json };
  /** By the path of its array: `lanes`, `lanes.spans`. */
  readonly tables: Readonly<Record<string, { readonly [key: string]: Column }>>;
}

/** Rows are taken up this many at a time. */
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
    const columns = new Map<string, Cells>();
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as Row;
      for (const key in row) {
        const value = row[key];
        if (value === undefined) continue;
        let cells = columns.get(key);
        if (!cells) columns.set(key, (cells = { rows: [], values: [], areTexts: true }));
        cells.rows.push(i);
        cells.values.push(value);
        cells.areTexts &&= typeof value === 'string' || value === null;
      }
      if (i % AT_ONCE === AT_ONCE - 1) yield;
    }
    const table: Record<string, Column> = {};
    for (const [key, cells] of columns) {
      const { values } = cells;
      if (values.length === rows.length && !cells.areTexts && values.every(isRows)) {
        table[key] = { counts: values.map(({ length }) => length) };
        below.push([`${path}.${key}`, values.flat()]);
      } else table[key] = columnOf(cells, rows.length, internedOf);
      yield;
    }
    tables[path] = table;
  }
  const packed: Packed = { strings: [...strings.keys()], root, tables };
  return JSON.stringify(packed);
}

const isRows = (value: Json | undefined): value is readonly Row[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));

/** The values of a key, each with its row. */
interface Cells {
  readonly rows: number[];
  readonly values: Json[];
  /** Texts and nulls only. */
  areTexts: boolean;
}

function columnOf({ rows, values, areTexts }: Cells, length: number, internedOf: (text: string) => number): Column {
  if (values.length * 3 < length) return { some: paired(rows, values) };
  if (areTexts) {
    const strings = Array.from({ length }, () => ABSENT);
    for (let i = 0; i < rows.length; i++) {
      const value = values[i] as string | null;
      strings[rows[i] ?? 0] = value === null ? NULL : internedOf(value);
    }
    return { strings };
  }
  return values.length === length ? { values } : { some: paired(rows, values) };
}

function paired(rows: readonly number[], values: readonly Json[]): Json[] {
  const pairs: Json[] = [];
  for (let i = 0; i < rows.length; i++) pairs.push(rows[i] ?? 0, values[i] ?? null);
  return pairs;
}

/** The timeline that was packed. */
export function unpackTimeline(text: string): Timeline {
  const { strings, root, tables } = JSON.parse(text) as Packed;
  const rowsOf = (path: string, count: number): Record<string, unknown>[] => {
    const rows = Array.from({ length: count }, (): Record<string, unknown> => ({}));
    for (const [key, column] of Object.entries(tables[path] ?? {}))
      fill(rows, key, column, strings, (below) => rowsOf(`${path}.${key}`, below));
    return rows;
  };
  return Object.fromEntries(
    Object.entries(root).map(([key, value]) => [
      key,
      Array.isArray(value) ? (value as readonly Json[])[0] : rowsOf(key, (value as { rows: number }).rows),
    ]),
  ) as unknown as Timeline;
}

function fill(
  rows: Record<string, unknown>[],
  key: string,
  column: Column,
  strings: readonly string[],
  rowsBelow: (count: number) => Record<string, unknown>[],
): void {
  if ('strings' in column)
    column.strings.forEach((number, i) => {
      const row = rows[i];
      if (row && number !== ABSENT) row[key] = number === NULL ? null : strings[number];
    });
  else if ('values' in column)
    column.values.forEach((value, i) => {
      const row = rows[i];
      if (row) row[key] = value;
    });
  else if ('counts' in column) {
    const all = rowsBelow(column.counts.reduce((sum, count) => sum + count, 0));
    let first = 0;
    column.counts.forEach((count, i) => {
      const row = rows[i];
      if (row) row[key] = all.slice(first, (first += count));
    });
  } else
    for (let i = 0; i < column.some.length; i += 2) {
      const row = rows[column.some[i] as number];
      if (row) row[key] = column.some[i + 1];
    }
}
