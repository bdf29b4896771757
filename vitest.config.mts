/** Three suites: `fast` needs only the sources, and so does `sampled`, which tries random codices, whole vaults and very long chains; `surfaces` starts the processes built in dist/. */
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

const SAMPLED = ['test/**/*.{property,large}.test.ts', 'test/codex/vaults.test.ts', 'test/canon/corpora.test.ts'];
const OTHERS = ['test/surfaces/**', 'test/torture/**', 'test/editor/**'];

const ofSources = {
  env,
  setupFiles,
  // The core is pure: its tests need no fresh world each, and loading one is most of their time.
  isolate: false,
  pool: 'threads',
  // One for each core: by default one core is left idle, which of two is half of them.
  maxWorkers: '100%',
  // A machine that is busy with other things is no failure.
  testTimeout: 30_000,
};

export default defineConfig({
  test: {
    // Half of the time of a suite is reading its sources: they are kept as they were read.
    experimental: { fsModuleCache: true },
    projects: [
      { test: { ...ofSources, name: 'fast', include: ['test/**/*.test.ts'], exclude: [...SAMPLED, ...OTHERS] } },
      { test: { ...ofSources, name: 'sampled', include: SAMPLED, exclude: OTHERS } },
      {
        test: {
          name: 'surfaces',
          env,
          setupFiles,
          // They wait for processes much of the time, and what each keeps lies in folders of its own.
          maxWorkers: '100%',
          include: ['test/surfaces/**/*.test.ts', 'test/torture/**/*.test.ts'],
          // Here too a busy machine is no failure: what never comes is told of by whoever waits for it.
          testTimeout: 600_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 180_000 } },
        },
      },
    ],
  },
});
