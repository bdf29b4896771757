/** Every page under docs/rules is executed: its codices have just the problems that are drawn in them, and its mends work. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkCodex } from '../../server/src/core/rules/check';
import { SEVERITIES } from '../../server/src/core/rules/index';
import { changedBy, codexOf, differences, drawn, type Drawing, type Files } from '../support/codex';

const folder = path.join(__dirname, '../../docs/rules');
const updating = process.env.UPDATE === '1';

interface Block {
  readonly language: string;
  readonly text: string;
  /** Of the text, in the page. */
  readonly start: number;
}

/** The fenced blocks of a page. */
function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^(`{3,})(\w+)\n([^]*?)^\1$/gm)].map(([whole, , language = '', text = ''], i, all) => ({
    language,
    text,
    start: (all[i]?.index ?? 0) + whole.indexOf('\n') + 1,
  }));
}

/** The codes that have a page. */
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md') && path.basename(file) !== 'README.md')
  .map((file) => file.replaceAll(path.sep, '/').replace(/\.md$/, ''))
  .sort();

/** The files that the first fix of the first problem drawn for a code changes. */
function mended(code: string, { files, marks }: Drawing): Files {
  const mark = marks.find((one) => one.code === code);
  const found = checkCodex(codexOf(files)).find(
    ({ file, problem }) => problem.code === code && file === mark?.file && problem.span.start === mark.span.start,
  );
  return changedBy(files, found?.problem.fixes?.[0] ?? { edits: [] });
}

const asBlock = (files: Files): string =>
  Object.entries(files)
    .map(([file, text]) => `//- ${file}\n${text.replace(/\n*$/, '\n')}`)
    .join('');

it('has a page for every code, and a code for every page', () => {
  expect(pages).toEqual([...SEVERITIES.keys()].sort());
});

describe.each(pages)('%s', (code) => {
  const file = path.join(folder, `${code}.md`);
  const page = readFileSync(file, 'utf8');
  const blocks = blocksOf(page);

  it('says what it is called and how severe it is', () => {
    const [title, , severity] = page.split('\n');
    expect(title).toBe(`# ${code}`);
    expect(severity).toMatch(new RegExp(`^\\*\\*${SEVERITIES.get(code)}\\*\\*`));
  });

  it('shows a codex that has the problem, and one that has it no more', () => {
    const drawings = blocks.filter(({ language }) => language === 'codex').map(({ text }) => drawn(text));
    expect(drawings.some(({ marks }) => marks.some((mark) => mark.code === code))).toBe(true);
    expect(drawings.some(({ marks }) => marks.length === 0)).toBe(true);
  });

  it.each(blocks.filter(({ language }) => language === 'codex'))(
    'has the problems that are drawn: $text',
    ({ text }) => {
      const drawing = drawn(text);
      const isAsked = ({ problem }: ReturnType<typeof checkCodex>[number]): boolean =>
        problem.code === code || problem.severity === 'error' || problem.severity === 'warning';
      expect(differences(drawing, isAsked)).toEqual({ missing: [], unexpected: [] });
    },
  );

  it('is mended as it shows', () => {
    let updated = page;
    for (const [i, block] of [...blocks.entries()].reverse()) {
      if (block.language !== 'fixed') continue;
      const before = blocks.slice(0, i).findLast(({ language }) => language === 'codex');
      const drawing = drawn(before?.text ?? '');
      const files = mended(code, drawing);
      if (updating)
        updated = updated.slice(0, block.start) + asBlock(files) + updated.slice(block.start + block.text.length);
      else expect(block.text).toBe(asBlock(files));
      const left = checkCodex(codexOf({ ...drawing.files, ...files })).filter(({ problem }) => problem.code === code);
      expect(left.length).toBeLessThan(drawing.marks.filter((mark) => mark.code === code).length);
    }
    if (updated !== page) writeFileSync(file, updated);
  });
});
