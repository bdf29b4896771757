/** The startup cache changes no answer, whatever happens to it. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { allEntries } from '../../server/src/core/canon';
import type { CanonHost } from '../../server/src/core/host';
import { readCachedAnswer, allWritten, openCache } from '../../server/src/workspace/cache';
import { FEW, readEntries, isStamped, stampOf } from '../../server/src/workspace/changedEntries';
import { beginFolder, openFolder } from '../../server/src/workspace/openFolder';

let root = '';
let caches = '';
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-')));
  caches = path.join(root, '.caches');
  vi.stubEnv('XDG_CACHE_HOME', caches);
  for (let i = 0; i < FEW; i++) put(`${i}.md`, `---\nid: entry-${i}\nsupersedes: entry-${i - 1}\nsources: [Ω]\n---\n`);
  put('codex.yaml', 'present: 9 TA\n');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await allWritten();
  fs.rmSync(root, { recursive: true, force: true });
});

const put = (file: string, text: string): void => fs.writeFileSync(path.join(root, file), text);
const kept = (): string[] =>
  fs.readdirSync(caches, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('entries'));
/** Reads as a new process would, and waits until its cache is written. */
async function open() {
  const reads = vi.spyOn(fs, 'openSync');
  const { canon } = openFolder(root, (file, reason) => expect.fail(`${file}: ${reason}`));
  const read = reads.mock.calls.filter(([file]) => String(file).endsWith('.md')).length;
  reads.mockRestore();
  await allWritten();
  expect(kept()).toHaveLength(1);
  return { canon, read };
}
const fileKept = (): string => path.join(caches, kept()[0] ?? '');
async function expectAsAnew(): Promise<void> {
  const { canon } = await open();
  vi.stubEnv('XDG_CACHE_HOME', path.join(root, '.none'));
  const anew = openFolder(root, () => undefined).canon;
  vi.stubEnv('XDG_CACHE_HOME', caches);
  expect(allEntries(canon)).toEqual(allEntries(anew));
}

it('does not read unchanged files again', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  expect((await open()).read).toBe(FEW);
  expect((await open()).read).toBe(0);
  put('3.md', 'Something else.\n');
  fs.rmSync(path.join(root, '4.md'));
  put('new.md', '# New\n');
  const { canon, read } = await open();
  expect(read).toBe(2);
  expect(allEntries(canon).map(({ title }) => title)).toContain('New');
  await expectAsAnew();
  vi.useRealTimers();
});

