/** One word, one sense: the names of files and of what they declare, held to docs/glossary.md. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FILES, filesIn, named, read, section, tableIn, withoutComments } from './sources';

const PAGE = 'docs/glossary.md';
const CODE = filesIn(['server/src', 'client/src', 'media', 'scripts', 'test'], /\.(?:ts|mts|mjs)$/);
const PRODUCT = filesIn(['server/src', 'client/src'], /\.ts$/);

/** The names that a source declares at its top level. */
const declaredIn = (file: string): string[] =>
  [
    ...withoutComments(read(file)).matchAll(
      /^(?:export )?(?:default )?(?:declare )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm,
    ),
  ].map(([, name = '']) => name);

/** `isFirstAsked` → is, first, asked. */
const wordsIn = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

describe('a word that the glossary has retired', () => {
  const retired = tableIn(section(read(PAGE), 'Words that names do without')).flatMap(([word = '']) => named(word));
  const isRetired = (name: string): boolean => wordsIn(name).some((word) => retired.includes(word));

  it('is in the name of no file', () => {
    expect(retired.length).toBeGreaterThan(5);
    const wrong = CODE.filter((file) => isRetired(path.posix.basename(file)));
    expect(wrong, `${PAGE} says which word to use instead`).toEqual([]);
  });

  it('is in no name that the program declares', () => {
    const wrong = PRODUCT.flatMap((file) =>
      declaredIn(file)
        .filter(isRetired)
        .map((name) => `${name} in ${file}`),
    );
    expect(wrong, `${PAGE} says which word to use instead`).toEqual([]);
  });
});

describe('a term of the glossary', () => {
  const rows = read(PAGE)
    .split(/\n## /)
    .filter((part) => part.includes('| in the code |'))
    .flatMap((part) => tableIn(part));

  it('stands there once', () => {
    const terms = rows.map(([term = '']) => term);
    expect(terms.filter((term, i) => terms.indexOf(term) !== i)).toEqual([]);
  });

  it('names what is in the code', () => {
    const text = PRODUCT.map((file) => withoutComments(read(file))).join('\n');
    const isInCode = (name: string): boolean =>
      /[/.]/.test(name)
        ? FILES.some((file) => `/${file}`.includes(`/${name}`))
        : new RegExp(`\\b${name}\\b`).test(text);
    const lost = rows.flatMap(([term = '', , code = '']) =>
      named(code)
        .filter((name) => !isInCode(name))
        .map((name) => `${term}: ${name}`),
    );
    expect(lost, 'it is called something else now: say what').toEqual([]);
  });
});
