/** How retcons are told in words: when they were decided, and the author's own lines. */
import { expect, it } from 'vitest';
import { askLog } from '../../server/src/core/tools/log';
import { plain } from '../../server/src/core/tools/prose';
import { canonOf } from './world';

it('tells a day as a day, and keeps an author’s line breaks within the indent', () => {
  const answered = askLog(
    canonOf(
      new Map([
        ['a.md', '---\ncanon: 2026-02-01\nfacts: {x: {lord: maric}}\n---\n'],
        [
          'b.md',
          '---\ncanon: 2026-03-01\nsupersedes:\n  - id: a\n    reason: |\n      One.\n\n      Two.\nfacts: {x: {lord: aldric}}\n---\n',
        ],
        ['c.md', '---\ncanon: r4\nsupersedes: b\nfacts: {x: {lord: orm}}\n---\n'],
      ]),
    ),
    {},
  );
  expect(answered.ok && plain(answered.prose).split('\n').slice(1)).toEqual([
    '  On 2026-03-01, b supersedes a (correction, for all time): lord of x was told as maric, and is aldric.',
    '    One.',
    '',
    '    Two.',
    '  In r4, c supersedes b (correction, for all time): lord of x was told as aldric, and is orm.',
  ]);
});
