/** Reads YAML, JSON and JSON Lines: with the fast reader where it is certain, else with the `yaml` package. */
import { type Span, lineStarts, placeInLines } from '../text/span';
import { readYamlFast } from './fastReader';
import { readYamlFully } from './fullReader';
import { oddBlanks } from './oddBlanks';
import type { YamlReading, YamlNode } from './tree';

/**
 * Longer texts are not read on each keystroke: the full reader needs a second for this many units. No page of a world comes near
 * it.
 */
const LONGEST_FULLY = 200_000;

const TOO_LONG =
  'This is longer than 200 KB, and not plain enough for a text of that length: split it, or write one key per line, without brackets and quotes.';

/** Reads the YAML in a span of a file, as far as it can be read. Never throws; spans are relative to the file. */
export function readYaml(text: string, span: Span): YamlReading {
  const reading = readAnyYaml(text, span);
  const odd = oddBlanks(text, span, reading.root);
  if (odd.length === 0) return reading;
  // What else is wrong in such a line mostly follows from it.
  const lineOf = (at: number): number => text.lastIndexOf('\n', at - 1);
  const lines = new Set(odd.map(({ span: { start } }) => lineOf(start)));
  return { ...reading, problems: [...odd, ...reading.problems.filter((one) => !lines.has(lineOf(one.span.start)))] };
}

function readAnyYaml(text: string, span: Span): YamlReading {
  const root = readYamlFast(text, span);
  if (root !== undefined) return { root, problems: [] };
  if (span.end - span.start <= LONGEST_FULLY) return readYamlFully(text, span);
  const line = text.indexOf('\n', span.start);
  const first = { start: span.start, end: line === -1 ? span.end : Math.min(line, span.end) };
  return { root: null, problems: [{ code: 'frontmatter/invalid-yaml', span: first, message: TOO_LONG }] };
}

/** Data of a person or a program as plain values: JSON, JSON Lines or YAML, with the lines of its parts. */
interface DataReading {
  /** Texts, lists and objects; from JSON also numbers and flags. */
  readonly data: unknown;
  /** Why it cannot be read; line 1 is the first. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
  /** The line of a value, by its keys and indexes, or of its nearest existing parent. */
  readonly lineOf: (path: readonly (string | number)[]) => number;
}

export function readData(text: string): DataReading {
  const source = text.replace(/^\uFEFF/, '');
  const json = parsed(source);
  if (json) return { data: json.value, problems: [], lineOf: (path) => lineIn(source, yamlOf(source).root, path) };
  const lines = jsonLines(source);
  if (lines) return lines;
  const { root, problems } = yamlOf(source);
  const starts = lineStarts(source);
  return {
    data: plainOf(root),
    problems: problems.map(({ span, message }) => ({ line: placeInLines(starts, span.start).line + 1, message })),
    lineOf: (path) => lineIn(source, root, path),
  };
}

const yamlOf = (source: string) => readYaml(source, { start: 0, end: source.length });

/** null: it is not JSON. */
function parsed(source: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(source) };
  } catch {
    // It is in another format, which the caller tries next.
    return null;
  }
}

/** One value per line; null if the first line is not a value by itself. */
function jsonLines(source: string): DataReading | null {
  const lines = source.split(/\r?\n/).flatMap((line, i) => (line.trim() === '' ? [] : [{ line, number: i + 1 }]));
  const [first] = lines;
  if (!first?.line.trim().startsWith('{') || lines.length < 2 || !parsed(first.line)) return null;
  const read = lines.map(({ line, number }) => ({ value: parsed(line), number }));
  return {
    data: read.map(({ value }) => value?.value),
    problems: read.flatMap(({ value, number }) =>
      value ? [] : [{ line: number, message: 'This line is not JSON: each line is one object in braces.' }],
    ),
    lineOf: ([item]) => read[Number(item)]?.number ?? 1,
  };
}

function plainOf(node: YamlNode | null): unknown {
  if (node === null) return null;
  if (node.kind === 'sequence') return node.items.map(plainOf);
  if (node.kind === 'mapping')
    return Object.fromEntries(node.pairs.map(({ key, value }) => [key.text, plainOf(value)]));
  return node.style === 'plain' && /^(?:|~|null)$/i.test(node.text) ? null : node.text;
}

function lineIn(source: string, root: YamlNode | null, path: readonly (string | number)[]): number {
  let node = root;
  let at = root?.span.start ?? 0;
  for (const part of path) {
    const pair = node?.kind === 'mapping' ? node.pairs.find(({ key }) => key.text === String(part)) : undefined;
    const next: YamlNode | null = pair
      ? pair.value
      : node?.kind === 'sequence'
        ? (node.items[Number(part)] ?? null)
        : null;
    if (!pair && !next) break;
    at = pair?.key.span.start ?? next?.span.start ?? at;
    node = next;
  }
  return placeInLines(lineStarts(source), at).line + 1;
}
