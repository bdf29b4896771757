/** A page that remembers, as it stands now (model §5): as if it did not say what it said before. */
import { expect, it } from 'vitest';
import { readEntry } from '../../server/src/core/entry/readEntry';
import { presentEntry } from '../../server/src/core/entry/versions';
import { codexOf } from '../support/codex';

const { codex } = codexOf({
  'codex.yaml': 'revisions: [s1, s2, s3]\nattributes: {eyes: constant, member: set}\n',
}).canon;

it.each([
  ['a value', 'eyes: blue', '{eyes: brown, canon: s2}'],
  ['several changes of it', 'eyes: blue', '{eyes: brown, canon: s2}\n  - {eyes: grey, canon: s3}'],
  ['what goes on in a set', 'member: [ada, cy]', '{member: [ada, bo], canon: s2}\n  - {member: [ada], canon: s3}'],
  ['what is gone', 'title: Wren', '{eyes: brown, canon: s2}'],
  ['what was nothing', 'eyes: blue', '{eyes: , canon: s2}'],
  ['facts about others', 'facts: {keep: {lord: bo}, vyr: {lord: cy}}', '{vyr.lord: ada, canon: s2}'],
  ['a date', 'date: 410 TA\neyes: blue', '{date: 400 TA, canon: s2}\n  - {eyes: brown, canon: s3}'],
  ['an end', 'date: 400 TA\nuntil: 450 TA\neyes: blue', '{until: 440 TA, canon: s2}'],
  ['a belief', 'facts: [{entity: x, attribute: eyes, value: blue, believed_by: bo}]', '{x.eyes: brown, canon: s2}'],
  ['knowers', 'facts: [{entity: x, attribute: eyes, value: blue, known_by: bo}]', '{x.eyes: brown, canon: s2}'],
])('says the same of %s', (_, now, before) => {
  const head = `---\ntype: person\n${now}\n`;
  const whole = readEntry('x.md', `${head}formerly:\n  - ${before}\n---\n`, codex);
  const { facts, date, until, knowledge } = readEntry('x.md', `${head}---\n`, codex);
  expect(whole.formerly.length).toBeGreaterThan(0);
  expect(presentEntry(whole)).toMatchObject({ facts, date, until, formerly: [] });
  expect(presentEntry(whole).knowledge?.beliefs ?? []).toEqual(knowledge?.beliefs ?? []);
});