it('reads some files ahead of their entries, in order, and never many of them', () => {
  const begun = beginFolder(root, () => undefined);
  const done: string[] = [];
  const textOf = (file: string): string | null => {
    done.push(file);
    return file === '2' ? null : `# ${file}\n${'a'.repeat(100_000)}`;
  };
  const grow: CanonHost['grow'] = (texts, seen) =>
    begun.host.grow(texts, (entry, text) => {
      done.push(entry.path.toUpperCase());
      seen?.(entry, text);
    });
  readEntries(root, { ...begun, textOf, host: { ...begun.host, grow } }, ['a', 'b', '2', 'c', 'd', 'e']);
  expect(done.join('')).toBe('ab2cABCdeDE');
  expect(allEntries(begun.host.canon).map(({ path: file }) => file)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('neither reads nor writes a cache where others can write', async () => {
  const cache = openCache(root);
  const bytes = new Uint8Array(8);
  expect(await cache.write('whole', () => [bytes])).toBeNull();
  expect(cache.read('whole')).toEqual(Buffer.from(bytes));
  const folder = path.join(caches, 'retcon', fs.readdirSync(path.join(caches, 'retcon'))[0] ?? '');
  const isWindows = process.platform === 'win32';
  fs.chmodSync(folder, 0o777);
  expect([cache.read('whole') === null, (await cache.write('more', () => [bytes])) === null]).toEqual([
    !isWindows,
    isWindows,
  ]);
  fs.chmodSync(folder, 0o700);
  fs.chmodSync(path.join(folder, 'whole'), 0o666);
  expect(cache.read('whole') === null).toBe(!isWindows);
  fs.chmodSync(path.join(folder, 'whole'), 0o600);
  fs.renameSync(path.join(folder, 'whole'), path.join(root, 'elsewhere'));
  fs.symlinkSync(path.join(root, 'elsewhere'), path.join(folder, 'whole'));
  expect(cache.read('whole')).toBeNull();
});

it('looks twice at files changed just before', async () => {
  await open();
  const file = path.join(root, '5.md');
  const { atime, mtime, size } = fs.statSync(file);
  put('5.md', fs.readFileSync(file, 'utf8').replace('entry-5', 'entry-X'));
  fs.utimesSync(file, atime, mtime);
  expect(fs.statSync(file)).toMatchObject({ size, mtime });
  const { canon } = await open();
  expect(allEntries(canon).map(({ writtenId }) => writtenId?.text)).toContain('entry-X');
});

it('reads everything again under another codex.yaml', async () => {
  await open();
  put('codex.yaml', 'attributes: {sources: state}\n');
  await expectAsAnew();
});

it('discards a cache that is damaged, or not its own', async () => {
  await open();
  const whole = fs.readFileSync(fileKept());
  const changed = [0, 9, 17, 24, 70, 200, 1000, whole.length >> 1, whole.length - 3].map((at) =>
    Buffer.from(whole).fill(255 - (whole[at] ?? 0), at, at + 1),
  );
  const cut = [0, 7, 30, 100, whole.length - 1].map((end) => whole.subarray(0, end));
  for (const bytes of [...changed, ...cut, Buffer.from('{"kept": true}'.repeat(100))]) {
    fs.writeFileSync(fileKept(), bytes);
    expect(openCache(root).read('entries')).toBeNull();
  }
  await expectAsAnew();
});

it('discards a cache of the right size with foreign content', async () => {
  await open();
  const cache = openCache(root);
  const whole = Buffer.from(cache.read('entries') ?? []);
  const [length = 0] = new Uint32Array(whole.buffer, whole.byteOffset, 1);
  const contents = JSON.parse(whole.toString('utf8', 4, 4 + length));
  const long = Buffer.from(JSON.stringify({ ...contents, arrays: [1e9, 7] }).padEnd(length));
  for (const head of ['no JSON', 'null', long]) {
    const crafted = Buffer.from(whole).fill(' ', 4, 4 + length);
    crafted.set(Buffer.from(head).subarray(0, length), 4);
    expect(await cache.write('entries', () => [crafted])).toBeNull();
    expect(allEntries((await open()).canon)).toHaveLength(FEW);
  }
  await cache.write('answer', () => [Buffer.from('no JSON')]);
  expect(readCachedAnswer(root, 'answer', 'any')).toBeUndefined();
});

it('distinguishes files of equal times and sizes', () => {
  const stats = fs.statSync(path.join(root, '1.md'));
  const like = (ino: number): fs.Stats => Object.assign(Object.create(stats) as fs.Stats, { ino });
  const stamp = stampOf(stats, '');
  expect([stats.ino, stats.ino + 1].map((ino) => isStamped(like(ino), stamp))).toEqual([true, false]);
});

it('does not take over the cache of a file with another name', async () => {
  await open();
  fs.copyFileSync(fileKept(), path.join(path.dirname(fileKept()), 'commits-none'));
  expect(openCache(root).read('commits-none')).toBeNull();
});

it('keeps what was read under its own codex.yaml', async () => {
  const { files, ...begun } = beginFolder(root, () => undefined);
  put('codex.yaml', 'attributes: {sources: state}\nfields: {id: supersedes}\n');
  readEntries(root, begun, files());
  await allWritten();
  await expectAsAnew();
});

it('distinguishes the places of problems in codex.yaml', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  const state = async (): Promise<string | null> => {
    const { files, ...begun } = beginFolder(root, () => undefined);
    const told = readEntries(root, begun, files());
    await allWritten();
    return told;
  };
  const before = await state();
  expect([before, await state()]).toEqual([expect.any(String), before]);
  // Everything after it moves by one.
  put('codex.yaml', '\uFEFFpresent: 9 TA\n');
  expect(await state()).toBeNull();
  vi.useRealTimers();
});

it('does not wait for a pipe', async () => {
  await open();
  const file = fileKept();
  fs.rmSync(file);
  execFileSync('mkfifo', [file]);
  const opened = vi.spyOn(fs, 'openSync').mockReturnValue(-1);
  expect(openCache(root).read('entries')).toBeNull();
  expect(opened).not.toHaveBeenCalled();
  opened.mockRestore();
});

it('cannot be read by other users', async () => {
  await open();
  const modes = [caches, path.dirname(fileKept()), fileKept()].map((one) => fs.statSync(one).mode & 0o777);
  expect(modes).toEqual([0o700, 0o700, 0o600]);
});

it('accepts many writes at once, and the last one counts', async () => {
  const cache = openCache(root);
  const names = ['a', 'b', 'a', 'b', 'a'];
  expect(await Promise.all(names.map((name) => cache.write(name, () => [Buffer.from(name)])))).toEqual(
    names.map(() => null),
  );
  expect(cache.read('b')).toEqual(Buffer.from('b'));
  expect(fs.readdirSync(path.join(caches, 'retcon'), { recursive: true })).toHaveLength(3);
});

it('works without a cache where nothing can be written', () => {
  fs.writeFileSync(caches, 'no folder');
  expect(allEntries(openFolder(root, () => undefined).canon)).toHaveLength(FEW);
});
