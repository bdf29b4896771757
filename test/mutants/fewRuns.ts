/** Under mutants, property tests use the same few samples each time, and stop at the first failure. */
import fc from 'fast-check';

fc.configureGlobal({ seed: 47, numRuns: Number(process.env.FUZZ_RUNS), endOnFailure: true });
