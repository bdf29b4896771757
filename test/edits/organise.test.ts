/** Organised frontmatter: the documented order, with every line unchanged. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutFrontmatter } from '../../server/src/core/entry/frontmatter';
import { organised } from '../../server/src/core/edits/organise';
import { applied } from '../../server/src/core/text/problem';
import { readYaml } from '../../server/src/core/yaml/readYaml';
import { valueOf } from '../../server/src/core/yaml/tree';
import { codexOf } from '../support/codex';
import { absent, vaultFiles, VAULTS } from '../yaml/corpora';
import { SAMPLES } from '../yaml/samples';

const { codex } = codexOf({ 'codex.yaml': 'fields: {date: [born]}\n' }).canon;

function organise(text: string): string | null {
  const result = organised(codex, text);
  return result === 'unreadable' ? null : result.edits.reduceRight(applied, text);
}

describe('organised frontmatter', () => {
  it('has the documented order, with the comments that belong to each key', () => {
    const text = `---
# The story of the house, as told in session 3.

mood: dark
sources: [a] # from the archive

# Retcons, newest first.
Supersedes:
- id: x
  # why it had to be
  reason: |
    Long ago.

    It was said.
  # more to come
born: 200 TA
facts:
  vyr:
    founder: maric
    # seat: unknown
tags: [b]
title: 'House Vyr'
# nothing below
---
Body
`;
    expect(organise(text)).toBe(`---
# The story of the house, as told in session 3.

title: 'House Vyr'
born: 200 TA
facts:
  vyr:
    founder: maric
    # seat: unknown

# Retcons, newest first.
Supersedes:
- id: x
  # why it had to be
  reason: |
    Long ago.

    It was said.
  # more to come
sources: [a] # from the archive
mood: dark
tags: [b]
# nothing below
---
Body
`);
  });

  it('leaves no gap after the fence', () => {
    expect(organise('---\nborn: a\nmood: b\n\n# c\ntitle: d\n---\n')).toBe(
      '---\n# c\ntitle: d\n\nborn: a\nmood: b\n---\n',
    );
  });

  it('changes nothing that is in order, and nothing that cannot be read', () => {
    for (const text of [
      '',
      'Body\n',
      '---\n---\n',
      '---\n# c\n---\n',
      '\uFEFF---\r\nid: a\r\ndate: b\r\nmood: c\r\n---\r\n',
    ])
      expect(organise(text)).toBe(text);
    for (const yaml of [
      'title: "a\nid: b\n',
      'title: a: b\nid: c\n',
      'id: a\nid: b\n',
      '- a\n',
      '? title\n: a\nid: b\n',
    ])
      expect(organise(`---\n${yaml}---\n`)).toBeNull();
    expect(organise('---\ntitle: a\nid: b\n')).toBeNull();
    expect(organise('---toml\ntitle = 1\n---\n')).toBeNull();
    expect(organise('---\nid: *x\ntitle: &x a\n---\n')).toBeNull();
    expect(organise('---\ntitle: &x a\nid: *x\n---\n')).toBeNull();
  });

  const holds = (text: string): boolean => {
    const after = organise(text);
    if (after === null) return false;
    const says = (one: string) => {
      const cut = cutFrontmatter(one);
      const { root } = cut ? readYaml(one, cut.yaml) : { root: null };
      return root?.kind === 'mapping'
        ? root.pairs.map(({ key, value }) => JSON.stringify([key.text, valueOf(value)])).sort()
        : root;
    };
    const lines = (one: string) => one.split(/(?<=\n)/).sort();
    expect(lines(after)).toEqual(lines(text));
    expect(says(after)).toEqual(says(text));
    expect(organise(after)).toBe(after);
    return after !== text;
  };

  const shuffled = SAMPLES.flatMap((sample) => {
    const { root, problems } = readYaml(sample, { start: 0, end: sample.length });
    if (root?.kind !== 'mapping' || problems.length > 0) return [];
    const starts = root.pairs.map(({ key }) => key.span.start);
    return [starts.map((start, i) => sample.slice(i === 0 ? 0 : start, starts[i + 1] ?? sample.length))];
  });

  it('keeps its content, line by line', () => {
    const chunks = fc
      .constantFrom(...shuffled)
      .chain((parts) => fc.shuffledSubarray(parts, { minLength: parts.length }));
    let changed = 0;
    fc.assert(
      fc.property(chunks, (parts) => void (changed += Number(holds(`---\n${parts.join('')}---\nBody`)))),
      { numRuns: 60 },
    );
    expect(changed).toBeGreaterThan(2);
  });

  const files = vaultFiles();
  it.skipIf(files.length === 0)(`keeps its content in every vault${absent(VAULTS[0])}`, () => {
    const some = files.filter((_, i) => i % 17 === 0);
    expect(some.filter(({ text }) => holds(text)).length).toBeGreaterThan(3);
  });
});
