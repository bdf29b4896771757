/** Where in the frontmatter a caret is: under which keys, beside which, and what a choice would take the place of. */
import { type Codex, keyOf } from '../codex/codex';
import { cutFrontmatter } from '../entry/frontmatter';
import type { Span } from '../text/span';
import { lineEnd, lineStart, nextLine } from '../yaml/yamlLayout';
import { knownName } from '../reading/mentions';
import { besideInFlow, besideList } from './siblingKeys';
import { type Around, blockAround } from './block';
import { readLine } from './line';
import { edgeOf, isOutside, continuesRow, type YamlRow, rowsOf } from './rows';
import { type LineCaret, type Slot, slotAt } from './slot';

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
    // Its first key is being typed: nothing tells it from prose yet but the dashes above.
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
