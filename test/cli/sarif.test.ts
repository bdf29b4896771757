/** The address by which collectors of problems find a file. */
import { expect, it } from 'vitest';
import { checkSarif } from '../../server/src/cli/checkFormats';
import { checkCodex } from '../../server/src/core/rules/check';
import { rangesOf } from '../../server/src/core/tools/words/answerJson';
import { codexOf } from '../support/codex';

it.each([
  ['my lore/a.md', 'my%20lore/a.md'],
  ['what #1?/100%.md', 'what%20%231%3F/100%25.md'],
  ['a::b.md', 'a%3A%3Ab.md'],
  ['a/b: c (2+3, @home).md', 'a/b:%20c%20(2+3,%20@home).md'],
  ['[Vyr]/Grüße.md', '%5BVyr%5D/Gr%C3%BC%C3%9Fe.md'],
])('the address of %s leads to it from the folder', (file, address) => {
  const codex = codexOf({ [file]: '---\nsupersedes: {id: nobody, reason: so}\n---\n' });
  const log = JSON.parse(
    checkSarif(checkCodex(codex), {
      version: '1.0.0',
      pathOf: (path) => path,
      rangeOf: rangesOf(() => ''),
      textOf: () => '',
      pageOf: () => null,
    }),
  );
  const { uri } = log.runs[0].results[0].locations[0].physicalLocation.artifactLocation;
  expect(uri).toBe(address);
  expect(decodeURIComponent(new URL(uri, 'file:///root/').pathname)).toBe(`/root/${file}`);
});
