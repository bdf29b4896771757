/** The content of a file is never a command: neither to a terminal nor to the reader of a build log. */
import { expect, it } from 'vitest';
import { checkText, placeLines, checkSummary } from '../../server/src/cli/print';
import { rangesOf } from '../../server/src/core/tools/words/answerJson';
import { checkGithub } from '../../server/src/cli/checkFormats';
import { checkCodex } from '../../server/src/core/rules/check';
import { codexOf } from '../support/codex';

const texts: Readonly<Record<string, string>> = {
  '::error::\nx.md': '---\nid: x\nsupersedes: "no\\r\\n::set-output name=a::b\\e[2J"\n---\n',
};
const found = checkCodex(codexOf(texts));
const rangeOf = rangesOf((file) => texts[file] ?? null);

it('text never begins a line with a command', () => {
  const told = checkText(found, checkSummary(1, 1, found), rangeOf, false);
  expect(told).toContain('no\\x0d\\x0a::set-output name=a::b\\x1b[2J');
  expect(told).toMatch(/^\.\/::error::\\x0ax\.md\n/);
  expect(told).not.toMatch(/^\s*::|(?!\n)\p{Cc}/mu);
});

it('text for GitHub is one command for each problem, without terminal codes', () => {
  const told = checkGithub(found, rangeOf, (file) => file);
  expect(told).toContain('no\\x0d%0A::set-output');
  expect(told.trimEnd().split('\n')).toHaveLength(found.filter(({ problem }) => problem.severity !== 'hint').length);
  expect(told).not.toMatch(/(?!\n)\p{Cc}/u);
});

it('leaves other names as they are', () => {
  const rows = [{ file: 'a: b #1.md', span: { start: 0, end: 1 }, words: 'x' }];
  expect(placeLines(rows, rangeOf, false)).toEqual(['a: b #1.md', '  1:1     x']);
});

it('shows the given number of the worst problems, in their order, and counts the others', () => {
  const pages = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => {
      const wrong = i === 29 ? 'supersedes: {id: nobody, reason: so}' : 'retracts: {id: one}';
      return [`p${String(i).padStart(2, '0')}.md`, `---\n${wrong}\n---\n`];
    }),
  );
  const all = checkCodex(codexOf({ ...pages, 'one.md': '' }));
  const rangesIn = rangesOf((file) => pages[file] ?? null);
  const told = (most?: number): string =>
    checkText(all, checkSummary(31, 31, all), rangesIn, false, most === undefined ? {} : { most });
  expect(told(20)).toContain(`And ${all.length - 20} more: add \`--all\` to see them`);
  expect(told(20).match(/^ {2}\d+:\d+/gm)).toHaveLength(20);
  expect(told(20).indexOf('p29.md')).toBeGreaterThan(told(20).indexOf('p00.md'));
  expect(told()).not.toContain('more: add');
});

it('says how many files were left out', () => {
  const told = (leftOut: number): string => checkText([], checkSummary(0, 0, []), rangeOf, false, { leftOut });
  expect(told(2)).toBe('0 entries read, 2 left out: 0 errors, 0 warnings.\n');
  expect(told(0)).toBe('0 entries read: 0 errors, 0 warnings.\n');
});

it('shows misleading characters, in the terminal and in a build log', () => {
  const hidden = [0x202a, 0x202e, 0x2066, 0x2069, 0x61c, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0x85, 0xe0041, 0xfeff];
  const name = hidden.map((code) => `a${String.fromCodePoint(code)}b`).join('');
  const pages = { [`${name}.md`]: `---\nsupersedes: {id: "no ${name}", reason: so}\n---\n` };
  const all = checkCodex(codexOf(pages));
  const ranges = rangesOf((file) => pages[file] ?? null);
  for (const told of [
    checkText(all, checkSummary(1, 1, all), ranges, false),
    checkGithub(all, ranges, (file) => file),
  ]) {
    expect(told).toContain('a\\u202ab');
    expect(told).toContain('a\\u{e0041}b');
    expect(told).not.toMatch(/(?!\n)[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u);
  }
});
