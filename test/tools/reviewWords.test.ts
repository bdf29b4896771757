/** The prose of two versions, compared by paragraphs, and word by word. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksOf, compareBlocks, type MarkedBlock } from '../../server/src/core/tools/review/compareBlocks';

/** Marked text, in brackets. */
const drawn = (blocks: readonly MarkedBlock[]): string[] =>
  blocks.map(({ kind, runs }) =>
    [kind === 'text' ? '' : `${kind}: `, ...runs.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text))].join(
      '',
    ),
  );
const plain = (blocks: readonly MarkedBlock[]): string[] =>
  blocks.map(({ runs }) => runs.map(({ text }) => text).join(''));
function compared(before: string, after: string) {
  const { isRewritten, ...sides } = compareBlocks(blocksOf(before, 'T'), blocksOf(after, 'T'));
  return { isRewritten, before: drawn(sides.before), after: drawn(sides.after) };
}

describe('the prose of a page', () => {
  it('is its paragraphs, without frontmatter, its own title and markdown syntax', () => {
    const text = `---
id: a
---
# the title

In 200 TA [[maric|Maric]]
and *his* [wife](people/lysa.md "her") came to [[the-ford#north]], **both** of _them_.

## Later
- one
  goes on
- two snake_case_words
> a quote
> of two lines

A line  
and another,
and more

\`\`\`dataview
a * b

c
\`\`\`
| a | b |
| 1 | 2 |
`;
    expect(blocksOf(text.replaceAll('\n', '\r\n'), 'The Title')).toEqual([
      { kind: 'text', text: 'In 200 TA Maric and his wife came to the-ford, both of them.' },
      { kind: 'heading', text: 'Later' },
      { kind: 'item', text: 'one goes on' },
      { kind: 'item', text: 'two snake_case_words' },
      { kind: 'quote', text: 'a quote\nof two lines' },
      { kind: 'text', text: 'A line\nand another, and more' },
      { kind: 'verbatim', text: 'a * b\n\nc' },
      { kind: 'verbatim', text: '| a | b |\n| 1 | 2 |' },
    ]);
  });

  it('is read quickly, whatever it contains', () => {
    for (const bit of ['[[', '[[a|', '*a', '_a ', '[a](', '**', '![', '`'])
      expect(blocksOf(`x ${bit.repeat(20_000)}`, 'T').length).toBeGreaterThan(0);
  });
});

describe('two versions', () => {
  it('differ by words', () => {
    expect(compared('Maric founded the house\nby the ford.', 'Aldric founded the house by the ford.')).toEqual({
      isRewritten: false,
      before: ['[Maric] founded the house by the ford.'],
      after: ['[Aldric] founded the house by the ford.'],
    });
  });

  it('are marked without holes where a whole phrase differs', () => {
    const both = 'Nobody knows who built the long bridge across the river, and nobody asks.';
    const { before, after } = compared(
      `${both} It was the old flood.`,
      `${both} Then came a great fire.\n\nIt burned.`,
    );
    expect(before).toEqual([`${both} [It was the old flood.]`]);
    expect(after).toEqual([`${both} [Then came a great fire.]`, '[It burned.]']);
  });

  it('that have nothing in common are not marked at all', () => {
    expect(compared('Maric founded it.', 'A dragon came, and ate.')).toEqual({
      isRewritten: true,
      before: ['Maric founded it.'],
      after: ['A dragon came, and ate.'],
    });
    expect(compared('', 'New.')).toEqual({ isRewritten: true, before: [], after: ['New.'] });
    const long = (word: string): string => Array.from({ length: 600 }, (_, i) => `${word}${i}`).join(' ');
    expect(compared(long('a'), long('b')).isRewritten).toBe(true);
  });

  it('have nothing to mark in an item without words', () => {
    expect(compared('née\n\n- ', 'née')).toEqual({ isRewritten: false, before: ['née', 'item: '], after: ['née'] });
  });

  it('lose no character, and are unmarked where they are the same', () => {
    const words = fc.array(fc.constantFrom('the', 'old', 'king', 'queen', ',', '\n\n', '- ', 'née', '𐌰'), {
      maxLength: 20,
    });
    const wordsOf = (blocks: readonly MarkedBlock[]): string =>
      plain(blocks)
        .filter((text) => text !== '')
        .join('\n\n');
    fc.assert(
      fc.property(words, words, (one, other) => {
        const [a, b] = [blocksOf(one.join(' '), 'T'), blocksOf(other.join(' '), 'T')];
        const { before, after, isRewritten } = compareBlocks(a, b);
        expect([plain(before), plain(after)]).toEqual([a, b].map((all) => all.map(({ text }) => text)));
        const isMarked = [...before, ...after].some(({ runs }) => runs.some(({ isChanged }) => isChanged));
        if (plain(before).join('\n\n') === plain(after).join('\n\n')) expect(isMarked).toBe(false);
        else if (!isRewritten && wordsOf(before) !== wordsOf(after)) expect(isMarked).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
