/** How the code is changed to see whether a test tells. `npm run mutants` says which code. */

const room = process.env.MUTANTS_OF ?? 'canon';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'inOneProcess',
  plugins: ['./test/mutants/inOneProcess.mjs'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Most of what a test makes is garbage when it ends.
  testRunnerNodeArgs: ['--max-semi-space-size=64'],
  // Long enough on a busy machine: what runs away is told by how often it comes by the mutant.
  timeoutMS: 30_000,
  timeoutFactor: 0,
  // Nothing is compiled: no options of a compiler have to be made to fit.
  tsconfigFile: 'none',
  tempDirName: `.cache/mutants-${room}`,
  ignorePatterns: ['.cache', 'dist', 'test/editor', 'test/surfaces'],
  // What neither the code nor a test file has changed since the last run is taken from there.
  incremental: true,
  incrementalFile: `.cache/mutants-${room}.json`,
  reporters: ['clear-text', 'progress', 'json', 'html'],
  jsonReporter: { fileName: `test-results/mutants-${room}.json` },
  htmlReporter: { fileName: `test-results/mutants-${room}.html` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 90, low: 85, break: 85 },
};
