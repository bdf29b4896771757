/**
 * The words of a page that are left for a knower: no comments, no secrets of others, and nothing new formed by joining
 * the rest.
 */
import { expect, it } from 'vitest';
import { LATEST, type SeenCanon, seenBy } from '../../server/src/core/canon';
import { knowerNamed } from '../../server/src/core/canon/knowledge/knowers';
import { codexOf } from '../support/codex';
import { codex } from './model/answers';

const CANON = codex({
  'codex.yaml': 'circles: {players: [sara, tom]}',
  lysa: 'id: lysa',
  heir: 'known_by: [lysa]',
  draft: 'known_by: nobody',
});

function seen(who: string, canon = CANON): SeenCanon {
  return seenBy({
    canon,
    point: LATEST,
    knowerIn: (known) => knowerNamed(known, who) ?? expect.unreachable(),
    until: null,
  });
}

/** Marks within marks: each is formed when the one inside it is removed. */
const nested = (depth: number): string => (depth === 0 ? '%%a%%' : `<${nested(depth - 1)}!-- b -->`);

it.each<[string, string, string, string]>([
  ['plain words', 'tom', 'Of the keep.', 'Of the keep.'],
  ['no comment', 'tom', 'Of %%not%% the <!-- not --> keep.', 'Of  the  keep.'],
  ['no secret of nobody', 'tom', 'Of\n\n> [!secret]\n> not\n\nthe keep.', 'Of\n\nthe keep.'],
  ['no secret of others', 'tom', '> [!secret|lysa]\n> not\n\nThe keep.', '\nThe keep.'],
  ['a secret of theirs, and not whose', 'tom', '> [!secret|tom]\n> keep', '> [!secret]\n> keep'],
  ['a secret of several, and not whose', 'tom', '> [!secret|lysa, players]\n> keep', '> [!secret]\n> keep'],
  ['a secret of everyone', 'tom', '> [!secret|everyone]\n> keep', '> [!secret]\n> keep'],
  ['a footnote of what is shown alone', 'tom', 'A[^a] %%b[^b]%%\n\n[^a]: c\n[^b]: not', 'A[^a] \n\n[^a]: c\n'],
  ['no comment that comes together', 'tom', 'a %<!-- x -->% not %<!-- x -->% b', 'a  b'],
  ['no secret that comes together', 'tom', 'a\n\n> [!sec%%x%%ret]\n> not\n\nb', 'a\n\nb'],
  [
    'no secret that is formed next to one of theirs',
    'tom',
    '> [!secret|tom]\n> not\n\n> [!sec%%x%%ret]\n> not\n\nb',
    '\n\nb',
  ],
  ['no footnote of what comes together', 'tom', 'a %<!-- x -->% not[^n] %<!-- x -->%\n\n[^n]: not', 'a \n\n'],
  ['no marks within marks', 'tom', `a ${nested(12)} b`, 'a  b'],
  ['nothing where there are too many', 'tom', `a ${nested(24)} b`, ''],
  ['a link to what is shown', 'lysa', 'Of [[heir]].', 'Of [[heir]].'],
  ['the words of a link to what is not', 'tom', 'Of [[heir|a child]].', 'Of a child.'],
])('the words become %s', (_, who, text, expected) => expect(seen(who).eyes.wordsOf(text)).toBe(expected));

const PYTHON = '```python\ndef keep():\n\n\n    return 1\n```\n';

