/** What every file of the project has in common: its first sentence, its size, and no test left out. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FILES, filesIn, read, withoutComments } from './sources';

const SOURCES = filesIn(['server/src', 'client/src', 'media', 'scripts'], /\.(?:ts|mjs)$/);
const TESTS = filesIn(['test'], /\.(?:ts|mjs)$/);

/** The names that several files below some folders have, with these. */
function namedAlike(folders: readonly string[], except: RegExp): string[] {
  const byName = new Map<string, string[]>();
  for (const file of filesIn(folders, /\.ts$/)) {
    if (except.test(file)) continue;
    const name = path.posix.basename(file);
    byName.set(name, [...(byName.get(name) ?? []), file]);
  }
  return [...byName.values()].filter(({ length }) => length > 1).map((files) => files.join(' '));
}

describe('every source file', () => {
  it('opens with a sentence that says what it is for', () => {
    const wrong = [...SOURCES, ...TESTS].filter(
      (file) => !/^(?:#!.*\n)?\/\*\*[^]{12,}?[.:?][^]*?\*\//.test(read(file)),
    );
    expect(wrong, 'begin it with /** One sentence. */').toEqual([]);
  });

  it('has at most 300 lines', () => {
    const wrong = SOURCES.map((file) => [file, read(file).split('\n').length - 1] as const).filter(([, n]) => n > 300);
    expect(wrong, 'it is asking to be two').toEqual([]);
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

  it('has a name that no other file has', () => {
    // A rule is called by its code, which has its family in it; what starts a process by the process; a folder's door is its index.
    const isNamedElsewise = /(?:\/bin\/.*|\/core\/rules\/\w+\/[^/]*|\/index\.ts)$/;
    expect(namedAlike(['server/src'], isNamedElsewise), 'say in its name what it is about').toEqual([]);
    expect(namedAlike(['client/src'], isNamedElsewise), 'say in its name what it is about').toEqual([]);
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

  it('has a name that no other test has, but of the same subject from outside', () => {
    expect(namedAlike(['test'], /^test\/(?:surfaces|editor|bench)\/|\/index\.ts$/), 'say what it tests').toEqual([]);
  });

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
