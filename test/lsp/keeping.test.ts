/** A codex that is opened again takes over what was read of it, and only that. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { allEntries } from '../../server/src/core/canon';
import { nodePlatform } from '../../server/src/bin/node/nodePlatform';
import { openCodex } from '../../server/src/lsp/session/liveCodex';
import { FEW } from '../../server/src/workspace/changedEntries';

const FILES = FEW + 10;

let root = '';
let storage = '';
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-')));
  storage = fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-'));
  put('codex.yaml', '');
  for (let i = 0; i < FILES; i++) put(`${i}.md`, `---\nid: entry-${i}\nsupersedes: entry-${i - 1}\n---\n`);
  // All files are old.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
});
afterEach(() => {
  vi.useRealTimers();
  [root, storage].forEach((folder) => fs.rmSync(folder, { recursive: true, force: true }));
});

const put = (file: string, text: string): void => fs.writeFileSync(path.join(root, file), text);
type Codex = ReturnType<typeof openCodex>;
const ids = (codex: Codex): string[] => allEntries(codex.canon).map(({ writtenId }) => writtenId?.text ?? '');

/** Opens it as a new process would. @param typed replaces the contents of files */
async function open(
  typed: Readonly<Record<string, string>> = {},
  during: (codex: Codex) => void | Promise<void> = () => undefined,
) {
  const log = (message: string): never => expect.fail(message);
  const absolute = Object.keys(typed).map((file) => path.join(root, file));
  const editor = {
    textOf: (file: string) => typed[path.basename(file)],
    openFiles: () => absolute,
    rootOf: () => root,
    isOpened: () => false,
    othersOf: () => null,
    platform: nodePlatform(),
    found: () => undefined,
    log,
    storage: () => storage,
  };
  const codex = openCodex(root, false, editor, () => undefined);
  const reads = vi.spyOn(fs, 'openSync');
  const reading = codex.read({ report: () => undefined });
  await new Promise(setImmediate);
  await during(codex);
  expect(await reading).toBe(true);
  const read = reads.mock.calls.filter(([file]) => String(file).endsWith('.md')).length;
  reads.mockRestore();
  await codex.keep();
  return { codex, read };
}

function inManySlices(): void {
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (time += 3));
}

it('reads only what has changed', async () => {
  expect((await open()).read).toBe(FILES);
  put('3.md', '---\nid: other\n---\n');
  fs.rmSync(path.join(root, '5.md'));
  const { codex, read } = await open();
  // Once to see that it is another one, and once to read it.
  expect(read).toBe(2);
  expect(ids(codex)).toContain('other');
  expect(ids(codex)).not.toContain('entry-5');
  codex.touch(path.join(root, '7.md'));
  put('7.md', '---\nid: later\n---\n');
  codex.settle();
  expect(ids(codex)).toContain('later');
});

it('keeps what is on the disk, and not what is typed', async () => {
  const { codex } = await open({ '3.md': '---\nid: typed\n---\n' });
  expect(ids(codex)).toContain('typed');
  const again = await open();
  expect(ids(again.codex)).toContain('entry-3');
  expect(again.read).toBeLessThan(FILES);
});

it('keeps what is on the disk, and not what is typed while the disk is compared', async () => {
  // So shortly after they were written that all are read again.
  vi.setSystemTime(fs.statSync(path.join(root, '0.md')).mtimeMs);
  await open();
  const typed: Record<string, string> = {};
  inManySlices();
  const { codex } = await open(typed, (opened) => {
    typed['3.md'] = '---\nid: typed\n---\n';
    opened.touch(path.join(root, '3.md'));
    opened.settle();
  });
  vi.restoreAllMocks();
  expect(ids(codex)).toContain('typed');
  expect(ids((await open()).codex)).toContain('entry-3');
});

it('keeps what is on the disk, and not what was typed and discarded while all was read', async () => {
  inManySlices();
  const typed: Record<string, string> = { '3.md': '---\nid: typed\n---\n' };
  const { codex } = await open(typed, (opened) => {
    delete typed['3.md'];
    opened.touch(path.join(root, '3.md'));
    opened.settle();
  });
  vi.restoreAllMocks();
  expect(ids(codex)).toContain('entry-3');
  expect(ids((await open()).codex)).toContain('entry-3');
});

it('drops a file that is deleted while the disk is compared, and finds one that returns', async () => {
  await open();
  fs.rmSync(path.join(root, '5.md'));
  inManySlices();
  const looked = vi.spyOn(fs, 'lstatSync');
  const { codex } = await open({}, async (opened) => {
    while (!looked.mock.calls.some(([file]) => path.normalize(String(file)) === path.join(root, '1.md')))
      await new Promise(setImmediate);
    fs.rmSync(path.join(root, '0.md'));
    put('5.md', '---\nid: again\n---\n');
    for (const file of ['0.md', '5.md']) opened.touch(path.join(root, file));
    opened.settle();
  });
  vi.restoreAllMocks();
  expect(ids(codex)).not.toContain('entry-0');
  expect(ids(codex)).toContain('again');
});

it('takes over nothing from notes that are not a codex any more', async () => {
  fs.rmSync(path.join(root, 'codex.yaml'));
  for (let i = 0; i < FILES; i++) put(`${i}.md`, `# Note ${i}\n`);
  put('uses.md', '---\nsupersedes: another\n---\n');
  expect(ids((await open()).codex)).toHaveLength(FILES + 1);
  fs.rmSync(path.join(root, 'uses.md'));
  const { codex } = await open();
  expect([codex.isDormant, ids(codex)]).toEqual([true, []]);
});

it('becomes dormant where the last file taken over no longer uses Retcon', async () => {
  fs.rmSync(path.join(root, 'codex.yaml'));
  for (let i = 0; i < FILES; i++) put(`${i}.md`, i < 2 ? '---\nsupersedes: another\n---\n' : `# Note ${i}\n`);
  await open();
  const { codex, read } = await open();
  const isDormantWithout = (file: string): boolean => {
    put(file, '');
    codex.touch(path.join(root, file));
    codex.settle();
    return codex.isDormant;
  };
  expect([read, ...['0.md', '0.md', '1.md'].map(isDormantWithout)]).toEqual([0, false, false, true]);
});

it('writes its cache again after changes in many places', async () => {
  await open();
  for (let i = 0; i < FILES / 4; i++) put(`${i}.md`, `---\nid: new-${i}\n---\n`);
  expect((await open({ '90.md': '' })).read).toBeGreaterThan(0);
  const { codex, read } = await open();
  // The open file is read, to see whether it was saved.
  expect(read).toBe(2);
  expect(ids(codex)).toEqual(expect.arrayContaining(['new-0', 'entry-90', 'entry-99']));
});
