/**
 * Four suites. `fast` needs only the sources, and so does `sampled`, which tries random codices, whole vaults and what takes long; `surfaces` runs what is
 * built in dist/; `nightly` takes too long for each push.
 */
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Nothing that tests keep lies where that of their author lies. */
const env = {
  XDG_CACHE_HOME: path.join(os.tmpdir(), `retcon-cache-${os.userInfo().username}`),
  // Sources have no build that would part what one version of them has kept from what another can read.
  RETCON_BUILD: `${process.pid} ${Date.now()}`,
};

const setupFiles = ['test/support/seed.ts'];

/** Files that take more than half a second of processor time each. */
const SLOW = [
  'canon/corpora',
  'canon/rivals',
  'cli/shareAgain',
  'codex/vaults',
  'index/exportDatabase',
  'lsp/keeping',
  'otherTools/markdown',
  'picture/spanRows',
  'repo/spec',
  'rules/staleSummary',
  'tools/verify',
  'workspace/cache',
  'workspace/watchFolders',
].map((name) => `test/${name}.test.ts`);
const SAMPLED = ['test/**/*.property.test.ts', ...SLOW];
const NIGHTLY = [
  'test/**/*.large.test.ts',
  'test/torture/**/*.test.ts',
  'test/surfaces/neovim.test.ts',
  'test/surfaces/preCommit.test.ts',
];
const SURFACES = 'test/surfaces/**/*.test.ts';
/** Mocha runs these in VS Code. */
const IN_EDITOR = 'test/editor/**';

const ofSources = {
  env,
  setupFiles,
  // The core is pure: its tests need no fresh world each, and loading one is most of their time.
  isolate: false,
  pool: 'threads',
  // One for each core: by default one core is left idle, which of two is half of them.
  maxWorkers: '100%',
  // A machine that is busy with other things is no failure.
  testTimeout: 600_000,
};

const ofSurfaces = {
  env,
  setupFiles,
  // They wait for processes much of the time, and what each keeps lies in folders of its own.
  maxWorkers: '100%',
  // A machine that is busy with other things is no failure: whoever waits for something reports what never comes.
  testTimeout: 600_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 180_000 } },
};

export default defineConfig({
  test: {
    // Half of the time of a suite is reading its sources: they are kept as they were read.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          ...ofSources,
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: [...SAMPLED, ...NIGHTLY, SURFACES, IN_EDITOR],
        },
      },
      { test: { ...ofSources, name: 'sampled', include: SAMPLED } },
      { test: { ...ofSurfaces, name: 'surfaces', include: [SURFACES], exclude: NIGHTLY } },
      { test: { ...ofSurfaces, name: 'nightly', include: NIGHTLY } },
    ],
  },
});
