/** Reads shapes from a YAML tree: texts, references, lists of one, dates; a wrong shape is reported once. */
import { cutShort, quoted } from '../text/words';
import { nfc, isSlip } from '../text/nearNames';
import { type Moment, undeclaredEraMessage, readDate, readDateOfParts, saysPresent } from '../chronology';
import { type Codex, keyOf } from '../codex/codex';
import type { Problem, Severity } from '../text/problem';
import type { Span } from '../text/span';
import { mergedPairs, NOTHING, type YamlMapping, type YamlNode, type YamlPair, type YamlScalar } from '../yaml/tree';
import type { DateWritten, EndWritten, Ref, Written } from './entry';
import { decoded, SCHEME } from './inline';

/** What the readers of one file share: its text, the codex's rules, and the problems found so far. */
export interface FileReading {
  readonly path: string;
  readonly text: string;
  readonly codex: Codex;
  readonly problems: Problem[];
}

/** Texts for "nothing" that count even in quotes, where a word may be meant. */
export const QUOTED_NOTHING = /^(?:|n\/a|tbd)$/i;

/** Whether a node holds nothing: no value, `null`, or a plain scalar for "nothing". */
export function isAbsent(node: YamlNode | null): node is null {
  return node === null || (node.kind === 'scalar' && node.style === 'plain' && /^(?:|~|null)$/i.test(node.text));
}

export function reportWrongType(reading: FileReading, span: Span, severity: Severity, message: string): void {
  reading.problems.push({ code: 'frontmatter/wrong-type', span, severity, message });
}

/** The source text of a node, on one line, short enough to quote in a message. */
export const quotedSource = ({ text }: FileReading, span: Span): string =>
  cutShort(40, text.slice(span.start, span.end).trim());

/** The node where one value stands: a list of one stands for its item (model §2). */
export function soleNode(reading: FileReading, node: YamlNode | null): YamlNode | null {
  if (node?.kind !== 'sequence' || node.items.length !== 1 || linkOf(reading, node)) return node;
  return node.items[0] ?? null;
}

/** One text. Anything but a scalar is reported as the wrong shape for `key`; contract.md gives the severity. */
export function readTextValue(reading: FileReading, pair: YamlPair, severity: Severity = 'info'): Written | null {
  const node = soleNode(reading, pair.value);
  if (isAbsent(node)) return null;
  if (node.kind === 'scalar') return { text: nfc(node.text).trim(), span: node.content };
  const link = linkOf(reading, node);
  if (link) return link;
  reportWrongType(
    reading,
    node.span,
    severity,
    `${quoted(pair.key.text)} takes one text, not ${shapeName(node)}: write \`${quoted(pair.key.text)}: …\`.`,
  );
  return null;
}

/** One truth value, as YAML and people write it. */
export function readFlag(reading: FileReading, pair: YamlPair, severity: Severity = 'info'): boolean {
  const node = soleNode(reading, pair.value);
  if (isAbsent(node)) return false;
  const word = node.kind === 'scalar' ? node.text.trim().toLowerCase() : '';
  if (/^(?:true|yes|on)$/.test(word)) return true;
  if (!/^(?:false|no|off)$/.test(word))
    reportWrongType(
      reading,
      node.span,
      severity,
      `${quoted(pair.key.text)} takes \`true\` or \`false\`, not ${quotedSource(reading, node.span)}.`,
    );
  return false;
}

/** The items of a list; a single item counts as a list of one. `[[A]]`, which YAML takes for nested lists, is one item. */
export function listItems(reading: FileReading, node: YamlNode | null): readonly YamlNode[] {
  if (isAbsent(node)) return [];
  if (node.kind !== 'sequence' || linkOf(reading, node)) return [node];
  return node.items.filter((item) => !isAbsent(item));
}

/** A list of references. Texts for "nothing" and placeholders of templates are left out. */
export function readRefs(reading: FileReading, pair: YamlPair, severity: Severity = 'info'): Ref[] {
  const refs: Ref[] = [];
  for (const item of listItems(reading, pair.value)) {
    const ref = readRef(reading, item);
    if (ref) refs.push(ref);
    else if (!isEmptyNode(item))
      reportWrongType(
        reading,
        item.span,
        severity,
        `${quoted(pair.key.text)} takes names or a list of names, not ${shapeName(item)}.`,
      );
  }
  return refs;
}

/** One reference; of several the first counts, and the others are reported. */
export function readOneRef(reading: FileReading, pair: YamlPair): Ref | null {
  const [first, ...others] = readRefs(reading, pair);
  for (const { text, span } of others)
    reportWrongType(
      reading,
      span,
      'info',
      `${quoted(pair.key.text)} takes one name, so ${quoted(text)} is left out: state more about it under \`facts\`.`,
    );
  return first ?? null;
}

