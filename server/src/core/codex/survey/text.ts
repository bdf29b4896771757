/** Small pieces of YAML text: comments that wrap, and values quoted only where they must be. */

const WIDTH = 110;

/** A comment of as many lines as it takes. */
export function comment(text: string, indent = ''): readonly string[] {
  const lines: string[] = [];
  let line = `${indent}#`;
  for (const word of text
    .replace(/\p{C}/gu, ' ')
    .split(/\s+/)
    .filter((part) => part !== '')) {
    if (line.length + word.length >= WIDTH && line.length > indent.length + 1) {
      lines.push(line);
      line = `${indent}#`;
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

/** Lines with a remark behind each, one below the other as long as the lines are of a like length. */
export function aligned(rows: readonly { readonly line: string; readonly remark: string }[]): readonly string[] {
  const width = Math.min(60, Math.max(...rows.map(({ line }) => line.length)));
  return rows.map(({ line, remark }) => (remark === '' ? line : `${line.padEnd(width)}   # ${inline(remark)}`));
}

/** Somebody's text, fit to stand in a line of comment. */
export function inline(text: string): string {
  const line = text.replace(/[\p{C}\s\u2028\u2029]+/gu, ' ').trim();
  return line.length > 90 ? `${line.slice(0, 89).trimEnd()}…` : line;
}

/** A value as YAML reads it back, quotes only where it would read something else; fit for `[lists]` and `{groups}`. */
export function plainly(text: string): string {
  const isPlain = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} _.'’+()/-]*[\p{L}\p{M}\p{N}_.'’)])?$/u.test(text);
  return isPlain && !/^(?:null|true|false|yes|no|on|off)$/i.test(text) ? text : JSON.stringify(text);
}

/** A list of texts; one stands for a list of one. */
export const list = (texts: readonly string[]): string =>
  texts.length === 1 ? plainly(texts[0] ?? '') : `[${texts.map(plainly).join(', ')}]`;

/** Lines that only suggest. */
export const commented = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => (line.startsWith('#') ? line : `# ${line}`));

/** Lines that count where they are taken, and else only suggest. */
export const ifTaken = (isTaken: boolean, lines: readonly string[]): readonly string[] =>
  isTaken ? lines : commented(lines);

/** A line of a group. */
export interface Row {
  readonly line: string;
  readonly remark: string;
  readonly isTaken: boolean;
}

export const row = (line: string, remark: string, isTaken: boolean): Row => ({ line, remark, isTaken });

/** A group of rows below a key. Rows that are not taken stand behind a `#`, and the key does where no row is taken. */
export function block(key: string, rows: readonly Row[]): readonly string[] {
  if (rows.length === 0) return [];
  const isLive = rows.some(({ isTaken }) => isTaken);
  const own = isLive
    ? (row: Row) => (row.isTaken ? `  ${row.line}` : `  # ${row.line}`)
    : ({ line }: Row) => `#   ${line}`;
  return [isLive ? `${key}:` : `# ${key}:`, ...aligned(rows.map((row) => ({ line: own(row), remark: row.remark })))];
}
