/** The fast reader reads what the full one reads, or leaves it alone. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutFrontmatter } from '../../server/src/core/entry/frontmatter';
import { absent, vaultFiles, VAULTS } from './corpora';
import { agree, mutated } from './readings';
import { SAMPLES } from './samples';

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
