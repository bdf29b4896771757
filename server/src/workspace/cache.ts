/** What is kept of a codex between starts, for speed alone: it can be deleted at any time, and no answer changes. */
import os from 'node:os';
import path from 'node:path';
import fs from 'node:fs';
import zlib from 'node:zlib';
import { digestOf } from '../core/packed/bytes';
import type { Cache, ByteChunks } from '../platform/platform';

/** The folder of the user for what is kept between starts for speed alone, where no editor has one for it. */
export function cacheFolder(): string {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = process.env;
  if (xdg !== undefined && path.isAbsolute(xdg)) return path.join(xdg, 'retcon');
  if (process.platform === 'win32') return path.join(local ?? path.join(os.homedir(), 'AppData', 'Local'), 'retcon');
  return path.join(os.homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache', 'retcon');
}

/** What a file begins with, then two numbers of 64 bits: the length and the digest of all that follows. */
const MAGIC = 'RETCON\r\n';
const HEADER = MAGIC.length + 16;
/** How long nobody writes any more, in milliseconds. */
const STALE = 3_600_000;

type Checksum = (bytes: Uint8Array, before?: number) => number;

/**
 * Detects damage. Node has such a digest from 20.15 on; what an older one kept is made again by a newer one, and the other way
 * round.
 */
const checksum: Checksum =
  (zlib as { readonly crc32?: Checksum }).crc32 ??
  ((bytes, before = 0) => {
    let sum = before;
    for (const byte of bytes) sum = Math.imul(sum ^ byte, 16777619);
    return sum >>> 0;
  });

let parts = 0;

const underWay = new Set<Promise<unknown>>();

/** Resolves when all that was to be kept so far is written, or can't be. */
export const allWritten = async (): Promise<void> => void (await Promise.all(underWay));

/** A cache of which something can be read before it is wanted, while others are waited for. It is given once. */
export function readAhead(cache: Cache): Cache & { begin(name: string): void } {
  const begun = new Map<string, ReturnType<Cache['read']>>();
  return {
    begin: (name) => void begun.set(name, cache.read(name)),
    read(name) {
      const bytes = begun.get(name) ?? cache.read(name);
      begun.delete(name);
      return bytes;
    },
    write: cache.write,
  };
}

/**
 * @param root the folder of a codex, absolute
 * @param storage the folder that an editor has for such things; null: that of the user
 */
export function openCache(root: string, storage: string | null = null): Cache {
  const folder = path.join(storage ?? cacheFolder(), digestOf(Buffer.from(root)).toString(36));
  // What another build has written is not even looked into, nor what belongs to a folder with the same digest, or has
  // another name by now.
  const beginOf = (name: string): Buffer => {
    const words = `${process.env.RETCON_BUILD ?? ''}\n${process.arch}\n${root}\n${name}\n`;
    return Buffer.concat([Buffer.from(words), Buffer.alloc(-Buffer.byteLength(words) & 7)]);
  };
  async function put(name: string, make: () => ByteChunks): Promise<unknown> {
    await new Promise(setImmediate);
    const whole = path.join(folder, name);
    const part = `${whole}.${process.pid}-${parts++}.part`;
    try {
      const [header, begin, content] = [Buffer.alloc(HEADER), beginOf(name), make()];
      let [length, sum] = [begin.length, checksum(begin)];
      for (const one of content) [length, sum] = [length + one.length, checksum(one, sum)];
      header.write(MAGIC, 'latin1');
      header.writeDoubleLE(length, 8);
      header.writeDoubleLE(sum, 16);
      // What an author has not shown to others is in it.
      await makeFolder(folder);
      if (!isOursAlone(fs.lstatSync(folder))) throw new Error('others can write into its folder');
      await removeParts(folder);
      await fs.promises.writeFile(part, following([header, begin], content), { mode: 0o600 });
      await fs.promises.rename(part, whole);
      await removeOlder(folder, name);
      return null;
    } catch (error) {
      await fs.promises.rm(part, { force: true }).catch(() => undefined);
      return error;
    }
  }
  return {
    read(name) {
      const [bytes, begin] = [readWhole(path.join(folder, name)), beginOf(name)];
      if (!bytes || bytes.length < HEADER || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return null;
      const body = bytes.subarray(HEADER);
      if (bytes.readDoubleLE(8) !== body.length || bytes.readDoubleLE(16) !== checksum(body)) return null;
      return begin.equals(body.subarray(0, begin.length)) ? body.subarray(begin.length) : null;
    },
    async write(name, make) {
      const written = put(name, make);
      underWay.add(written);
      try {
        return await written;
      } finally {
        underWay.delete(written);
      }
    },
  };
}

function* following(before: ByteChunks, content: ByteChunks): Generator<Uint8Array> {
  yield* before;
  yield* content;
}

/** Whether nobody else can have put anything there: what is kept holds code, too. Windows has no such modes, and folders of each user. */
const isOursAlone = ({ uid, mode }: fs.Stats): boolean =>
  process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);

/** With those above it that are missing. Node's own way never ends where a folder refuses one as if it were missing itself, as /proc does. */
async function makeFolder(folder: string): Promise<void> {
  for (const tried of ['alone', 'under those above it'])
    try {
      await fs.promises.mkdir(folder, { mode: 0o700 });
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') return;
      if (code !== 'ENOENT' || tried !== 'alone' || path.dirname(folder) === folder) throw error;
      await makeFolder(path.dirname(folder));
    }
}

/** Aligned, so that numbers in it can be looked at where they are. */
function readWhole(file: string): Buffer<ArrayBuffer> | null {
  try {
    const stats = fs.lstatSync(file);
    // A pipe would be waited for.
    if (!stats.isFile() || !isOursAlone(stats) || !isOursAlone(fs.lstatSync(path.dirname(file)))) return null;
    const { size } = stats;
    const bytes = Buffer.from(new ArrayBuffer(size));
    const handle = fs.openSync(file, 'r');
    try {
      return fs.readSync(handle, bytes, 0, size, 0) === size ? bytes : null;
    } finally {
      fs.closeSync(handle);
    }
  } catch {
    // Whatever the reason, everything can be read again.
    return null;
  }
}

/** How many are kept whose names begin alike. */
const MOST_ALIKE = 3;

async function removeOlder(folder: string, name: string): Promise<void> {
  const [alike] = /^.*?-/.exec(name) ?? [];
  if (alike === undefined) return;
  const others = (await fs.promises.readdir(folder)).filter((one) => one.startsWith(alike) && !one.endsWith('.part'));
  if (others.length <= MOST_ALIKE) return;
  const files = others.map((one) => path.join(folder, one));
  const written = files.map((file) => ({ file, time: fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }));
  for (const { file } of written.sort((a, b) => b.time - a.time).slice(MOST_ALIKE))
    await fs.promises.rm(file, { force: true });
}

/** Takes away what was left half written by processes that were killed. */
async function removeParts(folder: string): Promise<void> {
  for (const name of await fs.promises.readdir(folder)) {
    if (!name.endsWith('.part')) continue;
    const file = path.join(folder, name);
    // Other processes write too: the file that is being replaced may be gone.
    const stats = await fs.promises.stat(file).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs > STALE) await fs.promises.rm(file, { force: true });
  }
}

/** Answers about a whole codex, kept for as long as nothing in it changes. */
interface CachedAnswer {
  readonly state: string;
  readonly answer: unknown;
}

/** @param state of the codex, as `readEntries` gives it. Undefined where no answer of this state is kept */
export function readCachedAnswer(root: string, name: string, state: string): unknown {
  const bytes = openCache(root).read(name);
  if (!bytes) return undefined;
  try {
    const kept = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()) as CachedAnswer;
    return kept.state === state ? kept.answer : undefined;
  } catch {
    // It is intact, but not ours: it can be worked out again.
    return undefined;
  }
}

/** It is written in the background, and a failure does not matter. @param answer JSON */
export function cacheAnswer(root: string, name: string, state: string, answer: unknown): void {
  const kept: CachedAnswer = { state, answer };
  void openCache(root).write(name, () => [Buffer.from(JSON.stringify(kept))]);
}
