/** Folding ranges: each fold drawn as its first and last line. */
import { expect, it } from 'vitest';
import { foldsOf } from '../../server/src/core/reading/symbols';
import { caretIn } from '../support/caret';

function folds(note: string): string[] {
  const { entry, text } = caretIn({ 'note.md': `${note}$0` });
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  return foldsOf(entry, text).map(
    ({ span, isFrontmatter }) => `${lineAt(span.start)}-${lineAt(span.end)}${isFrontmatter ? ' frontmatter' : ''}`,
  );
}

const note = `---
title: x
supersedes:
  - id: a
    reason: |
      one
      two

  - b
  - {id: c,
     soft: true}
facts:
  x:
    y: z
---

# Heading

text
`;

it('the frontmatter, keys and items, if they have text', () => {
  expect(folds(note)).toEqual(['1-15 frontmatter', '3-11', '4-7', '5-7', '10-11', '12-14', '13-14']);
  expect(folds(`\uFEFF${note.replaceAll('\n', '\r\n')}`)).toEqual(folds(note));
});

it.each([
  ['', []],
  ['# x\n\ny\n', []],
  ['---\ntitle: x\n', []],
  ['---\ntitle: x\n---', ['1-3 frontmatter']],
  ['---toml\na = 1\n---\n', ['1-3 frontmatter']],
  ['---\nfacts: [\n  a\n---\n', ['1-4 frontmatter']],
])('%j', (text, drawn) => expect(folds(text)).toEqual(drawn));

it('each node where it is written, and not again for each of hundreds of aliases that repeat it', () => {
  const lines = Array.from({ length: 400 }, (_, i) => `k${i}: &a${i} [*${i === 0 ? 'b' : `a${i - 1}`}, *b]`);
  expect(folds(`---\nb: &b\n  x: 1\n${lines.join('\n')}\n---\n`)).toEqual(['1-404 frontmatter', '2-3']);
});

it('each node where it is written, and not again for each alias that doubles the one before', () => {
  const lines = Array.from(
    { length: 400 },
    (_, i) => `k${i}: &a${i} [${`*${i === 0 ? 'b' : `a${i - 1}`}, `.repeat(2)}]`,
  );
  expect(folds(`---\nb: &b\n  x: 1\n${lines.join('\n')}\n---\n`)).toEqual(['1-404 frontmatter', '2-3']);
});
