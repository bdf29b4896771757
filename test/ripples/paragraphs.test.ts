/** How the prose of a page is cut into passages. */
import { expect, it } from 'vitest';
import { paragraphsOf } from '../../server/src/core/entry/paragraphs';

const cut = (text: string): string[] =>
  paragraphsOf(text).map(
    ({ span, lines }) => `${lines.join('-')} ${text.slice(span.start, span.end).replace(/\n/g, '/')}`,
  );

it('takes paragraphs, items, rows and headings, and leaves out code', () => {
  expect(
    cut(
      '---\ntitle: A\n---\n# One\nTwo\nthree\n\nFour\n====\n- five\n  six\n- seven\n\n| a | b |\n|---|---|\n| c | d |\n\ne | f\n--|--\ng | h\n\n> [!note] i\n> j\n>\n> k\n\n```\nl\n```\nm\n[^1]: n\n[^2]: o\n%% p\nq %%\n',
    ),
  ).toEqual([
    '3-3 # One',
    '4-5 Two/three',
    '7-8 Four',
    '9-10 five/  six',
    '11-11 seven',
    '13-13 | a | b |',
    '15-15 | c | d |',
    '17-17 e | f',
    '19-19 g | h',
    '21-22 [!note] i/> j',
    '24-24 k',
    '29-29 m',
    '30-30 [^1]: n',
    '31-33 [^2]: o/%% p/q %%',
  ]);
});
