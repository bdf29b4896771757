/** Circles that contain each other, with members who belong on several lines. */
import { expect, it } from 'vitest';
import { knownAt, LATEST } from '../../../server/src/core/canon';
import { knowerNamed } from '../../../server/src/core/canon/knowledge/knowers';
import { codexOf } from '../../support/codex';

it('finds the circles of a member whose stretches alternate between two lines', () => {
  const { canon } = codexOf({
    'codex.yaml':
      'calendars: {c: {eras: [{id: TA, epoch: 0}]}, z: {eras: [{id: XX, epoch: 0}]}}\nattributes: {member: set}\ncircles: {guild: [table], table: [guild]}\n',
    'p.md':
      '---\nfacts:\n  - {entity: guild, attribute: member, value: bob, from: 1 TA}\n  - {entity: guild, attribute: member, value: bob, from: 1 XX}\n---\n',
  });
  expect(knowerNamed(knownAt(canon, LATEST), 'bob')?.circles.get('guild')).toHaveLength(2);
});

it('finds the circles of what is its own member up to a day, and from an earlier one', () => {
  const { canon } = codexOf({
    'p.md':
      '---\nfacts:\n  - {entity: guild, attribute: member, value: guild, until: 25 CE}\n  - {entity: guild, attribute: member, value: guild, from: 5 CE}\n---\n',
  });
  expect(knowerNamed(knownAt(canon, LATEST), 'guild')?.circles).toEqual(new Map());
});
