/** "Give a Note Its Date": what the timeline offers where nothing has one. */
import { expect, it } from 'vitest';
import { entryAt, knownAt, LATEST } from '../../server/src/core/canon';
import { giveDate } from '../../server/src/core/edits/refactor/giveDate';
import { codexOf } from '../support/codex';

function given(text: string, date: string, codexYaml = ''): string {
  const { canon } = codexOf({ 'codex.yaml': codexYaml, 'fall.md': text });
  const entry = entryAt(canon, 'fall.md');
  if (!entry) throw new Error('no entry');
  const outcome = giveDate(knownAt(canon, LATEST), entry, text, date);
  return 'refusal' in outcome ? outcome.refusal : outcome.text;
}

it.each([
  ['a note without properties', 'The fall.\n', '---\ndate: 412 TA\n---\nThe fall.\n'],
  ['a note with some', '---\ntype: event\n---\n', '---\ntype: event\ndate: 412 TA\n---\n'],
  ['a note whose date is empty', '---\ndate:\n---\n', '---\ndate: 412 TA\n---\n'],
])('a date is written into %s', (_, before, after) => {
  expect(given(before, ' 412 TA ')).toBe(after);
});

it('goes by the name that codex.yaml gives to the key', () => {
  expect(given('The fall.\n', '412', 'fields: {date: [Year]}\n')).toBe('---\nYear: 412\n---\nThe fall.\n');
});

it('is refused where there is one, and where the properties can not be read', () => {
  expect(given('---\ndate: 410 TA\n---\n', '412 TA')).toBe('fall has a date already: 410 TA.');
  expect(given('---\n- a list\n---\n', '412 TA')).toContain('correct what is underlined there first');
});
