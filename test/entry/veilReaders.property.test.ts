/**
 * Whatever any reader of markdown takes for a comment is hidden, whatever code is around it: random pages, compared with
 * two ways to read them.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import '../support/seed';
import { shown } from './unveiled';

const RUNS = Number(process.env.FUZZ_RUNS ?? 300);

const PIECES = [
  '```',
  '```js',
  '~~~',
  '````',
  '%%',
  '%% ',
  ' %%',
  '%% w %%',
  '> ',
  '  ',
  '    ',
  '- ',
  '`%%`',
  '`',
  '$',
];
const MORE = ['<!--', '-->', '<div>', '[//]: # (', ')', '> ```', '- ```', '  ```', '> %%', '\\`'];

/** Lines of pieces, with a unique word between any two. */
const page = fc
  .array(fc.array(fc.constantFrom(...PIECES, ...PIECES, ...MORE, ''), { maxLength: 4 }), { maxLength: 14 })
  .map((lines) => {
    let n = 0;
    return lines
      .map((line) =>
        line.map((piece) => (/^\W*$/.test(piece) && n % 3 ? piece : `${piece} w${n}w `) + (n++, '')).join(''),
      )
      .join('\n');
  });

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;

/**
 * The comments as seen by a reader that supports code blocks at the top level of a page only. @param isCodeFirst whether
 * comments cannot end in code either
 */
function commentsOf(text: string, isCodeFirst: boolean): string[] {
  const hidden: string[] = [];
  let [fence, comment]: [string | null, string | null] = [null, null];
  for (const line of text.split('\n')) {
    if (fence !== null) {
      if (new RegExp(`^ {0,3}${fence.charAt(0)}{${fence.length},}[ \\t]*$`).test(line)) fence = null;
      if (comment !== null) comment += `${line}\n`;
      continue;
    }
    if (comment === null || isCodeFirst) {
      fence = FENCE.exec(line)?.[1] ?? null;
      if (fence !== null) {
        if (comment !== null) comment += `${line}\n`;
        continue;
      }
    }
    for (const [i, part] of line.split('%%').entries()) {
      if (i > 0) {
        if (comment !== null) hidden.push(comment);
        comment = comment === null ? '' : null;
      }
      if (comment !== null) comment += part;
    }
    if (comment !== null) comment += '\n';
  }
  return comment === null ? hidden : [...hidden, comment];
}

it('hides what any reader takes for a comment', () => {
  fc.assert(
    fc.property(page, (text) => {
      const left = shown(text);
      // Other readers support inline code, which these two ignore.
      if (text.split('\n').some((line) => line.replace(/^[ >-]*`{3,}/, '').includes('`'))) return;
      for (const isCodeFirst of [true, false])
        for (const comment of commentsOf(text, isCodeFirst))
          for (const [word] of comment.matchAll(/w\d+w/g)) expect(left, text).not.toContain(word);
    }),
    { numRuns: RUNS },
  );
});
