/** The lines of a frontmatter around a caret, read one by one: what cannot be parsed yet has lines all the same. */
import { lineEnd, nextLine } from '../yaml/yamlLayout';
import { readLine, type YamlLine } from './line';

/** A line, or the lines of one value in brackets or quotes. Comments, blank lines and the text of block scalars are none. */
export interface YamlRow {
  readonly start: number;
  /** Before the line end. */
  readonly end: number;
  readonly line: YamlLine;
}

/** Where a row stands among the others: at its first dash, else at its content. */
export const edgeOf = ({ line }: YamlRow): number => line.dashes[0] ?? line.column;

/** The column of what a block scalar belongs to: its text stands further in. */
const ownerColumn = ({ key, column, dashes }: YamlLine): number => (key === null ? (dashes.at(-1) ?? column) : column);

const indentOf = (text: string): number => /^[ \t]*/.exec(text)?.[0].length ?? 0;

/** The rows of a stretch of whole lines. */
export function rowsOf(text: string, start: number, end: number): readonly YamlRow[] {
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
export function continuesRow({ line }: YamlRow, written: string): boolean {
  if (line.value === 'block') return written.trim() === '' || ownerColumn(line) < indentOf(written);
  // Nobody writes so far to the left inside brackets or quotes: something above is not closed.
  return line.isOpen && !/^[^\s#"'[\]{},&*!|>?%@`-][^:#]*:(?:\s|$)/.test(written);
}

/** Whether a blank line with the caret in it is outside the block scalar above it. */
export const isOutside = ({ line }: YamlRow, written: string, column: number): boolean =>
  written.trim() === '' && column <= ownerColumn(line);
