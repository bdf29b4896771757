/** Loaded into a server before it starts: notes how long it takes from a change that comes in to the diagnostics that go out. */
const { writeFileSync } = require('node:fs');

/** Milliseconds of each. A message is told by its words: that it is cut in two by a pipe is rare, and leaves it out. */
const times = [];
let came;

const { stdin, stdout } = process;
const emit = stdin.emit;
stdin.emit = function (event, chunk, ...more) {
  if (event === 'data' && String(chunk).includes('"textDocument/didChange"')) came = performance.now();
  return Reflect.apply(emit, this, [event, chunk, ...more]);
};
const write = stdout.write;
stdout.write = function (chunk, ...more) {
  if (came !== undefined && /"kind":"(?:full|unchanged)"/.test(String(chunk))) {
    times.push(performance.now() - came);
    came = undefined;
  }
  return Reflect.apply(write, this, [chunk, ...more]);
};

process.once('exit', () => writeFileSync(process.env.RETCON_BENCH_INSIDE, JSON.stringify(times)));
