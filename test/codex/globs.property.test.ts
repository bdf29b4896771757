/** Patterns of codex.yaml mean what they mean to other tools. */
import fc from 'fast-check';
import { it } from 'vitest';
import { meansTheSame } from './writtenGlobs';

it('a pattern means what it means to other tools', () => {
  fc.assert(meansTheSame, { numRuns: Number(process.env.FUZZ_RUNS ?? 1000) });
});
