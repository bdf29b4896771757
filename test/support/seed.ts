/**
 * Property tests use the same samples each time, so that a change fails only for what it changed; `FUZZ_RUNS` tries new
 * ones.
 */
import fc from 'fast-check';

if (process.env.FUZZ_RUNS === undefined) fc.configureGlobal({ seed: 47 });
