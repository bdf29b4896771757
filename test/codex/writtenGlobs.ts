/** Patterns as codex.yaml has them, and as nobody would write them. */
import fc from 'fast-check';
import picomatch from 'picomatch/posix';
import { expect } from 'vitest';
import { globTest } from '../../server/src/core/codex/globs';
import { readCodex } from '../../server/src/core/codex/readCodex';
import { entryFilter } from '../../server/src/core/codex/pathRules';
import { anyText } from '../support/anyText';

export const fits = (glob: string, path: string): boolean => globTest([glob])(path);

/** With the meaning of a folder's name: everything in it. That `a/**` is also `a` itself does not matter for files. */
const fitsElsewhere = (glob: string): ((path: string) => boolean) =>
  picomatch(glob.endsWith('/**') ? `${glob}/*` : [glob, `${glob}/**/*`], { nocase: true });

const name = fc.array(fc.constantFrom('a', 'b', 'A', 'ä', 'x1', ' ', '-', '.md'), { minLength: 1, maxLength: 4 });
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.map((one) => one.join('')).join('/'));
const mark = fc.constantFrom(
  'a',
  'b',
  'A',
  'ä',
  'x1',
  ' ',
  '-',
  '.md',
  '*',
  '*',
  '?',
  '[ab]',
  '[^a]',
  '[a-x]',
  '{a,b}',
  '{a*,b.md}',
  'a{,x1}',
);
const part = fc.oneof(
  { weight: 3, arbitrary: fc.array(mark, { minLength: 1, maxLength: 4 }).map((marks) => marks.join('')) },
  { weight: 1, arbitrary: fc.constantFrom('**', '*', '{a/b,x1}', '**.md') },
);
const glob = fc
  .array(part, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('/').replace(/\*{2,}(?=[^/*])|(?<=[^/])\*{2,}/g, '*'));

/** A pattern means what it means to other tools. */
export const meansTheSame = fc.property(glob, fc.array(path, { minLength: 1, maxLength: 8 }), (written, paths) => {
  const isThere = fitsElsewhere(written);
  const ours = paths.filter((one) => fits(written, one));
  expect({ written, fit: ours }).toEqual({ written, fit: paths.filter((one) => isThere(one)) });
});

const scrap = fc.oneof(
  fc.constantFrom(...'*?[]{}!()+@|,./\\^-'.split(''), '**', '{a,', '{1..9}', '(a+)+', 'a'),
  anyText({ maxLength: 2 }),
);
const anyGlob = fc
  .tuple(fc.array(scrap, { maxLength: 12 }), fc.constantFrom(1, 1, 10, 80))
  .map(([scraps, times]) => scraps.join('').repeat(times));

/** Whatever patterns a codex.yaml has, all its files are matched quickly. */
export const neverRunsLong = fc.property(
  fc.array(anyGlob, { maxLength: 4 }),
  anyText({ maxLength: 60 }),
  (globs, name) => {
    const quoted = globs.map((glob) => `- ${JSON.stringify(glob)}\n`).join('');
    const { codex } = readCodex(`include:\n${quoted}exclude:\n${quoted}`);
    const isEntry = entryFilter(codex);
    for (const long of [name, 'a'.repeat(200), `${'a/'.repeat(60)}b`])
      for (const path of [`${long}.md`, `x/${long}/y.md`]) expect(isEntry(path)).toBe(isEntry(path));
  },
);
