/** How the two readers of YAML are called, and texts for them of every kind: well-written, half-typed, and invalid. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { readYamlFast } from '../../server/src/core/yaml/fastReader';
import { readYamlFully } from '../../server/src/core/yaml/fullReader';
import { readYaml } from '../../server/src/core/yaml/readYaml';
import type { YamlNode, YamlReading, YamlScalar } from '../../server/src/core/yaml/tree';
import { anyText } from '../support/anyText';

/** Reads `yaml` both ways at an offset in a longer text; returns whether the fast reader was certain. */
export function agree(yaml: string): boolean {
  const text = `---\n${yaml}---\nid: body\n`;
  const span = { start: 4, end: 4 + yaml.length };
  const fast = readYamlFast(text, span);
  if (fast === undefined) return false;
  expect({ root: fast, problems: [] }).toEqual(readYamlFully(text, span));
  return true;
}

/** What mutations insert: YAML syntax, and the things around it. */
const PIECES = [
  ...[
    '\n',
    '\r\n',
    '\r',
    ' ',
    '  ',
    '\t',
    ':',
    ': ',
    '- ',
    '-',
    '#',
    ' #',
    ',',
    '[',
    ']',
    '{',
    '}',
    '"',
    "'",
    "''",
    '\\',
  ],
  ...['&a ', '*a', '!', '|', '>', '?', '? ', '%', '@', '`', '---', '...', '<<', '=', '~', '\uFEFF', '\u2028', '\u0085'],
  ...[
    'x',
    'key',
    'key: ',
    '\nkey: value\n',
    '\n  - item\n',
    '\n# note\n',
    '\n\n',
    '🜂',
    'é',
    '\0',
    '\\n',
    '[[A]]',
    '{{x}}',
  ],
];

/** Samples with something put in or taken out here and there. */
export const mutated = (samples: readonly string[]): fc.Arbitrary<string> => {
  const change = fc.record({
    at: fc.nat(),
    remove: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(30)),
    piece: fc.oneof(fc.constantFrom('', ...PIECES), fc.constantFrom(...samples).chain(sliceOf)),
  });
  return fc.tuple(fc.constantFrom(...samples), fc.array(change, { maxLength: 4 })).map(([sample, changes]) =>
    changes.reduce((text, { at, remove, piece }) => {
      const start = at % (text.length + 1);
      return text.slice(0, start) + piece + text.slice(start + remove);
    }, sample),
  );
};

const sliceOf = (sample: string): fc.Arbitrary<string> =>
  fc.tuple(fc.nat(sample.length), fc.nat(20)).map(([start, length]) => sample.slice(start, start + length));

export const BEFORE = '🜂🜂\n';

/** Reads a YAML text that begins somewhere inside a file. */
export function read(yaml: string): { text: string; reading: YamlReading } {
  const text = `${BEFORE}${yaml}~end`;
  return { text, reading: readYaml(text, { start: BEFORE.length, end: BEFORE.length + yaml.length }) };
}

export function scalars(node: YamlNode | null): readonly YamlScalar[] {
  if (node === null) return [];
  if (node.kind === 'scalar') return [node];
  if (node.kind === 'sequence') return node.items.flatMap(scalars);
  return node.pairs.flatMap(({ key, value }) => [key, ...scalars(value)]);
}

const bytes = fc.uint8Array({ maxLength: 400 }).map((units) => Buffer.from(units).toString('latin1'));
const marks = fc
  .array(
    fc.constantFrom(...'\n\n\n  :-#,[]{}"\'&*!|>?%@`\\\t\rab', ': ', '- ', '\n  ', '<<', '<<<<<<< ', '\n>>>>>>> '),
    { maxLength: 200 },
  )
  .map((parts) => parts.join(''));

/** Whatever the text, what is read of it lies in it. */
export const liesInside = fc.property(fc.oneof(bytes, marks, anyText()), (yaml) => {
  const { text, reading } = read(yaml);
  for (const { span } of [...reading.problems, ...scalars(reading.root)]) {
    expect(span.start).toBeLessThanOrEqual(span.end);
    expect(span.start).toBeGreaterThanOrEqual(BEFORE.length - 1);
    expect(span.end).toBeLessThanOrEqual(text.length - '~end'.length);
  }
});

/** The fast reader reads what the full one reads, or leaves it alone. */
export const readsAlike = (samples: readonly string[]) => fc.property(mutated(samples), (yaml) => void agree(yaml));