/** A reference, bare, as `[[link]]` or as `[text](path.md)`, quoted or not; null for other shapes and for "nothing". */
export function readRef(reading: FileReading, node: YamlNode): Ref | null {
  if (node.kind === 'scalar') return isEmptyNode(node) ? null : refOf(node.text, node.content, reading.text);
  return linkOf(reading, node);
}

export function isEmptyNode(node: YamlNode): boolean {
  if (node.kind !== 'scalar') return false;
  const says = node.style === 'plain' ? NOTHING : QUOTED_NOTHING;
  return says.test(node.text.trim()) || /\{\{|<%/.test(node.text);
}

/** A name while it is typed, without the brackets of a link, some of which may be missing yet. */
export const withoutBrackets = (name: string): string => name.replace(/^\[\[|\]\]$/g, '');

/** `[label](path.md#heading)`, to a page: its label, and its path as written. */
const PAGE_LINK =
  /^\s*!?\[([^\]]*)\]\(\s*<?((?:[^()<>#]|\([^()<>#]*\))+\.(?:md|markdown))(?:#[^()<>]*)?>?(?:\s+"[^"]*")?\s*\)\s*$/i;

function pageLink(text: string): { readonly label: string; readonly path: string } | null {
  const [, label = '', path = ''] = (text.includes('](') && PAGE_LINK.exec(text)) || [];
  return path === '' || SCHEME.test(path) ? null : { label: label.trim(), path };
}

/** Whether a text is a `[text](path.md)`. */
export const isPageLink = (text: string): boolean => pageLink(text) !== null;

/** The target of `[[target#heading|label]]`, or of `[label](target.md)`; null if a text is not a link to a page. */
export function linkTarget(text: string): string | null {
  const link = text.includes('[[') ? /^\s*!?\[\[([^\]]*)\]\]\s*$/.exec(text) : null;
  if (link) return (link[1] ?? '').replace(/\\?[|#^].*$/s, '').trim();
  const page = pageLink(text);
  return page && decoded(page.path).trim();
}

/** Strips the marks of a link and keeps the place of the name. */
function refOf(text: string, span: Span, source: string): Ref {
  const target = linkTarget(text);
  if (target === null) return { text: nfc(text).trim(), span, linked: false };
  const page = pageLink(text);
  const written = page?.path ?? target;
  const at = written ? source.indexOf(written, span.start) : -1;
  const inner = at >= 0 && at + written.length <= span.end ? { start: at, end: at + written.length } : span;
  const label = page?.label ?? /\|([^\]]*)\]\]\s*$/.exec(text)?.[1]?.trim();
  return { text: nfc(target), span: inner, linked: true, ...(label && { label: nfc(label) }) };
}

/** `[[A]]` unquoted: to YAML a list of a list of plain words, to people a link. */
export function linkOf(reading: FileReading, node: YamlNode): Ref | null {
  if (node.kind !== 'sequence' || !node.flow || node.items.length !== 1) return null;
  const inner = node.items[0];
  if (inner?.kind !== 'sequence' || !inner.flow || inner.items.length === 0) return null;
  if (!inner.items.every((item) => item.kind === 'scalar' && item.style === 'plain')) return null;
  const source = reading.text.slice(node.span.start, node.span.end);
  return /^\[\[[^[\]]*\]\]$/.test(source) ? refOf(source, node.span, reading.text) : null;
}

export function shapeName(node: YamlNode): string {
  return node.kind === 'mapping' ? 'a group of keys' : node.kind === 'sequence' ? 'a list' : 'a text';
}

/** The pairs of a mapping by the key's known spelling; a known key in two spellings is reported. */
export function byKey(reading: FileReading, mapping: YamlMapping): Map<string, YamlPair> {
  const pairs = new Map<string, YamlPair>();
  for (const pair of mergedPairs(mapping)) {
    const key = keyOf(pair.key.text);
    const first = pairs.get(key);
    if (!first) pairs.set(key, pair);
    else if (first.key.text !== pair.key.text) reading.problems.push(givenTwice(first.key, pair.key));
  }
  return pairs;
}

/** Shorter words are one letter away from many others. */
const SHORTEST = 4;
/** Words with a meaning of their own, each one letter away from a known key. */
const ORDINARY: ReadonlySet<string> = new Set(['season', 'treason', 'sort', 'though']);

/** Reports keys of a group that are a slip for a known one, with that key; any other key is the author's own. */
export function reportSlips(
  reading: FileReading,
  mapping: YamlMapping,
  known: readonly string[],
  moreMeant: (name: string) => string | undefined = () => undefined,
): readonly string[] {
  const slips: string[] = [];
  for (const { key } of mergedPairs(mapping)) {
    const name = keyOf(key.text);
    if (known.includes(name) || ORDINARY.has(name)) continue;
    const meant = known.find((one) => isSlip(name, one, SHORTEST)) ?? moreMeant(name);
    if (meant === undefined) continue;
    // A slip for a key that hides something hides it too.
    const hides = moreMeant(meant) === undefined ? '' : ' Until it is corrected, nobody sees this.';
    const message = `"${quoted(key.text)}" means nothing here. Did you mean ${meant}?${hides}`;
    const edits = [{ file: reading.path, span: key.content, text: meant }];
    const fixes = [{ title: `Change to ${meant}`, edits }];
    reading.problems.push({ code: 'frontmatter/misspelt-key', span: key.content, message, fixes });
    slips.push(meant);
  }
  return slips;
}

function givenTwice(first: YamlScalar, second: YamlScalar): Problem {
  const message = `${quoted(second.text)} is the same key as ${quoted(first.text)} above, and only the first counts: keep one of the two.`;
  return { code: 'frontmatter/duplicate-key', span: second.content, message };
}

/** A world date in text or `{year, month, day}`; unreadable ones are reported and count as undated. */
export function readWorldDate(reading: FileReading, pair: YamlPair, severity: Severity): DateWritten | null {
  const node = soleNode(reading, pair.value);
  if (isAbsent(node)) return null;
  const { chronology } = reading.codex;
  const link = linkOf(reading, node);
  const written: Written = link ?? {
    text: node.kind === 'scalar' ? node.text.trim() : quotedSource(reading, node.span),
    span: node.kind === 'scalar' ? node.content : node.span,
  };
  const parts = node.kind === 'mapping' ? dateParts(node) : null;
  if (!parts && !link && node.kind !== 'scalar') {
    reportWrongType(
      reading,
      node.span,
      severity === 'error' ? 'error' : 'info',
      `${quoted(pair.key.text)} takes one date, not ${shapeName(node)}.`,
    );
    return null;
  }
  const result = parts ? readDateOfParts(chronology, parts) : readDate(chronology, written.text);
  if (!result.ok) {
    const own =
      result.code === 'date/unreadable' ? { severity } : result.isUndeclared ? { severity: 'warning' as const } : {};
    reading.problems.push({ code: result.code, span: written.span, message: result.message, ...own });
    return { ...written, date: null };
  }
  if (result.unknownEra !== undefined && chronology.declared) {
    const message = undeclaredEraMessage(result.unknownEra);
    reading.problems.push({ code: 'date/unknown-era', span: written.span, message });
  }
  return { text: written.text, span: written.span, date: result.date };
}

function dateParts(node: YamlMapping): { year: string; month?: string; day?: string; era?: string } | null {
  const parts: Record<string, string> = {};
  for (const { key, value } of mergedPairs(node)) {
    if (isAbsent(value)) continue;
    if (value.kind !== 'scalar') return null;
    parts[keyOf(key.text)] = value.text;
  }
  const { year, month, day, era } = parts;
  if (year === undefined) return null;
  return {
    year,
    ...(month !== undefined && { month }),
    ...(day !== undefined && { day }),
    ...(era !== undefined && { era }),
  };
}

/** A date at which something ends; null where it goes on up to the present. */
export const readEndDate = (reading: FileReading, pair: YamlPair, severity: Severity): DateWritten | null =>
  pair.value?.kind === 'scalar' && saysPresent(pair.value.text) ? null : readWorldDate(reading, pair, severity);

/** `until` (exclusive) or `through` (inclusive), as one exclusive moment. */
export function readEnd(
  reading: FileReading,
  pairs: ReadonlyMap<string, YamlPair>,
  severity: Severity,
): EndWritten | null {
  for (const key of ['until', 'through'] as const) {
    const pair = pairs.get(key);
    const written = pair && readEndDate(reading, pair, severity);
    if (!written?.date) continue;
    return endDateOf(written, key === 'through');
  }
  return null;
}

/** A date as an end; null if it could not be read. */
export function endDateOf(written: DateWritten, inclusive: boolean): EndWritten | null {
  if (!written.date) return null;
  // `before 200 TA`, or a date that could be read only to the year, ends somewhere in that stretch: not before it is over.
  const isOpen = written.date.isCoarse || written.date.start.day === -Infinity;
  const moment: Moment = inclusive || isOpen ? written.date.end : written.date.start;
  return { ...written, moment, inclusive };
}
