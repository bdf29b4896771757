/**
 * Loads the program, from what V8 made of it at an earlier start: reading a megabyte of code anew takes longer than anything
 * else does until the first answer. What node 22 has for that keeps only what was run of a file the first time.
 */
import fs from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import { setFlags } from '../lsp/memory';
import { openCache } from '../workspace/cache';
import { cacheFolder } from '../workspace/cacheFolder';
import type * as program from './program';

type Program = typeof program;

/** As CommonJS is run. */
type Run = (exports: object, require: NodeJS.Require, module: object, file: string, folder: string) => void;

/** @param name of what is called: each keeps what it runs */
export function load(name: string): { readonly program: Program; readonly keep: () => Promise<void> } {
  // V8 takes over only what was made under the same flags.
  setFlags(name === 'server');
  const file = path.join(__dirname, 'program.js');
  const cache = openCache(file, path.join(cacheFolder(), 'compiled'));
  const key = `${name}-${process.version}`;
  const cachedData = cache.read(key) ?? undefined;
  const script = new vm.Script(fs.readFileSync(file, 'utf8'), { filename: file, cachedData });
  let isKept = cachedData !== undefined && script.cachedDataRejected === false;
  const made = { exports: {} };
  (script.runInThisContext() as Run)(made.exports, module.createRequire(file), made, file, __dirname);
  return {
    program: made.exports as Program,
    async keep() {
      if (isKept) return;
      isKept = true;
      // Where it can't be kept, it is read anew the next time.
      await cache.write(key, () => [script.createCachedData()]);
    },
  };
}
