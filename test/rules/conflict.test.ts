/** What counts as a conflict left by a merge, and what only looks like one. */
import { expect, it } from 'vitest';
import { readCodex } from '../../server/src/core/codex/readCodex';
import { readEntry } from '../../server/src/core/entry/readEntry';
import { lineIndex } from '../../server/src/core/text/span';

const { codex } = readCodex(null);
/** The lines of a page with conflicts, counted from 1. */
function conflictsAt(text: string): number[] {
  const lines = lineIndex(text);
  return readEntry('a.md', text, codex).problems.flatMap(({ code, span }) =>
    code === 'entry/conflict' ? lines.placeAt(span.start).line + 1 : [],
  );
}

const block = (...lines: string[]): string => lines.map((line) => `${line}\n`).join('');
const MERGE = ['<<<<<<< HEAD', 'one', '=======', 'other', '>>>>>>> tom'];

it.each([
  ['plain', block('A', ...MERGE), [2]],
  ['several', block(...MERGE, 'B', ...MERGE), [1, 7]],
  [
    'with the text before both',
    block('<<<<<<< HEAD', 'one', '||||||| 4f2a', 'old', '=======', 'other', '>>>>>>> tom'),
    [1],
  ],
  ['with line ends of Windows', block(...MERGE).replaceAll('\n', '\r\n'), [1]],
  ['at the end of a file', block(...MERGE).trimEnd(), [1]],
  ['without names', block('<<<<<<<', 'one', '=======', 'other', '>>>>>>>'), [1]],
  ['of one side that is empty', block('<<<<<<< HEAD', '=======', 'other', '>>>>>>> tom'), [1]],
  ['after a byte-order mark', `\uFEFF${block('A', ...MERGE)}`, [2]],
  [
    'of whole files',
    block('<<<<<<< HEAD', '---', 'id: a', '---', '=======', '---', 'id: b', '---', '>>>>>>> tom'),
    [1],
  ],
  ['in frontmatter', block('---', ...MERGE, '---'), [2]],
  [
    'across the end of frontmatter',
    block('---', 'id: a', '<<<<<<< HEAD', '---', 'one', '=======', '---', '>>>>>>> tom'),
    [3],
  ],
  ['in frontmatter and in prose', block('---', ...MERGE, '---', 'A', ...MERGE), [2, 9]],
  [
    'that opens a code block on one side',
    block('<<<<<<< HEAD', '```', '=======', 'x', '>>>>>>> tom', ...MERGE),
    [1, 6],
  ],
  ['around a code block', block('<<<<<<< HEAD', '```', 'a', '```', '=======', '```', 'b', '```', '>>>>>>> tom'), [1]],
  ['after a code block', block('```', 'a', '```', ...MERGE), [4]],
  ['after a code block that is never closed', block('A', '```', 'a', ...MERGE), [4]],
  ['with only its end left', block('A', '>>>>>>> tom'), [2]],
  ['with only its beginning left', block('<<<<<<< HEAD', 'one'), [1]],
  ['that is not parted', block('<<<<<<< HEAD', 'one', '>>>>>>> tom'), [1]],
  ['that is not closed', block('<<<<<<< HEAD', 'one', '=======', 'other'), [1]],
  ['in a list, which a formatter has put in line', block('- a', ...MERGE.map((line) => `  ${line}`)), [2]],
])('%s', (_, text, lines) => expect(conflictsAt(text)).toEqual(lines));

it.each([
  ['an underlined heading', block('A Heading', '=======', 'words')],
  ['a quote in a quote in a quote', block('>>>>>> deep')],
  ['half of one in a code block', block('```', '<<<<<<< HEAD', '```', 'words')],
  ['one that is shown in a code block', block('```', ...MERGE, '```', 'words')],
  ['one that is shown in a longer one', block('~~~~ text', '~~~', ...MERGE, '~~~~')],
  ['one that is indented', block(...MERGE.map((line) => `    ${line}`))],
  ['one that is quoted', block(...MERGE.map((line) => `> ${line}`))],
  ['more of a mark', block('<<<<<<<< HEAD', '========', '>>>>>>>> tom')],
  ['marks in words', block('<<<<<<<HEAD', '=======', '>>>>>>>tom')],
])('not %s', (_, text) => expect(conflictsAt(text)).toEqual([]));

it('finds conflicts in long pages too, however they were created', () => {
  for (const line of [...MERGE, '```', '~~~~~', '`'.repeat(50), ' '.repeat(50), '<<<<<<< a\n======='])
    expect(() => conflictsAt(`${line}\n`.repeat(20_000) + block('```', '```', ...MERGE))).not.toThrow();
  expect(conflictsAt(block(...MERGE).repeat(5000))).toHaveLength(5000);
  expect(conflictsAt(block('x'.repeat(1e6), '`'.repeat(1e6), ...MERGE))).toEqual([3]);
});
