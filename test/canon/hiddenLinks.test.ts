/** What is left of links to hidden pages, however they are written; all others stay as they are. */
import { expect, it } from 'vitest';
import { isNameAmong, withoutHiddenLinks } from '../../server/src/core/canon/knowledge/prose';

const left = (text: string): string =>
  withoutHiddenLinks(text, {
    isHiddenName: (name) => /^(the |north\/)?heir(\.md)?$/i.test(name),
    isNamedBy: (link) => isNameAmong(link.slice(link.indexOf('\n') + 1), 'The Heir'),
  });

it.each<[string, string, string]>([
  ['its words', 'of [[heir|a miller]] here', 'of a miller here'],
  ['its words, and no blanks about them', '[[heir| a miller ]]', 'a miller'],
  ['nothing where it has no words', 'of [[heir]] here', 'of … here'],
  ['nothing where its words are blanks', '[[heir|  ]]', '…'],
  ['nothing where its words name the page', '[[heir|The Heir]]', '…'],
  ['its words where it leads to a heading', '[[heir#Youth|her youth]]', 'her youth'],
  ['the words of a markdown link', '[a miller](heir)', 'a miller'],
  ['nothing of a markdown link without words', '[](heir)', '…'],
  ['nothing of what is embedded', 'of ![[heir]] and ![a miller](heir).', 'of  and .'],
  ['each by itself, and the words between', 'a [[heir|b]] c [[heir|d]] e', 'a b c d e'],
  ['of one within words of another the words alone', '[a [[heir]] b](heir) c', 'a … b c'],
])('a link leaves %s', (_, text, expected) => expect(left(text)).toBe(expected));

it.each([
  '**The Heir**',
  '*heir*',
  '"The Heir"',
  "the heir's",
  'the heir’s',
  'heirs',
  'Heir!',
  'an heir',
  'H**ei**r',
  '`heir`',
  '==heir==',
  'h&#101;ir',
  'h&#x65;ir',
  'ｈｅｉｒ',
  '\\Heir',
  'H\\eir',
  'of the heir, again',
  'he<b>ir</b>',
  'he\u00adir',
  'heir#1',
  '_heir_',
])('nothing is left of words that name the page in another form: %s', (words) => {
  expect(left(`a [[heir|${words}]] b`)).toBe('a … b');
  expect(left(`a [${words}](heir) b`)).toBe('a … b');
});

it.each(['heiress', 'their', 'the', 'a miller', 'the he-ir'])('words that name no hidden page stay: %s', (words) =>
  expect(left(`[[heir|${words}]]`)).toBe(words),
);

it('nothing is left of what HTML says about a hidden page', () => {
  expect(left('<img alt="The Heir" src="heir" width=5> <img src=heir title=heirs alt="a miller">')).toBe(
    '<img width=5> <img alt="a miller">',
  );
  expect(left('<a href="heir">the <b>heir</b></a>, <a href="mill" title="heir">heir</a>')).toBe(
    '<a>…</a>, <a href="mill" title="heir">heir</a>',
  );
});

/** Where our reader sees no link, another tool may see one. */
it.each<[string, string, string]>([
  ['in code', '`[[heir|a miller]]`', '`a miller`'],
  ['in code, with a heading', '`[[heir#Youth|a miller]]`', '`a miller`'],
  ['in code, without words', '`[[heir]]`', '`…`'],
  ['in code, between blanks', '`[[ heir ]]`', '`…`'],
  ['in code, in a table', '`[[heir\\|a miller]]`', '`a miller`'],
  ['in code, embedded', '`![[heir]]`', '``'],
  ['in code, as a markdown link', '`[a miller](heir)`', '`a miller`'],
  ['in code, as a markdown link to a heading', '`[a miller](heir#Youth)`', '`a miller`'],
  ['in code, as a markdown link in brackets', '`[a miller](<the heir>)`', '`a miller`'],
  ['in code, as a markdown link that is encoded', '`[a miller](the%20heir)`', '`a miller`'],
  ['in code, as a markdown link with blanks and a title', '`[a miller]( \their "Title")`', '`a miller`'],
  ['in code, as a markdown link to a path with blanks', '`[a miller](the heir "Title")`', '`a miller`'],
  ['in code, as a markdown link without words', '`[](heir)`', '`…`'],
  ['in code, as an embedded markdown link', '`![a miller](heir)`', '``'],
  ['by a definition', '[a miller][h] [h]\n\n[h]: heir\nWords.', 'a miller h\n\nWords.'],
  ['by a definition in brackets', '[a miller][h]\n\n[h]: <the heir>\n', 'a miller\n\n'],
  ['by a definition of a path with blanks', '[a miller][h]\n\n[h]: the heir "Title"\n', 'a miller\n\n'],
  ['by a definition of a heading', '[a miller][h]\n\n[h]: heir#Youth "Title"\n', 'a miller\n\n'],
  ['by a definition in a quote', '[a miller][h]\n\n> \t[h]: \their\r\nWords.', 'a miller\n\nWords.'],
  ['by a definition whose name is written differently', '[a miller][ H ]\n\n[ h ]: heir', 'a miller\n\n'],
  ['by a definition of the words themselves', '[miller] and [miller][]\n\n[miller]: heir', 'miller and miller\n\n'],
  ['by a definition, embedded', '![a miller][h]\n\n[h]: heir', 'a miller\n\n'],
  ['by a definition, where the words name the page', '[The Heir][h]\n\n[h]: heir', '…\n\n'],
  ['in HTML', '<a href="heir">a miller</a>', '<a>a miller</a>'],
  ['in HTML, in single quotes', "<img src='the heir' alt>", '<img alt>'],
  ['in HTML, without quotes', '<a HREF = heir>a miller</a>', '<a>a miller</a>'],
  ['in HTML, after a character that does not end a tag', '<img alt="a > b" src="heir">', '<img alt="a > b">'],
  ['in angles', 'A <north/heir.md> here', 'A … here'],
  ['in HTML, with a heading', '<a href="heir#Youth">a miller</a>', '<a>a miller</a>'],
])('a link that our reader does not see, %s, leaves no name', (_, text, expected) => expect(left(text)).toBe(expected));

it.each([
  'Heir, in plain words.',
  'of [[mill]] and [[mill|the heir]]',
  '[the heir](mill) ![[mill]] ![the heir](mill)',
  '`[[mill|the heir]]` `![[mill]]` `[the heir](mill)` `![the heir](<mill>)`',
  '[the heir][m] [heir]\n\n[m]: mill\n[n]: <mill>\n',
  '<a href="mill">heir</a> <img src=\'mill\'> <a href=mill>',
  '[^heir]: heir',
  '`[heir] (heir)` heir]: heir',
])('what leads to no hidden page stays: %s', (text) => expect(left(text)).toBe(text));

it('uses of a definition that stays also stay, next to those of a removed one', () => {
  expect(left('[a][h] [b][m] [h](mill) [m]\n\n[m]: mill\n[h]: heir\n')).toBe('a [b][m] [h](mill) [m]\n\n[m]: mill\n');
});
