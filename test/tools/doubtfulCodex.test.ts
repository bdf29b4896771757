/**
 * Where codex.yaml cannot be read for certain, nothing is shown to a knower: the unreadable part may hide it (model §11).
 */
import { expect, it } from 'vitest';
import { checkCodex } from '../../server/src/core/rules/check';
import { readReadership } from '../../server/src/core/edition/readership';
import { KEPT_ELSEWHERE, UNREADABLE } from '../../server/src/core/text/unreadable';
import { briefJson, briefsOfFiles } from '../support/brief';
import { codexOf, type Files } from '../support/codex';

const PAGES: Files = {
  'lysa.md': '---\ntype: person\n---\n',
  'keep.md': `---
known_by: everyone
facts:
  - {entity: keep, attribute: ruler, value: oda}
  - {entity: keep, attribute: seat, value: mill, glaube: lysa}
---
Open words, and [[mine]].

> [!gm]
> The king is dead.
`,
  'mine.md': '---\nknown_by: lysa\n---\n',
  'scene.md': '---\ndate: 3 CE\npov: lysa\n---\n[[keep]]\n',
};
const READABLE = 'present: 5 CE\nsecrets: [gm]\nfields: {believed_by: glaube}\n';

const shownTo = async (who: string, codexYaml: string): Promise<unknown> => {
  const ask = await briefsOfFiles({ 'codex.yaml': codexYaml, ...PAGES });
  const answer = ask({ topic: 'keep', for: who });
  return answer.ok ? briefJson(answer) : answer.failure.code;
};

it('shows everything but hidden content where codex.yaml can be read', async () => {
  const shown = JSON.stringify(await shownTo('everyone', READABLE));
  expect([shown.includes('Open words'), shown.includes('king')]).toEqual([true, false]);
});

it.each([
  ['is not text', UNREADABLE],
  ['is elsewhere', KEPT_ELSEWHERE],
  ['is broken', `${READABLE}types: [gm\nfoo: bar: x\n`],
  ['may have meant secrets', READABLE.replace('secrets', 'secrtes')],
])('is not shown where codex.yaml %s', async (_, codexYaml) => {
  for (const who of ['everyone', 'lysa']) {
    const shown = JSON.stringify(await shownTo(who, codexYaml));
    for (const word of ['Open words', 'king', 'oda', 'mill']) expect(shown).not.toContain(word);
  }
  const codex = codexOf({ 'codex.yaml': codexYaml, ...PAGES });
  expect(readReadership(codex.canon, { for: 'lysa', at: '5 CE' })).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('codex.yaml') },
  });
  // Nor does it cause findings at every link and every scene.
  expect(checkCodex(codex).filter(({ problem }) => /too-early|leak/.test(problem.code))).toEqual([]);
});
