/** Runs the `yaml` package over a piece of text, with limits, and converts the result to our tree. */
import {
  Composer,
  type CST,
  type ParsedNode,
  Parser,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Alias,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Span } from '../text/span';
import { quoted } from '../text/words';
import type { YamlMapping, YamlNode, YamlPair, YamlProblem, YamlScalar, YamlSequence } from './tree';

/** Errors of `yaml`; offsets are relative to the piece. */
interface YamlError {
  readonly code: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

export interface Composed {
  readonly contents: ParsedNode | null;
  readonly errors: readonly YamlError[];
}

/** Deeper than anybody nests by hand, and shallow enough for every recursive reader of the tree. */
const DEEPEST = 100;

/** The most errors of one piece: one fault can make an error of every line below it. */
const MOST_ERRORS = 50;

/** The first document of a piece of YAML, every scalar as text. */
export function compose(source: string): Composed {
  try {
    const tokens = firstDocument(source);
    if (isTooDeep(tokens)) return tooDeep(source);
    const composer = new Composer({
      version: '1.2',
      schema: 'failsafe',
      resolveKnownTags: false,
      uniqueKeys: false,
      logLevel: 'silent',
    });
    for (const document of composer.compose(tokens, true, source.length)) {
      const errors = document.errors
        .slice(0, MOST_ERRORS)
        .map(({ code, message, pos }) => ({ code, message, start: pos[0], end: pos[1] }));
      return { contents: document.contents, errors };
    }
    return { contents: null, errors: [] };
  } catch {
    // `yaml` is recursive, and throws only if a text is nested deeper than the stack.
    return tooDeep(source);
  }
}

const tooDeep = (source: string): Composed => ({
  contents: null,
  errors: [{ code: 'TOO_DEEP', message: '', start: 0, end: source.length }],
});

function firstDocument(source: string): CST.Token[] {
  const tokens: CST.Token[] = [];
  let documents = 0;
  for (const token of new Parser().parse(source)) {
    if (token.type === 'document' && ++documents > 1) break;
    tokens.push(token);
  }
  return tokens;
}

function isTooDeep(tokens: readonly CST.Token[]): boolean {
  let level: CST.Token[] = [...tokens];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    const next: CST.Token[] = [];
    for (const token of level) {
      if (token.type === 'document') {
        if (token.value) next.push(token.value);
      } else if ('items' in token) {
        for (const item of token.items) {
          if (item.key) next.push(item.key);
          if (item.value) next.push(item.value);
        }
      }
    }
    level = next;
  }
  return false;
}

/** An error of `yaml`, and the span (in the piece) that was left out because of it. */
export interface OwnedError extends YamlError {
  owner: Span | null;
}

/** Anchors by name, for all pieces of one text; `open` while the anchored node is still being read. */
type Anchors = Map<string, { readonly node: YamlNode | null; readonly size: number } | 'open'>;

/** The state that all pieces of one text share. */
export interface Shared {
  readonly anchors: Anchors;
  readonly problems: YamlProblem[];
  /** The number of nodes so far, and how many of them came from aliases. */
  nodes: number;
  aliased: number;
}

/** A piece of YAML that is being converted. */
interface YamlPiece {
  readonly source: string;
  /** The offset of the piece in the file. */
  readonly base: number;
  readonly errors: readonly OwnedError[];
  readonly shared: Shared;
}

/** An alias repeats all nodes of its anchor: without a limit, ten lines make a billion of them. */
const MOST_ALIASED = 10_000;

/** The tree of a composed node; null for an empty one and for one that can't be read. */
export function convert(piece: YamlPiece, node: ParsedNode): YamlNode | null {
  if (isAlias(node)) return resolve(piece, node);
  const { shared } = piece;
  const before = shared.nodes++;
  if (node.anchor !== undefined) shared.anchors.set(node.anchor, 'open');
  const made = isMap(node) ? mapping(piece, node) : isSeq(node) ? sequence(piece, node) : scalar(piece, node);
  if (node.anchor !== undefined) shared.anchors.set(node.anchor, { node: made, size: shared.nodes - before });
  return made;
}

