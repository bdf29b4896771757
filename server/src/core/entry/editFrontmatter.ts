/** Minimal edits of the frontmatter of a file: a key at its top, and fences around it where there are none yet. */
import { type Codex, hasKey, keyOf, spellingOf } from '../codex/codex';
import { KNOWN_KEYS } from '../codex/keys';
import { lastOfTurn } from '../text/memoized';
import { type YamlEdit, addKeys, removeKey, setValue } from '../yaml/editYaml';
import { addItemsTo } from '../yaml/editItems';
import { eolAt } from '../yaml/yamlLayout';
import { readYaml } from '../yaml/readYaml';
import type { YamlMapping, YamlPair } from '../yaml/tree';
import type { YamlValue } from '../yaml/value';
import { pairText } from '../yaml/writeYaml';
import { cutFrontmatter } from './fence';
import { isAbsent } from './entryShapes';

/** The known keys in the order in which the documentation has them, and new keys are put in. */
const ORDER = KNOWN_KEYS.map(({ key }) => key);

/** The tree of a file's frontmatter; null where there is none, or it is no mapping. Offsets are of the file. */
export const frontmatterTree = lastOfTurn((text: string): YamlMapping | null => {
  const cut = cutFrontmatter(text);
  if (cut === null || cut.language !== '') return null;
  const { root } = readYaml(text, cut.yaml);
  return root?.kind === 'mapping' ? root : null;
});

/** The known key that a spelling means here; undefined for the author's own keys. */
export function knownKey(codex: Codex, written: string): string | undefined {
  const key = keyOf(written);
  for (const [known, spellings] of codex.fields) if (spellings.includes(key)) return known;
  return ORDER.includes(key) && !codex.fields.has(key) ? key : undefined;
}

/** The pair that a known key has in a frontmatter, however it is spelled; of several the first that says something. */
export function pairOfKey(codex: Codex, mapping: YamlMapping, key: string): YamlPair | undefined {
  const present = (codex.fields.get(key) ?? [key]).flatMap((spelling) => {
    const pair = mapping.pairs.find((one) => keyOf(one.key.text) === keyOf(spelling));
    return pair ? [pair] : [];
  });
  return present.find(({ value }) => !isAbsent(value)) ?? present[0];
}

/**
 * Gives a known key a value, or adds the key at its place in the documented order. A file without frontmatter gets its
 * fences. Null where the frontmatter is no YAML that could take it, or the key means something else here.
 */
export function setTopKey(text: string, codex: Codex, key: string, value: YamlValue): YamlEdit | null {
  return withTop(text, codex, key, value, (mapping, pair) => setValue(text, mapping, pair, value));
}

/** The same for a key that says nothing yet; null too where it says anything, be it of the wrong shape. */
export function addTopKey(text: string, codex: Codex, key: string, value: YamlValue): YamlEdit | null {
  return withTop(text, codex, key, value, (mapping, pair) =>
    isAbsent(pair.value) ? setValue(text, mapping, pair, value) : null,
  );
}

/**
 * Puts items into the list of a known key, which is added where it is missing: `disputes: [a]` → `disputes: [a, b]`. Null too where
 * there are none.
 */
export function addTopItems(text: string, codex: Codex, key: string, values: readonly YamlValue[]): YamlEdit | null {
  if (values.length === 0) return null;
  return withTop(text, codex, key, values, (mapping, pair) =>
    isAbsent(pair.value) ? setValue(text, mapping, pair, values) : addItemsTo(text, mapping, pair, values),
  );
}

/** Takes a known key out; null where it is not there. */
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

/** Behind the keys that the documentation has before it; else before those it has behind it; else last. */
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
  const line = pairText(name, value, 0, { eol, step: 2, listStep: 2, blockLists: false }) + eol;
  if (cut === null) {
    const at = text.startsWith('\uFEFF') ? 1 : 0;
    return { span: { start: at, end: at }, text: `---${eol}${line}---${eol}` };
  }
  const isEmpty = cut.language === '' && cut.closed && readYaml(text, cut.yaml).root === null;
  return isEmpty ? { span: { start: cut.yaml.end, end: cut.yaml.end }, text: line } : null;
}
