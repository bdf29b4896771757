/** Every page under docs/rules is executed: its codices have exactly the problems drawn in them, and its fixes work. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixesOf } from '../../server/src/core/edits/fixes/fixesAt';
import { MENDS } from '../../server/src/core/edits/fixes';
import type { CheckedProblem } from '../../server/src/core/rules/check';
import { SEVERITIES } from '../../server/src/core/rules';
import { applied } from '../../server/src/core/text/problem';
import { askedIn, changedBy, differences, drawn, type Drawing, type Files, problemsIn } from '../support/codex';

const folder = path.join(__dirname, '../../docs/rules');
const updating = process.env.UPDATE === '1';

interface Block {
  readonly language: string;
  readonly text: string;
  /** Offset of the text in the page. */
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

/** The title of a fix, in bold in the line before its block; without one the first fix is meant. */
const titleBefore = (page: string, { start }: Block): string | undefined =>
  /\*\*([^*\n]+)\*\*[^\n]*\n\n`{3,}fixed\n$/.exec(page.slice(0, start))?.[1];

/** The text after the fix of the problems drawn for a code: the fix with the title, or the first of all. */
function mended(code: string, { files, marks }: Drawing, established: Files | null, title: string | undefined): Files {
  const fixes = problemsIn(files, established)
    .filter(({ file, problem }) =>
      marks.some(
        (one) =>
          one.code === code && file === one.file && problem.code === code && problem.span.start === one.span.start,
      ),
    )
    .flatMap(({ file, problem }) => fixesOf(askedIn(files, file, established), problem));
  const fix = fixes.find((one) => title === undefined || one.fix.title === title)?.fix;
  if (!fix)
    throw new Error(`no mend of ${code} is called ${title}, but: ${fixes.map((one) => one.fix.title).join(' | ')}`);
  const changed = changedBy(files, fix);
  // The page shows empty what the author has to write; the test fills it in.
  const { blank } = fix;
  if (blank) changed[blank.file] = applied(changed[blank.file] ?? '', { span: blank.span, text: BLANK });
  return changed;
}

/** The baseline is a block of its own, right above the current state. */
function establishedAbove(blocks: readonly Block[], block: Block): Files | null {
  const above = blocks[blocks.indexOf(block) - 1];
  return above?.language === 'established' ? drawn(above.text).files : null;
}

/** With each `name-{1..3}` as the list that it stands for. */
const expanded = (text: string): string =>
  text.replace(/([\w-]+-)\{1\.\.(\d+)\}/g, (_, name: string, count: string) =>
    Array.from({ length: Number(count) }, (_, i) => `${name}${i + 1}`).join(', '),
  );

/** Stands for what the author writes. */
const BLANK = '\uE000';

const asBlock = (files: Files): string =>
  Object.entries(files)
    .map(([file, text]) => `//- ${file}\n${text.replace(BLANK, '').replace(/\n*$/, '\n')}`)
    .join('');

it('has a page for every code, and a code for every page', () => {
  expect(pages).toEqual([...SEVERITIES.keys()].sort());
});

it('shows a fix on the page of every code that has one, and on no other', () => {
  const shown = pages.filter((code) => readFileSync(path.join(folder, `${code}.md`), 'utf8').includes('```fixed\n'));
  expect(shown).toEqual([...MENDS.keys()].sort());
});

describe.each(pages)('%s', (code) => {
  const file = path.join(folder, `${code}.md`);
  const page = readFileSync(file, 'utf8');
  const blocks = blocksOf(page);

  it('states its title and its severity', () => {
    const [title, , severity] = page.split('\n');
    expect(title).toBe(`# ${code}`);
    expect(severity).toMatch(new RegExp(`^\\*\\*${SEVERITIES.get(code)}\\*\\*`));
  });

  it('shows a codex that has the problem, and one that has it no more', () => {
    const drawings = blocks.filter(({ language }) => language === 'codex').map(({ text }) => drawn(expanded(text)));
    expect(drawings.some(({ marks }) => marks.some((mark) => mark.code === code))).toBe(true);
    expect(drawings.some(({ marks }) => marks.length === 0)).toBe(true);
  });

  it.each(blocks.filter(({ language }) => language === 'codex'))('has the problems that are drawn: $text', (block) => {
    const drawing = drawn(expanded(block.text));
    const established = establishedAbove(blocks, block);
    const isAsked = ({ problem }: CheckedProblem): boolean =>
      problem.code === code || problem.severity === 'error' || problem.severity === 'warning';
    expect(differences(drawing, isAsked, established)).toEqual({ missing: [], unexpected: [] });
  });

  it('shows a fix that works', () => {
    let updated = page;
    for (const [i, block] of [...blocks.entries()].reverse()) {
      if (block.language !== 'fixed') continue;
      const before = blocks.slice(0, i).findLast(({ language }) => language === 'codex');
      const drawing = drawn(before?.text ?? '');
      const established = before ? establishedAbove(blocks, before) : null;
      const files = mended(code, drawing, established, titleBefore(page, block));
      if (updating)
        updated = updated.slice(0, block.start) + asBlock(files) + updated.slice(block.start + block.text.length);
      else expect(block.text).toBe(asBlock(files));
      const left = problemsIn({ ...drawing.files, ...files }, established).filter(
        ({ problem }) => problem.code === code,
      );
      expect(left.length).toBeLessThan(drawing.marks.filter((mark) => mark.code === code).length);
    }
    if (updated !== page) writeFileSync(file, updated);
  });
});