const spanOf = (piece: YamlPiece, node: ParsedNode): Span => ({
  start: piece.base + node.range[0],
  end: piece.base + node.range[1],
});

const invalid = (piece: YamlPiece, node: ParsedNode, message: string): null => {
  piece.shared.problems.push({ code: 'frontmatter/invalid-yaml', span: spanOf(piece, node), message });
  return null;
};

function resolve(piece: YamlPiece, node: Alias.Parsed): YamlNode | null {
  const { shared } = piece;
  const anchor = shared.anchors.get(node.source);
  if (anchor === undefined) {
    return invalid(piece, node, `A value can’t begin with *: put quotes around the text that begins *${node.source}.`);
  }
  if (anchor === 'open') return invalid(piece, node, `*${node.source} refers to the very value it stands in.`);
  shared.aliased += anchor.size;
  if (shared.aliased > MOST_ALIASED) {
    return invalid(piece, node, `*${node.source} repeats too much: write out here what is meant.`);
  }
  // Only repeated nodes count: sizes that double a thousand times would overflow.
  shared.nodes += anchor.size;
  return anchor.node;
}

const STYLES: Readonly<Record<string, YamlScalar['style']>> = {
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'block',
  BLOCK_FOLDED: 'block',
};

function scalar(piece: YamlPiece, node: Scalar.Parsed): YamlScalar | null {
  const style = STYLES[node.type ?? ''] ?? 'plain';
  const span = spanOf(piece, node);
  if (style === 'plain') {
    const isEmpty = span.start === span.end && node.tag === undefined;
    if (isEmpty) return null;
    const isEmbed = piece.source.charAt(node.range[0]) === '!';
    const text = isEmbed ? piece.source.slice(node.range[0], node.range[1]) : node.source;
    return { kind: 'scalar', text, style, span, content: span };
  }
  if (style === 'block') {
    // `yaml` includes the blank lines after a block scalar.
    const written = piece.source.slice(node.range[0], node.range[1]).trimEnd();
    const trimmed = { start: span.start, end: span.start + written.length };
    return { kind: 'scalar', text: node.source, style, span: trimmed, content: trimmed };
  }
  const content = { start: span.start + 1, end: Math.max(span.start + 1, span.end - 1) };
  return { kind: 'scalar', text: node.source, style, span, content };
}

/** The end of a node in this text: for an alias, after the alias itself. */
const endOf = (piece: YamlPiece, written: ParsedNode, made: YamlNode): number =>
  isAlias(written) ? piece.base + written.range[1] : made.span.end;

function sequence(piece: YamlPiece, node: YAMLSeq.Parsed): YamlSequence {
  const flow = node.flow === true;
  const start = piece.base + node.range[0];
  const items: YamlNode[] = [];
  let end = start + 1;
  for (const written of node.items) {
    const item = convert(piece, written);
    if (!flow && isBroken(piece, written)) continue;
    // An alias without an anchor was reported already; an empty item is an empty text.
    if (item === null && isAlias(written)) continue;
    const made = item ?? plainAt('', piece.base + written.range[0]);
    items.push(made);
    end = endOf(piece, written, made);
  }
  return { kind: 'sequence', items, span: flow ? spanOf(piece, node) : { start, end }, flow };
}

function mapping(piece: YamlPiece, node: YAMLMap.Parsed): YamlMapping {
  const flow = node.flow === true;
  const pairs: YamlPair[] = [];
  let start = piece.base + node.range[0];
  let end = start;
  for (const { key: writtenKey, value: written } of node.items) {
    const key = keyOf(piece, writtenKey);
    if (key === null) continue;
    const value = written === null ? null : valueOf(piece, written, flow);
    if (pairs.length === 0) start = key.span.start;
    end = written !== null && value !== null ? endOf(piece, written, value) : key.span.end;
    pairs.push({ key, value });
  }
  reportDuplicates(pairs, piece.shared.problems);
  return { kind: 'mapping', pairs, span: flow ? spanOf(piece, node) : { start, end: Math.max(start, end) }, flow };
}

