/** Under mutants, property tests try the same few samples each time, and that one fails is enough to know. */
import fc from 'fast-check';

fc.configureGlobal({ seed: 47, numRuns: Number(process.env.FUZZ_RUNS), endOnFailure: true });
