/** A forked retcon in its three representations. */
import { expect, it } from 'vitest';
import { plainText } from '../../server/src/core/tools/words/richText';
import { codexOf, type Files } from '../support/codex';
import { askFork } from '../support/ask';

const files: Files = {
  'codex.yaml': 'revisions: [one, two]\nattributes: {founder: constant}\n',
  'old.md': '---\ntitle: The Founding\ndate: 200 TA\nfacts: {vyr: {founder: maric, seat: keep}}\n---\n',
  'b.md':
    '---\ntitle: The Ledger\ncanon: two\nsupersedes: {id: old, effective: 300 TA, reason: So., only: [vyr.founder]}\nfacts: {vyr: {founder: aldric}}\n---\n',
  'c.md': '---\ntitle: The Song\nsupersedes: {id: old, effective: always}\nfacts: {vyr: {founder: lysa}}\n---\n',
};
const told = (name?: string, more: Files = {}): string => {
  const answered = askFork(codexOf({ ...files, ...more }).canon, { name });
  return answered.ok ? plainText(answered.prose) : answered.failure.message;
};

it('states the original, and what each page says instead, with its reason', () => {
  expect(told()).toBe(`The Founding is superseded by 2 pages
What was said, 200 TA
  founder of vyr: maric
  seat of vyr: keep
The Song: for all time
  founder of vyr: lysa
The Ledger: from 300 TA on (two)
  founder of vyr: aldric
    So.`);
  for (const name of ['old', 'The Song', 'b']) expect(told(name)).toBe(told());
});

it('gives scripts the same content', () => {
  const answered = askFork(codexOf(files).canon, {});
  expect(answered.ok && answered.json).toMatchObject({
    forks: [
      {
        superseded: { id: 'old', says: [{ attribute: 'founder', values: ['maric'] }, { attribute: 'seat' }] },
        by: [
          { id: 'c', effective: 'always', reason: null, canon: null },
          { id: 'b', effective: '300 TA', reason: 'So.', canon: 'two', file: 'b.md' },
        ],
      },
    ],
  });
});

it('reports that there is none, and quotes unknown names', () => {
  const chained = { 'c.md': '---\nsupersedes: b\n---\n' };
  expect([told(undefined, chained), told('old', chained)]).toEqual(
    Array.from({ length: 2 }, () => 'No two pages supersede the same one without saying which of them holds.'),
  );
  expect(told('nobody')).toContain('"nobody"');
});
