/** What every file of the project has in common: its opening sentence, its size, and that every test runs. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FILES, filesIn, namesIn, read, withoutComments } from './sources';

const SOURCES = filesIn(['server/src', 'client/src', 'media', 'scripts'], /\.(?:ts|mjs)$/);
const TESTS = filesIn(['test'], /\.(?:ts|mjs)$/);

/** Files that are bundled, run or loaded by themselves: they are called from outside. */
const BEGINNINGS = /^(?:server\/src\/bin\/|client\/src\/extension\.ts|scripts\/)/;
const LOADED: ReadonlySet<string> = new Set(
  SOURCES.flatMap((file) =>
    [...withoutComments(read(file)).matchAll(/(?:\bimport\(|\* as \w+ from )'(\.[^']+)'/g)].map(
      ([, from = '']) => `${path.posix.join(path.posix.dirname(file), from)}.ts`,
    ),
  ),
);

describe('every source file', () => {
  it('opens with a sentence that says what it is for', () => {
    const wrong = [...SOURCES, ...TESTS].filter(
      (file) => !/^(?:#!.*\n)?\/\*\*[^]{12,}?[.:?][^]*?\*\//.test(read(file)),
    );
    expect(wrong, 'begin it with /** One sentence. */').toEqual([]);
  });

  it('has at most 500 lines', () => {
    const wrong = SOURCES.map((file) => [file, read(file).split('\n').length - 1] as const).filter(([, n]) => n > 500);
    expect(wrong, 'split it by concept').toEqual([]);
  });

  it('shares its folder with at most 31 others', () => {
    const folders = new Map<string, number>();
    for (const file of SOURCES) folders.set(path.posix.dirname(file), (folders.get(path.posix.dirname(file)) ?? 0) + 1);
    const wrong = [...folders].filter(([, count]) => count > 32);
    expect(wrong, 'part the folder by what its files are about').toEqual([]);
  });

  it('is made of functions', () => {
    const wrong = SOURCES.filter((file) => /^\s*(?:export )?(?:abstract )?class /m.test(withoutComments(read(file))));
    expect(wrong, 'a class is asking to be a function and a readonly value').toEqual([]);
  });

  it('exports nothing that no other file imports', () => {
    const imported = new Set(
      [...SOURCES, ...TESTS].flatMap((file) =>
        [...withoutComments(read(file)).matchAll(/\{([^{}]*)\}\s*from\s*'/g)].flatMap(([, names = '']) =>
          namesIn(names),
        ),
      ),
    );
    const exported = /^export (?:async )?(?:function\*?|const|let|interface|type) (\w+)/gm;
    const wrong = SOURCES.filter((file) => !BEGINNINGS.test(file) && !LOADED.has(file)).flatMap((file) =>
      [...read(file).matchAll(exported)].flatMap(([, name = '']) => (imported.has(name) ? [] : `${file}: ${name}`)),
    );
    expect(wrong, 'take out the word `export`').toEqual([]);
  });

  it('has a name that says more than "utils"', () => {
    const vague = /(?:^|\/)(?:utils?|helpers?|common|misc|\w*(?:Manager|Provider))(?:\/|\.\w+$)/i;
    expect(
      SOURCES.filter((file) => vague.test(file)),
      'name it for what it holds',
    ).toEqual([]);
  });

  it('swallows no error', () => {
    const wrong = [...SOURCES, ...TESTS].filter((file) =>
      /\bcatch\s*(?:\([^)]*\))?\s*\{\s*\}/.test(withoutComments(read(file))),
    );
    expect(wrong, 'say what is done about it, or let it pass').toEqual([]);
  });
});

describe('every test', () => {
  const suites = TESTS.filter((file) => file.endsWith('.test.ts'));

  it('runs', () => {
    const left = /\b(?:it|test|describe|suite)\.(?:only|skip|todo)\b|\bx(?:it|describe)\(|\bthis\.skip\(/;
    expect(
      suites.filter((file) => left.test(withoutComments(read(file)))),
      'run it, or delete it',
    ).toEqual([]);
  });

  it('that needs a folder which may be absent says so in its title', () => {
    const silent = suites.filter((file) =>
      [...read(file).matchAll(/\.skipIf\([^]{0,400}/g)].some(([call]) => !/absent/.test(call)),
    );
    expect(silent, 'put the reason into the title').toEqual([]);
  });
});

it('holds no file that nobody reads', () => {
  const odd = FILES.filter((file) => /(?:^|\/)(?:\.DS_Store|.*\.(?:orig|rej|bak|tmp|log|vsix))$/.test(file));
  expect(odd, 'remove it').toEqual([]);
});
