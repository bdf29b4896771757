/** Patterns of codex.yaml mean the same as in other tools. */
import fc from 'fast-check';
import { it } from 'vitest';
import { meansTheSame } from './writtenGlobs';

it('a pattern means the same as in other tools', () => {
  fc.assert(meansTheSame, { numRuns: Number(process.env.FUZZ_RUNS ?? 1000) });
});
