/** Properties in the text of a note (`eyes:: brown`, with `inline: true`): what follows them, and what is refused where they stand. */
import { describe, expect, it } from 'vitest';
import { entryAt, knownAt, LATEST } from '../../server/src/core/canon';
import { extractFact } from '../../server/src/core/edits/refactor/extract';
import { retconValues } from '../../server/src/core/edits/refactor/retconValue';
import { renameableAt, renameEdits } from '../../server/src/core/edits/rename/rename';
import { hoverAt } from '../../server/src/core/reading/hover';
import { nowOf } from '../../server/src/core/reading/viewpoint';
import { completeIn } from '../completion/completing';
import { changedBy, codexOf, type Files } from '../support/codex';

const FILES: Files = {
  'codex.yaml':
    'inline: true\nattributes: {eyes: constant, home: state}\nfields: {date: [date, born]}\nrevisions: [s1, s2]\n',
  'orla.md': '# Orla\n\nborn:: 1605\n- **eyes**:: brown\nhome:: [[keep]]\n\nOf [[keep]].\n',
  'keep.md': 'A keep.\n',
};

const orla = () => {
  const { canon } = codexOf(FILES);
  const entry = entryAt(canon, 'orla.md');
  if (!entry) throw new Error('orla.md is no entry');
  return { canon, known: knownAt(canon, LATEST), entry, text: FILES['orla.md'] ?? '' };
};

describe('a property in the text', () => {
  it.each([
    ['eyes', 0, '"eyes:: brown" is in the text of Orla: move it up between two lines of ---, as `eyes: brown`'],
    ['home', 1, '"home:: [[keep]]" is in the text of Orla'],
  ])('is retconned with its page alone: %s', (_, index, words) => {
    const { known, entry, text } = orla();
    const fact = entry.facts[index];
    if (!fact) throw new Error('no such fact');
    const answers = { effective: '', canon: 's2', reason: '' };
    const outcome = retconValues(known, { entry, text }, [{ target: { kind: 'fact', fact }, value: 'x' }], answers);
    expect(outcome).toMatchObject({ refusal: expect.stringContaining(words) });
    const extracted = extractFact(known, entry, text, fact, { isTaken: () => false });
    expect(extracted).toMatchObject({ refusal: expect.stringContaining(words) });
  });

  it('is refused likewise where it is the date of the page', () => {
    const { known, entry, text } = orla();
    const answers = { effective: 'always', canon: 's2', reason: '' };
    const target = { kind: 'own', key: 'date' } as const;
    expect(retconValues(known, { entry, text }, [{ target, value: '1606' }], answers)).toMatchObject({
      refusal: expect.stringContaining('"date:: 1605" is in the text of Orla'),
    });
  });

  it('follows when what it names is renamed, once', () => {
    const { canon, known } = orla();
    const entry = entryAt(canon, 'orla.md');
    if (!entry) throw new Error('no entry');
    const text = FILES['orla.md'] ?? '';
    const can = renameableAt(known, entry, text, text.indexOf('[[keep') + 3);
    if (!can.ok) throw new Error(can.message);
    const around = {
      textOf: (path: string) => FILES[path] ?? '',
      exists: (path: string) => path in FILES,
      takesFiles: true,
    };
    const done = renameEdits(known, can, 'tower', around);
    if (!done.ok) throw new Error(done.message);
    expect(changedBy(FILES, done.change)['orla.md']).toBe(text.replaceAll('keep', 'tower'));
  });

  it('has a hover, and its links are completed', () => {
    const { canon, entry, text } = orla();
    const hover = (word: string) =>
      hoverAt({ ...nowOf(canon), href: ({ path }) => path }, entry, text, text.indexOf(word) + 1)?.markdown;
    expect(hover('keep')).toContain('keep');
    expect(hover('1605')).toContain('1605');
    const { ids } = completeIn({ ...FILES, 'orla.md': '# Orla\n\nhome:: [[ke$0]]\n' });
    expect(ids).toContain('keep');
  });
});
