/** Keys at the top of a page go in where the documentation has them, and pages without frontmatter get theirs. */
import { describe, expect, it } from 'vitest';
import { addTopItems, removeTopKey, setTopKey } from '../../server/src/core/entry/frontmatter';
import type { YamlEdit } from '../../server/src/core/yaml/editYaml';
import { codexOf } from '../support/codex';

const { codex } = codexOf({ 'codex.yaml': 'fields: {date: [born, founded]}\n' }).canon;

const apply = (text: string, edit: YamlEdit | null): string =>
  edit === null ? 'null' : text.slice(0, edit.span.start) + edit.text + text.slice(edit.span.end);
const set = (text: string, key: string, value: string): string => apply(text, setTopKey(text, codex, key, value));

describe('a key at the top of a page', () => {
  it('goes in where the documentation has it, among keys of the author', () => {
    const text = '---\ntitle: A\nmood: dark\n# who says so\nsources: [b]\n---\nBody\n';
    expect(set(text, 'type', 'event')).toBe(text.replace('title: A\n', 'title: A\ntype: event\n'));
    expect(set(text, 'reviewed', 'x')).toBe(text.replace('[b]\n', '[b]\nreviewed: x\n'));
    expect(set(text, 'id', 'x')).toBe(text.replace('title', 'id: x\ntitle'));
    expect(set('---\nmood: dark\n---\n', 'type', 'x')).toBe('---\nmood: dark\ntype: x\n---\n');
  });

  it('is spelled as this codex spells it', () => {
    expect(set('---\nFounded: 1 TA\n---\n', 'date', '2 TA')).toBe('---\nFounded: 2 TA\n---\n');
    expect(set('---\nid: a\n---\n', 'date', '2 TA')).toBe('---\nid: a\nborn: 2 TA\n---\n');
  });

  it('makes the fences of a page that has none', () => {
    expect(set('# Vyr\r\n', 'canon', 'x')).toBe('---\r\ncanon: x\r\n---\r\n# Vyr\r\n');
    expect(set('\uFEFFVyr', 'canon', 'x')).toBe('\uFEFF---\ncanon: x\n---\nVyr');
    expect(set('', 'canon', 'x')).toBe('---\ncanon: x\n---\n');
    expect(set('---\n# nothing yet\n---\n', 'canon', 'x')).toBe('---\n# nothing yet\ncanon: x\n---\n');
    expect(set('---\n- a\n---\n', 'canon', 'x')).toBe('null');
    expect(set('---toml\na = 1\n---\n', 'canon', 'x')).toBe('null');
  });

  it('takes another item, and goes', () => {
    const add = (text: string) => apply(text, addTopItems(text, codex, 'disputes', ['b']));
    expect(add('---\ndisputes: a # x\n---\n')).toBe('---\ndisputes: [a, b] # x\n---\n');
    expect(add('---\ndisputes: ~\n---\n')).toBe('---\ndisputes: [b]\n---\n');
    expect(add('---\nid: a\n---\n')).toBe('---\nid: a\ndisputes: [b]\n---\n');
    expect(apply('---\nid: a\nborn: b\n---\n', removeTopKey('---\nid: a\nborn: b\n---\n', codex, 'date'))).toBe(
      '---\nid: a\n---\n',
    );
  });
});
