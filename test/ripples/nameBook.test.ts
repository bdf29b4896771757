/** Which names are found in prose, and which words only look like one. */
import { expect, it } from 'vitest';
import { openNameBook } from '../../server/src/core/ripples/nameBook';
import { openHashSet } from '../../server/src/core/ripples/proseWords';

const found = (names: readonly string[], prose: string, values: readonly string[] = []): string[] => {
  const book = openNameBook();
  for (const name of names) book.add(name, 'name');
  for (const value of values) book.add(value, 'value');
  const text = prose.normalize('NFC');
  return book.find(prose, openHashSet()).map(({ start, end }) => text.slice(start, end));
};

it.each([
  [
    'possessives and plurals',
    ['Maric'],
    "Maric's and Marics and Maric’s and Marics' hall",
    'Maric|Marics|Maric|Marics',
  ],
  ['any case, and accents', ['Élan'], 'ÉLAN, élan, E\u0301lan, Elan', 'ÉLAN|élan|Élan'],
  ['across a line break in a quote', ['House Vyr'], 'of House\n> Vyr, they say', 'House\n> Vyr'],
  ['the longest of names that overlap', ['Maric', "Maric's Ford"], 'at Maric’s Ford, Maric', 'Maric’s Ford|Maric'],
  ['whole words alone', ['Maric'], "Marican, Maricé, unMaric, Maric'el, O'Maric", ''],
  ['no part of a longer name', ['Maric'], 'and Maric Thornwood, and Cousin Maric, and Jean-Maric', ''],
  ['a title before it', ['Maric'], 'and King Maric, and Mrs. Maric, and Mr Maric Thornwood', 'Maric|Maric'],
  ['the start of a sentence beside it', ['Maric'], 'Then Maric rode. Later Maric slept.', 'Maric|Maric'],
  ['a possessive beside it', ['Maric'], "and Maric's Sword, and Vyr's Maric", 'Maric|Maric'],
  ['a date beside it', ['Lysa'], 'and in 330 TA Lysa left', 'Lysa'],
  ['a line in capitals', ['House Vyr', 'Maric'], 'THE HOUSE VYR AND ITS MARIC', 'HOUSE VYR|MARIC'],
  ['scripts without blanks', ['李青', '李青山'], '李青山与李青', '李青山|李青'],
  ['particles of Korean', ['마릭'], '마릭은 왔다. 마릭나무는 없다.', '마릭은'],
  ['no single letter', ['O', 'É', 'Plan B', '王'], 'in O(1), as É said, o, and Plan B; 王', 'Plan B|王'],
  ['other scripts', ['Ярослав', 'דוד'], 'и Ярослав, и Ярославль, וגם דוד', 'Ярослав|דוד'],
])('finds %s', (_, names, prose, expected) => {
  expect(found(names, prose).join('|')).toBe(expected);
});

it('takes a value that stands as a title before a name', () => {
  expect(found(['Wren'], 'and there came Captain Wren, and the Captain Tower', ['captain'])).toEqual([
    'Captain',
    'Wren',
  ]);
});

it('says whether a name has its capital, and where it begins a sentence', () => {
  const book = openNameBook();
  book.add('Rose', 'name');
  const flags = book.find('Rose came. “Rose!” The rose and Rose. - **Rose**', openHashSet());
  expect(
    flags.map(({ isSmall, beginsSentence }) => `${isSmall ? 'small' : ''}${beginsSentence ? 'first' : ''}`),
  ).toEqual(['first', 'first', 'small', '', 'first']);
});

it('goes by the word after an article', () => {
  const book = openNameBook();
  book.add('the Ring', 'name');
  const flags = book.find('The Ring pays. By the ring.', openHashSet());
  expect(book.isWord(0)).toBe(true);
  expect(flags.map(({ isSmall, beginsSentence }) => [isSmall, beginsSentence])).toEqual([
    [false, false],
    [true, false],
  ]);
});