it.each<[string, string, string]>([
  ['a page that hides nothing', `> [!note] Rule\n> One.\n\n${PYTHON}`, `> [!note] Rule\n> One.\n\n${PYTHON}`],
  ['a page that hides something elsewhere', `A %%not%% B\n\n${PYTHON}`, `A  B\n\n${PYTHON}`],
  ['the line after what is gone', '- a\n\n  %% not %%\n\n  ```\n  b\n  ```\n', '- a\n\n  ```\n  b\n  ```\n'],
  ['several gone', 'a\n\n> [!secret]\n> not\n\n%%not%%\n\n    b', 'a\n\n    b'],
  ['Windows', 'a\r\n\r\n%%not%%\r\n\r\n\tb\r\n\r\n\r\n\tc', 'a\r\n\r\n\tb\r\n\r\n\r\n\tc'],
  ['what comes together', 'b\n\n\n    a\n\n%<!-- x -->% not %<!-- x -->%\n\n  c', 'b\n\n\n    a\n\n  c'],
])('blank lines and indentation are left as they are, except for one blank line in a gap: %s', (_, text, expected) =>
  expect(seen('tom').eyes.wordsOf(text)).toBe(expected),
);

const FENCED = '---\nid: lysa\n---\n';

it.each<[string, string, string, string[]]>([
  ['nothing', 'tom', 'Plain.', []],
  ['nothing of what its frontmatter has', 'tom', '---\nid: "%%lysa%%"\n---\nPlain.', []],
  ['a comment', 'tom', `${FENCED}a %%b%% c`, ['%%b%%']],
  ['a secret of others', 'tom', 'a\n\n> [!secret|lysa]\n> b', ['> [!secret|lysa]\n> b']],
  ['no secret of theirs', 'tom', 'a\n\n> [!secret|lysa, tom]\n> b', []],
  ['a footnote of a comment', 'tom', 'a %%b[^n]%%\n\n[^n]: c', ['%%b[^n]%%', '[^n]: c']],
])('hidden in a text is %s', (_, who, text, expected) =>
  expect(
    seen(who)
      .eyes.hiddenIn(text)
      .map(({ start, end }) => text.slice(start, end).trim()),
  ).toEqual(expected),
);

it.each<[string, string, string]>([
  ['without frontmatter', `${FENCED}Of the keep.`, 'Of the keep.'],
  ['without a mark of its encoding', '\uFEFFOf the keep.', 'Of the keep.'],
  ['as it is', 'Of %%a%% the keep.', 'Of %%a%% the keep.'],
])('prose without hidden parts is read %s', (_, text, expected) =>
  expect(seen('tom').eyes.proseOf('lysa.md', text)).toBe(expected),
);

it.each<[string, string, string]>([
  ['in code', '`[[heir|a miller]]`', '`a miller`'],
  ['in code, next to one that is read', '[[lysa]] `[a miller](heir)`', '[[lysa]] `a miller`'],
  ['by a definition', '[a miller][h]\n\n[h]: heir\n', 'a miller\n\n'],
  ['in HTML', '<a href="heir">a miller</a>', '<a>a miller</a>'],
])('prose whose only link to a hidden page is %s is read without it', (_, prose, expected) => {
  const host = codexOf({
    'codex.yaml': 'circles: {players: [tom]}\n',
    'heir.md': '---\nknown_by: nobody\n---\n',
    'lysa.md': prose,
  });
  const { eyes } = seen('tom', host.canon);
  expect(eyes.proseOf('lysa.md', prose)).toBe(expected);
  expect(eyes.glanceAt('lysa.md')?.hidesProse).toBe(true);
});

it('prose of a hidden page is not read', () => {
  expect(['tom', 'lysa'].map((who) => seen(who).eyes.proseOf('heir.md', 'Of the keep.'))).toEqual(['', 'Of the keep.']);
  expect(seen('tom').eyes.proseOf('nowhere.md', 'Of the keep.')).toBe('');
});

it.each<[string, string, boolean]>([
  ['tom', 'heir', true],
  ['lysa', 'heir', false],
  ['lysa', 'Draft', true],
  ['tom', 'lysa', false],
  ['tom', 'nothing', false],
  ['tom', 'north/heir', true],
])('for %s, %s is a name of something hidden: %s', (who, name, expected) =>
  expect(seen(who).eyes.isHiddenName(name)).toBe(expected),
);
