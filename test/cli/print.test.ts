/** What an author's file holds is never a command: not to a terminal, and not to whoever reads the log of a build. */
import { expect, it } from 'vitest';
import { checkText, placeLines, rangesOf, summaryOf } from '../../server/src/cli/print';
import { checkGithub } from '../../server/src/cli/reports';
import { checkCodex } from '../../server/src/core/rules/check';
import { codexOf } from '../support/codex';

const texts: Readonly<Record<string, string>> = {
  '::error::\nx.md': '---\nid: x\nsupersedes: "no\\r\\n::set-output name=a::b\\e[2J"\n---\n',
};
const found = checkCodex(codexOf(texts));
const rangeOf = rangesOf((file) => texts[file] ?? null);

it('text begins no line with a command', () => {
  const told = checkText(found, summaryOf(1, 1, found), rangeOf, false);
  expect(told).toContain('no\\x0d\\x0a::set-output name=a::b\\x1b[2J');
  expect(told).toMatch(/^\.\/::error::\\x0ax\.md\n/);
  expect(told).not.toMatch(/^\s*::|(?!\n)\p{Cc}/mu);
});

it('text for GitHub is one command for each problem, with nothing for a terminal in it', () => {
  const told = checkGithub(found, rangeOf, (file) => file);
  expect(told).toContain('no\\x0d%0A::set-output');
  expect(told.trimEnd().split('\n')).toHaveLength(found.filter(({ problem }) => problem.severity !== 'hint').length);
  expect(told).not.toMatch(/(?!\n)\p{Cc}/u);
});

it('leaves other names as they are', () => {
  const rows = [{ file: 'a: b #1.md', span: { start: 0, end: 1 }, words: 'x' }];
  expect(placeLines(rows, rangeOf, false)).toEqual(['a: b #1.md', '  1:1     x']);
});
