/** The law in docs/spec: every citation finds its section, and what is marked as not built yet is not built. */
import { describe, expect, it } from 'vitest';
import { FILES, read } from './sources';

const MODEL = 'docs/spec/model.md';
const CONTRACT = 'docs/spec/contract.md';

/** The sections of a page by their headings, each with its heading. */
const sectionsOf = (page: string): string[] => read(page).split(/^(?=##+ )/m);

/** `4`, and `4.2` for the second step of a numbered list in §4. */
const PARAGRAPHS = new Set(
  sectionsOf(MODEL).flatMap((section) => {
    const number = /^## (\d+)\. /.exec(section)?.[1];
    if (number === undefined) return [];
    return [number, ...[...section.matchAll(/^(\d+)\. /gm)].map(([, step]) => `${number}.${step}`)];
  }),
);

/** `model §4`, `model §4.2`, `model §4 and §6`, `model §2 to §7`. */
const CITATION = /\bmodel (§\d+(?:\.\d+)?(?:(?:, | and | to )§\d+(?:\.\d+)?)*)/gi;

/** Of an RFC. */
const FOREIGN = /\bRFC \d+ §[\d.]+/g;

const texts = FILES.filter((file) => /\.(?:md|ts|mts|mjs|json)$/.test(file) && !file.startsWith('node_modules/'));

describe('a citation of the model', () => {
  it('names a section that is there', () => {
    const lost = texts.flatMap((file) => {
      const cited = file === MODEL ? [[read(file)]] : [...read(file).matchAll(CITATION)];
      return cited
        .flatMap(([whole = '']) => [...whole.matchAll(/§(\d+(?:\.\d+)?)/g)])
        .filter(([, number = '']) => !PARAGRAPHS.has(number))
        .map(([number]) => `${file}: ${number}`);
    });
    expect(lost, 'docs/spec/model.md has no such section').toEqual([]);
  });

  it('is written "model §4"', () => {
    const odd = texts
      .filter((file) => file !== MODEL && file !== 'test/repo/spec.test.ts')
      .flatMap((file) =>
        [
          ...read(file)
            .replace(CITATION, '')
            .replace(FOREIGN, '')
            .matchAll(/.{0,20}§.{0,10}|model\.md §/g),
        ].map(([found]) => `${file}: ${found}`),
      );
    expect(odd).toEqual([]);
  });
});

const MARK = /\*Not built yet(?:: ([^*]+))?\.\*/g;

/** What the marks of a text name in backticks. */
const markedIn = (text: string): string[] =>
  [...text.matchAll(MARK)].flatMap(([, what = '']) => [...what.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));

describe('what is marked as not built yet', () => {
  const schemas = FILES.filter((file) => /^schemas\/.*\.json$/.test(file)).map(read);
  const isPrinted = (name: string): boolean => schemas.some((schema) => schema.includes(`"${name}"`));

  it('stands below the headings of the model, with a word for what is missing', () => {
    const marked = sectionsOf(MODEL).filter((section) => section.includes('*Not built yet'));
    expect(marked.length > 0).toBe(true);
    for (const section of marked) expect(section).toMatch(/^## .*\n\n\*Not built yet(?:: [^*]+)?\.\*\n\n/);
  });

  it('is no name in any answer', () => {
    expect(markedIn(read(CONTRACT)).filter((name) => isPrinted(name))).toEqual([]);
  });
});
