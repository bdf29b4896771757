/**
 * Cuts a file into frontmatter and body, and edits its keys with few changes. The cut is that of Obsidian, Hugo, Jekyll and
 * gray-matter: the very first line is `---`, perhaps after a byte-order mark, and the next `---` line closes; blanks may follow
 * either. A file with a blank line or a comment before its `---` has no frontmatter. `...` closes too, as for Jekyll and Pandoc:
 * YAML ends there anyway.
 */
import type { Span } from '../text/span';
import { type Codex, hasKey, keyOf, spellingOf } from '../codex/codex';
import { KNOWN_KEYS } from '../codex/keys';
import { lastOfTurn } from '../text/groups';
import { type YamlEdit, addKeys, removeKey, setValue, addItemsTo } from '../yaml/editYaml';
import { eolAt, OWN_LAYOUT, pairText } from '../yaml/writeYaml';
import { readYaml } from '../yaml/readYaml';
import type { YamlMapping, YamlPair, YamlValue } from '../yaml/tree';
import { isAbsent } from './entryShapes';

export interface Frontmatter {
  /** The word after the opening dashes (`js`, `toml`); empty for YAML, however it is written. */
  readonly language: string;
  /** The opening line, dashes and language, without trailing blanks. */
  readonly fence: Span;
  /** The lines between the fences, with their line ends. */
  readonly yaml: Span;
  /** The offset of the body. */
  readonly body: number;
  /** False while the closing line is not written yet. */
  readonly closed: boolean;
}

