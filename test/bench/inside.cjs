/**
 * Loaded into a server before it starts: notes the time from a change that comes in to each answer that goes out after it, and
 * from the start of the process to the first diagnostics. In milliseconds; of processor time where RETCON_BENCH_CPU is set.
 */
const { writeFileSync } = require('node:fs');

/** Milliseconds, by the method that was asked for. */
const times = {};
/** What was asked for and is not answered, by id. */
const asked = new Map();
let changed;

function spent() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
const now = process.env.RETCON_BENCH_CPU ? spent : () => performance.now();

/** A message is known by its words. One that a pipe cuts in two is left out, which the bench would see in how many there are. */
const REQUEST = /"id":(\d+),"method":"([^"]+)"/g;
const ANSWER = /\{"jsonrpc":"2.0","id":(\d+),"result"/;

const { stdin, stdout } = process;
const emit = stdin.emit;
stdin.emit = function (event, chunk, ...more) {
  if (event === 'data') {
    const words = String(chunk);
    if (words.includes('"textDocument/didChange"')) changed = now();
    for (const [, id, method] of words.matchAll(REQUEST)) asked.set(id, method);
  }
  return Reflect.apply(emit, this, [event, chunk, ...more]);
};
const write = stdout.write;
stdout.write = function (chunk, ...more) {
  const method = asked.get(ANSWER.exec(String(chunk))?.[1]);
  if (method === 'textDocument/diagnostic') times.ready ??= [now()];
  if (method !== undefined && changed !== undefined) (times[method] ??= []).push(now() - changed);
  return Reflect.apply(write, this, [chunk, ...more]);
};

process.once('exit', () => writeFileSync(process.env.RETCON_BENCH_INSIDE, JSON.stringify(times)));
