/** Neovim as Debian has it, set up as the guide says: it shows problems, hovers, renames and declares a retcon. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CLI, folderWith, type Json, PROJECT, removeFolders } from './process';

afterAll(removeFolders);

beforeAll(() => {
  const { status, stderr } = spawnSync(path.join(PROJECT, 'test/debian.sh'), ['neovim'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}, 600_000);

/** What the guide has authors of this Neovim put into their `init.lua`. */
function configured(): string {
  const page = fs.readFileSync(path.join(PROJECT, 'docs/guide/editors.md'), 'utf8');
  const blocks = [...page.matchAll(/^```lua\n(.*?)^```$/gms)].map(([, lua = '']) => lua);
  return blocks.find((lua) => lua.startsWith('-- Neovim 0.7 to 0.10\n')) ?? '';
}

const FILES = {
  'codex.yaml': '',
  'founding.md':
    '---\ntitle: Founding\ndate: 200 TA\nfacts:\n  vyr: {founder: maric}\n---\n[[maric]] raised the first hall.\n',
  'maric.md': '---\nid: maric\n---\n# Maric\n',
  'note.md': '---\nsupersedes: {id: nobody, reason: so}\n---\n',
};

it('serves an author who works in Neovim', () => {
  const root = folderWith(FILES);
  const own = folderWith({
    'init.lua': configured(),
    retcon: `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`,
  });
  fs.chmodSync(path.join(own, 'retcon'), 0o755);
  const report = path.join(own, 'seen.json');
  const args = ['--headless', '-u', path.join(own, 'init.lua'), '-i', 'NONE', '-n'];
  const { status, stderr } = spawnSync('nvim', [...args, '-S', path.join(__dirname, 'neovim/drive.lua')], {
    cwd: root,
    encoding: 'utf8',
    timeout: 200_000,
    env: { ...process.env, PATH: `${own}:${process.env.PATH}`, SEEN: report, HOME: own, XDG_STATE_HOME: own },
  });
  expect(status, stderr).toBe(0);
  const seen: Json = JSON.parse(fs.readFileSync(report, 'utf8'));
  expect(seen.failed, JSON.stringify(seen)).toBeUndefined();
  expect(seen.problems).toContain('supersedes/unknown-id');
  expect(seen.hover).toContain('Maric');
  expect(seen.renamed).toContain('founder: maric-the-old');
  expect(seen.renamed).toContain('[[maric-the-old]] raised');
  expect(seen.declared).toContain('supersedes:\n  - id: founding\n    as_of: 200 TA\n');
  expect(seen.lens).toBe('superseded by Founding (retold) · 200 TA · correction · show');
  expect(fs.readFileSync(path.join(root, 'founding.md'), 'utf8')).toBe(seen.renamed + '\n');
});
