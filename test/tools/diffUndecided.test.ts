/** A value whose end lies on another line is undecided (model §3), which differs from the plain value. */
import { expect, it } from 'vitest';
import { plainText } from '../../server/src/core/tools/words/richText';
import { knownAt, LATEST } from '../../server/src/core/canon';
import { differencesBetween } from '../canon/differencesBetween';
import { canonOf } from '../canon/world';
import { askDiff } from '../support/ask';

const page = (canon: string, ends: string, more = ''): string =>
  `---\ncanon: ${canon}\n${more}facts:\n  - {entity: x, attribute: ruler, value: v, from: 15 XX${ends}}\n---\n`;

it('is reported where the same value held before, and where it is new', () => {
  const ended = page('r3', ', until: 40 TA', 'supersedes: {id: a, reason: so}\n');
  const canon = canonOf(
    new Map([
      ['a.md', page('r2', '')],
      ['b.md', ended],
    ]),
  );
  const changed = askDiff(canon, { from: 'r2' });
  expect(changed).toMatchObject({
    json: { changes: [{ before: [{ value: 'v' }], after: [{ value: 'v', until: null, ends_elsewhere: '40 TA' }] }] },
  });
  expect(changed.ok && plainText(changed.prose)).toContain('ruler of x, from 15 XX: was v, is v until 40 TA (b, r3)');
  const isNew = askDiff(canon, { from: 'r1' });
  expect(isNew.ok && plainText(isNew.prose)).toContain('ruler of x, from 15 XX: v until 40 TA (b, r3)');
});

it('is reported where nothing else of its page has changed', () => {
  const [open, ended] = ['', ', until: 40 TA'].map((ends) =>
    knownAt(canonOf(new Map([['a.md', page('r2', ends)]])), LATEST),
  );
  if (!open || !ended) throw new Error('no canon');
  expect(differencesBetween(open, ended)).toHaveLength(1);
  expect(differencesBetween(ended, ended)).toEqual([]);
});
