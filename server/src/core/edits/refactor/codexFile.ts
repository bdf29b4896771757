/** Changes codex.yaml: sets a key at its top, or adds it with its first value. What stands there as a comment is filled in. */
import { CODEX_FILE } from '../../codex/codexShapes';
import { keyOf } from '../../codex/codex';
import { applied, type Change } from '../../text/problem';
import { addKeys, setKey, setValue, type YamlEdit } from '../../yaml/editYaml';
import { readYaml } from '../../yaml/readYaml';
import { isList, type YamlMapping, type YamlPair, type YamlValue } from '../../yaml/tree';
import { eolAt, lineEnd, nextLine, pairText } from '../../yaml/writeYaml';

export const codexFileTree = (text: string): YamlMapping | null => {
  const { root } = readYaml(text, { start: 0, end: text.length });
  return root?.kind === 'mapping' ? root : null;
};

/** The text of a codex.yaml with one key. */
export const newCodexFile = (key: string, first: YamlValue, eol = '\n'): string =>
  pairText(key, first, 0, { eol, step: 2, listStep: 2, blockLists: true }) + eol;

/** Changes a key of a text that is there, and has a value; null: it can't be changed. */
type ChangeOfKey = (text: string, tree: YamlMapping, pair: YamlPair) => YamlEdit | null;

/** Of a text that says already what it is to say. */
export const UNCHANGED: YamlEdit = { span: { start: 0, end: 0 }, text: '' };

export function codexFileEdit(text: string, key: string, first: YamlValue, change: ChangeOfKey): YamlEdit | null {
  const filled = fillIn(text, key, first);
  const now = filled === null ? text : applied(text, filled);
  const tree = codexFileTree(now);
  const pair = pairOf(tree, key);
  const edit =
    tree === null
      ? atEnd(now, newCodexFile(key, first, eolAt(now, 0)))
      : pair === undefined
        ? addKeys(now, tree, { [key]: first })
        : pair.value === null
          ? setValue(now, tree, pair, first)
          : change(now, tree, pair);
  return edit && (filled === null ? edit : oneEdit(text, applied(now, edit)));
}

const pairOf = (tree: YamlMapping | null, key: string): YamlPair | undefined =>
  tree?.pairs.find((one) => keyOf(one.key.text) === key);

export const setsName =
  (name: string, value: YamlValue): ChangeOfKey =>
  (text, _tree, pair) =>
    pair.value?.kind === 'mapping' ? setKey(text, pair.value, name, value) : null;

/** Sets a name in a group. */
const nameInCodexFile = (text: string, group: string, name: string, value: YamlValue): YamlEdit | null =>
  codexFileEdit(text, group, { [name]: value }, setsName(name, value));

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
  return { edits: [{ file: CODEX_FILE, ...oneEdit(before, text) }] };
}

/** What makes the one text of the other, as short as it can be. */
function oneEdit(before: string, text: string): YamlEdit {
  let start = 0;
  while (start < before.length && before[start] === text[start]) start++;
  let same = 0;
  const most = Math.min(before.length, text.length) - start;
  while (same < most && before[before.length - 1 - same] === text[text.length - 1 - same]) same++;
  return { span: { start, end: before.length - same }, text: text.slice(start, text.length - same) };
}

/**
 * Makes a block count that stands behind `#`, as `retcon init` leaves what it only suggests, so that no second one is written: its key,
 * and those of its rows that are to be set. Null where there is nothing of the kind.
 */
function fillIn(text: string, key: string, first: YamlValue): YamlEdit | null {
  // Of a key that counts already, only some rows may stand behind `#`.
  const isLive = pairOf(codexFileTree(text), key) !== undefined;
  const heads = text.matchAll(isLive ? /^()([\w-]+):[ \t]*(?:#.*)?$/gm : /^(# ?)([\w-]+):[ \t]*(?:#.*)?$/gm);
  const head = [...heads].find(([, , name = '']) => keyOf(name) === key);
  if (!head) return null;
  const [, mark = ''] = head;
  const row = isLive ? /^[ \t]+\S/ : /^#[ \t]{2,}\S/;
  const values = typeof first === 'object' && !isList(first) ? Object.entries(first) : [];
  let at = nextLine(text, head.index);
  let put = text.slice(head.index + mark.length, at);
  for (let line = lineAt(text, at); row.test(line); line = lineAt(text, at)) {
    const next = nextLine(text, at);
    put += rowText(line, values) + text.slice(at + line.length, next);
    at = next;
  }
  return put === text.slice(head.index, at) ? null : { span: { start: head.index, end: at }, text: put };
}

const lineAt = (text: string, at: number): string => text.slice(at, lineEnd(text, at));

/** A row as it stands in a block that counts: it counts too where it is among the values, with the value there. */
function rowText(line: string, values: readonly (readonly [string, YamlValue])[]): string {
  const [mark = '', rest = ''] = /^([ \t]*#[ \t]*)(.*)$/.exec(line)?.slice(1) ?? [];
  if (mark === '') return line;
  const [, value] = values.find(([name]) => isRowOf(rest, name)) ?? [];
  if (typeof value === 'string')
    return `  ${rest.replace(/^(.*?:[ \t]+)[^\s#]+/, (_, before: string) => before + value)}`;
  return mark.startsWith('#') ? `  # ${rest}` : line;
}

/** Whether a row of a block is that of a name, in quotes or without. */
function isRowOf(row: string, name: string): boolean {
  const key = /^(?:"([^"]+)"|'([^']+)'|([^:#]+?))[ \t]*:/.exec(row);
  return key !== null && keyOf(key[1] ?? key[2] ?? key[3] ?? '') === keyOf(name);
}
