/** What Dataview and its like fill in when a note is shown: blocks of a query, and inline ones such as `= this.born`. */
import { keyOf } from '../codex/codex';

/** A block that a program fills in when the page is shown. */
export const QUERY_BLOCK =
  /^[ \t>]*(`{3,}|~{3,})[ \t]*(?:dataview|dataviewjs|query|tasks|base|datacards|tracker|buttons?|meta-bind[\w-]*|leaflet|excalidraw)\b[^\n]*(?:\n(?![ \t>]*\1)[^\n]*)*(?:\n[ \t>]*\1[^\n]*)?/gim;

const INLINE = /(?<!`)`(\$?=)([^`\n]*)`(?!`)/g;
const OWN = /^\s*this\.([\p{L}\p{N}_][\p{L}\p{N}_ .-]*?)(?:\[(\d+)\])?\s*$/u;
const FENCE = /^[ \t>]*(`{3,}|~{3,})/;
/** A row of a table, in which `|` ends a cell. */
const ROW = /^[ \t>]*\|/;

/**
 * The prose without blocks of a query, and with what its note says in the place of an inline query for it. What only a program could
 * work out is left out: a reader has nothing of its code.
 *
 * @param valuesOf what a property of the note says, by its key as `keyOf` gives it; also `file.name`
 */
export function withQueriesFilled(text: string, valuesOf: (key: string) => readonly string[]): string {
  if (!text.includes('`') && !text.includes('~~~')) return text;
  let fence: string | null = null;
  return text
    .replace(QUERY_BLOCK, '')
    .split('\n')
    .map((line) => {
      const [, mark] = FENCE.exec(line) ?? [];
      if (mark !== undefined && (fence === null || mark.startsWith(fence))) {
        fence = fence === null ? mark : null;
        return line;
      }
      return fence === null
        ? line.replace(INLINE, (_, sign: string, query: string) => filled(line, sign, query))
        : line;
    })
    .join('\n');

  function filled(line: string, sign: string, query: string): string {
    const [, key, index] = (sign === '=' && OWN.exec(query)) || [];
    if (key === undefined) return '';
    const values = valuesOf(keyOf(key));
    const shown = (index === undefined ? values : values.slice(Number(index), Number(index) + 1)).join(', ');
    return ROW.test(line) ? shown.replace(/\\?\|/g, '\\|') : shown;
  }
}
