/**
 * A renamed knower is renamed wherever they know, believe or state something, belong to a circle, or follow the bar of a
 * secret.
 */
import { expect, it } from 'vitest';
import { knownAt, LATEST } from '../../server/src/core/canon';
import { followMoves } from '../../server/src/core/edits/rename/moves';
import { renameableAt, renameEdits } from '../../server/src/core/edits/rename/rename';
import { referencesTo } from '../../server/src/core/reading/mentions';
import { caretIn } from '../support/caret';
import { changedBy, codexOf, type Files } from '../support/codex';

/** The files that change, as they are afterwards; or why they don't. */
function tried(files: Files, to: string): Files | string {
  const { known, entry, text, offset } = caretIn(files);
  const texts: Files = { ...files, [entry.path]: text };
  const can = renameableAt(known, entry, text, offset);
  if (!can.ok) return can.message;
  const around = {
    textOf: (path: string) => texts[path] ?? '',
    exists: (path: string) => path in texts,
    takesFiles: true,
  };
  const done = renameEdits(known, can, to, around);
  return done.ok ? changedBy(texts, done.change) : done.message;
}

function after(files: Files, to: string): Files {
  const changed = tried(files, to);
  if (typeof changed === 'string') throw new Error(changed);
  return changed;
}

const WORLD: Files = {
  'codex.yaml': `revisions: [session-1]
circles:
  players: [sara, lysa]   # lysa is played by Ines
  table: [players, "[[lysa]]"]
audience: {"GM/**": [lysa, players], "Old/**": nobody}
`,
  'lysa.md': '---\nid: lysa\ntitle: Lysa\n---\n',
  'secret.md': `---
known_by: {lysa: 430 TA, "players": session-1}
facts:
  - {entity: vyr, attribute: seat, value: Oldmere, known_by: [lysa, players]}
  - {entity: vyr, attribute: motto, value: Hold, believed_by: lysa}
pov: lysa
---
Of Lysa.

> [!secret|lysa, players]
> It was lysa.
`,
};

it('somebody with a page', () => {
  expect(after({ ...WORLD, 'lysa.md': '---\nid: ly$0sa\ntitle: Lysa\n---\n' }, 'lisbet')).toEqual({
    'codex.yaml': `revisions: [session-1]
circles:
  players: [sara, lisbet]   # lysa is played by Ines
  table: [players, "[[lisbet]]"]
audience: {"GM/**": [lisbet, players], "Old/**": nobody}
`,
    'lisbet.md': '---\nid: lisbet\ntitle: Lysa\naliases: [lysa]\n---\n',
    'secret.md': `---
known_by: {lisbet: 430 TA, "players": session-1}
facts:
  - {entity: vyr, attribute: seat, value: Oldmere, known_by: [lisbet, players]}
  - {entity: vyr, attribute: motto, value: Hold, believed_by: lisbet}
pov: lisbet
---
Of Lysa.

> [!secret|lisbet, players]
> It was lysa.
`,
  });
});

it('a circle, wherever it is named', () => {
  for (const caret of ['"play$0ers"', '|lysa, play$0ers]']) {
    const secret = (WORLD['secret.md'] ?? '').replace(caret.replace('$0', ''), caret);
    const changed = after({ ...WORLD, 'secret.md': secret }, 'the table');
    expect(changed['codex.yaml']).toBe(`revisions: [session-1]
circles:
  the table: [sara, lysa]   # lysa is played by Ines
  table: [the table, "[[lysa]]"]
audience: {"GM/**": [lysa, the table], "Old/**": nobody}
`);
    expect(changed['secret.md']).toContain('{lysa: 430 TA, "the table": session-1}');
    expect(changed['secret.md']).toContain('known_by: [lysa, the table]}');
    expect(changed['secret.md']).toContain('> [!secret|lysa, the table]\n');
  }
});

