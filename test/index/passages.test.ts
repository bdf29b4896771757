/** How prose is cut into passages, and the words that it is searched by. */
import { expect, it } from 'vitest';
import { passagesOf } from '../../server/src/core/entry/passages';
import { foldedWords, wordsFolded, readQuery } from '../../server/src/core/text/query';
import { snippetOf } from '../../server/src/core/tools/words/richText';

const LONG = 'A sentence of some thirty letters. '.repeat(20).trim();

/** `first-last heading: text`. */
const cut = (text: string): string[] =>
  passagesOf(text).map(({ lines: [first, last], heading, text: words }) => `${first}-${last} ${heading}: ${words}`);

it('keeps short paragraphs together, under the nearest heading', () => {
  const text = '---\ntitle: X\n---\nabove\n\n# House **Vyr**\n\none\n\ntwo\nthree\n\n## Wars ##\nfour\n';
  expect(cut(text)).toEqual(['3-3 null: above', '7-10 House Vyr: one\n\ntwo\nthree', '13-13 Wars: four']);
});

it('leave out what a page embeds as data', () => {
  const picture = `data:image/png;base64,${'QUJD/orc+'.repeat(5)}`;
  const text = `The king.\n\n![x](${picture})\n<img src="${picture}">\n\n[map]: <${picture}>\n`;
  expect(cut(text)).toEqual(['0-5 null: The king.\n\n![x](data:…)\n<img src="data:…">\n\n[map]: <data:…>']);
});

it('splits long ones at a blank line or, in an endless paragraph, at a line', () => {
  expect(passagesOf(`${LONG}\n\n${LONG}\n`).map(({ lines }) => lines)).toEqual([
    [0, 0],
    [2, 2],
  ]);
  expect(passagesOf(`${LONG}\n`.repeat(6)).map(({ lines }) => lines)).toEqual([
    [0, 3],
    [4, 5],
  ]);
});

it('recognizes underlined headings, and none in a code block', () => {
  expect(cut('The House\nof Vyr\n=======\none\n\n```\n# no heading\n```\n')).toEqual([
    '3-7 The House of Vyr: one\n\n```\n# no heading\n```',
  ]);
});

it('leaves out passages without words, and keeps line ends', () => {
  expect(cut('---\nid: x\n---\n\n# Only a heading\n\n***\n\n## Next\r\none\r\ntwo\r\n')).toEqual([
    '9-10 Next: one\r\ntwo',
  ]);
});

it.each([
  ['Éowyn ÉOWYN éowyn', 'eowyn eowyn eowyn'],
  ['Straße Łódź Ærø þing', 'strasse lodz aero thing'],
  ["the king's ngữ", 'the king s ngu'],
  ['مُحَمَّد أحمد', 'محمد احمد'],
  ['한국은 ガギ', '한국은 ガギ ギ'],
  ['王朝の歴史 3', '王朝 朝の の歴 歴史 史 3'],
  ['ὈΔΥΣΣΕΎΣ', 'οδυσσευσ'],
])('%s is searched as %s', (text, expected) => {
  expect(wordsFolded(text).join(' ')).toBe(expected);
});

it.each(['The Óath of 412_TA', 'The OATH, of 412_TA: keepers-hall', `${'x'.repeat(100)} y`, '王朝 and', ''])(
  'has the same words of "%s" with their places and without',
  (text) => expect(wordsFolded(text)).toEqual(foldedWords(text).map((word) => word.text)),
);

it.each([
  ['first hall', 'first|hall*'],
  ['first hall ', 'first|hall'],
  ['"first hall" oath', 'first hall|oath*'],
  ['“the first', 'the first'],
  ['house-vyr AND OR NEAR/3 (x', 'house vyr|and|or|near 3|x*'],
  ['王朝の x', '王朝 朝の|x*'],
  ['王 x ', '王*|x'],
  ['한국 왕 ', '한국*|왕*'],
  ['?! "" *', ''],
])('%s looks for %s', (text, expected) => {
  expect(
    readQuery(text)
      .map(({ words, isPrefix }) => words.join(' ') + (isPrefix ? '*' : ''))
      .join('|'),
  ).toBe(expected);
});

it('looks only for the first words of a pasted page', () => {
  const words = Array.from({ length: 100_000 }, (_, i) => `w${i}`);
  expect(readQuery(words.join(' ')).map(({ words: [word] }) => word)).toEqual(words.slice(0, 32));
});

it('marks the words of the query in a snippet, where most of them are', () => {
  const told = (text: string, query: string): string =>
    snippetOf(text, readQuery(query))
      .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
      .join('');
  expect(told('> **Éowyn** rode with [[theoden|the old king]]\n> to war.', '"old king" eowyn wa')).toBe(
    '[Éowyn] rode with the [old king] to [war].',
  );
  expect(told('王朝の歴史', '歴史')).toBe('王朝の[歴史]');
  const long = `An oath. ${LONG} The oath was sworn in the first hall. ${LONG}`;
  expect(told(long, 'first hall oath')).toMatch(/^… .* The \[oath\] was sworn in the \[first\] \[hall\]\. .* …$/);
});
