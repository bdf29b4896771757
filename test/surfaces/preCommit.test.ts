/** The hook in .pre-commit-hooks.yaml, called by the pre-commit framework itself, which builds retcon as for anybody: from git. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyOfProject, terminal } from './copy';
import { folderWith, PROJECT, removeFolders } from './process';
import { gitIn, newRepository } from './repository';

afterAll(removeFolders);

const page = (founder: string): string => `---\nid: founding\ndate: 200 TA\nfacts: {vyr: {founder: ${founder}}}\n---\n`;
const RETCON = '---\ndate: 412 TA\nsupersedes: {id: founding, reason: so}\nfacts: {vyr: {founder: aldric}}\n---\n';

let origin = '';
beforeAll(() => {
  const { status, stderr } = spawnSync(path.join(PROJECT, 'test/debian.sh'), ['pre-commit'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  origin = copyOfProject();
  rmSync(path.join(origin, 'node_modules'));
  const git = gitIn(origin);
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Release');
  git('tag', 'v1.0.0');
}, 600_000);

it('lets an honest commit pass, and stops a silent one', () => {
  const { root, git, write } = newRepository();
  const env = terminal({ PRE_COMMIT_HOME: folderWith({}), GIT_CONFIG_GLOBAL: '/dev/null' });
  const ran = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', env });
    return { status, said: stdout + stderr };
  };
  const commit = () => ran('git', 'commit', '--quiet', '--message', 'Write');
  const hook = { repo: origin, rev: 'v1.0.0', hooks: [{ id: 'retcon-check', args: ['--root', 'lore'] }] };
  write({ '.pre-commit-config.yaml': JSON.stringify({ repos: [hook] }), 'lore/founding.md': page('maric') });
  git('add', '--all');
  expect(ran('pre-commit', 'install', '-t', 'pre-commit', '-t', 'pre-merge-commit')).toMatchObject({ status: 0 });
  const passes = { status: 0, said: expect.stringMatching(/retcon check\.+Passed/) };
  // It is built now.
  expect(commit()).toMatchObject(passes);
  write({ 'lore/refounding.md': RETCON });
  git('add', '--all');
  expect(commit()).toMatchObject(passes);
  git('tag', 'v1');
  write({ 'lore/founding.md': page('lysa') });
  git('add', '--all');
  expect(commit()).toMatchObject({ status: 1, said: expect.stringContaining('founder of vyr was maric as of v1') });
  write({ 'lore/founding.md': null });
  git('add', '--all');
  expect(commit()).toMatchObject({ status: 1, said: expect.stringContaining('retcon/deleted-entry') });
  git('reset', '--quiet', '--hard');
  git('switch', '--quiet', '--create', 'side', 'v1');
  write({ 'lore/founding.md': page('lysa') });
  git('commit', '--quiet', '--all', '--no-verify', '--message', 'Edit');
  git('switch', '--quiet', 'main');
  expect(ran('git', 'merge', '--no-ff', '--no-edit', 'side')).toMatchObject({
    status: 1,
    said: expect.stringContaining('founder of vyr was maric as of v1'),
  });
  expect(git('log', '--oneline').split('\n')).toHaveLength(2);
}, 600_000);
