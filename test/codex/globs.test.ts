/** Patterns of codex.yaml mean what their authors mean, and match in bounded time. */
import { describe, expect, it } from 'vitest';
import { readCodex } from '../../server/src/core/codex/readCodex';
import { entryFilter, audienceAt, typeAt } from '../../server/src/core/codex/pathRules';
import { globTest } from '../../server/src/core/codex/globs';
import { fits } from './writtenGlobs';

describe('a pattern', () => {
  it.each([
    ['lore', 'lore/a/b.md', true],
    ['lore/**', 'lore/a/b.md', true],
    ['lore/**', 'folklore/a.md', false],
    ['lore/*', 'lore/a.md', true],
    ['**/*.tmp.md', 'a/b/c.tmp.md', true],
    ['**/*.tmp.md', 'c.tmp.md', true],
    ['**.tmp.md', 'a/c.tmp.md', true],
    ['**/drafts/**', 'a/drafts/b/c.md', true],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/b/**/c.md', 'a/b/b/x/c.md', true],
    ['{houses,places}/**', 'places/a.md', true],
    ['{houses/{old,new},places}/**', 'houses/new/a.md', true],
    ['{houses/{old,new},places}/**', 'houses/a.md', false],
    ['chapter-{1..3}.md', 'chapter-2.md', true],
    ['[A-C]*.md', 'beta.md', true],
    ['[!a]*.md', 'alpha.md', false],
    ['Part [old]/**', 'Part [old]/a.md', true],
    ['Part [old]/**', 'Part l/a.md', true],
    ['Characters (old)/**', 'Characters (old)/a.md', true],
    ['C++ {/x', 'c++ {/X', true],
    ['\\*.md', '*.md', true],
    ['\\*.md', 'a.md', false],
    ['*.md', '.a.md', false],
    ['.*/a.md', '.x/a.md', true],
    ['**', '.x/a.md', false],
    ['./lore/', 'lore/a.md', true],
    ['STÄDTE/**', 'sta\u0308dte/a.md', true],
    ['!drafts', 'drafts/a.md', false],
    ['!drafts', 'lore/a.md', true],
    ['/lore', 'lore/a.md', true],
  ])('%s and %s: %s', (glob, path, isFit) => expect(fits(glob, path)).toBe(isFit));
});

describe('bounded time', () => {
  const name = 'a'.repeat(100);
  it.each([
    '(a+)+$',
    '*a*a*a*a*a*a*a*a*a*b',
    `${'*a'.repeat(400)}b`,
    `${'*?a'.repeat(300)}b`,
    `${'**/'.repeat(300)}b`,
    `${'**/*/'.repeat(150)}b`,
    `${'*[a-z]'.repeat(150)}b`,
    '{'.repeat(900),
    `${'{a,'.repeat(200)}${'}'.repeat(200)}`,
    '['.repeat(900),
    `${'!'.repeat(900)}b`,
    '+(a|aa)+(a|aa)+(a|aa)$',
    '*(*(*(a)))b',
  ])('%s', (glob) => {
    const isFit = globTest([glob]);
    for (let i = 0; i < 200; i++) expect(isFit(`${'c/'.repeat(i)}${name}.md`)).toBe(false);
  });

  const problemsOf = (text: string) =>
    readCodex(text).problems.map(({ message, span }) => `${text.slice(span.start, span.start + 4)}: ${message}`);

  it.each(['include', 'exclude'])('for %s, with a message at the place of a pattern that cannot be matched', (key) => {
    expect(problemsOf(`${key}: "${'a'.repeat(65_536)}"`)).toEqual([
      `aaaa: "${'a'.repeat(59)}…" has 65,536 characters, and a pattern has 1,000 at most: write several, or name the folder above.`,
    ]);
    expect(problemsOf(`${key}: ["${'{a,b}'.repeat(100)}", lore]`)).toEqual([
      `{a,b: "${'{a,b}'.repeat(11)}{a,b…" has more alternatives in its braces than Retcon can check: write fewer of them.`,
    ]);
    expect(problemsOf(`${key}: "@(lore|drafts)/**"`)).toEqual([
      '@(lo: "@(lore|drafts)/**" has alternatives in round brackets, which mean nothing here: write them in braces, like `{one,other}`.',
    ]);
    const many = Array.from({ length: 5000 }, (_, i) => `- f${i}/**`).join('\n');
    expect(problemsOf(`${key}:\n${many}\n`)).toHaveLength(1);
    expect(readCodex(`${key}: ["${'{a,b}'.repeat(100)}", lore]`).codex[key as 'include']).toEqual(['lore']);
  });

  it('for types', () => {
    const text = `types: {"${'{a,b}'.repeat(100)}": person, "@(a|b)": place, "#npc": npc, "lore/**": lore}`;
    expect(problemsOf(text)).toHaveLength(2);
    const { codex } = readCodex(text);
    expect(typeAt(codex, 'lore/a.md', () => new Set())).toBe('lore');
    expect(typeAt(codex, 'a.md', () => new Set(['npc']))).toBe('npc');
  });

  it('hides the files from everybody where a knower was meant to be excluded', () => {
    const { codex, problems } = readCodex('audience: {"GM/**": [players, -sara]}');
    expect(audienceAt(codex, 'GM/a.md')).toEqual(['nobody']);
    expect(problems.map(({ message }) => message)).toEqual([
      '"-sara" can\'t leave somebody out, so nobody sees GM/**: name those who know it.',
    ]);
  });

  it('for audience, where everything is then hidden', () => {
    const secret = readCodex('audience: {"GM/**": nobody}').codex;
    for (const path of ['GM/a.md', 'gm/.x/.a.md']) expect(audienceAt(secret, path)).not.toBeNull();
    expect(audienceAt(secret, 'a.md')).toBeNull();
    for (const unfit of ['@(GM|secret)/**', '/', '{a,b}'.repeat(100)]) {
      const text = `audience: {"${unfit}": [sara], "lore/**": [tom]}`;
      expect(problemsOf(text)).toHaveLength(1);
      expect(audienceAt(readCodex(text).codex, 'lore/a.md')).toEqual(audienceAt(secret, 'GM/a.md'));
    }
  });

  it('for a codex with several of them', () => {
    const written = ['(a+)+$', '*a*a*a*a*a*a*a*a*a*b', `${'*?a'.repeat(300)}b`].map((glob) => `- "${glob}"`).join('\n');
    const { codex } = readCodex(`include:\n${written}\nexclude:\n${written}\n`);
    const isEntry = entryFilter(codex);
    for (let i = 0; i < 2000; i++) expect(isEntry(`${name}${i}.md`)).toBe(false);
  });
});
