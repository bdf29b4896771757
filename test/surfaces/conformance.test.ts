/** The conformance cases that may lie beside the project, run by their own runner on the built command line. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from './process';

const FOLDER = path.resolve(PROJECT, '../shared/conformance');
const isAbsent = !existsSync(FOLDER);
const CASES = path.join(FOLDER, 'cases');
const COMING = path.join(FOLDER, 'coming');

/** Those of what is still coming that are built by now. */
const BUILT = new Set(['names-in-time', 'restored', 'who-knows', 'beliefs']);

const namesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.yaml'))
        .map((file) => path.basename(file, '.yaml'))
    : [];

const cases = [
  ...namesIn(CASES).map((name) => ({ name, folder: CASES })),
  // Once they are built they may move to the others.
  ...namesIn(COMING)
    .filter((name) => BUILT.has(name))
    .map((name) => ({ name, folder: COMING })),
];

describe.skipIf(isAbsent)(
  `the conformance cases${isAbsent ? ' (skipped: ../shared/conformance is absent)' : ''}`,
  () => {
    it.each(cases)('$name', ({ name, folder }) => {
      const { stdout, stderr } = spawnSync(process.execPath, [path.join(FOLDER, 'run.mjs'), name], {
        cwd: PROJECT,
        encoding: 'utf8',
        timeout: 120_000,
        env: { ...process.env, RETCON_CASES: folder },
      });
      expect(stdout, stderr).toMatch(/^\d+ passed, \d+ failed$/m);
      expect(stdout, 'no step was run').not.toMatch(/^0 passed, 0 failed$/m);
      expect(stdout.split(/^✗ /m).slice(1)).toEqual([]);
    });
  },
);
