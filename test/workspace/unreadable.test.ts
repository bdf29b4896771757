/** Unreadable files are reported, and what a codex.yaml hides is not revealed by that. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pathsOf } from '../../server/src/core/canon';
import { audienceAt } from '../../server/src/core/codex/pathRules';
import { findRoot } from '../../server/src/workspace/folder';
import { openFolder } from '../../server/src/workspace/openFolder';
import { surveyFolder } from '../../server/src/workspace/otherFiles';

let base: string;
let root: string;

beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-')));
  root = path.join(base, 'codex');
  fs.mkdirSync(path.join(root, 'gm'), { recursive: true });
});

afterEach(() => fs.rmSync(base, { recursive: true }));

const HIDING = 'audience: {"gm/**": nobody}\n';

const SPOILT: readonly (readonly [what: string, why: RegExp, make: (file: string) => void])[] = [
  ['too long', /longer than 4 MB/, (file) => fs.writeFileSync(file, HIDING + '#'.repeat(5_000_000))],
  ['in UTF-16', /UTF-16/, (file) => fs.writeFileSync(file, Buffer.from(`\uFEFF${HIDING}`, 'utf16le'))],
  ['kept in LFS', /Git LFS/, (file) => fs.writeFileSync(file, 'version https://git-lfs.github.com/spec/v1\n')],
];
const POSIX: typeof SPOILT = [
  ['a pipe', /not a file, but a pipe/, (file) => execFileSync('mkfifo', [file])],
  ['a link that leads nowhere', /a link that leads nowhere/, (file) => fs.symlinkSync('gone.yaml', file)],
  ['a link that leads out', /leads out of this folder/, (file) => fs.symlinkSync('../hiding.yaml', file)],
];

it.each([...SPOILT, ...(process.platform === 'win32' ? [] : POSIX)])('a codex.yaml that is %s', (_, why, make) => {
  fs.writeFileSync(path.join(base, 'hiding.yaml'), HIDING);
  make(path.join(root, 'codex.yaml'));
  const told: string[] = [];
  const host = openFolder(root, (file, reason) => void told.push(`${file}: ${reason}`));
  expect(told).toEqual([expect.stringMatching(why)]);
  expect(audienceAt(host.canon.codex, 'gm/duke.md')).toEqual(['nobody']);
  expect(host.codexProblems.map(({ message }) => message)).toEqual([
    "codex.yaml can't be read. Until it can, nothing that it may hide is shown.",
  ]);
  expect(findRoot(path.join(root, 'gm'))).toBe(root);
});

it('a note in UTF-16 is left out when a world is set up', () => {
  fs.writeFileSync(path.join(root, 'tower.md'), '# The Tower\n');
  fs.writeFileSync(path.join(root, 'gm/duke.md'), Buffer.from('\uFEFF# The Duke\n', 'utf16le'));
  const left: string[] = [];
  const { survey } = surveyFolder(root, (file, reason) => void left.push(`${file}: ${reason}`));
  expect(left).toEqual([expect.stringMatching(/^gm\/duke\.md: .*UTF-16/)]);
  expect(survey.notes.map((one) => one.path)).toEqual(['tower.md']);
});

it.runIf(process.platform !== 'win32')('a link called codex.yaml that leads to a folder is not a codex.yaml', () => {
  fs.symlinkSync('gm', path.join(root, 'codex.yaml'));
  fs.mkdirSync(path.join(root, 'inner'));
  fs.symlinkSync('../gm', path.join(root, 'inner/codex.yaml'));
  fs.writeFileSync(path.join(root, 'inner/duke.md'), '');
  const told: string[] = [];
  const { canon, codexProblems } = openFolder(root, (file, reason) => void told.push(`${file}: ${reason}`));
  expect([told, codexProblems, pathsOf(canon)]).toEqual([[], [], ['inner/duke.md']]);
  expect(findRoot(path.join(root, 'inner'))).toBe(null);
});

// Other systems create no such names.
it.runIf(process.platform === 'linux')('a name that is not in UTF-8', () => {
  const named = (name: string): Buffer => Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name, 'latin1')]);
  fs.mkdirSync(named('caf\xe9s'));
  fs.writeFileSync(named('caf\xe9.md'), '');
  fs.writeFileSync(path.join(root, 'caf\uFFFD\uFFFD.md'), '');
  const told: string[] = [];
  const { canon } = openFolder(root, (file, reason) => void told.push(`${file}: ${reason}`));
  expect(told.sort()).toEqual(['caf\uFFFD.md: its name is not in UTF-8', 'caf\uFFFDs: its name is not in UTF-8']);
  expect([...pathsOf(canon)]).toEqual(['caf\uFFFD\uFFFD.md']);
});
