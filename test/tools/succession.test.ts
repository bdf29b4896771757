/** A succession in words stays readable, and says how many more holders there are. */
import { expect, it } from 'vitest';
import { plainText } from '../../server/src/core/tools/words/richText';
import { codexOf } from '../support/codex';
import { askSuccession } from '../support/ask';

it('lists some of five hundred rulers, and the number of the others', () => {
  const facts = Array.from({ length: 700 }, (_, i) => `  - {attribute: ruler, value: q${i}, from: ${i + 1} CE}\n`);
  const { canon } = codexOf({
    'codex.yaml': 'attributes: {ruler: state}\n',
    'keep.md': `---\nfacts:\n${facts.join('')}---\n`,
  });
  const answered = askSuccession(canon, { entity: 'keep.ruler' });
  if (!answered.ok) throw new Error(answered.failure.message);
  const text = plainText(answered.prose);
  expect(text).toContain('q499');
  expect(text).not.toContain('q500');
  expect(text).toContain('And 200 more: --format json has all of them.');
});

it('ends a reign in the words of its author', () => {
  const { canon } = codexOf({
    'codex.yaml': 'attributes: {ruler: state}\n',
    'keep.md': `---\nfacts:\n  - {attribute: ruler, value: ann, from: 10 CE, through: 19 CE}\n  - {attribute: ruler, value: bo, from: 30 CE, until: 40 CE}\n---\n`,
  });
  const answered = askSuccession(canon, { entity: 'keep.ruler' });
  if (!answered.ok) throw new Error(answered.failure.message);
  expect(plainText(answered.prose).split('\n').slice(1)).toEqual([
    '  1  ann  from 10 CE through 19 CE',
    '     —    from 20 CE until 30 CE    nobody',
    '  2  bo   from 30 CE until 40 CE',
  ]);
});
