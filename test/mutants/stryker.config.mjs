/** How the code is changed to see whether a test notices. `npm run mutants` says which code. */

const room = process.env.MUTANTS_OF ?? 'canon';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'inOneProcess',
  plugins: ['./test/mutants/inOneProcess.mjs'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Most of what a test allocates is garbage when it ends.
  testRunnerNodeArgs: ['--max-semi-space-size=64'],
  // Long enough on a busy machine: endless loops are detected by how often they reach the mutant.
  timeoutMS: 30_000,
  timeoutFactor: 0,
  // Nothing is compiled: no compiler options have to be adapted.
  tsconfigFile: 'none',
  tempDirName: `.cache/mutants-${room}`,
  ignorePatterns: ['.cache', 'dist', 'test/editor', 'test/surfaces'],
  // Results whose code and test files have not changed since the last run are reused.
  incremental: true,
  incrementalFile: `.cache/mutants-${room}.json`,
  reporters: ['clear-text', 'progress', 'json', 'html'],
  jsonReporter: { fileName: `test-results/mutants-${room}.json` },
  htmlReporter: { fileName: `test-results/mutants-${room}.html` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 90, low: 85, break: 85 },
};
