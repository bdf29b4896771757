/** The entries that are offered where a reference is being typed, and what choosing one does to the text. */
import { describe, expect, it } from 'vitest';
import { entryAt } from '../../server/src/core/canon/canon';
import { type Choices, choicesAt } from '../../server/src/core/features/completion';
import { codexOf, type Files } from '../support/codex';
import { caretIn, vyr } from './caret';

function complete(note: string, more: Files = {}) {
  const { known, entry, text, offset } = caretIn({ ...vyr, 'note.md': note, ...more });
  const found = choicesAt(known, entry, text, offset);
  const chosen = (id: string): string => {
    const choice = found?.choices.find((one) => one.id === id);
    return found && choice
      ? text.slice(0, found.span.start) + choice.insert + text.slice(found.span.end)
      : 'not offered';
  };
  return { found, chosen };
}

const ids = (found: Choices | null): string[] => found?.choices.map(({ id }) => id) ?? [];

describe('an id is offered', () => {
  it.each([
    ['supersedes: $0', 'supersedes: maric'],
    ['supersedes: mar$0', 'supersedes: maric'],
    ['supersedes: mar$0 # why', 'supersedes: maric # why'],
    ['supersedes:$0', 'supersedes: maric'],
    ['supersedes:\n  - $0', 'supersedes:\n  - maric'],
    ['supersedes:\n  -$0', 'supersedes:\n  - maric'],
    ['supersedes:\n- $0', 'supersedes:\n- maric'],
    ['supersedes:\n  - id: ma$0', 'supersedes:\n  - id: maric'],
    ['supersedes:\n  - id: ma$0rik', 'supersedes:\n  - id: maric'],
    ['supersedes:\n  - reason: because\n    id: $0', 'supersedes:\n  - reason: because\n    id: maric'],
    ['supersedes:\n  id: $0', 'supersedes:\n  id: maric'],
    ['supersedes: {id: ma$0}', 'supersedes: {id: maric}'],
    ['supersedes: {id: ma$0, soft: true}', 'supersedes: {id: maric, soft: true}'],
    ['supersedes: {reason: "a, b", id: $0', 'supersedes: {reason: "a, b", id: maric'],
    ['supersedes: [aldric, ma$0]', 'supersedes: [aldric, maric]'],
    [
      'supersedes:\n  - id: aldric\n    sources:\n      - $0',
      'supersedes:\n  - id: aldric\n    sources:\n      - maric',
    ],
    ['supersedes:\n  - id: aldric\n    sources: [$0', 'supersedes:\n  - id: aldric\n    sources: [maric'],
    ['superseded-by: $0', 'superseded-by: maric'],
    ['Retracts: "ma$0', 'Retracts: "maric"'],
    ["restores: 'ma$0'", "restores: 'maric'"],
    ['sources: [aldric, $0', 'sources: [aldric, maric'],
    ['disputes:\n  - aldric\n  - ma$0', 'disputes:\n  - aldric\n  - maric'],
    ['reviewed: ma$0', 'reviewed: maric'],
    ['entity: ma$0', 'entity: maric'],
    ['facts:\n  ma$0', 'facts:\n  maric'],
    ['facts:\n  ma$0: {seat: x}', 'facts:\n  maric: {seat: x}'],
    ['facts: {ma$0', 'facts: {maric'],
    ['facts:\n  - entity: ma$0', 'facts:\n  - entity: maric'],
    ['facts:\n  - {entity: ma$0, attribute: x}', 'facts:\n  - {entity: maric, attribute: x}'],
    ['title: "broken\nsources: ma$0', 'title: "broken\nsources: maric'],
  ])('%j', (before, after) => {
    expect(complete(`---\n${before}\n---\n`).chosen('maric')).toBe(`---\n${after}\n---\n`);
    const crlf = (text: string): string => `---\n${text}\n---\n`.replaceAll('\n', '\r\n');
    expect(complete(crlf(before)).chosen('maric')).toBe(crlf(after));
  });

  it('in a frontmatter that is not closed yet', () => {
    expect(complete('---\ntype: song\nsources: ma$0').chosen('maric')).toBe('---\ntype: song\nsources: maric');
  });
  it('where codex.yaml has renamed the key', () => {
    expect(
      complete('---\nbased on: ma$0\n---\n', { 'codex.yaml': 'fields: {sources: based_on}\n' }).chosen('maric'),
    ).toContain('based on: maric');
  });
});

