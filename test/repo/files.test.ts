/** What every file of the project has in common: its first sentence, its size, and no test left out. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FILES, filesIn, read, withoutComments } from './sources';

const SOURCES = filesIn(['server/src', 'client/src', 'media', 'scripts'], /\.(?:ts|mjs)$/);
const TESTS = filesIn(['test'], /\.(?:ts|mjs)$/);

/** Folders that hold more files than they should until their files are merged. None may join them. */
const TOO_FULL = [
  'media/timeline',
  'server/src/cli',
  'server/src/core/edits/refactor',
  'server/src/core/reading',
  'server/src/lsp/handlers',
  'server/src/workspace',
];

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

  it('is made of functions', () => {
    const wrong = SOURCES.filter((file) => /^\s*(?:export )?(?:abstract )?class /m.test(withoutComments(read(file))));
    expect(wrong, 'a class is asking to be a function and a readonly value').toEqual([]);
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

it('has at most 32 source files in a folder', () => {
  const files = new Map<string, number>();
  for (const file of SOURCES) files.set(path.posix.dirname(file), (files.get(path.posix.dirname(file)) ?? 0) + 1);
  const full = [...files].flatMap(([folder, count]) => (count > 32 ? folder : [])).sort();
  expect(
    full.filter((folder) => !TOO_FULL.includes(folder)),
    'merge what changes together, or make a folder of a concept',
  ).toEqual([]);
  expect(
    TOO_FULL.filter((folder) => !full.includes(folder)),
    'take it off the list',
  ).toEqual([]);
});

it('holds no file that nobody reads', () => {
  const odd = FILES.filter((file) => /(?:^|\/)(?:\.DS_Store|.*\.(?:orig|rej|bak|tmp|log|vsix))$/.test(file));
  expect(odd, 'remove it').toEqual([]);
});
