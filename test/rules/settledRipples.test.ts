/** A link or a source that is superseded is reported only to a page whose author may not have seen it (model §14). */
import { expect, it } from 'vitest';
import { checkCodex } from '../../server/src/core/rules/check';
import { codexOf } from '../support/codex';

const codes = (page: string): string[] =>
  checkCodex(
    codexOf({
      'codex.yaml': 'revisions: [s1, s2]\ncalendars: {r: {eras: [{id: TA, epoch: 0}]}}\n',
      'old.md': '---\ncanon: s1\n---\n',
      'new.md':
        '---\nid: new\ncanon: s2\nsupersedes: {id: old, effective: 300 TA, reason: So., sources: [recap]}\n---\n',
      'recap.md': '---\ncanon: s1\nsources: old\n---\n[[old]]\n',
      'a.md': page,
    }),
  ).flatMap(({ file, problem }) => (['a.md', 'recap.md'].includes(file) ? `${file} ${problem.code}` : []));

it.each([
  [
    'was written before',
    '---\ncanon: s1\nsources: old\n---\n[[old]]\n',
    ['a.md source/superseded', 'a.md link/superseded'],
  ],
  ['was written later', '---\ncanon: s2\nsources: old\n---\n[[old]]\n', []],
  ['has reviewed it', '---\ncanon: s1\nsources: old\nreviewed: new\n---\n[[old]]\n', []],
  [
    'is a scene at whose date it still stood',
    '---\ncanon: s1\ntype: scene\ndate: 250 TA\nsources: old\n---\n[[old]]\n',
    [],
  ],
  [
    'is a scene after that',
    '---\ncanon: s1\ntype: scene\ndate: 350 TA\nsources: old\n---\n[[old]]\n',
    ['a.md source/superseded', 'a.md link/superseded'],
  ],
  [
    'is a place of that date',
    '---\ncanon: s1\ntype: place\ndate: 250 TA\nsources: old\n---\n[[old]]\n',
    ['a.md source/superseded', 'a.md link/superseded'],
  ],
  ['rests on the new page too', '---\ncanon: s1\nsources: [old, new]\n---\n[[old]]\n', []],
])('where the page %s', (_, page, expected) => {
  expect(codes(page).sort()).toEqual([...expected].sort());
});
