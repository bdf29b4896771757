/** Plain words: comments, messages and test titles do without the words that docs/glossary.md lists as having a plainer one. */
import { describe, expect, it } from 'vitest';
import { filesIn, named, read, section, tableIn } from './sources';

const PAGE = 'docs/glossary.md';
const CODE = filesIn(['server/src', 'client/src', 'media', 'scripts', 'test'], /\.(?:ts|mts|mjs)$/);

/** The pattern of a cell of the table; dots stand for any word except those that make the phrase plain again. */
const patternOf = (words: string): string =>
  `(?<!\\bthere )\\b${words.replace(' …', ' (?!longer\\b|one\\b|more\\b|doubt\\b)\\w+').replace(/\s+/g, '\\s+(?:\\*\\s+)?')}\\b`;

const WORDS = new RegExp(
  tableIn(section(read(PAGE), 'Words that prose does without'))
    .flatMap(([word = '']) => named(word))
    .map(patternOf)
    .join('|'),
  'i',
);

const COMMENT = /(?<=^|[\s(,])\/\*[^]*?\*\/|(?<=^|\s)\/\/[^\n]*/gm;
/** Text for people has a blank in it; ids, keys and patterns have none. */
const MESSAGE =
  /'(?:[^'\\\n]|\\.)*\s(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*\s(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*\s(?:[^`\\]|\\.)*`/g;
const TITLE = /\b(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g;

/** The title of a step of an editor's story. */
const STEP = /^ {2}(['"])((?:(?!\1)[^\\]|\\.)* (?:(?!\1)[^\\]|\\.)*)\1: (?:async )?\(/gm;

const proseIn = (file: string): string[] => {
  const text = read(file);
  const comments = text.match(COMMENT) ?? [];
  const code = text.replace(COMMENT, '');
  // Tests quote lore, which may say anything.
  const messages = file.startsWith('test/')
    ? [...code.matchAll(TITLE), ...code.matchAll(STEP)].map(([, , title = '']) => title)
    : (code.match(MESSAGE) ?? []);
  // The first lines of our blocks in git hooks identify blocks that are installed already, and stop words are a list.
  return [...comments, ...messages.filter((text) => !/# >>> retcon|\bwill with would\b/.test(text))];
};

describe('prose in the code', () => {
  it('does without words that have a plainer one', () => {
    const wrong = CODE.flatMap((file) =>
      proseIn(file).flatMap((text) => {
        const found = WORDS.exec(text);
        return found ? `${file}: ${found[0]}: ${text.slice(Math.max(0, found.index - 40), found.index + 60)}` : [];
      }),
    );
    expect(wrong, `${PAGE} says what to write instead`).toEqual([]);
  });
});
