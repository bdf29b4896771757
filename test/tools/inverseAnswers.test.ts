/** The inverse of facts: whose mother, founder or lord somebody is, as other pages state it. */
import { expect, it } from 'vitest';
import { plainText } from '../../server/src/core/tools/words/richText';
import { codexOf, type Files } from '../support/codex';
import { askWasTrueAt } from '../support/ask';

const FILES: Files = {
  'codex.yaml':
    'attributes: {mother: constant, father: constant, married-to: set}\nkin: {parent: [mother, father], spouse: married-to}\nrevisions: [s1, s2, s3]\n',
  'ysa.md': '---\ntype: person\ndate: 100 TA\ncanon: s1\n---\n',
  'oren.md':
    '---\ntype: person\ndate: 98 TA\ncanon: s1\nfacts: [{entity: oren, attribute: married-to, value: ysa, from: 120 TA}]\n---\n',
  'bram.md': '---\ntype: person\ndate: 125 TA\ncanon: s1\nmother: ysa\nfather: "[[Oren]]"\n---\n',
  'ada.md': '---\ntype: person\ndate: 121 TA\ncanon: s1\nmother: ysa\n---\n',
  'tale.md': '---\ncanon: s2\nfacts: {ada: {mother: Wilda}}\n---\n',
  'twist.md':
    '---\ndate: 130 TA\ncanon: s3\nsupersedes: {id: bram, effective: always, only: [bram.mother]}\nfacts: {bram: {mother: wilda}}\n---\n',
  'wilda.md': '---\ntype: person\ncanon: s2\n---\n',
  'house.md':
    '---\ncanon: s1\nfacts: [{entity: house, attribute: lord, value: ysa, from: 130 TA, until: 140 TA}]\n---\n',
};

const ask = (entity: string, more: { at?: string; asOf?: string; attribute?: string } = {}, files = FILES) => {
  const answered = askWasTrueAt(codexOf(files).canon, { entity, ...more });
  if (!answered.ok) throw new Error(answered.failure.message);
  return {
    json: answered.json,
    said: plainText(answered.prose).split('\n'),
  };
};

const named = (entity: string, more = {}): string[] =>
  (ask(entity, more).json.inverse ?? []).map(({ entity: other, attribute }) => `${attribute} of ${other.id}`);

it('answers with children, spouses and offices that only other pages state', () => {
  expect(ask('ysa', { at: '135 TA', asOf: 's1' }).said).toEqual([
    'ysa at 135 TA, as of s1',
    '  lord of: house, from 130 TA until 140 TA (house)',
    '  spouse: oren, from 120 TA (oren)',
    '  children: ada, from 121 TA (ada); bram, from 125 TA (bram)',
  ]);
});

it('holds at the given time and as of the given canon point, like any answer', () => {
  expect(named('ysa', { at: '110 TA' })).toEqual([]);
  expect(named('ysa', { at: '122 TA' })).toEqual(['married-to of oren', 'mother of ada']);
  expect(named('ysa', { at: '140 TA', asOf: 's2' })).toEqual(['married-to of oren', 'mother of ada', 'mother of bram']);
  expect(named('ysa', { at: '140 TA', asOf: 's3' })).toEqual(['married-to of oren', 'mother of ada']);
  expect(named('wilda', { at: '140 TA', asOf: 's3' })).toEqual(['mother of bram']);
});

it('treats a value that refers to nothing as plain text', () => {
  // "Wilda" with a capital is not an id or a link.
  expect(named('wilda', { asOf: 's2' })).toEqual([]);
});

it('marks a dispute', () => {
  const disputed = { ...FILES, 'tale.md': '---\ncanon: s2\nfacts: {ada: {mother: wilda}}\n---\n' };
  const { said, json } = ask('ysa', { attribute: 'mother', at: '130 TA', asOf: 's2' }, disputed);
  expect(said).toContain('  children: ada, from 121 TA, disputed (ada); bram, from 125 TA (bram)');
  expect(json.inverse).toMatchObject([{ kin: 'child', is_disputed: true, values: [{ ref: 'ysa' }] }, { kin: 'child' }]);
});

it('answers a question about children, and keeps its shape where there are none', () => {
  expect(named('ysa', { attribute: 'children', at: '130 TA' })).toEqual(['mother of ada']);
  expect(named('oren', { attribute: 'Child', at: '130 TA' })).toEqual(['father of bram']);
  expect(named('ysa', { attribute: 'lord', at: '130 TA' })).toEqual(['lord of house']);
  expect(Object.keys(ask('bram', {}).json)).not.toContain('inverse');
});

it('names each of the others once, the earliest first, and nobody as their own', () => {
  const friend = (entity: string, from: string) => `  - {entity: ${entity}, attribute: friend, value: ysa${from}}\n`;
  const files = {
    'b.md': `---\nfacts:\n${friend('bram', ', from: 20 TA')}${friend('bram', ', from: 20 TA')}${friend('ysa', '')}---\n`,
    'a.md': `---\nfacts:\n${friend('ada', ', from: 10 TA')}${friend('cem', ', from: 10 QQ')}${friend('zed', '')}---\n`,
    'ysa.md': '---\ntype: person\n---\n',
  };
  const { json } = ask('ysa', { at: '30 TA' }, files);
  expect((json.inverse ?? []).map(({ entity, is_undecided }) => `${entity.id}${is_undecided ? '?' : ''}`)).toEqual([
    'zed',
    'ada',
    'cem?',
    'bram',
  ]);
});
