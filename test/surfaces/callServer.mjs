/** Answers calls of the built command line one after another, in a process that loads it once. As a thread, it starts that process and passes calls on. */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';

if (isMainThread) answerCalls(process.argv[2]);
else passCallsOn(workerData);

/** The test sleeps until its answer is in `port`: `done` wakes it. A process that ends is an answer, too. */
function passCallsOn({ program, port, done }) {
  // It asks nobody, and is not at a terminal.
  const server = fork(fileURLToPath(import.meta.url), [program], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const answer = (message) => {
    port.postMessage(message);
    Atomics.store(done, 0, 1);
    Atomics.notify(done, 0);
  };
  server.on('message', answer);
  server.on('exit', (status, signal) => answer({ ended: signal ?? status }));
  parentPort.on('message', (call) => server.send(call));
}

function answerCalls(program) {
  const { runCommandLine } = loadProgram(program);
  const cli = path.join(path.dirname(program), 'cli.js');
  process.on('disconnect', () => process.exit());
  const answer = async ({ args, cwd, env }) => {
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    process.chdir(cwd);
    const printed = capture();
    const status = await runCommandLine(args, cli, () => Promise.resolve());
    const { stdout, stderr } = printed.stop();
    process.send({ status, stdout, stderr });
  };
  process.on('message', (call) => void answer(call));
}

/** The built program is a function of what CommonJS gives a module. */
function loadProgram(file) {
  const made = { exports: {} };
  const run = new vm.Script(readFileSync(file, 'utf8'), { filename: file }).runInThisContext();
  run(made.exports, createRequire(file), made, file, path.dirname(file));
  return made.exports;
}

/** Takes what is printed, until `stop`. */
function capture() {
  const listeners = new Set(process.stdout.listeners('error'));
  const [stdout, stderr] = [process.stdout, process.stderr].map((stream) => {
    const parts = [];
    const { write } = stream;
    stream.write = (text, ...rest) => {
      parts.push(Buffer.from(text));
      rest.find((one) => typeof one === 'function')?.();
      return true;
    };
    return () => {
      stream.write = write;
      return Buffer.concat(parts).toString('utf8');
    };
  });
  return {
    stop() {
      for (const one of process.stdout.listeners('error')) if (!listeners.has(one)) process.stdout.off('error', one);
      return { stdout: stdout(), stderr: stderr() };
    },
  };
}
