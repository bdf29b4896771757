/** The conformance cases that may lie beside the project, run by their own runner on the built command line. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from './process';

const FOLDER = path.resolve(PROJECT, '../shared/conformance');
const isAbsent = !existsSync(FOLDER);
const cases = isAbsent ? [] : readdirSync(path.join(FOLDER, 'cases')).filter((file) => file.endsWith('.yaml'));

describe.skipIf(isAbsent)(
  `the conformance cases${isAbsent ? ' (skipped: ../shared/conformance is absent)' : ''}`,
  () => {
    it.each(cases.map((file) => path.basename(file, '.yaml')))(
      '%s',
      (name) => {
        const { stdout, stderr } = spawnSync(process.execPath, [path.join(FOLDER, 'run.mjs'), name], {
          cwd: PROJECT,
          encoding: 'utf8',
          timeout: 120_000,
        });
        expect(stdout, stderr).toMatch(/^\d+ passed, \d+ failed$/m);
        expect(stdout, 'no step was run').not.toMatch(/^0 passed, 0 failed$/m);
        expect(stdout.split(/^✗ /m).slice(1)).toEqual([]);
      },
      150_000,
    );
  },
);
