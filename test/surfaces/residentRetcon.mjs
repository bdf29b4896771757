/**
 * Runs the built command line in one process that stays, call after call: starting node and reading the program takes most of
 * the time of a call. As a worker thread it relays calls to that process, so that a test can wait for an answer without `await`.
 */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { isMainThread, workerData } from 'node:worker_threads';

/** What keeps a process alive although a call has ended: the channel of `fork`, and our own waiting. */
const OWN = new Set(['Immediate', 'PipeWrap', 'TTYWrap']);

if (isMainThread) serveCalls();
else relayCalls(workerData);

/** In the worker thread: hands each call to the process, and wakes the test when it has answered. */
function relayCalls({ port, flag }) {
  const wake = (answer) => {
    port.postMessage(answer);
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  };
  let resident = null;
  port.on('message', (call) => {
    if (resident === null) {
      resident = fork(fileURLToPath(import.meta.url), [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      resident.on('message', wake);
      resident.on('exit', (code, signal) => {
        resident = null;
        wake({ failure: `the process ended with ${signal ?? code}` });
      });
    }
    resident.send(call);
  });
}

/** In the process: answers calls until the test file ends. */
function serveCalls() {
  let program = null;
  process.on('disconnect', () => process.exit());
  process.on('message', (call) => {
    program ??= loadProgram(path.join(path.dirname(call.cli), 'program.js'));
    run(program, call).then(
      (ended) => process.send(ended),
      (error) => process.send({ failure: error.stack }),
    );
  });
}

/** The built program is a function, as CommonJS wraps a module. */
function loadProgram(file) {
  const made = { exports: {} };
  const wrapped = new vm.Script(readFileSync(file, 'utf8'), { filename: file }).runInThisContext();
  wrapped(made.exports, createRequire(file), made, file, path.dirname(file));
  return made.exports;
}

/** Answers a call as a process of its own does: with its folder, its environment, and what it prints. */
async function run(program, { args, cwd, env, cli }) {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  const streams = [process.stdout, process.stderr];
  const writes = streams.map(({ write }) => write);
  const printed = streams.map(() => []);
  const listeners = new Set(process.stdout.listeners('error'));
  streams.forEach((stream, i) => {
    stream.write = (text) => {
      printed[i].push(Buffer.from(text));
      return true;
    };
  });
  try {
    const status = await program.runCommandLine(args, cli, () => Promise.resolve());
    await comesToRest();
    const [stdout, stderr] = printed.map((parts) => Buffer.concat(parts).toString('utf8'));
    return { status, stdout, stderr };
  } finally {
    streams.forEach((stream, i) => (stream.write = writes[i]));
    for (const listener of process.stdout.listeners('error'))
      if (!listeners.has(listener)) process.stdout.off('error', listener);
    // The next test may remove this folder.
    process.chdir(path.parse(cwd).root);
  }
}

/** A process ends when nothing keeps it alive: only then is everything written that a call writes. */
async function comesToRest() {
  while (process.getActiveResourcesInfo().some((name) => !OWN.has(name)))
    await new Promise((resolve) => setImmediate(resolve));
}
