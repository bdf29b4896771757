/** The documentation: its links lead somewhere, and its invariants are tested where they say. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FILES, isThere, read, section } from './sources';

const PAGES = FILES.filter((file) => file === 'README.md' || file === 'CHANGELOG.md' || /^docs\/.*\.md$/.test(file));

const withoutCode = (page: string): string => page.replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

/** The relative links of a page, from the root, with what stands behind the `#`. */
const linksOf = (page: string) =>
  [...withoutCode(read(page)).matchAll(/\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]+))?\)/g)].map(([, to = '', heading]) => ({
    file: to === '' ? page : path.posix.normalize(path.posix.join(path.posix.dirname(page), to)),
    heading,
  }));

/** A heading as a link names it. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

describe.each(PAGES)('%s', (page) => {
  it('has links that lead somewhere', () => {
    expect(
      linksOf(page).filter(({ file }) => !isThere(file)),
      'no such file',
    ).toEqual([]);
    const lost = linksOf(page).filter(({ file, heading }) => {
      if (heading === undefined || !file.endsWith('.md')) return false;
      return ![...read(file).matchAll(/^#+ (.*)$/gm)].some(([, title = '']) => anchor(title) === heading);
    });
    expect(lost, 'no such heading').toEqual([]);
  });
});

it('README.md leads to every page of the guide', () => {
  const linked = new Set(linksOf('README.md').map(({ file }) => file));
  expect(FILES.filter((file) => /^docs\/guide\/[\w-]+\.md$/.test(file) && !linked.has(file))).toEqual([]);
});

/** What a page says, or the comments of a source. */
const proseOf = (file: string): string =>
  file.endsWith('.md') ? read(file) : [...read(file).matchAll(/\/\*[^]*?\*\/|(?<=^|[\s;{}(,])\/\/.*$/gm)].join('\n');

/** Our folders, from the root, and our sources: what else looks like a path is an author's, or a tool's. */
const OURS =
  /(?<![\w./@:-])(?:\.\.\/)*(?:(?:server|client|media|test|scripts|docs|examples)\/[\w./-]*[\w-]|[\w./-]+\.(?:ts|mts|mjs|cjs))(?![\w/*<$-])/g;

/** Stands for a name that somebody else will choose. */
const CHOSEN = /\/name\.(?:ts|md)$/;

it('no page and no comment names a file that is not there', () => {
  const lost = FILES.filter((file) => /\.(?:md|ts|mts|mjs|cjs)$/.test(file) && !file.startsWith('docs/rules/')).flatMap(
    (file) =>
      [...proseOf(file).matchAll(OURS)]
        .map(([named]) => named.replace(/^(?:\.\.\/)+/, ''))
        .filter((named) => !CHOSEN.test(named) && !FILES.some((one) => `/${one}/`.includes(`/${named}/`)))
        .map((named) => `${file} names ${named}`),
  );
  expect(lost, 'it was moved: say where it is now').toEqual([]);
});

describe('an invariant of docs/architecture.md', () => {
  const invariants = section(read('docs/architecture.md'), 'Invariants')
    .split(/\n(?=- )/)
    .filter((item) => item.trimStart().startsWith('- '));

  it.each(invariants.map((item) => [item.trimStart().slice(2).split(/[.:]/)[0] ?? '', item]))('%s', (_, item) => {
    const tests = [...item.matchAll(/\]\(\.\.\/(test\/[^)]+)\)(?: "([^"]+)")?/g)];
    expect(tests.length > 0, 'say which test holds it: [file](../test/…) "title"').toBe(true);
    for (const [, file = '', title] of tests) {
      expect(isThere(file), `${file} is not there`).toBe(true);
      if (title !== undefined)
        expect(read(file).replace(/\s+/g, ' '), `${file} has no such test`).toContain(title.replace(/\s+/g, ' '));
    }
  });
});