const OPENING = /^\uFEFF?---[ \t]*([A-Za-z][\w+.-]*)?[ \t]*(?:\r?\n|$)/;
const CLOSING = /^(?:---|\.\.\.)[ \t]*\r?$/;
/** A key as people write it: at most three words and a colon, unlike a sentence that happens to contain one. */
const KEY = /^["']?[\p{L}\p{N}_$][^\s:]*(?:[ \t]+[^\s:]+){0,2}[ \t]*:(?:\s|$)/u;

/** The frontmatter of a file, or null if it has none: no fence, or a thematic break and prose. */
export function cutFrontmatter(text: string): Frontmatter | null {
  const first = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  if (!text.startsWith('---', first)) return null;
  const cut = readOpening(text, first);
  if (cut === null) return null;
  const { language, fence, start } = cut;

  for (let line = start; line < text.length; ) {
    const feed = text.indexOf('\n', line);
    const end = feed === -1 ? text.length : feed;
    const unit = text.charCodeAt(line);
    if ((unit === 45 || unit === 46) && CLOSING.test(text.slice(line, end))) {
      if (language === '' && isProse(text, start, line)) return null;
      return { language, fence, yaml: { start, end: line }, body: feed === -1 ? end : end + 1, closed: true };
    }
    line = end + 1;
  }
  if (language !== '') return null;
  const end = unclosedEnd(text, start);
  return end === null ? null : { language, fence, yaml: { start, end }, body: end, closed: false };
}

/** Blanks, even those that nobody sees, and comments. */
const ABOVE = /(?:[\s\u200B\u2060\uFEFF]|<!--[^]*?-->|%%[^]*?%%)+/y;

/** What would be the frontmatter of a page if nothing stood above it. */
interface MissedFrontmatter {
  readonly above: Span;
  /** Its opening line. */
  readonly fence: Span;
  readonly yaml: Span;
  readonly body: number;
}

/** For a page without frontmatter: null also where no keys stand between two lines of dashes below blanks and comments. */
export function missedFrontmatter(text: string): MissedFrontmatter | null {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  ABOVE.lastIndex = start;
  if (!ABOVE.test(text)) return null;
  const end = ABOVE.lastIndex;
  if (!text.startsWith('---', end) || !/(?:^|\n)[ \t]*$/.test(text.slice(start, end))) return null;
  const cut = cutFrontmatter(text.slice(end));
  if (!cut?.closed || cut.language !== '') return null;
  const moved = (span: Span): Span => ({ start: span.start + end, end: span.end + end });
  return { above: { start, end }, fence: moved(cut.fence), yaml: moved(cut.yaml), body: cut.body + end };
}

/** The opening line, and the start of the next; null if the line only begins with dashes. */
function readOpening(text: string, first: number): { language: string; fence: Span; start: number } | null {
  // The usual case: only the dashes.
  if (text.charCodeAt(first + 3) === 10) {
    return { language: '', fence: { start: first, end: first + 3 }, start: first + 4 };
  }
  const opening = OPENING.exec(text);
  if (!opening) return null;
  const language = opening[1] ?? '';
  return {
    language: /^ya?ml$/i.test(language) ? '' : language,
    fence: { start: first, end: opening[0].trimEnd().length },
    start: opening[0].length,
  };
}

/** More words than a key has while it is being typed. */
const FEW_WORDS = 3;

/** Whether the lines between two lines of dashes are a scene rather than YAML: they begin with a sentence and have no key. */
function isProse(text: string, start: number, end: number): boolean {
  let sentence: boolean | undefined;
  for (let line = start; line < end; ) {
    const next = text.indexOf('\n', line) + 1;
    const content = text.slice(line, next).trimEnd();
    if (KEY.test(content)) return false;
    if (sentence === undefined && content !== '') {
      sentence = /^[\p{L}\p{N}*_“‘«„(—–]/u.test(content) && content.split(/\s+/).length > FEW_WORDS;
      if (!sentence) return false;
    }
    line = next;
  }
  return sentence === true;
}

/**
 * The end of frontmatter without a closing fence: before the first line that can't be YAML, and at a blank line unless another key
 * follows it. Null if it does not begin with a key: then it is a thematic break, and prose.
 */
function unclosedEnd(text: string, start: number): number | null {
  let end = start;
  let afterBlank = false;
  for (let line = start; line < text.length; ) {
    const feed = text.indexOf('\n', line);
    const next = feed === -1 ? text.length : feed + 1;
    const content = text.slice(line, next).trimEnd();
    const isKey = KEY.test(content);
    if (content === '') afterBlank = true;
    else if (isKey || (end > start && !afterBlank && /^(?:[ #\]}]|- |-$)/.test(content))) {
      end = next;
      afterBlank = false;
    } else break;
    line = next;
  }
  return end === start ? null : end;
}

/** The known keys in the order of the documentation, in which new keys are added. */
const ORDER = KNOWN_KEYS.map(({ key }) => key);

/** The tree of a file's frontmatter; null if there is none, or it is not a mapping. Offsets are relative to the file. */
export const frontmatterTree = lastOfTurn((text: string): YamlMapping | null => {
  const cut = cutFrontmatter(text);
  if (cut === null || cut.language !== '') return null;
  const { root } = readYaml(text, cut.yaml);
  return root?.kind === 'mapping' ? root : null;
});

/** The known key of a spelling; undefined for the author's own keys. */
export function knownKey(codex: Codex, written: string): string | undefined {
  const key = keyOf(written);
  for (const [known, spellings] of codex.fields) if (spellings.includes(key)) return known;
  return ORDER.includes(key) && !codex.fields.has(key) ? key : undefined;
}

/** The pair of a known key in a frontmatter, in any spelling; of several, the first with a value. */
export function pairOfKey(codex: Codex, mapping: YamlMapping, key: string): YamlPair | undefined {
  const present = (codex.fields.get(key) ?? [key]).flatMap((spelling) => {
    const pair = mapping.pairs.find((one) => keyOf(one.key.text) === keyOf(spelling));
    return pair ? [pair] : [];
  });
  return present.find(({ value }) => !isAbsent(value)) ?? present[0];
}

/**
 * Sets a known key, or adds it at its place in the documented order. A file without frontmatter gets fences. Null if the
 * frontmatter is not YAML that could take it, or the key has another meaning here.
 */
export function setTopKey(text: string, codex: Codex, key: string, value: YamlValue): YamlEdit | null {
  return withTop(text, codex, key, value, (mapping, pair) => setValue(text, mapping, pair, value));
}

/** The same for a key without a value; null also if it has any value, even of the wrong shape. */
export function addTopKey(text: string, codex: Codex, key: string, value: YamlValue): YamlEdit | null {
  return withTop(text, codex, key, value, (mapping, pair) =>
    isAbsent(pair.value) ? setValue(text, mapping, pair, value) : null,
  );
}

/**
 * Adds items to the list of a known key, which is created if it is missing: `disputes: [a]` → `disputes: [a, b]`. Null also if
 * there are no items.
 */
export function addTopItems(text: string, codex: Codex, key: string, values: readonly YamlValue[]): YamlEdit | null {
  if (values.length === 0) return null;
  return withTop(text, codex, key, values, (mapping, pair) =>
    isAbsent(pair.value) ? setValue(text, mapping, pair, values) : addItemsTo(text, mapping, pair, values),
  );
}

/** Removes a known key; null if it is missing. */
export function removeTopKey(text: string, codex: Codex, key: string): YamlEdit | null {
  const mapping = frontmatterTree(text);
  const pair = mapping && pairOfKey(codex, mapping, key);
  return mapping && pair ? removeKey(text, mapping, pair) : null;
}

function withTop(
  text: string,
  codex: Codex,
  key: string,
  value: YamlValue,
  change: (mapping: YamlMapping, pair: YamlPair) => YamlEdit | null,
): YamlEdit | null {
  if (!hasKey(codex, key)) return null;
  const name = spellingOf(codex, key);
  const mapping = frontmatterTree(text);
  if (mapping === null) return firstKey(text, name, value);
  const pair = pairOfKey(codex, mapping, key);
  if (pair) return change(mapping, pair);
  return addKeys(text, mapping, { [name]: value }, placeFor(codex, mapping, key));
}

/** After the keys that precede it in the documentation; else before those that follow it; else last. */
function placeFor(codex: Codex, mapping: YamlMapping, key: string): ((written: string) => boolean) | undefined {
  const place = ORDER.indexOf(key);
  const placeOf = (written: string): number => ORDER.indexOf(knownKey(codex, written) ?? '');
  const isBefore = (written: string): boolean => placeOf(written) !== -1 && placeOf(written) < place;
  if (mapping.pairs.some(({ key: one }) => isBefore(one.text))) return isBefore;
  const next = mapping.pairs.findIndex(({ key: one }) => place < placeOf(one.text));
  if (next === -1) return undefined;
  const above = new Set(mapping.pairs.slice(0, next).map(({ key: one }) => one.text));
  return (written) => above.has(written);
}

/** The first key of a file: between its empty fences, or between new ones at its top. */
function firstKey(text: string, name: string, value: YamlValue): YamlEdit | null {
  const cut = cutFrontmatter(text);
  const eol = eolAt(text, 0);
  const line = pairText(name, value, 0, { ...OWN_LAYOUT, eol }) + eol;
  if (cut === null) {
    const at = text.startsWith('\uFEFF') ? 1 : 0;
    return { span: { start: at, end: at }, text: `---${eol}${line}---${eol}` };
  }
  const isEmpty = cut.language === '' && cut.closed && readYaml(text, cut.yaml).root === null;
  return isEmpty ? { span: { start: cut.yaml.end, end: cut.yaml.end }, text: line } : null;
}
