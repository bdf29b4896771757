/** Inline code as we find it is inline code to markdown-it, with tables and without them. */
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import '../support/seed';
import { inlineCode } from '../../server/src/core/entry/markdownBlocks';

interface Token {
  readonly type: string;
  readonly content: string;
  readonly children: readonly Token[] | null;
}
type MarkdownIt = new (dialect: string, options: object) => { parse: (text: string, env: object) => readonly Token[] };

const Markdown = createRequire(import.meta.url)('markdown-it') as MarkdownIt;
const readers = ['commonmark', 'default'].map((dialect) => new Markdown(dialect, { html: true }));
const RUNS = Number(process.env.FUZZ_RUNS ?? 1000);

const CODE = ['`%%`', '`%%`', '``%%``', '`w`', '`', '%%'];
const AROUND = [
  '|',
  ' | ',
  '[',
  ']',
  '](',
  ')',
  '[w]',
  '[w](w)',
  '![w](w)',
  '[[w|w]]',
  '][',
  ']:',
  '<',
  '>',
  '\\',
  '(',
  'w',
];
const LINES = ['\n', '\n', '\n> ', '\n- ', '\n|---|---|\n', '\n<b ', '\n1. '];

const page = fc
  .array(fc.constantFrom(...CODE, ...AROUND, ...LINES), { maxLength: 14 })
  .map((pieces) => `${pieces.join('').replace(/\n+/g, '\n')}\n\n[w]: w\n`);

/** The inline code of a text, and the rest of it: each piece with a mark. */
function marksIn(tokens: readonly Token[]): Record<'code' | 'words', string[]> {
  const leaves = tokens.flatMap((one) => one.children ?? one).filter(({ content }) => content.includes('%%'));
  const isCode = ({ type }: Token): boolean => type === 'code_inline';
  return {
    code: leaves.filter(isCode).map(({ content }) => content),
    words: leaves.filter((one) => !isCode(one)).map(({ content }) => content),
  };
}

it('marks in code are in code', () => {
  let certain = 0;
  fc.assert(
    fc.property(page, (text) => {
      const [paragraph = ''] = text.split('\n\n');
      const code = (inlineCode(paragraph, 0) ?? []).map(({ start, end }) => text.slice(start, end).replace(/`/g, ''));
      const marks = code.filter((words) => words.includes('%%'));
      certain += marks.length;
      if (marks.length === 0) return;
      const [plain, withTables] = readers.map((reader) => marksIn(reader.parse(text, {})));
      expect(plain?.code, text).toEqual(marks);
      // A row that has more cells than its table is cut short.
      if (!paragraph.includes('|-')) expect(withTables, text).toEqual(plain);
      if (plain?.words.length === 0) expect(withTables?.words, text).toEqual([]);
    }),
    { numRuns: RUNS },
  );
  expect(certain).toBeGreaterThan(RUNS / 50);
});