describe('nothing is offered', () => {
  it.each([
    'title: $0',
    'supersedes: {id: maric, reason: ma$0}',
    'sup$0',
    'facts: {maric: {seat: $0}}',
    'sources: [maric] $0',
    '# sources: $0',
    'sources: maric # $0',
    'attributes:\n  sources: $0',
    'supersedes:\n  - id: x\n    only: [$0',
  ])('%j', (before) => expect(complete(`---\n${before}\n---\n`).found).toBeNull());
  it.each([
    '---\n---\nsources: $0',
    'sources: $0',
    '$0',
    '---\n---\n[[maric]] $0',
    '[[maric|$0',
    '[[maric#$0',
    '[mar$0',
  ])('%j', (text) => {
    expect(complete(text).found).toBeNull();
  });
});

describe('a wikilink is offered by the name of the file', () => {
  it.each([
    ['[[$0', '[[founding-of-house-vyr]]'],
    ['[[fou$0]]', '[[founding-of-house-vyr]]'],
    ['[[fou$0ndling]] and', '[[founding-of-house-vyr]] and'],
    ['[[fou$0|the founding]]', '[[founding-of-house-vyr|the founding]]'],
    ['[[maric]] and [[fou$0', '[[maric]] and [[founding-of-house-vyr]]'],
    ['---\nsources: "[[$0"\n---\n', '---\nsources: "[[founding-of-house-vyr]]"\n---\n'],
    ['---\nsources: [[fou$0]]\n---\n', '---\nsources: [[founding-of-house-vyr]]\n---\n'],
  ])('%j', (before, after) => {
    expect(complete(before).chosen('founding-of-house-vyr')).toBe(after);
  });
});

describe('which, and in which order', () => {
  it('by id, title and aliases, what begins so first', () => {
    expect(ids(complete('---\nsources: fire$0\n---\n').found)).toEqual(['house-vyr']);
    expect(ids(complete('---\nsources: house$0\n---\n').found)[0]).toBe('house-vyr');
    expect(ids(complete('---\nsources: zzz$0\n---\n').found)).toEqual([]);
  });
  it('never the entry itself', () => {
    expect(ids(complete('---\nsources: $0\n---\n').found)).not.toContain('note');
  });
  it('no more than can be read', () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`a${i}.md`, '']));
    const { found } = complete('---\nsources: a$0\n---\n', many);
    expect([found?.choices.length, found?.isCut]).toEqual([200, true]);
  });
});

describe('the YAML stays whole', () => {
  const odd = ['a: b', 'a #b', '- a', '"a"', "it's", 'a, b', '[a]', 'a\\b', '@a', 'a:', '{a}', '!a', '412', '*'];
  const files = Object.fromEntries(odd.map((id, i) => [`odd${i}.md`, `---\nid: ${JSON.stringify(id)}\n---\n`]));
  it.each(odd.flatMap((id) => ['$0', '"$0', "'$0", '[maric, $0]', '{id: $0}'].map((typed) => [id, typed] as const)))(
    'with %j at %j',
    (id, typed) => {
      const { chosen } = complete(`---\nsupersedes: ${typed}\nend: here\n---\n`, files);
      const { canon } = codexOf({ ...files, 'codex.yaml': '', 'note.md': chosen(id) });
      const note = entryAt(canon, 'note.md');
      expect(note?.problems).toEqual([]);
      expect(note?.declarations.at(-1)?.target.text).toBe(id);
      expect(note?.unknownKeys.map(({ text }) => text)).toEqual(['end']);
    },
  );
});
