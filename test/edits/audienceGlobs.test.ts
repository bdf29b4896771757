/** Pages stay hidden under a new path: the patterns of `audience` in codex.yaml follow, or the rename is refused. */
import { expect, it } from 'vitest';
import { allEntries, audienceOfPage, knownAt, LATEST } from '../../server/src/core/canon';
import { followMoves } from '../../server/src/core/edits/rename/moves';
import { renameableAt, renameEdits } from '../../server/src/core/edits/rename/rename';
import type { Change } from '../../server/src/core/text/problem';
import { caretIn } from '../support/caret';
import { changedBy, codexOf, type Files } from '../support/codex';

/** The audiences in codex.yaml after the change, and who knows which page in a folder. */
function knowing(files: Files, change: Change): string[] {
  const kept = Object.entries(files).filter(([path]) => !change.renames?.some(({ from }) => from === path));
  const after: Files = { ...Object.fromEntries(kept), ...changedBy(files, change) };
  const known = knownAt(codexOf(after).canon, LATEST);
  const pages = allEntries(known.canon).filter(({ path }) => path.includes('/'));
  const codex = (after['codex.yaml'] ?? '').replace(/^audience: |\n$/g, '');
  return [codex, ...pages.map((page) => `${page.path}: ${audienceOfPage(known, page).join('+')}`)];
}

/** By F2, from the caret in a page. */
function renamed(drawn: Files, to: string): string[] | string {
  const { known, entry, text, offset } = caretIn(drawn);
  const files: Files = { ...drawn, [entry.path]: text };
  const can = renameableAt(known, entry, text, offset);
  if (!can.ok) return can.message;
  const exists = (path: string): boolean => path in files;
  const done = renameEdits(known, can, to, { textOf: (path) => files[path] ?? '', exists, takesFiles: true });
  return done.ok ? knowing(files, done.change) : done.message;
}

/** By the page `GM/p.md`, which another page links to. */
const p = (audience: string, to = 'queen', own = 'Psst.\n') =>
  renamed({ 'codex.yaml': `audience: ${audience}\n`, 'GM/p.md': own, 'a.md': '[[p$0]]' }, to);

it.each([
  ['{"GM/p.md": nobody}', '{"GM/queen.md": nobody}'],
  ["{'./gm/P.md': nobody} # mine", "{'./GM/queen.md': nobody} # mine"],
  ['\n  GM/p.md: nobody # mine\n  GM/q.md: [a]', '\n  GM/queen.md: nobody # mine\n  GM/q.md: [a]'],
  ['{"GM/**": nobody}', '{"GM/**": nobody}'],
  ['{"GM/p.md": [a, nobody], GM: nobody}', '{"GM/queen.md": [a, nobody], GM: nobody}'],
  ['{"!GM/q.md": nobody}', '{"!GM/q.md": nobody}'],
  ['{"GM/p.md": nobody, "GM/queen.md": nobody}', '{"GM/p.md": nobody, "GM/queen.md": nobody}'],
])('a renamed page takes its pattern along: %s', (before, after) => {
  expect(p(before)).toEqual([after, 'GM/queen.md: nobody']);
});

it('with its special characters escaped', () => {
  const files = {
    'codex.yaml': 'audience: {"p.md": nobody, "x/{p}.md": nobody}\n',
    'x/{p}.md': '',
    'a.md': '[[{p}$0]]',
  };
  expect(renamed(files, '!it {a,b} (c)')).toEqual([
    '{"p.md": nobody, "x/\\\\!it \\\\{a,b\\\\} (c).md": nobody}',
    'x/!it {a,b} (c).md: nobody',
  ]);
});

it.each([
  ['{"GM/p*": nobody}', 'nobody', 'everyone'],
  ['{"**/{p,q}.md": [maric, lysa]}', 'maric and lysa', 'everyone'],
  ['{"GM/p.md": nobody, "**/q*": lysa}', 'nobody', 'lysa'],
  ['{"**/q*": nobody}', 'everyone', 'nobody'],
])('a page is not renamed where another pattern would match its new name: %s', (audience, before, after) => {
  expect(p(audience)).toBe(
    `GM/p.md is known to ${before}; under the name "queen", \`audience\` in codex.yaml would make it known to ${after}. Choose another name, or write \`known_by\` into the page first.`,
  );
  expect(p(audience, 'queen', '---\nknown_by: [lysa]\n---\n')).toContain('GM/queen.md: lysa');
});

it('a page is not renamed while its audience is in doubt', () => {
  expect(p('{"GM/p.md": nobody}\nx: [')).toBe(
    'It would be unclear who knows "queen" then: correct what is underlined in codex.yaml first.',
  );
});

