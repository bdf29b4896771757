/** The process of a call: how it ends, and the compiled code that it keeps for the next start, on which no answer depends. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { startEditor } from './editor';
import { EXAMPLE, folderWith, removeFolders, retcon, retconProcess } from './process';

afterAll(removeFolders);
afterEach(() => void vi.unstubAllEnvs());

const CALL = ['lookup', 'house-vyr', '--root', EXAMPLE];

/** The files of kept code in a cache folder, by name. */
const keptIn = (folder: string): Map<string, Buffer> => {
  const compiled = path.join(folder, 'retcon/compiled');
  const files = readdirSync(compiled, { recursive: true, encoding: 'utf8' }).filter((file) => /-v[\d.]+$/.test(file));
  return new Map(files.map((file) => [path.join(compiled, file), readFileSync(path.join(compiled, file))]));
};

it.each([
  [0, CALL],
  [0, ['--version']],
  [1, ['lookup', 'vyrhol', '--root', EXAMPLE, '--format', 'json']],
  [2, ['check', '--bogus', '--format', 'json']],
  [2, []],
])('a process ends with %i, and prints what a call in a process that stays prints: %j', (status, args) => {
  expect(retconProcess(args)).toEqual({ ...retcon(args), status });
});

it('is kept by the first call of a command, taken by the next, and made again where it is damaged', () => {
  const cache = folderWith({});
  const env = { XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: cache };
  const first = retconProcess(CALL, { env });
  expect(first.status).toBe(0);
  const kept = keptIn(cache);
  expect([...kept.keys()].map((file) => path.basename(file))).toEqual([`lookup-${process.version}`]);
  expect(retconProcess(CALL, { env })).toEqual(first);
  expect(keptIn(cache), 'it was taken as it is').toEqual(kept);

  for (const [file, bytes] of kept) {
    const damaged = Buffer.from(bytes);
    damaged.fill(0x5a, damaged.length >> 1, (damaged.length >> 1) + 4096);
    writeFileSync(file, damaged);
    expect(retconProcess(CALL, { env })).toEqual(first);
    expect(readFileSync(file).equals(damaged), 'another one is in its place').toBe(false);
  }
});

it('is not kept of a call that is refused', () => {
  const cache = folderWith({ 'retcon/compiled/README': '' });
  expect(
    retconProcess(['lokup', 'x'], { env: { XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: cache } }).status,
  ).toBe(2);
  expect(keptIn(cache)).toEqual(new Map());
});

it('is done without where nothing can be written', () => {
  const cache = folderWith({ retcon: 'no folder' });
  const env = { XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: cache };
  expect(retconProcess(CALL, { env })).toEqual(retcon(CALL));
});

it.runIf(existsSync('/proc/self'))('is done without where folders are refused as if they were missing', () => {
  const cache = '/proc/self/none/kept';
  expect(retconProcess(CALL, { env: { XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: cache } })).toEqual(
    retcon(CALL),
  );
});

it('is kept by the server when the editor has done', async () => {
  const cache = folderWith({});
  for (const name of ['XDG_CACHE_HOME', 'LOCALAPPDATA', 'HOME']) vi.stubEnv(name, cache);
  const stopped = async (): Promise<Map<string, Buffer>> => {
    await (await startEditor({ 'codex.yaml': '' })).stop();
    return keptIn(cache);
  };
  const kept = await stopped();
  expect([...kept.keys()].map((file) => path.basename(file))).toEqual([`server-${process.version}`]);
  expect(await stopped(), 'it was taken as it is').toEqual(kept);
});

it('is kept by a server that has come to rest as one that starts can take it', async () => {
  const cache = folderWith({});
  for (const name of ['XDG_CACHE_HOME', 'LOCALAPPDATA', 'HOME']) vi.stubEnv(name, cache);
  const rested = await startEditor({ 'codex.yaml': '' });
  await vi.waitFor(() => expect(keptIn(cache).size).toBe(1), { timeout: 180_000, interval: 100 });
  const [kept] = keptIn(cache).values();
  await rested.stop();
  await (await startEditor({ 'codex.yaml': '' })).stop();
  const [now] = keptIn(cache).values();
  expect(kept && now?.equals(kept), 'it was taken as it is').toBe(true);
});
