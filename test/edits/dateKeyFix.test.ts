/** A property that set-up would have taken for a date becomes one, where an author writes it later. */
import { expect, it } from 'vitest';
import { mendContextFor } from '../../server/src/core/edits/fixes/fixesAt';
import { dateKeyOffers } from '../../server/src/core/edits/fixes/dateKeyFix';
import { entryAt } from '../../server/src/core/canon';
import { caretIn } from '../support/caret';
import { changedBy, codexOf, problemsIn } from '../support/codex';

/** codex.yaml after the offer, and the title; undefined where there is none. */
function offered(line: string, codexFile: string) {
  const drawn = { 'codex.yaml': codexFile, 'ilse.md': `---\n${line}$0\n---\n` };
  const { known, text, offset } = caretIn(drawn);
  const files: Readonly<Record<string, string>> = { ...drawn, 'ilse.md': text };
  const [offer] = dateKeyOffers(
    mendContextFor(known, 'ilse.md', (file) => files[file] ?? null),
    offset,
  );
  expect(problemsIn(files, null)).toEqual([]);
  const after = offer && changedBy(files, offer);
  const entry = after && entryAt(codexOf({ ...files, ...after }).canon, 'ilse.md');
  return offer && { title: offer.title, text: after?.['codex.yaml'], date: (entry?.date ?? entry?.until)?.text };
}

it.each([
  ['born: 380', '', 'fields:\n  date:\n    - date\n    - born\n', '380'],
  [
    'Date of Birth: 380',
    'fields:\n  date: [date, founded]   # in 5 notes\n',
    'fields:\n  date: [date, founded, Date of Birth]   # in 5 notes\n',
    '380',
  ],
  [
    'died: 412 TA',
    '# Ours\nfields: {date: happened}\n',
    '# Ours\nfields: {date: happened, through: [through, died]}\n',
    '412 TA',
  ],
  ['founded: c. 3 TA', 'fields: {date: happened}\n', 'fields: {date: [happened, founded]}\n', 'c. 3 TA'],
])('%s', (line, before, text, date) => {
  const key = line.slice(0, line.indexOf(':'));
  expect(offered(line, before)).toEqual({ title: `Read “${key}” as a date, on every note`, text, date });
});

it.each([
  ['born: in the north', ''],
  ['born: ???', ''],
  ['created: 2024-02-01', ''],
  ['born: 2024-02-01', ''],
  ['end: 412', ''],
  ['mood: 412', ''],
  ['born: 380', 'attributes: {born: constant}\n'],
  ['born: 380', 'fields: {date: []}\n'],
])('nothing for %s under %j', (line, codexFile) => expect(offered(line, codexFile)).toBeUndefined());