it('a pattern stays where another page whose name differs only in case would lose it', () => {
  const own = '---\nid: x\ntitle: p$0\n---\n';
  const files = { 'codex.yaml': 'audience: {"GM/p.md": nobody}\n', 'GM/p.md': own, 'GM/P.md': '' };
  expect(renamed(files, 'queen')).toContain('would make it known to everyone');
});

/** In the explorer. */
function moved(audience: string, moves: Readonly<Record<string, string>>, paths: readonly string[]): string[] {
  const files: Files = {
    'codex.yaml': `audience: ${audience}\n`,
    ...Object.fromEntries(paths.map((path) => [path, ''])),
  };
  const known = knownAt(codexOf(files).canon, LATEST);
  const all = Object.entries(moves).map(([from, to]) => ({ from, to }));
  const edits = followMoves(known, all, { textOf: (path) => files[path] ?? '', exists: (path) => path in files });
  const renames = paths.flatMap((path) => {
    const move = all.find(({ from }) => path === from || path.startsWith(`${from}/`));
    return move ? [{ from: path, to: move.to + path.slice(move.from.length) }] : [];
  });
  return knowing(files, { edits, renames });
}

it.each([
  ['GM/**', 'Secrets/Old [1]/**'],
  ['gm', 'Secrets/Old [1]'],
  ['./GM/', './Secrets/Old [1]/'],
  ['GM/{a,p}.md', 'Secrets/Old [1]/{a,p}.md'],
  ['!GM/**', '!Secrets/Old [1]/**'],
])('a moved folder takes along the patterns inside it: %s', (before, after) => {
  const knower = before.startsWith('!') ? 'everyone' : 'nobody';
  expect(moved(`{'${before}': nobody}`, { GM: 'Secrets/Old [1]' }, ['GM/p.md'])).toEqual([
    `{'${after.replace(/\[|\]/g, '\\$&')}': nobody}`,
    `Secrets/Old [1]/p.md: ${knower}`,
  ]);
});

it('a folder, with its special characters as the setup writes them', () => {
  const move = { 'GM (old)': 'Old' };
  expect(moved('{"GM ?old?/**": nobody}', move, ['GM (old)/p.md'])).toEqual(['{"Old/**": nobody}', 'Old/p.md: nobody']);
  expect(moved('{"GM ?old?/**": nobody}', move, ['GM (old)/p.md', 'GM [old]/q.md'])).toContain('GM [old]/q.md: nobody');
});

it('a page moved out of a folder, or into one, gets the audience that its author gave the folder', () => {
  const paths = ['GM/p.md', 'GM/q.md', 'Open/r.md'];
  const out = { 'GM/p.md': 'Open/p.md' };
  expect(moved('{"GM/**": nobody}', out, paths)).toEqual([
    '{"GM/**": nobody}',
    'GM/q.md: nobody',
    'Open/p.md: everyone',
    'Open/r.md: everyone',
  ]);
  expect(moved('{"GM/p.md": nobody}', out, paths)).toContain('Open/p.md: nobody');
  expect(moved('{"**": nobody, "GM/**": [lysa]}', { GM: 'Open' }, paths)).toContain('Open/r.md: nobody');
});

it("patterns that follow each other's place", () => {
  const paths = ['A/p.md', 'B/q.md'];
  const audience = '{A/**: nobody, B/**: [lysa]}';
  expect(moved(audience, { A: 'B', B: 'C' }, paths)).toEqual([
    '{B/**: nobody, C/**: [lysa]}',
    'B/p.md: nobody',
    'C/q.md: lysa',
  ]);
  expect(moved(audience, { A: 'B', B: 'A' }, paths)).toEqual([
    '{B/**: nobody, A/**: [lysa]}',
    'A/q.md: lysa',
    'B/p.md: nobody',
  ]);
});

it('keeps the later of two patterns that would become one, since it counts', () => {
  const audience = '{GM/p.md: nobody, GM/P.md: [lysa]}';
  expect(moved(audience, { 'GM/p.md': 'GM/q.md' }, ['GM/p.md'])).toEqual([
    '{GM/p.md: nobody, GM/q.md: [lysa]}',
    'GM/q.md: lysa',
  ]);
});

it('into a folder whose name begins and ends with a blank', () => {
  expect(moved('{"GM/**": nobody}', { GM: ' a ' }, ['GM/p.md'])).toEqual(['{"?a?/**": nobody}', ' a /p.md: nobody']);
});

it('a page is renamed where the audience stays the same, in another order or case', () => {
  expect(p('{"GM/p.md": [lysa, tom], "**/q*": [Tom, Lysa, tom]}')).toContain('GM/queen.md: Tom+Lysa+tom');
});