it('a name that cannot follow a bar is refused there', () => {
  const files = { ...WORLD, 'secret.md': (WORLD['secret.md'] ?? '').replace('pov: lysa', 'pov: play$0ers') };
  expect(() => after(files, 'Sara, Tom')).toThrow(/can't be written/);
});

it('references include all of them', () => {
  const { known, entry } = caretIn({ ...WORLD, 'lysa.md': '---\nid: ly$0sa\ntitle: Lysa\n---\n' });
  const places = referencesTo(known, { kind: 'entry', entry }).map(
    ({ naming: { span } }) => (WORLD['secret.md'] ?? '').slice(0, span.start).split('\n').length,
  );
  expect(places).toEqual([2, 4, 5, 6, 10]);
});

const MARIC = { 'maric.md': '---\nid: mar$0ic\n---\n', 'secret.md': '---\nknown_by: [maric]\n---\nPsst.\n' };
const IN_CODEX = 'codex.yaml says what somebody of that name knows. Choose another name.';

it.each([
  ['everyone', '', '"everyone" has a meaning of its own in `known_by`: choose another name.'],
  ['NoBody', '', '"NoBody" has a meaning of its own in `known_by`: choose another name.'],
  ['author', '', '"author" has a meaning of its own in `known_by`: choose another name.'],
  ['players', 'circles: {players: [sara, lysa]}', `"players" is taken: ${IN_CODEX}`],
  ['Sara  of  Vyr', 'circles: {players: [sara of vyr]}', `"Sara  of  Vyr" is taken: ${IN_CODEX}`],
  ['sara', 'audience: {"GM/**": [Sara]}', `"sara" is taken: ${IN_CODEX}`],
  ['sara', 'circles: {players: [sarah]}', null],
])('nobody can be renamed to %s where codex.yaml has %s', (to, codex, why) => {
  const files = { 'codex.yaml': `${codex}\n`, ...MARIC };
  const done = tried(files, to);
  if (why === null) expect(done).toMatchObject({ 'secret.md': `---\nknown_by: [${to}]\n---\nPsst.\n` });
  else expect(done).toBe(why);
});

it('nor by a title, an alias, or the id that a file makes', () => {
  const codex = { 'codex.yaml': 'circles: {players: [sara, lysa]}\n' };
  for (const [path, text] of [
    ['maric.md', '---\ntitle: Mar$0ic\n---\n'],
    ['maric.md', '---\naliases: [El$0der]\n---\n'],
    ['The Elder.md', '[[The El$0der]]'],
  ] as const) {
    expect(tried({ ...codex, [path]: text }, 'Players')).toBe(`"Players" is taken: ${IN_CODEX}`);
    expect(tried({ ...codex, [path]: text }, 'Everyone')).toContain('has a meaning of its own');
  }
  expect(tried({ ...codex, 'The Elder.md': '[[The El$0der]]' }, 'Sara!')).toBe(`"sara" is taken: ${IN_CODEX}`);
  expect(tried({ ...codex, 'The Elder.md': '[[The El$0der]]' }, 'Everyone!')).toContain('"everyone" has a meaning');
});

it('nor a knower without a page', () => {
  const files = { ...WORLD, 'secret.md': '---\nknown_by: [zed$0]\n---\n' };
  for (const name of ['Sara', 'PLAYERS', 'table']) expect(tried(files, name)).toBe(`"${name}" is taken: ${IN_CODEX}`);
  expect(tried(files, 'Everyone')).toContain('has a meaning of its own');
  expect(tried(files, 'zod')).toEqual({ 'secret.md': '---\nknown_by: [zod]\n---\n' });
  const circle = { ...WORLD, 'secret.md': '---\nknown_by: [play$0ers]\n---\n' };
  expect(tried(circle, 'sara')).toBe(`"sara" is taken: ${IN_CODEX}`);
  expect(tried(circle, 'Players')).toMatchObject({ 'secret.md': '---\nknown_by: [Players]\n---\n' });
});

it('the players of a campaign are renamed, and the campaign is not, whose name its sessions have', () => {
  const codex = {
    'codex.yaml': 'campaigns: {honor: {players: [sara, lysa], sessions: [{id: 1, date: 2026-01-10}]}}\n',
  };
  const files = { ...codex, 'secret.md': '---\nknown_by: {sa$0ra: honor/1, honor: honor/1}\n---\n' };
  expect(tried(files, 'ines')).toEqual({
    'codex.yaml': codex['codex.yaml'].replace('sara', 'ines'),
    'secret.md': '---\nknown_by: {ines: honor/1, honor: honor/1}\n---\n',
  });
  expect(tried({ ...codex, 'secret.md': '---\nknown_by: [ho$0nor]\n---\n' }, 'glory')).toBe(
    '"honor" is a campaign, and part of the names of its sessions: change it in codex.yaml by hand.',
  );
});

it('nor what a page alone says of somebody, in another case or as the member of a circle', () => {
  expect(tried({ ...MARIC, 'a.md': '---\nknown_by: [Sara]\n---\n' }, 'sara')).toBe(
    '"sara" is taken: a.md mentions something by that name.',
  );
  expect(tried({ ...MARIC, 'guild.md': '---\nfacts: {guild: {member: Sara}}\n---\n' }, 'sara')).toBe(
    '"sara" is taken by a member of a circle: choose another name.',
  );
});

it('a word is not a name that can be renamed', () => {
  expect(tried({ 'a.md': '---\nknown_by: nob$0ody\n---\n' }, 'x')).toBe(
    '"nobody" has a meaning of its own in `known_by`, and can\'t be changed.',
  );
  const files = { 'codex.yaml': 'audience: {"GM/**": nobody}\n', 'a.md': '---\nknown_by: nobody\n---\n[[no$0body]]' };
  expect(tried(files, 'x')).toEqual({ 'a.md': '---\nknown_by: nobody\n---\n[[x]]' });
});

it('a file that its author names like a word gives nobody access', () => {
  const files: Files = {
    'codex.yaml': 'circles: {players: [maric]}\n',
    'maric.md': '---\ndraft: true\n---\n',
    'secret.md': '---\nknown_by: [maric]\nsources: [maric]\n---\n',
  };
  const known = knownAt(codexOf(files).canon, LATEST);
  const edits = followMoves(known, [{ from: 'maric.md', to: 'everyone.md' }], {
    textOf: (path) => files[path] ?? '',
    exists: (path) => path in files,
  });
  expect(changedBy(files, { edits })).toEqual({ 'secret.md': '---\nknown_by: [maric]\nsources: [everyone]\n---\n' });
});
