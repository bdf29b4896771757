/**
 * Measures Retcon on made-up codices, beside its peers: `npm run bench`. Prints a table, writes test-results/bench.json.
 * `--sizes 1000,20000` for a quick run, `--only server,ask` for some probes, `--docs` to put the table into docs/performance.md.
 * `--vs REV` compares with the build of another revision instead, in processor time, on 5,000 pages or as `--sizes` says.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { hostileTable, tableOf, withHostile, withTable } from '../test/bench/report.mjs';
import { compareBuilds } from './benchVs.mjs';
import { root } from './steps.mjs';

const RUNS = 5;
const MAIN = 20_000;
/** Facts for each entry that `--sizes` names, where questions are asked of nothing but facts. */
const FACTS = 50;
/** The pages of an edition, whatever the size. */
const MOST_SHARED = 10_000;
const peers = path.join(root, 'test/bench');
const cli = path.join(root, 'dist/cli.js');
const results = path.join(root, 'test-results');

const { values } = parseArgs({
  options: {
    sizes: { type: 'string' },
    only: { type: 'string' },
    vs: { type: 'string' },
    pairs: { type: 'string', default: '9' },
    docs: { type: 'boolean', default: false },
  },
});
const sizes = (values.sizes ?? (values.vs ? '5000' : '1000,20000,100000')).split(',').map(Number);
if (!sizes.every((size) => Number.isInteger(size) && size >= 100)) {
  console.error(`--sizes takes numbers of entries, 100 or more, such as 1000,20000; not "${values.sizes}".`);
  process.exit(2);
}
/** What stands beside a peer, and what the goals are for. */
const main = sizes.includes(MAIN) ? MAIN : sizes[Math.floor(sizes.length / 2)];
const only = values.only?.split(',');

const bench = path.join(results, 'bench.cjs');
const folder = await mkdtemp(path.join(os.tmpdir(), 'retcon-bench-'));
const caches = path.join(folder, 'caches');
// What is kept between starts is kept here, and nowhere that an author has it.
const env = { ...process.env, XDG_CACHE_HOME: caches, LOCALAPPDATA: caches, HOME: caches };
/** By name, then by size. */
const figures = {};
/** What codices cost that are made to cost: their sizes are their own. */
let hostile = [];

