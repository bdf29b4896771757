/** The built command line, called in the process of the test: what it answers takes a fifth of the time of a process of its own. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import type * as program from '../../server/src/bin/program';
import { CLI, type Ended } from './process';

const PROGRAM = path.join(path.dirname(CLI), 'program.js');

/** As CommonJS is run: the built program is a function of this type. */
type Run = (exports: object, require: NodeJS.Require, module: object, file: string, folder: string) => void;

let loaded: typeof program | null = null;

function loadProgram(): typeof program {
  if (!existsSync(PROGRAM)) throw new Error('dist/program.js is not there: npm run build makes it');
  const made = { exports: {} };
  const run = new vm.Script(readFileSync(PROGRAM, 'utf8'), { filename: PROGRAM }).runInThisContext() as Run;
  run(made.exports, createRequire(PROGRAM), made, PROGRAM, path.dirname(PROGRAM));
  return made.exports as typeof program;
}

/** One call at a time: what it prints is taken from the streams of this process. @param cwd absolute */
export async function calledInProcess(args: readonly string[], cwd: string): Promise<Ended> {
  loaded ??= loadProgram();
  const { stdout, stderr } = process;
  const streams = [stdout, stderr];
  const printed = streams.map(() => '');
  const writes = streams.map(({ write }) => write);
  const listeners = new Set(stdout.listeners('error'));
  const before = process.cwd();
  streams.forEach((stream, i) => {
    stream.write = (text: string | Uint8Array) => {
      printed[i] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
      return true;
    };
  });
  process.chdir(cwd);
  try {
    const status = await loaded.runCommandLine(args, CLI, () => Promise.resolve());
    return { status, stdout: printed[0] ?? '', stderr: printed[1] ?? '' };
  } finally {
    process.chdir(before);
    streams.forEach((stream, i) => (stream.write = writes[i] ?? stream.write));
    for (const one of stdout.listeners('error')) if (!listeners.has(one)) stdout.off('error', one as () => void);
  }
}
