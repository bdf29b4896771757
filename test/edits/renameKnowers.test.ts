/** Whoever is called otherwise is so wherever they know, believe or tell something, belong to a circle, or stand behind the bar of a secret. */
import { expect, it } from 'vitest';
import { renameableAt, renameEdits } from '../../server/src/core/edits/rename/rename';
import { referencesTo } from '../../server/src/core/reading/references';
import { caretIn } from '../support/caret';
import { changedBy, type Files } from '../support/codex';

function after(files: Files, to: string): Files {
  const { known, entry, text, offset } = caretIn(files);
  const texts: Files = { ...files, [entry.path]: text };
  const can = renameableAt(known, entry, text, offset);
  if (!can.ok) throw new Error(can.message);
  const around = {
    textOf: (path: string) => texts[path] ?? '',
    exists: (path: string) => path in texts,
    takesFiles: true,
  };
  const done = renameEdits(known, can, to, around);
  if (!done.ok) throw new Error(done.message);
  return changedBy(texts, done.change);
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

it('a circle, from wherever it is named', () => {
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

it('a name that no bar can hold is refused there', () => {
  const files = { ...WORLD, 'secret.md': (WORLD['secret.md'] ?? '').replace('pov: lysa', 'pov: play$0ers') };
  expect(() => after(files, 'Sara, Tom')).toThrow(/can't be written/);
});

it('references have them all', () => {
  const { known, entry } = caretIn({ ...WORLD, 'lysa.md': '---\nid: ly$0sa\ntitle: Lysa\n---\n' });
  const places = referencesTo(known, { kind: 'entry', entry }).map(
    ({ naming: { span } }) => (WORLD['secret.md'] ?? '').slice(0, span.start).split('\n').length,
  );
  expect(places).toEqual([2, 4, 5, 6, 10]);
});
