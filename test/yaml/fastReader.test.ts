/** The fast reader reads what the full one reads, or leaves it alone. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutFrontmatter } from '../../server/src/core/entry/fence';
import { readYamlFast } from '../../server/src/core/yaml/fastReader';
import { readYamlFully } from '../../server/src/core/yaml/fullReader';
import { absent, vaultFiles, VAULTS } from './corpora';
import { SAMPLES } from './samples';

/** Reads `yaml` both ways at an offset in a longer text; returns whether the fast reader was certain. */
function agree(yaml: string): boolean {
  const text = `---\n${yaml}---\nid: body\n`;
  const span = { start: 4, end: 4 + yaml.length };
  const fast = readYamlFast(text, span);
  if (fast === undefined) return false;
  expect({ root: fast, problems: [] }).toEqual(readYamlFully(text, span));
  return true;
}

/** What mutations put in: the marks of YAML, and the things that stand around them. */
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

const mutated = (samples: readonly string[]): fc.Arbitrary<string> => {
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

const RUNS = Number(process.env.FUZZ_RUNS ?? 1000);

describe('the fast reader', () => {
  it('reads plain frontmatter', () => {
    expect(SAMPLES.map(agree)).toEqual([true, true, true, true, true, false, true, false, false, false]);
  });

  it('agrees with the full reader on mutated samples', () => {
    let certain = 0;
    fc.assert(
      fc.property(mutated(SAMPLES), (yaml) => void (certain += Number(agree(yaml)))),
      { numRuns: RUNS },
    );
    // A reader that gave up on everything would agree on everything too.
    expect(certain / RUNS).toBeGreaterThan(0.1);
  }, 60_000);

  const files = vaultFiles();
  const frontmatters = files.flatMap(({ text }) => {
    const cut = cutFrontmatter(text);
    return cut ? [text.slice(cut.yaml.start, cut.yaml.end)] : [];
  });

  it.skipIf(files.length === 0)(
    `agrees with the full reader on every vault${absent(VAULTS[0])}`,
    () => {
      const certain = frontmatters.filter(agree).length;
      expect(certain / frontmatters.length).toBeGreaterThan(0.9);
    },
    60_000,
  );

  it.skipIf(files.length === 0)(
    `agrees with the full reader on mutated vaults${absent(VAULTS[0])}`,
    () => {
      fc.assert(
        fc.property(mutated(frontmatters), (yaml) => void agree(yaml)),
        { numRuns: Math.ceil(RUNS / 3) },
      );
    },
    60_000,
  );
});
