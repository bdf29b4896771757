/** Two canon points given in the wrong order: no author is accused of what was decided later. */
import { expect, it } from 'vitest';
import { plainText } from '../../server/src/core/tools/words/richText';
import { codexOf } from '../support/codex';
import { askDiff } from '../support/ask';

const { canon } = codexOf({
  'codex.yaml': 'revisions: [s1, s2]\n',
  'a.md': '---\ncanon: s1\ndate: 3 CE\nfacts: {house: {ruler: ada}}\n---\n',
  'b.md': '---\ncanon: s2\ndate: 5 CE\nfacts: {house: {ruler: bob}}\n---\n',
});

const told = (from: string, to?: string): string[] => {
  const answered = askDiff(canon, { from, to });
  return answered.ok ? plainText(answered.prose).split('\n') : [answered.failure.message];
};

it('says that it goes backwards if the first point is the later one', () => {
  expect(told('s2', 's1')).toEqual([
    'What changed from s2 to s1',
    's1 comes before s2, so this is read backwards: what is no longer stated here was not stated yet.',
    'Stated differently, or not yet',
    '  ruler of house, from 5 CE: was bob, is ada (a, s1)',
  ]);
});

it('has what an entity was answered before another page took its name too', () => {
  const moved = codexOf({
    'codex.yaml': 'revisions: [s1, s2]\n',
    'isolde.md': '---\naliases: [The Red Queen]\ncanon: s1\n---\n',
    'mara.md': '---\naliases: [The Red Queen]\ncanon: s2\n---\n',
    'told.md': '---\ndate: 100 TA\ncanon: s1\nfacts: {The Red Queen: {seat: Ford}}\n---\n',
  }).canon;
  const changes = (from: string, to: string) => {
    const answered = askDiff(moved, { from, to });
    return answered.ok
      ? answered.json.changes.map(({ entity, before, after }) => [entity, before.length, after.length])
      : answered.failure;
  };
  expect(changes('s1', 's2')).toEqual([
    ['The Red Queen', 0, 1],
    ['isolde', 1, 0],
  ]);
  expect(changes('s2', 's1')).toEqual([['isolde', 0, 1]]);
});

it.each([
  ['s1', 's2'],
  ['s1', undefined],
  ['s2', 's2'],
])('goes forwards from %s to %s', (from, to) => {
  expect(told(from, to).join('\n')).not.toContain('backwards');
});
