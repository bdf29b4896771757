/** One edge may be declared twice, with different contents (model §5): their union is established. */
import { expect, it } from 'vitest';
import { page, type Pages, toldSince } from './gate';

const told: Pages = {
  'codex.yaml': 'revisions: [s1]\n',
  'old.md': page(
    'superseded_by: {id: new, reason: moved on, effective: 10 TA}\nfacts: {vyr: {founder: maric, seat: hold}}',
  ),
  'new.md': page('supersedes: {id: old, reason: both stand, soft: true}'),
};

it('does not report that one of them takes what the other did not', () => {
  expect(toldSince(told, { 'new.md': `${told['new.md']}\nMore prose.\n` })).toEqual([]);
  expect(toldSince(told, { 'new.md': null, 'far/new.md': told['new.md'] ?? '' })).toEqual([]);
});

it('does not report that one of them brings back what the other did not, where another page has changed that', () => {
  const restored: Pages = {
    'codex.yaml': 'revisions: [s1]\n',
    'old.md': page('facts: {vyr: {founder: maric, seat: hold}}'),
    'gone.md': page('retracts: old'),
    'back.md': page(
      'restores:\n  - {id: old, reason: so, only: [vyr.founder]}\n  - {id: old, reason: too, only: [vyr.seat]}',
    ),
  };
  const changes = {
    'back.md': `${restored['back.md']}\nMore prose.\n`,
    'old.md': page('facts: {vyr: {founder: maric, seat: holm}}'),
  };
  expect(toldSince(restored, changes)).toEqual([expect.stringMatching(/^old\.md: .*seat of vyr was hold/)]);
});

it('reports once what neither of them took', () => {
  const limited = (only: string): Pages => ({
    ...told,
    'old.md': page('facts: {vyr: {founder: maric, seat: hold, motto: none}}'),
    'new.md': page(
      `supersedes:\n  - {id: old, reason: so, only: [vyr.founder]}\n  - {id: old, reason: too, only: [${only}]}`,
    ),
  });
  expect(toldSince(limited('vyr.seat'), { 'new.md': limited('vyr.seat, vyr.motto')['new.md'] ?? null })).toEqual([
    expect.stringContaining('takes motto of vyr as well'),
  ]);
});
