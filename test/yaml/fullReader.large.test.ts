/** The full reader ends soon with very long texts, and with any text at all. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readYamlFully } from '../../server/src/core/yaml/fullReader';
import { readYaml } from '../../server/src/core/yaml/readYaml';
import type { YamlNode } from '../../server/src/core/yaml/tree';
import { liesInside, read } from './readings';

describe('bounds', () => {
  it.each([
    '[',
    '- ',
    '{a: ',
    '? ',
    '[{',
    '- [',
    '&a [',
    '"',
    "'",
    '<<<<<<< x\n',
    'a: [\n',
    '- a:\n',
    '\t',
    'a: &b *b ',
  ])('hold for thousands of %j', (mark) => {
    // A slow reader would time out.
    expect(() => read(mark.repeat(5000))).not.toThrow();
  });

  it('hold for texts that would keep the full reader busy for long: they are reported at their first line', () => {
    const list = `[${'a, '.repeat(100_000)}]`;
    const text = `---\naliases: ${list}\nid: b\n`;
    const { root, problems } = readYaml(text, { start: 4, end: text.length });
    expect(root).toBeNull();
    expect(problems).toMatchObject([
      { code: 'frontmatter/invalid-yaml', span: { start: 4, end: text.indexOf('\nid') } },
    ]);
    const plain = 'a: b\n'.repeat(100_000).replace(/a/g, (_, at: number) => `a${at}`);
    expect(readYaml(plain, { start: 0, end: plain.length }).problems).toEqual([]);
  });

  it('hold for anything at all', () => {
    fc.assert(liesInside, { numRuns: Number(process.env.FUZZ_RUNS ?? 400), interruptAfterTimeLimit: 20_000 });
  }, 30_000);
});

it('refuses aliases that double each other thousands of times over, to the last of them', () => {
  const lines = Array.from({ length: 3000 }, (_, i) => `k${i}: &a${i} [${`*a${i - 1}, `.repeat(2)}]\n`);
  const text = `base: &a-1 x\n${lines.join('')}`;
  const { root } = readYamlFully(text, { start: 0, end: text.length });
  const sizes = new Map<YamlNode, number>();
  // Each node is visited once, and counted as often as it can be reached.
  const sizeOf = (node: YamlNode | null): number => {
    if (node === null || node.kind === 'scalar') return 1;
    const parts = node.kind === 'sequence' ? node.items : node.pairs.map(({ value }) => value);
    const size = sizes.get(node) ?? parts.reduce((sum, part) => sum + sizeOf(part), 1);
    sizes.set(node, size);
    return size;
  };
  expect(sizeOf(root)).toBeLessThan(20_000);
});
