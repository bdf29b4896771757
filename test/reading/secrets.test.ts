/** The hover as the author sees it: who knows something, since when, and who believes otherwise. */
import { describe, expect, it } from 'vitest';
import { definitionAt } from '../../server/src/core/reading/atViewpoint';
import { hoverAt } from '../../server/src/core/reading/hover';
import { nowOf } from '../../server/src/core/reading/viewpoint';
import { caretIn } from '../support/caret';
import type { Files } from '../support/codex';

const WORLD: Files = {
  'codex.yaml': `present: 450 TA
revisions: [s1, s2]
attributes: {founder: constant, death: constant, member: set}
circles: {players: [sara, tom]}
mortal: [person]
audience: {"GM/**": nobody}
`,
  'vyr.md': '---\nid: vyr\ntitle: House Vyr\n---\n',
  'lysa.md': '---\nid: lysa\ntitle: Lysa\ntype: person\ndate: 400 TA\n---\n',
  'young.md': '---\nid: young\ntitle: Young Vyr\ntype: person\ndate: 445 TA\n---\n',
  'old.md': '---\nid: old\ntitle: Old Vyr\ntype: person\ndate: 300 TA\nuntil: 350 TA\n---\n',
  'commons.md': '---\nid: commons\ntitle: The Commons\n---\n',
  'truth.md': `---
title: The Truth
date: 412 TA
known_by: {lysa: 430 TA, young: 420 TA, old: 412 TA, players: s2}
facts: {vyr: {founder: aldric}}
---
> [!secret|lysa, players]
> Nobody else has read this.
`,
  'queen.md': '---\nid: queen\ntitle: The Queen\nfacts: {queen: {death: in her bed}}\n---\n',
  'ballad.md': '---\ntitle: The Ballad\ndate: 320 TA\nbelieved_by: [commons]\nfacts: {queen: {death: drowned}}\n---\n',
  'GM/plan.md': '---\ntitle: The Plan\n---\n',
  'list.md': `---
title: A List
facts:
  - {entity: vyr, attribute: seat, value: Oldmere, known_by: [lysa]}
  - {entity: vyr, attribute: motto, value: Hold, believed_by: commons}
pov: lysa
---
See [[truth]] and [[plan]] and [[ballad]].
`,
};

function hover(file: string, before: string): string | null {
  const files = { ...WORLD, [file]: (WORLD[file] ?? '').replace(before, `$0${before}`) };
  const { canon, entry, text, offset } = caretIn(files);
  return hoverAt({ ...nowOf(canon), href: ({ path }) => path }, entry, text, offset)?.markdown ?? null;
}

describe('a hover', () => {
  it('over a fact shows who knows it, and since when', () => {
    const known =
      'known to [Lysa](lysa.md) from 430 TA, [Young Vyr](young.md) from 445 TA, [Old Vyr](old.md) (never) and players from s2';
    expect(hover('truth.md', 'founder')).toContain(`- *aldric* from 412 TA — [The Truth](truth.md) · ${known}`);
    expect(hover('list.md', 'seat')).toContain('- *Oldmere* — [A List](list.md) · known to [Lysa](lysa.md)');
  });

  it('over a page shows that too, whether its own key or its folder hides it', () => {
    expect(hover('list.md', 'truth]]')).toContain('`truth` — current\n\nKnown to [Lysa](lysa.md) from 430 TA, ');
    expect(hover('list.md', 'plan]]')).toContain('`plan` — current\n\nKnown to nobody');
  });

  it('over a page that states a falsehood shows who believes it, and what', () => {
    expect(hover('list.md', 'ballad]]')).toContain(
      '**No fact** — believed by [The Commons](commons.md)\n\n- **death** of [The Queen](queen.md): *drowned*',
    );
  });

  it('over a fact shows who believes otherwise, and marks a belief', () => {
    const beliefs =
      '- *in her bed* — [The Queen](queen.md)\n- *drowned*, believed by [The Commons](commons.md) — [The Ballad](ballad.md)';
    expect(hover('queen.md', 'death')).toBe(`**death** of [The Queen](queen.md)\n\n${beliefs}`);
    const death = '**death** of [The Queen](queen.md)';
    expect(hover('ballad.md', 'death')).toBe(
      `**No fact** — believed by [The Commons](commons.md)\n\n*At this note's date, 320 TA:* ${death}: *in her bed*\n\n---\n\n${death}\n\n${beliefs}`,
    );
    expect(hover('list.md', 'motto')).toContain(
      '- in truth there is none\n- *Hold*, believed by [The Commons](commons.md) — [A List](list.md)',
    );
    expect(hover('ballad.md', 'queen')).toContain(
      '- **death**: *in her bed*; believed by [The Commons](commons.md): *drowned*',
    );
  });

  it('over a name shows what that is: a page, a circle, a word', () => {
    expect(hover('truth.md', 'lysa: 430')).toContain('[Lysa](lysa.md)');
    expect(hover('truth.md', 'players: s2')).toBe('**players** — a circle: sara, tom');
    expect(hover('truth.md', 'lysa, players]')).toContain('[Lysa](lysa.md)');
    expect(hover('truth.md', 's2}')).toBe('**s2**');
    expect(hover('truth.md', '430 TA')).toContain('**430 TA**');
    expect(hover('list.md', 'lysa\n')).toContain('[Lysa](lysa.md)');
  });

  it('over a page that everyone may know is unchanged', () => {
    expect(hover('vyr.md', 'vyr')).not.toMatch(/known|believed by/i);
  });
});

it('the name of a knower leads to their page, in a list, a mapping and after the bar of a callout', () => {
  for (const [file, before] of [
    ['truth.md', 'lysa: 430'],
    ['truth.md', 'lysa, players]'],
    ['list.md', 'lysa\n'],
    ['ballad.md', 'commons'],
  ] as const) {
    const files = { ...WORLD, [file]: (WORLD[file] ?? '').replace(before, `$0${before}`) };
    const { known, entry, text, offset } = caretIn(files);
    expect(definitionAt(known, entry, text, offset)?.entries.map(({ path }) => path)).toEqual([
      before.startsWith('commons') ? 'commons.md' : 'lysa.md',
    ]);
  }
});
