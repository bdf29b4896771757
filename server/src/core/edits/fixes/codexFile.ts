/** Mends in codex.yaml of what is wrong in an entry. */
import { keyOf } from '../../codex/codex';
import { CODEX_FILE } from '../../codex/codexShapes';
import { addKeys, setKey, setValue, type YamlEdit } from '../../yaml/editYaml';
import { addItemsTo } from '../../yaml/editItems';
import type { YamlMapping, YamlPair } from '../../yaml/tree';
import type { YamlValue } from '../../yaml/value';
import { pairText } from '../../yaml/writeYaml';
import { eolAt } from '../../yaml/yamlLayout';
import { type MendContext, type Offer, offer, treeOf } from './mend';

/** Sets a name in a group of codex.yaml. */
export const inCodexFile = (context: MendContext, title: string, group: string, name: string, value: string): Offer[] =>
  under(context, title, group, { [name]: value }, (text, _tree, pair) =>
    pair.value?.kind === 'mapping' ? setKey(text, pair.value, name, value) : null,
  );

/** Declares attributes, each with its kind. */
export const attributesInCodexFile = (
  context: Pick<MendContext, 'textOf'>,
  title: string,
  kinds: Readonly<Record<string, string>>,
): Offer[] =>
  under(context, title, 'attributes', kinds, (text, _tree, pair) =>
    pair.value?.kind === 'mapping' ? addKeys(text, pair.value, kinds) : null,
  );

/** Puts an item at the end of a list of codex.yaml. */
export const atEndInCodexFile = (context: MendContext, title: string, list: string, value: string): Offer[] =>
  under(context, title, list, [value], (text, tree, pair) => addItemsTo(text, tree, pair, [value]));

/** Changes a key at the top of codex.yaml, or adds it with its first value; a codex without the file gets one. */
function under(
  context: Pick<MendContext, 'textOf'>,
  title: string,
  key: string,
  first: YamlValue,
  change: (text: string, tree: YamlMapping, pair: YamlPair) => YamlEdit | null,
): Offer[] {
  const text = context.textOf(CODEX_FILE);
  const lines = (eol: string): string => pairText(key, first, 0, { eol, step: 2, listStep: 2, blockLists: true }) + eol;
  if (text === null)
    return [{ title, creates: [{ file: CODEX_FILE, text: lines('\n') }], edits: [], isPreferred: false }];
  const tree = treeOf(text, CODEX_FILE);
  const pair = tree?.pairs.find((one) => keyOf(one.key.text) === key);
  const edit =
    tree === null
      ? atEnd(text, lines(eolAt(text, 0)))
      : pair === undefined
        ? addKeys(text, tree, { [key]: first })
        : pair.value === null
          ? setValue(text, tree, pair, first)
          : change(text, tree, pair);
  return offer(title, CODEX_FILE, edit, { isPreferred: false });
}

/** Behind all there is, where that is nothing but comments. */
function atEnd(text: string, lines: string): YamlEdit | null {
  if (!text.split('\n').every((line) => /^\uFEFF?\s*(?:#[^\n]*)?$/.test(line))) return null;
  const isOpen = text !== '' && !text.endsWith('\n');
  return { span: { start: text.length, end: text.length }, text: (isOpen ? eolAt(text, text.length) : '') + lines };
}
