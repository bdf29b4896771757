/** The part of an edit that other files can see: the frontmatter, the title and the type, wherever these come from. */
import { describe, expect, it } from 'vitest';
import { readCodex } from '../../server/src/core/codex/readCodex';
import { fingerprintOf } from '../../server/src/core/entry/entry';
import { readEntry } from '../../server/src/core/entry/readEntry';

const faceIn = (path: string, text: string, codex = ''): number =>
  fingerprintOf(readEntry(path, text, readCodex(codex).codex), text);

const FRONT = '---\ndate: 412 TA\n---\n';

describe('an edit can be seen from other files', () => {
  it.each([
    ['of the frontmatter', 'Vyr.md', '', `${FRONT}Text.\n`, '---\ndate: 413 TA\n---\nText.\n'],
    ['of the heading that is the title', 'vyr.md', '', '# Vyr\n', '# Vyrn\n'],
    ['of a heading that stops being the title', 'vyr.md', '', '# Vyr\n\nText.\n', '# Vyr\n\nText.\n\n# More\n'],
    ['of text above that heading', 'vyr.md', '', '\n# Vyr\n', 'A\n# Vyr\n'],
    ['of any first heading', 'Vyr.md', 'titles: heading', 'Text.\n\n# Vyr\n', 'Text.\n\n# Vyrn\n'],
    ['of the text above where a title is shown', 'Vyr.md', '', 'Text.\n\n# Vyr\n', 'Texts.\n\n# Vyr\n'],
    ['of a tag that gives a type', 'Vyr.md', 'types: {"#npc": npc}', 'Text.\n', 'Text. #npc\n'],
  ])('%s', (_what, path, codex, before, after) => {
    expect(faceIn(path, before, codex)).not.toBe(faceIn(path, after, codex));
  });
});

describe('an edit can be seen from its own file only', () => {
  it.each([
    ['of prose', 'Vyr.md', '', `${FRONT}Text.\n`, `${FRONT}Texts, [[links]].\n`],
    ['of a heading that is not the title', 'Vyr.md', '', `${FRONT}# Geography\n`, `${FRONT}# Politics\n\n# History\n`],
    ['of a heading below the title', 'vyr.md', '', '# Vyr\n\n## Life\n', '# Vyr\n\n## Death\n'],
    ['of any heading', 'vyr.md', 'titles: file', '# Keep\n', '# Hall\n'],
    ['of a tag that gives no type', 'Vyr.md', 'types: {"#npc": npc}', 'Text.\n', 'Text. #town\n'],
    [
      'of a tag next to a type',
      'Vyr.md',
      'types: {"#npc": npc}',
      '---\ntype: god\n---\n',
      '---\ntype: god\n---\n#npc\n',
    ],
  ])('%s', (_what, path, codex, before, after) => {
    expect(faceIn(path, before, codex)).toBe(faceIn(path, after, codex));
  });
});