try {
  await bundle();
  if (values.vs) {
    console.log(compareBuilds({ rev: values.vs, pairs: Number(values.pairs), sizes, folder, env, probed }));
  } else await measureAll();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measureAll() {
  await prepare();
  // What hostile codices are has sizes of its own.
  for (const size of only?.join() === 'hostile' ? [] : sizes) await measure(size);
  await probe('hostile', main, () => void ({ hostile } = probed('hostile', path.join(folder, 'hostile'), main)));
  await report();
}

/** The probes, as one file. */
async function bundle() {
  await mkdir(results, { recursive: true });
  await build({
    entryPoints: [path.join(peers, 'run.ts')],
    outfile: bench,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    mainFields: ['module', 'main'],
    // It finds its browser beside its own files.
    external: ['playwright-core'],
  });
}

/** Packs what is shipped, which is what is measured, and installs the peers. */
async function prepare() {
  execFileSync('npm', ['run', '--silent', 'package'], { cwd: root, shell: process.platform === 'win32' });
  const locked = await readFile(path.join(peers, 'package-lock.json'), 'utf8');
  const installed = path.join(peers, 'node_modules/.retcon-bench-lock');
  if ((await readFile(installed, 'utf8').catch(() => '')) === locked) return;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: peers,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  await writeFile(installed, locked);
}

async function measure(size) {
  const codex = path.join(folder, String(size));
  const take = (probe, at = size, prefix = '') => note(size, probed(probe, codex, at), prefix);
  probed('write', codex, size);
  await probe('folder', size, () => {
    for (const one of ['raw', 'cold'])
      note(
        size,
        medians(() => probed(one, codex, size)),
      );
  });
  await probe('server', size, () => take('server'));
  await probe('ready', size, () => take('ready'));
  await probe('busy', size, () => take('busy'));
  await probe('readings', size, () => take('readings'));
  await probe('pictures', size, () => take('pictures'));
  await probe('commands', size, () => commands(size, codex));
  await probe('ask', size, () => take('ask', size * FACTS <= MAIN * FACTS ? size * FACTS : MAIN * FACTS));
  await probe('timeline', size, () => take('timeline'));
  if (size <= MAIN) await probe('knowers', size, () => take('knowers'));
  if (size <= MAIN) await probe('editions', size, () => editions(size));
  // From scratch, five times: where that takes minutes, more runs add nothing.
  if (size <= MAIN) await probe('history', size, () => take('history'));
  if (size <= MAIN) await probe('dependants', size, () => take('dependants'));
  if (size === main) {
    await probe('yaml', size, () => take('yaml', size, 'yaml.'));
    await probe('markdown', size, () => take('markdown', size, 'markdown.'));
    await probe('scenes', size, () => take('scenes'));
    await probe('package', size, async () => {
      const { size: bytes } = await stat(path.join(root, 'retcon.vsix'));
      note(size, { vsix: bytes / 1e6, ...medians(() => probed('activation', codex, size)) });
    });
  }
  await rm(codex, { recursive: true });
}

async function probe(name, size, run) {
  if (only && !only.includes(name)) return;
  const began = performance.now();
  await run();
  console.log(`${size} entries: ${name}, ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

/** A process for each: the heap and the compiled code of one neither help nor burden the next. */
function probed(name, codex, size, project = root, given = env) {
  const args = ['--max-old-space-size=8000', bench, name, project, codex, String(size)];
  return JSON.parse(execFileSync(process.execPath, args, { env: given, maxBuffer: 1 << 28 }).toString());
}

function note(size, found, prefix = '') {
  for (const [name, value] of Object.entries(found)) (figures[prefix + name] ??= {})[size] = value;
}

/** @param take answers figures by name */
function medians(take) {
  const runs = Array.from({ length: RUNS }, take);
  return Object.fromEntries(Object.keys(runs[0]).map((name) => [name, median(runs.map((run) => run[name]))]));
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** How long a whole process takes. */
function whole(...args) {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { env, maxBuffer: 1 << 28 });
  const took = performance.now() - began;
  // retcon check ends with 1 where it finds an error.
  if (status !== 0 && status !== 1) throw new Error(`${args.join(' ')} ended with ${status}: ${String(stderr)}`);
  return took;
}

/** An edition as it is written first, and as it is brought up to date after one edit. */
async function editions(size) {
  const pages = Math.min(size, MOST_SHARED);
  const [codex, edition] = [path.join(folder, 'shared'), path.join(folder, 'edition')];
  probed('write', codex, pages);
  const share = () => whole(cli, 'share', edition, '--for', 'everyone', '--root', codex, '--yes');
  const first = share();
  // What was written just now is compared by its text for a while.
  for (let run = 0; run < 2; run++) share();
  const updates = [];
  for (let run = 0; run < RUNS; run++) {
    await appendFile(path.join(codex, 'part-3/Entry 3.md'), 'And then.\n');
    updates.push(share());
  }
  note(size, { edition: first, editionUpdate: median(updates) });
  for (const one of [codex, edition]) await rm(one, { recursive: true });
}

/** Whole processes, as a script calls them: with nothing kept, with all kept, and with some of it changed. */
async function commands(size, codex) {
  const cold = async (...args) => {
    const times = [];
    for (let run = 0; run < RUNS; run++) {
      await rm(caches, { recursive: true, force: true });
      times.push(whole(...args));
    }
    return median(times);
  };
  const warm = (...args) => median(Array.from({ length: RUNS }, () => whole(...args)));
  const changed = (...args) =>
    median(
      Array.from({ length: RUNS }, () => {
        probed('change', codex, size);
        return whole(...args);
      }),
    );
  const lookup = [cli, 'lookup', 'entry-1', '--root', codex];
  const check = [cli, 'check', '--root', codex];
  note(size, { node: warm('-e', '0'), lookupCold: await cold(...lookup), warm: warm(...lookup) });
  note(size, { warmChanged: changed(...lookup) });
  note(size, { checkCold: await cold(...check), check: warm(...check) });
  if (!execFileSync(process.execPath, [cli, '--help']).toString().includes('lore')) return;
  const lore = [cli, 'lore', 'oath', '--root', codex];
  note(size, { loreCold: await cold(...lore), lore: warm(...lore) });
}

async function report() {
  const versionsOf = async (file) => JSON.parse(await readFile(path.join(root, file), 'utf8'));
  const { version } = await versionsOf('package.json');
  const { dependencies } = await versionsOf('test/bench/package.json');
  const machine = { cpu: os.cpus()[0]?.model ?? 'unknown', cores: os.cpus().length, node: process.version };
  const measured = {
    version,
    date: new Date().toISOString().slice(0, 10),
    machine,
    peers: dependencies,
    sizes,
    main,
    figures,
  };
  const table = tableOf(measured);
  const costs = hostileTable(hostile);
  await writeFile(
    path.join(results, 'bench.json'),
    `${JSON.stringify({ ...measured, rows: table.rows, hostile }, null, 2)}\n`,
  );
  console.log(
    `\n${table.text}\n\n${costs.text}\n\nAlso in test-results/bench.json; docs/performance.md says how to read it.`,
  );
  if (!values.docs) return;
  const page = path.join(root, 'docs/performance.md');
  const written = await readFile(page, 'utf8');
  const figured = table.rows.length > 0 ? withTable(written, table.markdown) : written;
  await writeFile(page, hostile.length > 0 ? withHostile(figured, costs.markdown) : figured);
}
