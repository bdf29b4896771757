/** Changes codex.yaml: sets a key at its top, or adds it with its first value. */
import { CODEX_FILE } from '../../codex/codexShapes';
import { keyOf } from '../../codex/codex';
import { applied, type Change } from '../../text/problem';
import { addKeys, setKey, setValue, type YamlEdit } from '../../yaml/editYaml';
import { readYaml } from '../../yaml/readYaml';
import type { YamlMapping, YamlPair, YamlValue } from '../../yaml/tree';
import { eolAt, pairText } from '../../yaml/writeYaml';

export const codexFileTree = (text: string): YamlMapping | null => {
  const { root } = readYaml(text, { start: 0, end: text.length });
  return root?.kind === 'mapping' ? root : null;
};

/** The text of a codex.yaml with one key. */
export const newCodexFile = (key: string, first: YamlValue, eol = '\n'): string =>
  pairText(key, first, 0, { eol, step: 2, listStep: 2, blockLists: true }) + eol;

/** @param change of a key that is there, and has a value; null: it can't be changed */
export function codexFileEdit(
  text: string,
  key: string,
  first: YamlValue,
  change: (tree: YamlMapping, pair: YamlPair) => YamlEdit | null,
): YamlEdit | null {
  const tree = codexFileTree(text);
  if (tree === null) return atEnd(text, newCodexFile(key, first, eolAt(text, 0)));
  const pair = tree.pairs.find((one) => keyOf(one.key.text) === key);
  if (pair === undefined) return addKeys(text, tree, { [key]: first });
  return pair.value === null ? setValue(text, tree, pair, first) : change(tree, pair);
}

/** Sets a name in a group. */
export const nameInCodexFile = (text: string, group: string, name: string, value: YamlValue): YamlEdit | null =>
  codexFileEdit(text, group, { [name]: value }, (_tree, pair) =>
    pair.value?.kind === 'mapping' ? setKey(text, pair.value, name, value) : null,
  );

/** Appends to a codex.yaml that has only comments. */
function atEnd(text: string, lines: string): YamlEdit | null {
  if (!text.split('\n').every((line) => /^\uFEFF?\s*(?:#[^\n]*)?$/.test(line))) return null;
  const isOpen = text !== '' && !text.endsWith('\n');
  return { span: { start: text.length, end: text.length }, text: (isOpen ? eolAt(text, text.length) : '') + lines };
}

/** A codex.yaml that is changed name by name; null: no such file yet. */
export interface CodexFileDraft {
  readonly before: string | null;
  readonly text: string | null;
}

/** Sets a name in a group; null where the text can't be changed. */
export function withName(draft: CodexFileDraft, group: string, name: string, value: YamlValue): CodexFileDraft | null {
  if (draft.text === null) return { ...draft, text: newCodexFile(group, { [name]: value }) };
  const edit = nameInCodexFile(draft.text, group, name, value);
  return edit && { ...draft, text: applied(draft.text, edit) };
}

/** What makes the one text of the other: one edit, as short as it can be. */
export function changeOf({ before, text }: CodexFileDraft): Change {
  if (text === null || text === before) return { edits: [] };
  if (before === null) return { creates: [{ file: CODEX_FILE, text }], edits: [] };
  let start = 0;
  while (start < before.length && before[start] === text[start]) start++;
  let same = 0;
  const most = Math.min(before.length, text.length) - start;
  while (same < most && before[before.length - 1 - same] === text[text.length - 1 - same]) same++;
  const span = { start, end: before.length - same };
  return { edits: [{ file: CODEX_FILE, span, text: text.slice(start, text.length - same) }] };
}
