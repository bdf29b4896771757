/** Where a reference is being typed: found in the lines around the caret, so that half-typed YAML will do. */
import { type Codex, keyOf } from '../codex/codex';
import { cutFrontmatter } from '../entry/fence';
import type { Span } from '../text/span';
import { knownName } from './mentions';
import { readLine, type YamlLine } from './yamlLine';

export interface Slot {
  /** `id`: a name in the frontmatter; `link`: what stands between `[[` and `]]`. */
  readonly kind: 'id' | 'link';
  /** What has been typed of it. */
  readonly typed: string;
  /** What a choice takes the place of. */
  readonly span: Span;
  /** The quote that it stands in, in YAML. */
  readonly quote: '"' | "'" | '';
  /** Inside `[…]` or `{…}`, where commas and brackets part things. */
  readonly isFlow: boolean;
  /** What nobody has typed yet: a space behind a colon, the closing quote or brackets. */
  readonly before: string;
  readonly after: string;
}

/** The line of the caret, on both sides of it. */
interface CaretLine {
  readonly before: string;
  readonly rest: string;
  readonly offset: number;
}

/** The slot at a caret; null where no reference is expected. */
export function slotAt(text: string, offset: number, codex: Codex): Slot | null {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const feed = text.indexOf('\n', offset);
  const rest = text.slice(offset, feed === -1 ? text.length : feed).replace(/\r$/, '');
  const line = { before: text.slice(start, offset), rest, offset };
  const cut = cutFrontmatter(text);
  const inYaml = cut !== null && cut.language === '' && cut.yaml.start <= start && start < cut.yaml.end;
  const link = linkSlot(line, inYaml);
  return link ?? (inYaml ? idSlot(text.slice(cut.yaml.start, start), line, codex) : null);
}

/** `[[Mar|`, in the prose or in the frontmatter; not behind its `#` or `|`. */
function linkSlot({ before, rest, offset }: CaretLine, inYaml: boolean): Slot | null {
  const open = before.lastIndexOf('[[');
  const typed = before.slice(open + 2);
  if (open < 0 || /[\][|#]/.test(typed)) return null;
  const behind = /^[^\][|#"']*(?=\]\]|[|#])/.exec(rest)?.[0] ?? '';
  const close = rest.slice(behind.length);
  const mark = inYaml ? before[open - 1] : '';
  return {
    kind: 'link',
    typed,
    span: { start: offset - typed.length, end: offset + behind.length },
    quote: mark === '"' || mark === "'" ? mark : '',
    isFlow: false,
    before: '',
    after: /^(?:\]\]|[|#])/.test(close) ? '' : close.startsWith(']') ? ']' : ']]',
  };
}

const TARGETS: ReadonlySet<string> = new Set(['supersedes', 'superseded_by', 'retracts', 'restores']);
const NAMES: ReadonlySet<string> = new Set(['sources', 'disputes', 'reviewed', 'entity']);

function idSlot(above: string, { before, rest, offset }: CaretLine, codex: Codex): Slot | null {
  const line = readLine(before);
  const typing = line?.typing;
  if (!line || !typing) return null;
  const [first = '', ...inner] = [...keysAbove(above, line), ...line.keys];
  if (!isReference(knownName(codex, first), inner.map(keyOf), typing.isKey)) return null;
  const { text: typed, quote, isFlow, isKey, wantsSpace } = typing;
  const plain = isFlow ? /^(?:(?!:(?:[ \t]|$))[^,\]}#])*/ : isKey ? /^(?:(?!:(?:[ \t]|$)).)*/ : /^(?:(?![ \t]#).)*/;
  const behind = (quote ? WITHIN[quote] : plain).exec(rest)?.[0] ?? '';
  const kept = behind.trimEnd().length;
  return {
    kind: 'id',
    typed,
    span: { start: offset - typed.length, end: offset + kept },
    quote,
    isFlow,
    before: wantsSpace ? ' ' : '',
    after: quote !== '' && !rest.slice(kept).trimStart().startsWith(quote) ? quote : '',
  };
}

const WITHIN = { '"': /^[^"]*/, "'": /^[^']*/ } as const;

/** Whether an entry is named at a place in the frontmatter. */
function isReference(top: string, inner: readonly string[], isKey: boolean): boolean {
  const [key, ...deeper] = inner;
  if (deeper.length > 0) return false;
  if (top === 'facts') return isKey ? key === undefined : key === 'entity';
  if (isKey) return false;
  if (TARGETS.has(top)) return key === undefined || key === 'id' || key === 'sources';
  return NAMES.has(top) && key === undefined;
}

/** The keys under which a line stands, outermost first, by the indentation of the lines above it. */
function keysAbove(above: string, line: YamlLine): string[] {
  const keys: string[] = [];
  let [column = line.column] = line.dashes;
  let isItem = line.dashes.length > 0;
  const lines = above.split('\n');
  for (let at = lines.length - 1; at >= 0 && (column > 0 || isItem); at--) {
    const one = readLine((lines[at] ?? '').trimEnd());
    if (!one || (one.key === null && one.dashes.length === 0)) continue;
    const [dash] = one.dashes;
    if (one.key !== null && (one.column < column || (isItem && dash === undefined && one.column === column))) {
      keys.unshift(one.key);
      column = dash ?? one.column;
      isItem = dash !== undefined;
    } else if (dash !== undefined && dash < column) {
      // The item that our mapping belongs to begins here, with its first key behind the dash.
      column = dash;
      isItem = true;
    }
  }
  return keys;
}
