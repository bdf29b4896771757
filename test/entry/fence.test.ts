/** Frontmatter is cut where other tools cut it; gray-matter is the reference. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutFrontmatter } from '../../server/src/core/entry/frontmatter';
import { languageByGrayMatter } from '../support/grayMatter';
import { absent, vaultFiles, VAULTS } from '../yaml/corpora';
import { cut, cutAlike, cutByOthers } from './fenced';

describe('the fence', () => {
  it('separates frontmatter from body', () => {
    expect(cutFrontmatter('---\nid: x\n---\n# Body\n')).toEqual({
      language: '',
      fence: { start: 0, end: 3 },
      yaml: { start: 4, end: 10 },
      body: 14,
      closed: true,
    });
  });

  it.each([
    ['CRLF', '---\r\nid: x\r\n---\r\nbody', 'id: x\r\n', 'body'],
    ['blanks after the dashes', '--- \t\nid: x\n---  \nbody', 'id: x\n', 'body'],
    ['a byte-order mark', '\uFEFF---\nid: x\n---\nbody', 'id: x\n', 'body'],
    ['nothing between', '---\n---\nbody', '', 'body'],
    ['nothing after it', '---\nid: x\n---', 'id: x\n', ''],
    ['dots as the end', '---\nid: x\n...\nbody\n---\n', 'id: x\n', 'body\n---\n'],
    ['longer rules inside', '---\nid: x\n----\n--- x\n---\nbody', 'id: x\n----\n--- x\n', 'body'],
    ['a key that is just being typed', '---\nid\n---\nbody', 'id\n', 'body'],
  ])('reads %s', (_, text, yaml, body) => expect(cut(text)).toEqual({ yaml, body }));

  it.each([
    ['no fence', '# Title\n'],
    ['an empty file', ''],
    ['a blank line before it', '\n---\nid: x\n---\n'],
    ['a comment before it', '# x\n---\nid: x\n---\n'],
    ['a longer rule', '----\nid: x\n----\n'],
    ['a thematic break and prose', '---\nIt was a dark night: rain fell.\n\nAnd on.\n'],
    ['scenes between thematic breaks', '---\nThe storm came in the night, and "no": he said.\n\n---\nAnd on.\n'],
    ['dashes and nothing else', '---'],
    ['dashes and a sentence', '--- And so they say\nid: x\n---\n'],
  ])('finds none: %s', (_, text) => expect(cutFrontmatter(text)).toBeNull());

  it.each([
    ['---js', 'js'],
    ['--- json ', 'json'],
    ['---toml\r', 'toml'],
    ['---yaml', ''],
    ['--- YML', ''],
  ])('names the language of %j', (opening, language) => {
    const text = `${opening}\n{}\n---\n`;
    const found = cutFrontmatter(text);
    expect(found?.language).toBe(language);
    expect(text.slice(found?.fence.start, found?.fence.end)).toBe(opening.trimEnd());
    expect(languageByGrayMatter(text).replace(/^ya?ml$/i, '')).toBe(language);
  });

  it.each([
    ['---\nid: x\ndate:', 'id: x\ndate:', ''],
    ['---\nid: x\n\n# Heading\ntext\n', 'id: x\n', '\n# Heading\ntext\n'],
    ['---\nid: x\n# note\nsupersedes:\n  - id: y\n\ntype: z\n\nProse.\n', undefined, '\nProse.\n'],
    ['---\nid: x\nProse that goes on: and on.\n', 'id: x\n', 'Prose that goes on: and on.\n'],
  ])('ends an unclosed one sensibly: %j', (text, yaml, body) => {
    expect(cutFrontmatter(text)?.closed).toBe(false);
    expect(cut(text)?.body).toBe(body);
    if (yaml !== undefined) expect(cut(text)?.yaml).toBe(yaml);
  });

  it('cuts where gray-matter cuts', () => {
    fc.assert(cutAlike, { numRuns: 2000 });
  });

  const files = vaultFiles();
  it.skipIf(files.length === 0)(`cuts every vault where gray-matter cuts${absent(VAULTS[0])}`, () => {
    let compared = 0;
    for (const { text } of files) {
      const others = cutByOthers(text);
      if (others === null) continue;
      expect(cut(text)).toEqual(others);
      compared++;
    }
    expect(compared).toBeGreaterThan(1000);
  });
});
