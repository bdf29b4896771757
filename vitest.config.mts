/**
 * Five suites. `fast`, `sampled` (random codices, whole vaults, what waits for the disk) and `large` (very large inputs) need only the sources. `surfaces` and
 * `nightly` (torture, Neovim, the pre-commit framework) start the processes built in dist/. `large` and `nightly` run every night.
 */
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tests keep nothing where their author's own cache is. */
const env = {
  XDG_CACHE_HOME: path.join(os.tmpdir(), `retcon-cache-${os.userInfo().username}`),
  // A cache is read only by the build that wrote it, and sources have no build of their own.
  RETCON_BUILD: `${process.pid} ${Date.now()}`,
};

const setupFiles = ['test/support/seed.ts'];

const SAMPLED = [
  'test/**/*.property.test.ts',
  // These read or write hundreds of pages, or wait for the disk.
  'test/canon/{corpora,periods,rivals}.test.ts',
  'test/cli/{checkKept,shareAgain}.test.ts',
  'test/codex/vaults.test.ts',
  'test/edits/keptAudience.test.ts',
  'test/index/{exportDatabase,proseIndex}.test.ts',
  'test/lsp/keeping.test.ts',
  'test/otherTools/markdown.test.ts',
  'test/packed/packed.test.ts',
  'test/reading/throughEyes.test.ts',
  'test/repo/spec.test.ts',
  'test/ripples/afterEdits.test.ts',
  'test/rules/staleSummary.test.ts',
  'test/tools/{limits,plantedSecrets,remembering}.test.ts',
  'test/workspace/{cache,watchFolders}.test.ts',
];
const LARGE = ['test/**/*.large.test.ts'];
const NIGHTLY = ['test/torture/**/*.test.ts', 'test/surfaces/neovim.test.ts', 'test/surfaces/preCommit.test.ts'];
const OTHERS = ['test/surfaces/**', 'test/torture/**', 'test/editor/**'];

/** One worker for each core: by default vitest leaves one idle, which is half of two. */
const maxWorkers = '100%';

const ofSources = {
  env,
  setupFiles,
  maxWorkers,
  // The core is pure, so its tests can share a process; loading the sources takes most of their time.
  isolate: false,
  pool: 'threads',
  // A busy machine is not a failure, and FUZZ_RUNS may ask for any number of samples.
  testTimeout: process.env.FUZZ_RUNS === undefined ? 60_000 : 0,
};

const ofProcesses = {
  env,
  setupFiles,
  // They wait for processes much of the time, and each test keeps what it writes in folders of its own.
  maxWorkers,
  // A busy machine is not a failure here either: whoever waits for something that never comes says so.
  testTimeout: 600_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 180_000 } },
};

export default defineConfig({
  test: {
    // Half of the time of a suite goes into transforming its sources, so they are kept on the disk.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          ...ofSources,
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: [...SAMPLED, ...LARGE, ...OTHERS],
        },
      },
      { test: { ...ofSources, name: 'sampled', include: SAMPLED, exclude: OTHERS } },
      { test: { ...ofSources, name: 'large', include: LARGE, exclude: OTHERS } },
      { test: { ...ofProcesses, name: 'surfaces', include: ['test/surfaces/**/*.test.ts'], exclude: NIGHTLY } },
      { test: { ...ofProcesses, name: 'nightly', include: NIGHTLY } },
    ],
  },
});
