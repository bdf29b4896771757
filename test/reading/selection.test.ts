/** How a selection grows in the frontmatter. */
import { expect, it } from 'vitest';
import { selectionsIn } from '../../server/src/core/reading/symbols';

function growing(drawn: string): string[] {
  const offset = drawn.indexOf('$0');
  const text = drawn.replace('$0', '');
  return selectionsIn(text)(offset).map(({ start, end }) => text.slice(start, end));
}

it('from the value to its key, its item, its block and all', () => {
  const text = '---\ntitle: "😀 x"\nsupersedes:\n  - id: a\n    reason: "We$0ll."\n  - b\n---\nText\n';
  const item = 'id: a\n    reason: "Well."';
  expect(growing(text)).toEqual([
    'Well.',
    '"Well."',
    'reason: "Well."',
    item,
    `- ${item}\n  - b`,
    `supersedes:\n  - ${item}\n  - b`,
    `title: "😀 x"\nsupersedes:\n  - ${item}\n  - b`,
    `---\ntitle: "😀 x"\nsupersedes:\n  - ${item}\n  - b\n---`,
  ]);
});

it.each([
  ['---\nsources: [a, b$0c]\n---\n', ['bc', '[a, bc]', 'sources: [a, bc]', '---\nsources: [a, bc]\n---']],
  ['\uFEFF---\r\nti$0tle: x\r\n---\r\n', ['title', 'title: x', '---\r\ntitle: x\r\n---']],
  ['---\nfacts: {a: {b: [$0\n---\n', ['facts: {a: {b: [', '---\nfacts: {a: {b: [\n---']],
  ['---\na: b\n---\npro$0se\n', []],
  ['$0', []],
])('%j', (text, spans) => expect(growing(text)).toEqual(spans));
