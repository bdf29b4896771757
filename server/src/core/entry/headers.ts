/** What the headers of other systems mean beyond the names of their keys, where codex.yaml names their preset. */
import { namesOfNumber, numberInName, presetOf } from '../codex/presets';
import { keyOf } from '../codex/codex';
import { hasHeaderLines, type HeaderLine, headerLines } from '../codex/headerLines';
import type { Span } from '../text/span';
import type { YamlNode, YamlPair, YamlScalar } from '../yaml/tree';
import { isAbsent, isEmptyNode, isPageLink, type FileReading } from './entryShapes';
import { plainAt } from '../yaml/composeYaml';

/** The keys of the frontmatter as they are written, by `keyOf`. */
type Written = ReadonlyMap<string, YamlPair>;

/** Adds to the known keys of a page what its other keys, and the lines at its top, say of them. @param from where the body begins */
export function readHeaders(reading: FileReading, pairs: Map<string, YamlPair>, written: Written, from: number): void {
  const { codex } = reading;
  if (codex.preset === null) return;
  if (codex.preset === 'remnic') return readMemory(pairs, written);
  for (const key of ['supersedes', 'superseded_by', 'sources']) {
    const pair = pairs.get(key);
    if (pair) pairs.set(key, { ...pair, value: asNumbered(pair.value, key === 'sources') });
  }
  const status = written.get('status');
  if (status?.value?.kind === 'scalar') readStatus(pairs, status.key, status.value.text, status.value.content);
  if (hasHeaderLines(codex.preset)) readLines(reading, pairs, from);
}

/** A memory is valid from `validAt`, else `created`, and ends at `invalidAt`; what only says that it was superseded ended about then. */
function readMemory(pairs: Map<string, YamlPair>, written: Written): void {
  const has = (key: string): boolean => !isAbsent(pairs.get(key)?.value ?? null);
  const created = written.get('created');
  if (!has('date') && created) pairs.set('date', created);
  const status = written.get('status')?.value;
  const isSuperseded = status?.kind === 'scalar' && status.text.trim().toLowerCase() === 'superseded';
  if (!isSuperseded || has('until') || has('through')) return;
  const ended = [written.get('supersededat'), written.get('updated')].find((pair) => pair?.value?.kind === 'scalar');
  if (ended?.value?.kind === 'scalar')
    pairs.set('until', { ...ended, value: { ...ended.value, text: `c. ${ended.value.text}` } });
}

/** `20, 165` is two, `/keps/sig-node/375-cpu-manager/README.md` is 375, and an address outside, or words, name no page of theirs. */
function asNumbered(node: YamlNode | null, keepsOthers: boolean): YamlNode | null {
  if (isAbsent(node)) return node;
  if (node.kind === 'mapping') return keepsOthers ? node : null;
  const items = node.kind === 'sequence' ? node.items : partsOf(node);
  const numbered = items.flatMap((item): readonly YamlNode[] => {
    if (item.kind !== 'scalar' || isEmptyNode(item) || isPageLink(item.text) || item.text.includes('[[')) return [item];
    const found = /^[a-z]+:\/\//i.test(item.text) ? null : NUMBERED.exec(item.text.replace(/\/(?:README\.md)?$/i, ''));
    if (!found?.[1]) return keepsOthers ? [item] : [];
    const [, digits] = found;
    const at = item.text.indexOf(digits, found.index);
    return [pieceOf(item, at, at + digits.length)];
  });
  return { kind: 'sequence', items: numbered, span: node.span, flow: true };
}

/** The number of the last part of a path, or of a name like `EIP-20`. */
const NUMBERED = /(?:^|\/|__)(?:\p{L}{2,5}[\s_-]*)?(\d{1,6})(?![\p{L}\p{N}])[^/]*$/u;

/** The texts between the commas of a text. */
function partsOf(node: YamlScalar): readonly YamlScalar[] {
  if (!node.text.includes(',') || node.content.end - node.content.start !== node.text.length) return [node];
  return [...node.text.matchAll(/[^,\s][^,]*/g)].map((part) => {
    const text = part[0].trimEnd();
    return pieceOf(node, part.index, part.index + text.length);
  });
}

function pieceOf(node: YamlScalar, start: number, end: number): YamlScalar {
  const isPlain = node.content.end - node.content.start === node.text.length;
  const span = isPlain ? { start: node.content.start + start, end: node.content.start + end } : node.content;
  return { kind: 'scalar', text: node.text.slice(start, end), style: node.style, span, content: span };
}

