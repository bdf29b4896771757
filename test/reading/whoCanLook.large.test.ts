/** The knowers for a view, where one page names thousands of members: its facts are scanned once for all of them. */
import { expect, it } from 'vitest';
import { allEntries, knownAt, LATEST } from '../../server/src/core/canon';
import { knowerSteps } from '../../server/src/core/reading/viewpoint';
import { codexOf } from '../support/codex';
import { done } from '../support/steps';

it('a circle and its four thousand members', () => {
  const members = Array.from({ length: 4000 }, (_, i) => `m${i}`).join(', ');
  const { canon } = codexOf({
    'codex.yaml': 'attributes: {member: set}\n',
    'p.md': `---\nfacts: {house: {member: [${members}]}}\n---\n`,
  });
  const [entry] = allEntries(canon);
  if (!entry) throw new Error('p.md is no entry');
  let looks = 0;
  const { facts } = entry;
  const get = () => {
    looks++;
    return facts;
  };
  Object.defineProperty(entry, 'facts', { get });
  // The members, their circle, everybody, and the players.
  expect(done(knowerSteps(knownAt(canon, LATEST)))).toHaveLength(4003);
  expect(looks).toBeGreaterThan(0);
  expect(looks).toBeLessThan(4000);
});
