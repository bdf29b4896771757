/** Reads all of YAML with the `yaml` package, and recovers what it can of broken text. */
import { CONFLICT } from '../text/unreadable';
import type { Span } from '../text/span';
import type { YamlProblem, YamlMapping, YamlNode, YamlPair, YamlReading } from './tree';
import { type Composed, compose, convert, reportDuplicates, type Shared } from './composeYaml';
import { cause, explain, homeless } from './explain';

/** Units that can't begin a key: blanks, comments, list items, and continuations of the lines above. */
const NOT_A_KEY_START = new Set(' \t\r#[]{},&*!|>%@`');

/** Whether the line at the offset begins with `key:` at the left margin. */
function beginsKey(source: string, start: number, end: number): boolean {
  if (start >= end || NOT_A_KEY_START.has(source.charAt(start)) || source.startsWith('- ', start)) return false;
  for (let colon = source.indexOf(':', start); colon !== -1 && colon < end; colon = source.indexOf(':', colon + 1)) {
    const next = source.charAt(colon + 1);
    if (next === '' || next === ' ' || next === '\t' || next === '\n' || next === '\r') return true;
  }
  return false;
}

/** The pieces of a text, in order and without gaps. */
function pieces(source: string): readonly Span[] {
  const found: Span[] = [];
  let start = 0;
  for (let line = 0; line < source.length; ) {
    const feed = source.indexOf('\n', line);
    const end = feed === -1 ? source.length : feed;
    if (line > start && beginsKey(source, line, end)) {
      found.push({ start, end: line });
      start = line;
    }
    line = end + 1;
  }
  found.push({ start, end: source.length });
  return found;
}

const MARKERS = /^(<<<<<<<|>>>>>>>)(?:[ \t].*)?\r?$/gm;

/**
 * Blanks out the text between git's conflict markers, so that everything around it keeps its place and can be read. Each conflict
 * is one problem, whatever it holds.
 */
function withoutConflicts(source: string, base: number, problems: YamlProblem[]): string {
  if (!source.includes('<<<<<<<')) return source;
  let masked = '';
  let done = 0;
  let opened: Span | null = null;
  const close = (open: Span, end: number): void => {
    problems.push({
      code: 'entry/conflict',
      span: { start: base + open.start, end: base + open.end },
      message: CONFLICT,
    });
    masked += source.slice(done, open.start) + source.slice(open.start, end).replace(/[^\r\n]/g, ' ');
    done = end;
  };
  for (const marker of source.matchAll(MARKERS)) {
    const line = { start: marker.index, end: marker.index + marker[0].trimEnd().length };
    if (marker[1] === '<<<<<<<') opened ??= line;
    else if (opened !== null) {
      close(opened, line.end);
      opened = null;
    }
  }
  if (opened !== null) close(opened, opened.end);
  return masked + source.slice(done);
}

/** `![[Map.png]]` as a value or an item: to YAML a tag, to people the picture that is shown there. */
const EMBED = /(?<=^[ \t]*(?:[^\s#][^\n]*:|-)[ \t]+)!(?=\[\[[^[\]\n]*\]\][ \t]*(?:[ \t]#[^\n]*)?\r?$)/gm;
const BLOCK_SCALAR = /[|>][-+\d]*[ \t]*(?:[ \t]#[^\n]*)?\r?$/m;

/** An embed without quotes is read as text: a letter stands for its `!`, which `scalar` puts back. In a text of several lines it would stay. */
function composePiece(source: string): Composed {
  const composed = compose(source);
  if (composed.errors.length === 0 || !source.includes('![[') || BLOCK_SCALAR.test(source)) return composed;
  return compose(source.replace(EMBED, 'x'));
}

/** The most problems of a text that was never meant as YAML. */
const MOST = { 'frontmatter/invalid-yaml': 5, 'frontmatter/duplicate-key': 20, 'entry/conflict': 5 };

/** Reads the YAML in a span of a file, as far as it can be read; spans are relative to the file. Slow: some 0.4 ms a KiB. */
export function readYamlFully(text: string, span: Span): YamlReading {
  const shared: Shared = { anchors: new Map(), problems: [], nodes: 0, aliased: 0 };
  const source = withoutConflicts(text.slice(span.start, span.end), span.start, shared.problems);
  const whole = composePiece(source);
  const parts = whole.errors.length === 0 ? [] : pieces(source);
  const root =
    parts.length > 1 ? readPieces(source, span.start, parts, shared) : readPiece(source, span.start, whole, shared);
  return { root, problems: fewer(shared.problems) };
}

function readPiece(source: string, base: number, composed: Composed, shared: Shared): YamlNode | null {
  const errors = composed.errors.map((error) => ({ ...error, owner: null }));
  const root = composed.contents && convert({ source, base, errors, shared }, composed.contents);
  const error = cause(source, errors);
  if (error) shared.problems.push(explain(source, base, error));
  return root;
}

/** Reads piece by piece, so that an open quote or bracket spoils its own key only. */
function readPieces(source: string, base: number, parts: readonly Span[], shared: Shared): YamlMapping {
  const pairs: YamlPair[] = [];
  let end = base;
  for (const part of parts) {
    const own = source.slice(part.start, part.end);
    const root = readPiece(own, base + part.start, composePiece(own), shared);
    if (root === null) continue;
    if (root.kind === 'mapping') {
      pairs.push(...root.pairs);
      end = root.span.end;
    } else shared.problems.push(homeless(own, base + part.start));
  }
  reportDuplicates(pairs, shared.problems);
  return { kind: 'mapping', pairs, span: { start: pairs[0]?.key.span.start ?? base, end }, flow: false };
}

/** The problems in order, each once, and at most as many of a kind as anybody corrects at a time. */
function fewer(problems: readonly YamlProblem[]): readonly YamlProblem[] {
  const counts = { 'frontmatter/invalid-yaml': 0, 'frontmatter/duplicate-key': 0, 'entry/conflict': 0 };
  let last: YamlProblem | undefined;
  return [...problems]
    .sort((a, b) => a.span.start - b.span.start)
    .filter((problem) => {
      if (problem.span.start === last?.span.start && problem.code === last.code) return false;
      last = problem;
      return ++counts[problem.code] <= MOST[problem.code];
    });
}
