/** Where the parts of a YAML text begin and end on its lines, and how those lines are laid out. */
import type { Span } from '../text/span';
import type { YamlMapping, YamlNode, YamlPair, YamlSequence } from './tree';
import type { Layout } from './writeYaml';

/** `[[A]]` unquoted: to YAML a list in a list, to everybody else a link. */
export const isBareLink = (text: string, { span }: YamlNode): boolean =>
  /^\[\[[^[\]]*\]\]$/.test(text.slice(span.start, span.end));

export const lineStart = (text: string, at: number): number => (at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1);

/** Where the line of an offset ends, before its line end. */
export function lineEnd(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  const end = feed === -1 ? text.length : feed;
  return at < end && text.charAt(end - 1) === '\r' ? end - 1 : end;
}

/** Where the line below begins; the end of the text where there is none. */
export function nextLine(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  return feed === -1 ? text.length : feed + 1;
}

/** How lines end around an offset. */
export function eolAt(text: string, at: number): string {
  const feed = text.indexOf('\n', at);
  const near = feed === -1 ? text.lastIndexOf('\n') : feed;
  return near > 0 && text.charAt(near - 1) === '\r' ? '\r\n' : '\n';
}

/** The layout of the YAML that stands above an offset. */
export function layoutAt(text: string, at: number): Layout {
  const written = text.slice(0, at);
  const group = /^( *(?:- )?)[^\s#-][^\n]*:[ \t]*\r?\n( +)(?!- )[^\s#]/m.exec(written);
  const list = /^( *(?:- )?)[^\s#-][^\n]*:[ \t]*\r?\n( *)- /m.exec(written);
  const step = group ? (group[2] ?? '').length - (group[1] ?? '').length : 2;
  const listStep = list ? (list[2] ?? '').length - (list[1] ?? '').length : 2;
  return {
    eol: eolAt(text, at),
    step: step > 0 ? step : 2,
    listStep: Math.max(listStep, 0),
    blockLists: /^ *- [^\s:{[][^\n:]*$/m.test(written) && !/(?:: |- )\[/.test(written),
  };
}

/** The column in which a block collection stands; null where that is uncertain: explicit keys, anchors and tags before it. */
export function columnOf(text: string, node: YamlMapping | YamlSequence): number | null {
  const first = node.kind === 'mapping' ? node.pairs[0]?.key.span.start : node.span.start;
  return first === undefined ? null : columnAt(text, first);
}

/** The column of an offset before which nothing but blanks and dashes stand on its line; else null. */
export function columnAt(text: string, at: number): number | null {
  const before = text.slice(lineStart(text, at), at).replace('\uFEFF', '');
  return /^ *(?:- +)*$/.test(before) ? before.length : null;
}

/** Whether a value is an alias: its node is the anchored one, further up. */
export const isAliased = ({ key, value }: YamlPair): boolean => value !== null && value.span.start < key.span.end;

/** Whether a part of a text holds an anchor that an alias behind it needs. */
export function isAnchored(text: string, { start, end }: Span): boolean {
  return [...text.slice(start, end).matchAll(/&([^\s,[\]{}]+)/g)].some(([, name]) => text.includes(`*${name}`, end));
}

/** A text that is put before an offset, with the blank that a comment needs before it. */
export const beforeNote = (text: string, at: number, put: string): string =>
  text.charAt(at) === '#' && /\S$/.test(put) ? `${put} ` : put;

/** Behind a key's colon; null where it has no colon of its own: `{a, b}`, or `? a`. */
export function colonOf(text: string, { key }: YamlPair): number | null {
  const colon = /[ \t]*:/y;
  colon.lastIndex = key.span.end;
  return colon.test(text) ? colon.lastIndex : null;
}

/** Where a pair ends in this text. */
export function pairEnd(text: string, pair: YamlPair): number {
  const { key, value } = pair;
  if (value !== null && !isAliased(pair)) return nodeEnd(text, value);
  const written = value === null ? /[ \t]*:/y : /\s*:\s*\*[^\s,[\]{}]*/y;
  written.lastIndex = key.span.end;
  return written.test(text) ? written.lastIndex : key.span.end;
}

/** Where a node ends, the colon of a last key without value included. */
export function nodeEnd(text: string, node: YamlNode): number {
  if (node.kind === 'scalar' || node.flow) return node.span.end;
  if (node.kind === 'mapping') {
    const last = node.pairs.at(-1);
    return last ? pairEnd(text, last) : node.span.end;
  }
  const last = node.items.at(-1);
  return last && node.span.start <= last.span.start ? nodeEnd(text, last) : node.span.end;
}

/** Where a line can be put in below a node that ends at `end`: before the line end, behind all that belongs to the node. */
export function below(text: string, node: YamlNode | null, end: number): number {
  let at = lineEnd(text, end);
  if (!keepsBlankLines(text, node)) return at;
  for (;;) {
    const next = nextLine(text, at);
    const after = nextLine(text, next);
    if (after === next || text.slice(next, after).trim() !== '' || !text.slice(next, after).includes('\n')) return at;
    at = lineEnd(text, next);
  }
}

/** Whether a node ends in a block scalar that holds the blank lines behind it (`|+`). */
function keepsBlankLines(text: string, node: YamlNode | null): boolean {
  if (node === null) return false;
  if (node.kind === 'scalar') {
    return node.style === 'block' && /^[|>]\d?\+/.test(text.slice(node.span.start, node.span.start + 3));
  }
  const last = node.kind === 'mapping' ? node.pairs.at(-1)?.value : node.items.at(-1);
  return !node.flow && keepsBlankLines(text, last ?? null);
}
