/** Puts the keys of a frontmatter into the documented order; every line stays as its author wrote it. */
import type { Codex } from '../codex/codex';
import { KNOWN_KEYS } from '../codex/keys';
import { knownKey, cutFrontmatter } from '../entry/frontmatter';
import { applied, type Edit, inTurn } from '../text/problem';
import type { Span } from '../text/span';
import { below, lineStart, nextLine, pairEnd } from '../yaml/writeYaml';
import { readYaml } from '../yaml/readYaml';
import { type YamlMapping, type YamlNode, valueOf } from '../yaml/tree';

/** `edits` is empty if the keys are in order already. `unreadable`: the frontmatter can't be reordered safely. */
type Organised = { readonly edits: readonly Edit[] } | 'unreadable';

const PLACES: ReadonlyMap<string, number> = new Map(
  // What was said before stands below what is said now.
  KNOWN_KEYS.map(({ key }, place) => [key, key === 'formerly' ? KNOWN_KEYS.length : place]),
);

export function organised(codex: Codex, text: string): Organised {
  const cut = cutFrontmatter(text);
  if (!cut) return { edits: [] };
  const { root, problems } = readYaml(text, cut.yaml);
  if (root === null && problems.length === 0 && cut.language === '') return { edits: [] };
  if (!cut.closed || cut.language !== '' || problems.length > 0 || root?.kind !== 'mapping' || root.flow)
    return 'unreadable';
  const parts = partsOf(text, root, cut.yaml);
  if (parts === null) return 'unreadable';
  // The author's own keys follow the known ones in their present order.
  const placed = parts.map((part) => ({ part, place: PLACES.get(knownKey(codex, part.key) ?? '') ?? PLACES.size }));
  const sorted = placed.toSorted((a, b) => a.place - b.place).map(({ part }) => part);
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return { edits: [] };
  const span = { start: first.span.start, end: last.span.end };
  const [top = first] = sorted;
  // The blank lines above the key that moves to the top move to the key that was there, not below the fence.
  const gapOf = (part: Part): string => (part === top ? gap(first) : part === first ? gap(top) : gap(part));
  const gap = ({ span: whole, line }: Part): string => text.slice(whole.start, line);
  const lines = sorted.map((part) => gapOf(part) + text.slice(part.line, part.span.end)).join('');
  const edits = inTurn(text, [() => ({ span, text: lines })]);
  return edits.every((edit) => saysTheSame(applied(text, edit), root)) ? { edits } : 'unreadable';
}

/** A key with its value and all that belongs to it, in whole lines. */
interface Part {
  readonly key: string;
  readonly span: Span;
  /** The offset after the blank lines at its beginning. */
  readonly line: number;
}

/**
 * The parts of a frontmatter, without gaps. Comments and blank lines belong to the key below them: above the first key only
 * those after the last blank line, and those below the last key to none. An indented comment belongs to the key above.
 */
function partsOf(text: string, { pairs }: YamlMapping, yaml: Span): Part[] | null {
  const parts: Part[] = [];
  let start = -1;
  for (const pair of pairs) {
    const line = lineStart(text, pair.key.span.start);
    // Explicit keys and anchors before a key are rare and not supported.
    if (line !== pair.key.span.start) return null;
    if (start === -1) start = afterBlank(text, yaml.start, line);
    const end = behindIndented(text, nextLine(text, below(text, pair.value, pairEnd(text, pair))), yaml.end);
    parts.push({ key: pair.key.text, span: { start, end }, line: behindBlank(text, start, end) });
    start = end;
  }
  return parts;
}

/** The offset after the last blank line of a range; its start if it has none. */
function afterBlank(text: string, start: number, end: number): number {
  let found = start;
  for (let line = start; line < end; line = nextLine(text, line))
    if (text.slice(line, nextLine(text, line)).trim() === '') found = nextLine(text, line);
  return found;
}

function behindBlank(text: string, start: number, end: number): number {
  let line = start;
  while (line < end && text.slice(line, nextLine(text, line)).trim() === '') line = nextLine(text, line);
  return line;
}

function behindIndented(text: string, start: number, end: number): number {
  let line = start;
  while (line < end && /^[ \t]+#/.test(text.slice(line, nextLine(text, line)))) line = nextLine(text, line);
  return line;
}

/** Whether every key still has its value: reordering may move an alias before its anchor. */
function saysTheSame(text: string, before: YamlMapping): boolean {
  const cut = cutFrontmatter(text);
  if (!cut) return false;
  const { root, problems } = readYaml(text, cut.yaml);
  return problems.length === 0 && meaningOfTree(root) === meaningOfTree(before);
}

const meaningOfTree = (root: YamlNode | null): string =>
  root?.kind === 'mapping'
    ? root.pairs
        .map(({ key, value }) => JSON.stringify([key.text, value === null, valueOf(value)]))
        .toSorted()
        .join()
    : '';
