/** Edits of YAML at random places: the text has the requested value then, and no comment is lost. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { addKeys, removeKey, setKey, type YamlEdit, addItems, removeItem } from '../../server/src/core/yaml/editYaml';
import {
  placeOfSpan,
  type YamlMapping,
  type YamlNode,
  type YamlSequence,
  valueOf,
  type YamlValue,
} from '../../server/src/core/yaml/tree';
import { readYaml } from '../../server/src/core/yaml/readYaml';

export const read = (text: string): YamlNode | null => readYaml(text, { start: 0, end: text.length }).root;

export const apply = (text: string, edit: YamlEdit | null): string =>
  edit === null ? 'null' : text.slice(0, edit.span.start) + edit.text + text.slice(edit.span.end);

/** Every mapping and list of a tree, without aliases. */
function collections(node: YamlNode | null, from = 0): (YamlMapping | YamlSequence)[] {
  if (node === null || node.kind === 'scalar' || node.span.start < from) return [];
  const inner =
    node.kind === 'mapping'
      ? node.pairs.flatMap(({ key, value }) => collections(value, key.span.end))
      : node.items.flatMap((item) => collections(item, node.span.start));
  return [node, ...inner];
}

const VALUES: readonly YamlValue[] = [
  'plain',
  '',
  'a: b',
  'a, b',
  '412 TA',
  "it's",
  'two\nlines',
  ['a', 'b, c'],
  [],
  {},
  { a: 'b', c: { d: 'e' } },
  [{ id: 'x', only: ['y'] }, 'z'],
];

/** The value of a tree when one of its nodes gets another value; undefined removes the node. */
function replaced(node: YamlNode | null, target: YamlNode, value: YamlValue): YamlValue {
  if (node === target) return value;
  if (node?.kind === 'sequence') return node.items.map((item) => replaced(item, target, value));
  if (node?.kind === 'mapping') {
    return Object.fromEntries(node.pairs.map((pair) => [pair.key.text, replaced(pair.value, target, value)]));
  }
  return valueOf(node);
}

/** Without the end of the line: one that ends the text may get one. */
const comments = (text: string): readonly string[] => text.match(/(?<=^|\s)#[^\r\n"']*(?=\r?$)/gm) ?? [];

function holds(yaml: string, pick: number, choice: number, value: YamlValue): boolean {
  const { root, problems } = readYaml(yaml, { start: 0, end: yaml.length });
  const all = collections(root);
  const node = all[pick % Math.max(1, all.length)];
  if (problems.length > 0 || node === undefined || JSON.stringify(valueOf(root)).includes('__proto__')) return false;
  const says = (text: string) => {
    const result = readYaml(text, { start: 0, end: text.length });
    expect(result.problems, text).toEqual([]);
    return valueOf(result.root);
  };
  if (node.kind === 'mapping') {
    const old = valueOf(node) as Record<string, YamlValue>;
    const { pairs } = node;
    const behind = choice % (pairs.length + 1);
    const added = addKeys(
      yaml,
      node,
      { 'new key': value },
      (key) => pairs.findIndex((one) => one.key.text === key) < behind,
    );
    if (added === null) return false;
    const more = apply(yaml, added);
    const entries = Object.entries(old);
    const expected = Object.fromEntries([
      ...entries.slice(0, behind),
      ['new key', value] as const,
      ...entries.slice(behind),
    ]);
    expect(JSON.stringify(says(more)), more).toBe(JSON.stringify(replaced(root, node, expected)));
    expect(comments(more)).toEqual(expect.arrayContaining([...comments(yaml)]));
    // Removing the inserted pair restores the bytes.
    const inserted = placeOfSpan(read(more), { start: added.span.start, end: added.span.start + added.text.length });
    const again = inserted?.node.kind === 'mapping' ? inserted.node : null;
    const back = again?.pairs.find(({ key }) => key.text === 'new key');
    if (again && back && pairs.length > 0 && !/^\s*,?[^\n]*#/.test(added.text))
      expect(apply(more, removeKey(more, again, back)), more).toBe(yaml);
    const pair = pairs[choice % Math.max(1, pairs.length)];
    if (pair) {
      const changed = setKey(yaml, node, pair.key.text, value);
      const text = changed ? apply(yaml, changed) : yaml;
      if (changed) expect(says(text), text).toEqual(replaced(root, node, { ...old, [pair.key.text]: value }));
      const gone = removeKey(yaml, node, pair);
      const { [pair.key.text]: _, ...rest } = old;
      if (gone)
        expect(says(apply(yaml, gone)), apply(yaml, gone)).toEqual(
          replaced(root, node, pairs.length > 1 ? rest : node.flow ? {} : ''),
        );
    }
    return true;
  }
  const old = valueOf(node) as YamlValue[];
  const values = [[value], [value, 'another', value]][choice % 2] ?? [];
  const added = addItems(yaml, node, values);
  if (added === null) return false;
  const more = apply(yaml, added);
  expect(says(more), more).toEqual(replaced(root, node, [...old, ...values]));
  const gone = removeItem(yaml, node, choice % Math.max(1, old.length));
  if (gone) {
    const less = apply(yaml, gone);
    const rest = old.filter((_, i) => i !== choice % old.length);
    expect(says(less), less).toEqual(replaced(root, node, rest.length > 0 || node.flow ? rest : ''));
  }
  return true;
}

/** @param tell is called with each text and whether it could be edited */
export const editsOf = (texts: readonly string[], tell: (isDone: boolean) => void) =>
  fc.property(
    fc.constantFrom(...texts),
    fc.nat(),
    fc.nat(),
    fc.constantFrom(...VALUES),
    fc.boolean(),
    fc.boolean(),
    (yaml, pick, choice, value, crlf, open) => {
      const ended = open ? yaml.replace(/\r?\n$/, '') : yaml;
      tell(holds(crlf ? ended.replace(/\r?\n/g, '\r\n') : ended, pick, choice, value));
    },
  );
