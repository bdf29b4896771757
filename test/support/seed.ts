/** Property tests try the same samples each time, so that a change fails for what it changed; `FUZZ_RUNS` looks for what nobody has seen. */
import fc from 'fast-check';

if (process.env.FUZZ_RUNS === undefined) fc.configureGlobal({ seed: 47 });
