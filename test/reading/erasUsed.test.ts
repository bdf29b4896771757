/** The eras and dates to choose a viewpoint from. */
import { expect, it } from 'vitest';
import { erasUsed } from '../../server/src/core/reading/entities';
import type { Files } from '../support/codex';
import { caretIn, vyr } from '../support/caret';

const told = (files: Files) =>
  erasUsed(caretIn(files).known).map(({ name, dates }) => [
    name,
    ...dates.map(({ date, entry }) => [date.text, entry?.title ?? null].filter((part) => part !== null).join(' ')),
  ]);

it('gives each date once, in the order of time, with its events', () => {
  const files = {
    ...vyr,
    'a.md': '---\ntitle: A Note\ndate: TA 412\nfacts: [{attribute: seat, value: x, from: 3 Thaw 300 TA}]\n---\n$0',
    'b.md': '---\ndate: before 100 TA\n---\n',
    'c.md': '---\ndate: c. 200 TA\n---\n',
    'd.md': '---\ntitle: Elsewhere\ndate: 12 PR\n---\n',
  };
  expect(told(files)).toEqual([
    ['Third Age', '200 TA The Founding of House Vyr', '3 Thaw 300 TA', '412 TA A Note'],
    ['PR', '12 PR Elsewhere'],
  ]);
});

it('calls our own eras by their names', () => {
  expect(
    told({ 'codex.yaml': '', 'a.md': '---\ntitle: A\ndate: 44 BCE\n---\n$0', 'b.md': '---\ndate: 2026-05\n---\n' }),
  ).toEqual([
    ['BCE', '44 BCE A'],
    ['CE', '2026-05 b'],
  ]);
});
