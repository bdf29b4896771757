/** The warning before an entry is deleted. */
import { expect, it } from 'vitest';
import { entryAt, knownAt, LATEST } from '../../server/src/core/canon';
import { lossesOf } from '../../server/src/core/edits/rename/moves';
import { codexOf, type Files } from '../support/codex';

const files: Files = {
  'old.md': '---\ntitle: The Founding\nfacts: {vyr: {founder: maric}}\n---\n',
  'new.md': '---\ntitle: The Refounding\nsupersedes: {id: old, sources: letter}\nsources: letter\n---\n',
  'curse.md': '---\ntitle: The Curse\n---\n',
  'no.md': '---\ntitle: No Curse\nretracts: curse\n---\n',
  'letter.md': '# A Letter\n',
  'song.md': '---\ntitle: The Song\nsources: [old, letter]\n---\n[[curse]]\n',
  'draft.md': '---\ntitle: Something Else\ndraft: true\nsupersedes: curse\n---\n',
};

it.each([
  [
    ['old.md'],
    [
      'The Founding: The Song rests on it.',
      'The Founding: The Refounding supersedes it: what was true before would be stated nowhere.',
    ],
  ],
  [['new.md'], ['The Refounding: It supersedes The Founding: nothing would say so any more.']],
  [['letter.md'], ['A Letter: The Refounding and The Song rest on it.']],
  [['letter.md', 'song.md', 'new.md'], ['The Refounding: It supersedes The Founding: nothing would say so any more.']],
  [['curse.md'], ['The Curse: No Curse retracts it: what was true before would be stated nowhere.']],
  [['no.md', 'curse.md'], []],
  [['song.md'], []],
  [['draft.md'], []],
])('deleting %j', (going, expected) => {
  const { canon } = codexOf(files);
  const entries = going.flatMap((path) => entryAt(canon, path) ?? []);
  const told = lossesOf(knownAt(canon, LATEST), entries).flatMap(({ entry, sentences }) =>
    sentences.map((sentence) => `${entry.title}: ${sentence}`),
  );
  expect(told).toEqual(expected);
});

it.each([
  ['old.md', false],
  ['curse.md', false],
  ['letter.md', true],
])('%s can be retracted: %s', (path, expected) => {
  const { canon } = codexOf(files);
  const entry = entryAt(canon, path);
  expect(entry && lossesOf(knownAt(canon, LATEST), [entry])[0]?.canRetract).toBe(expected);
});

it('names three of many that rest on it', () => {
  const resting = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e'].map((id) => [`${id}.md`, '---\nsources: letter\n---\n']),
  );
  const { canon } = codexOf({ ...resting, 'letter.md': '' });
  const letter = entryAt(canon, 'letter.md');
  expect(letter && lossesOf(knownAt(canon, LATEST), [letter])[0]?.sentences).toEqual([
    'a, b, c and 2 more rest on it.',
  ]);
});
