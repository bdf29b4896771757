/** Two suites: `fast` needs only the sources, `surfaces` starts the processes built in dist/. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: ['test/surfaces/**', 'test/editor/**'],
        },
      },
      {
        test: {
          name: 'surfaces',
          include: ['test/surfaces/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
