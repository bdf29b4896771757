/** What is past a limit of model §16 is reported and refused on every surface; limits.large.test.ts asks about each size. */
import { expect, it } from 'vitest';
import { entryAt } from '../../server/src/core/canon';
import { LIMITS } from '../../server/src/core/canon/model/limits';
import { hoverAt } from '../../server/src/core/reading/hover';
import { nowOf } from '../../server/src/core/reading/viewpoint';
import { checkCodex } from '../../server/src/core/rules/check';
import { atOnce } from '../../server/src/core/text/groups';
import { exportSteps } from '../../server/src/core/tools/exports/exportRows';
import { disputeRows } from '../../server/src/core/views/disputesView';
import { codexOf } from '../support/codex';
import { asker, circleInCodex, forkOf, limitsIn } from '../support/sizes';

const PAST = forkOf(LIMITS.retcons.most + 1);

it('reports what is too large once, refuses what needs it, and answers the rest', () => {
  expect(limitsIn(PAST)).toEqual([
    'v0000.md error ruler: 501 retcons touch ruler of vyr, and Retcon is made for up to 500, so questions that need them are not answered: limit some with `only`, or take some out.',
  ]);
  const ask = asker(PAST);
  expect(ask('was_true_at', { entity: 'vyr' })).toMatch(/^limit: 501 retcons touch ruler of vyr/);
  expect(ask('timeline', {})).toMatch(/^limit: /);
  expect(ask('was_true_at', { entity: 'other' })).toBe('answered');
});

it('names nothing to those who are asked for, since it may be hidden from them', () => {
  const [within, past] = [circleInCodex(LIMITS.members.most), circleInCodex(LIMITS.members.most + 1)];
  const secret = { entity: 'secret', for: 'm1' };
  expect(asker(within)('was_true_at', secret)).toBe('answered');
  expect(asker(past)('was_true_at', secret)).toBe(
    'limit: This needs something that is larger than Retcon is made for.',
  );
});

it('shows the limit in place of a hover and of a row, and refuses an export', () => {
  const { canon } = codexOf(PAST);
  const context = { ...nowOf(canon), href: () => null };
  const text = PAST['v0003.md'] ?? '';
  const entry = entryAt(canon, 'v0003.md');
  expect(entry && hoverAt(context, entry, text, text.indexOf('ruler') + 1)?.markdown).toMatch(/^501 retcons touch/);
  expect(atOnce(disputeRows(context)).map(({ label }) => label)).toEqual([expect.stringMatching(/^501 retcons touch/)]);
  expect(() => atOnce(exportSteps(canon))).toThrow('501 retcons touch ruler of vyr');
});

it('still judges the rest of a page', () => {
  const page = (PAST['v0003.md'] ?? '').replace('date: 4 CE', 'date: 4 CE\nfacts:\n  wall: {height: [3, 4]}');
  const codes = checkCodex(codexOf({ ...PAST, 'v0003.md': page })).map(({ problem }) => problem.code);
  expect(codes).toContain('fact/disputed');
  expect(codes).toContain('codex/limit');
});
