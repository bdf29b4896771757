/** The quick fixes of the problems that a selection touches. */
import { expect, it } from 'vitest';
import { mendContextFor, fixesIn } from '../../server/src/core/edits/fixes/fixesAt';
import { checkEntry } from '../../server/src/core/rules/check';
import { changedBy } from '../support/codex';
import { caretIn, vyr } from '../support/caret';

it('the nearest id replaces an unknown one', () => {
  const note = '---\nsupersedes:\n  - id: founding-of-$0house-vry\n    reason: so\n---\n';
  const { known, entry, text, offset } = caretIn({ ...vyr, 'note.md': note });
  const context = mendContextFor(known, entry.path, (file) => ({ ...vyr, 'note.md': text })[file] ?? null);
  const [fix] = fixesIn(context, checkEntry(known, entry), { start: offset, end: offset });
  expect(fix?.isPreferred).toBe(true);
  expect(fix?.problem.code).toBe('supersedes/unknown-id');
  expect(changedBy({ 'note.md': text }, fix?.fix ?? { edits: [] })).toEqual({
    'note.md': '---\nsupersedes:\n  - id: founding-of-house-vyr\n    reason: so\n---\n',
  });
  expect(fixesIn(context, checkEntry(known, entry), { start: 0, end: 3 })).toEqual([]);
});