/** `superseded by [ADR-0005](0005-use-markdown.md)`: adr-tools writes it with a c, and some say in which record. */
const SUPERSEDED = /\bsuper[sc]eded\s+(?:by|in(?=\s+\D))\b:?\s*/gi;
const SUPERSEDES = /\bsuper[sc]edes\b:?\s*/gi;
/** A link to a page, or a number behind a word that stands for a kind of page: not `May 2020`, and no address outside. */
const NAMED =
  /(\[[^\]]*\]\((?![a-z]+:)[^()\s]+\)|\[\[[^[\]]*\]\]|(?:(?:\p{Lu}{2,5}|adr|pep|kep|eip|rfc)[\s_#-]*)?\d{1,6}(?![\p{L}\p{N}]))/uy;
const BETWEEN = /[\s]*(?:,|;|&|\band\b|,\s*and\b)[\s]*/y;

function readStatus(pairs: Map<string, YamlPair>, key: YamlScalar, text: string, content: Span): void {
  for (const [known, before] of [
    ['superseded_by', SUPERSEDED],
    ['supersedes', SUPERSEDES],
  ] as const) {
    const items = [...text.matchAll(before)].flatMap((match) =>
      isWhole(text.slice(0, match.index)) ? namedFrom(text, match.index + match[0].length, content.start) : [],
    );
    addNames(pairs, known, key, items, content);
  }
}

/** What may stand before it in its clause: with any other word it is only a part that is superseded, or something else. */
const PLAIN_WORDS =
  /^(?:and|but|now|later|then|is|was|been|has|fully|status|accepted|deprecated|rejected|this|it|adr|rfc|decision|record)$/i;

/** Whether a clause is about the whole page: not `partially superseded by ADR-5`, nor `the figure is superseded by ADR-5`. */
const isWhole = (before: string): boolean =>
  (/[^.;,:()\n|]*$/.exec(before)?.[0].match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => PLAIN_WORDS.test(word));

function addNames(
  pairs: Map<string, YamlPair>,
  known: string,
  key: YamlScalar,
  items: readonly YamlScalar[],
  span: Span,
): void {
  if (items.length === 0 || !isAbsent(pairs.get(known)?.value ?? null)) return;
  pairs.set(known, { key, value: { kind: 'sequence', items, span, flow: true } });
}

/** The pages that stand one after the other from a place on: `ADR-5, ADR-6 and [ADR-7](…)`. @param shift where the text begins in the file */
function namedFrom(text: string, from: number, shift: number): readonly YamlScalar[] {
  const items: YamlScalar[] = [];
  for (let at = from; ; ) {
    NAMED.lastIndex = at;
    const [named] = NAMED.exec(text) ?? [];
    if (named === undefined) return items;
    items.push(plainAt(named, shift + at));
    BETWEEN.lastIndex = at + named.length;
    const between = BETWEEN.exec(text);
    if (!between) return items;
    at = BETWEEN.lastIndex;
  }
}

/** What the lines at the top of the text say, where the frontmatter does not. @param from where the body begins */
function readLines({ text }: FileReading, pairs: Map<string, YamlPair>, from: number): void {
  const { status, date, supersedes, superseded_by } = headerLines(text.slice(from));
  const keyFor = ({ keyStart }: HeaderLine, name: string): YamlScalar =>
    plainAt(text.slice(from + keyStart, from + keyStart + name.length), from + keyStart);
  for (const [known, line] of Object.entries({ supersedes, superseded_by })) {
    if (!line) continue;
    const start = from + line.start;
    const end = start + line.text.length;
    addNames(pairs, known, keyFor(line, known), namedFrom(line.text, 0, start), { start, end });
  }
  if (status) {
    const start = from + status.start;
    readStatus(pairs, keyFor(status, 'status'), status.text, { start, end: start + status.text.length });
  }
  if (date && isAbsent(pairs.get('date')?.value ?? null))
    pairs.set('date', {
      key: { ...keyFor(date, 'date'), text: 'date' },
      value: plainAt(date.text, from + date.start),
    });
}

/** The names that a numbered page has beside its own: `ADR-5`, `0005`. */
export function numberNames({ codex, path }: FileReading, written: Written): readonly string[] {
  const preset = presetOf(codex);
  if (!preset?.word) return [];
  const key = (preset.numbers ?? []).flatMap((name) => written.get(keyOf(name))?.value ?? [])[0];
  const said = key?.kind === 'scalar' ? /^0*(\d{1,6})$/.exec(key.text.trim())?.[1] : undefined;
  const number = said ?? numberInName(path);
  return number === null ? [] : namesOfNumber(preset.word, number);
}
