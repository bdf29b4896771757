/** Files and folders that are created, changed and deleted, as the watcher of their folders reports them. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchFolders } from '../../server/src/workspace/watchFolders';

let root: string;
let heard: string[];
let failures: string[];
let watch: { close(): void };
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-watch-')));
  fs.mkdirSync(path.join(root, 'far/away'), { recursive: true });
  fs.mkdirSync(path.join(root, '.git'));
  fs.writeFileSync(path.join(root, 'far/away/note.md'), 'One.');
  heard = [];
  failures = [];
  watch = watchFolders(
    [root],
    (file, happened) => heard.push(`${happened} ${path.relative(root, file)}`),
    (why) => failures.push(why),
  );
});
afterEach(() => {
  watch.close();
  fs.rmSync(root, { recursive: true });
  if (failures.length > 0) throw new Error(failures.join('\n'));
});

const hears = (...told: readonly string[]) =>
  vi.waitFor(() => expect(heard).toEqual(expect.arrayContaining([...told])), 20_000);

/** Folders far below are watched a moment later. */
async function farWatched(): Promise<string> {
  const far = path.join(root, 'far');
  await vi.waitFor(() => {
    fs.writeFileSync(path.join(far, 'away/note.md'), 'Two.');
    expect(heard).toContain('changed far/away/note.md');
  }, 20_000);
  return far;
}

it('reports files wherever they are, and folders that are created with files in them', async () => {
  const file = path.join(await farWatched(), 'away/note.md');
  fs.writeFileSync(path.join(root, 'far/new.md'), '');
  await hears('created far/new.md');
  fs.rmSync(file);
  await hears('deleted far/away/note.md');
  fs.mkdirSync(path.join(root, 'near'));
  await hears('created near');
  fs.writeFileSync(path.join(root, 'near/late.md'), '');
  await hears('created near/late.md');
  fs.renameSync(path.join(root, 'near'), path.join(root, 'far/near'));
  await hears('deleted near', 'created far/near');
  fs.writeFileSync(path.join(root, 'far/near/late.md'), 'Moved.');
  await hears('changed far/near/late.md');
});

it('reports nothing about folders without canon, and nothing once it is closed', async () => {
  fs.writeFileSync(path.join(root, '.git/index'), '');
  fs.writeFileSync(path.join(root, 'last.md'), '');
  await hears('created last.md');
  watch.close();
  fs.writeFileSync(path.join(root, 'later.md'), '');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(heard.filter((one) => /\.git|later/.test(one))).toEqual([]);
});

it('reports what is created again at once under the name of a deleted folder', async () => {
  const far = await farWatched();
  fs.rmSync(far, { recursive: true });
  fs.mkdirSync(far);
  await hears('deleted far', 'created far');
  fs.writeFileSync(path.join(far, 'later.md'), '');
  await hears('created far/later.md');
});

it('treats a folder with other times, or with an entry replaced by one of the same name, as unchanged', async () => {
  const far = await farWatched();
  heard.length = 0;
  fs.utimesSync(root, 1, 1);
  fs.utimesSync(far, 1, 1);
  fs.mkdirSync(path.join(far, 'far'));
  await hears('created far/far');
  fs.writeFileSync(path.join(root, 'last.md'), '');
  await hears('created last.md');
  expect(heard.filter((one) => one.startsWith('deleted'))).toEqual([]);
});

it('reports its own folder when it is deleted and created again', async () => {
  await vi.waitFor(() => {
    fs.writeFileSync(path.join(root, 'note.md'), '');
    expect(heard.length).toBeGreaterThan(0);
  }, 20_000);
  fs.renameSync(root, `${root}-away`);
  await hears('deleted ');
  fs.renameSync(`${root}-away`, root);
  await hears('created ');
  fs.writeFileSync(path.join(root, 'later.md'), '');
  await hears('created later.md');
});

it('continues where a link leads in a circle', async () => {
  fs.symlinkSync('round.md', path.join(root, 'round.md'));
  await hears('created round.md');
  fs.writeFileSync(path.join(root, 'later.md'), '');
  await hears('created later.md');
});
