/**
 * Loads the program from what V8 compiled at an earlier start: reading a megabyte of code takes longer than anything else before
 * the first answer. Node 22 can keep compiled code too, but only the parts of a file that ran the first time.
 */
import { isAscii } from 'node:buffer';
import fs from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { setFlags } from './v8Flags';
import { openCache, cacheFolder } from '../workspace/cache';
import type * as program from './program';

type Program = typeof program;

/** As CommonJS is run. */
type Run = (exports: object, require: NodeJS.Require, module: object, file: string, folder: string) => void;

/** What the program was built with begins its text. */
const BUILD = /^\/\* (\w+) \*\//;

/**
 * @param name of what is called: each keeps what it runs
 * @param run what is done with the program; never with one that was built with another file than this
 */
export function load(name: string, run: (program: Program, keep: () => Promise<void>) => void): void {
  const file = path.join(__dirname, 'program.js');
  const cache = openCache(file, path.join(cacheFolder(), 'compiled'));
  const isPacked = !fs.existsSync(file);
  const kept = isPacked ? cache.read(UNPACKED) : null;
  const bytes = kept ? Buffer.from(kept.buffer, kept.byteOffset, kept.length) : readProgram(file);
  // What is packaged is ASCII, which need not be decoded.
  const text = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  if (BUILD.exec(text)?.[1] !== process.env.RETCON_BUILD) return restart(file);
  // V8 takes over only what was made under the same flags.
  setFlags(name === 'server');
  const key = `${name}-${process.version}`;
  const cachedData = cache.read(key) ?? undefined;
  const script = new vm.Script(text, { filename: file, cachedData });
  let isKept = cachedData !== undefined && script.cachedDataRejected === false && isPacked === (kept !== null);
  const made = { exports: {} };
  (script.runInThisContext() as Run)(made.exports, module.createRequire(file), made, file, __dirname);
  run(made.exports as Program, async () => {
    if (isKept) return;
    isKept = true;
    // Where it can't be kept, the next start reads it again.
    await cache.write(key, () => [script.createCachedData()]);
    if (isPacked && !kept) await cache.write(UNPACKED, () => [Buffer.from(text)]);
  });
}

/** In npm's package the program is packed, to a third of its size. Unpacking takes some milliseconds, which the next start saves: this is kept for it. */
const UNPACKED = 'program';

/** As it is built, or as it is in npm's package. */
const readProgram = (file: string): Buffer =>
  fs.existsSync(file) ? fs.readFileSync(file) : gunzipSync(fs.readFileSync(`${file}.gz`));

/** A build has come between: this file and the program are put in place one right after the other, and are then read again. */
function restart(program: string): void {
  const require = module.createRequire(__filename);
  for (let waited = 0; ; waited++) {
    const build = BUILD.exec(readProgram(program).toString('utf8'))?.[1];
    if (build !== undefined && fs.readFileSync(__filename, 'utf8').includes(build)) break;
    if (waited === 250) throw new Error(`${program} was not built with ${__filename}: build both again.`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
  delete require.cache[__filename];
  require(__filename);
}