/** Reports every key that an earlier pair has already. */
export function reportDuplicates(pairs: readonly YamlPair[], problems: YamlProblem[]): void {
  const seen = new Set<string>();
  for (const { key } of pairs) {
    if (seen.has(key.text)) {
      const message = `“${quoted(key.text)}” is given twice here: keep one of the two.`;
      problems.push({ code: 'frontmatter/duplicate-key', span: key.span, message });
    }
    seen.add(key.text);
  }
}

function valueOf(piece: YamlPiece, node: ParsedNode, flow: boolean): YamlNode | null {
  const value = convert(piece, node);
  if (flow || !isBroken(piece, node)) return value;
  // People write `date: ?` for an unknown date; YAML takes the mark for an empty key.
  if (!isLoneQuestion(piece.source, node.range[0])) return null;
  return plainAt('?', piece.base + node.range[0]);
}

/** The key as a scalar: a list or a mapping is its source text. Null if a line is not a key at all. */
function keyOf(piece: YamlPiece, node: ParsedNode): YamlScalar | null {
  const made = convert(piece, node);
  const { start, end } = spanOf(piece, node);
  const source = piece.source.slice(node.range[0], node.range[1]).trimEnd();
  const error = piece.errors.find((one) => one.start === node.range[0] && IMPLICIT_KEY_ERROR.test(one.message));
  if (error !== undefined) {
    own(error, node.range);
    return keyUnderLostLines(source, start, columnOf(piece.source, node.range[0]));
  }
  if (made === null) return plainAt('', start);
  if (made.kind !== 'scalar') return plainAt(source, start);
  return isAlias(node) ? { ...plainAt(made.text, start), span: { start, end }, content: { start, end } } : made;
}

/** Errors of `yaml` for lines without a colon: alone, or merged with the key below them. */
const IMPLICIT_KEY_ERROR = /^Implicit (?:map keys|keys need to be on a single line)/;

/** The key at the end of merged lines: the last line, if it is in the column of the first and is not the only one. */
function keyUnderLostLines(source: string, start: number, column: number): YamlScalar | null {
  const line = source.lastIndexOf('\n') + 1;
  const key = source.slice(line).trimStart();
  const at = source.length - key.length;
  return line > 0 && at - line === column ? plainAt(key, start + at) : null;
}

export function plainAt(text: string, start: number): YamlScalar {
  const span = { start, end: start + text.length };
  return { kind: 'scalar', text, style: 'plain', span, content: span };
}

/** Whether the value at an offset of a piece is just a question mark. */
export function isLoneQuestion(source: string, at: number): boolean {
  const question = /\?[ \t]*(?:[ \t]#|\r?\n|$)/y;
  question.lastIndex = at;
  return question.test(source);
}

const columnOf = (source: string, offset: number): number => offset - (source.lastIndexOf('\n', offset - 1) + 1);

const own = (error: OwnedError, range: readonly number[]): void => {
  error.owner ??= { start: range[0] ?? 0, end: range[1] ?? 0 };
};

/**
 * Whether an error is in this very node, rather than in a child: then the node is left out. A block collection is left out only if
 * it begins where none may, never for one of its parts.
 */
function isBroken(piece: YamlPiece, node: ParsedNode): boolean {
  const [start, end, after] = node.range;
  const isBlock = !isScalar(node) && !isAlias(node) && node.flow !== true;
  let broken = false;
  for (const error of piece.errors) {
    if (error.owner !== null) continue;
    const at = error.start;
    if (isBlock ? at !== start : at < start || (at > end && at >= after)) continue;
    own(error, node.range);
    broken = true;
  }
  return broken;
}
