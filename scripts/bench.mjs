/** Measures Retcon on made-up codices: `npm run bench [-- --sizes 1000,10000]`. Prints a table, writes test-results/bench.json. */
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { must, root } from './steps.mjs';

/** Each figure, in words. Those of the whole codex are compared with merely reading its files. */
const FIGURES = [
  ['raw', 'reading the files, nothing more', 'whole'],
  ['open', 'reading and canon (openFolder)', 'whole'],
  ['check', 'every problem of it (checkCodex)', 'whole'],
  ['process', 'retcon check, the whole process', 'whole'],
  ['edit', 'one edit → its problems, median'],
  ['edit_p95', 'one edit → its problems, p95'],
  ['ask_fresh', 'was-true-at, first asked, p50'],
  ['ask_fresh_p99', 'was-true-at, first asked, p99'],
  ['ask_again', 'was-true-at, asked again, p50'],
  ['ask_again_p99', 'was-true-at, asked again, p99'],
  ['first', 'server: opened → its first problems'],
  ['all', 'server: opened → problems of all files'],
  ['key', 'server: key → problems, median'],
  ['key_p95', 'server: key → problems, p95'],
  ['hover', 'server: key and hover, median'],
  ['complete', 'server: key and [[ choices, median'],
  ['memory', 'server: resident once all is read, MiB'],
];

const { values } = parseArgs({ options: { sizes: { type: 'string', default: '2000,20000' } } });
const sizes = values.sizes.split(',').map(Number);
if (!sizes.every((size) => Number.isInteger(size) && size > 0)) {
  console.error(`--sizes takes numbers of entries, such as 1000,10000; not "${values.sizes}".`);
  process.exit(2);
}

const results = path.join(root, 'test-results');
await mkdir(results, { recursive: true });
await must('npm', 'run', '--silent', 'build');
const bench = path.join(results, 'bench.cjs');
await build({
  entryPoints: [path.join(root, 'test/bench/run.ts')],
  outfile: bench,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  mainFields: ['module', 'main'],
});

const measured = [];
for (const size of sizes) {
  console.log(`measuring ${size} entries …`);
  // A process for each size: the heap of one is no burden to the next.
  measured.push(JSON.parse(execFileSync(process.execPath, [bench, String(size), path.join(root, 'dist/cli.mjs')])));
}
const machine = { cpu: os.cpus()[0]?.model ?? 'unknown', cores: os.cpus().length, node: process.version };
await writeFile(
  path.join(results, 'bench.json'),
  `${JSON.stringify({ machine, measured, growth: growth() }, null, 2)}\n`,
);
console.log(`\n${table()}\n\nMedians of 5 and more, in milliseconds; × is relative to reading the files.`);
console.log(`${machine.cores} × ${machine.cpu}, node ${machine.node}. Also in test-results/bench.json.`);

/** The power of the size that each figure grows with, from the first size to the last: 1 is in step with it. */
function growth() {
  const [first, last] = [measured[0], measured.at(-1)];
  if (first.size === last.size) return null;
  const times = Math.log(last.size / first.size);
  return Object.fromEntries(
    FIGURES.map(([name]) => [name, Math.log(last.figures[name] / first.figures[name]) / times]),
  );
}

function table() {
  const powers = growth();
  const rows = [
    ['', ...measured.map(({ size }) => `${size} entries`), ...(powers ? ['growth'] : [])],
    ...FIGURES.map(([name, words, isWhole]) => [
      words,
      ...measured.map(({ figures }) => {
        const ratio = isWhole ? `  ${(figures[name] / figures.raw).toFixed(1)}×`.padStart(8) : ''.padStart(8);
        return `${figures[name] >= 10 ? figures[name].toFixed(0) : figures[name].toFixed(3)}${ratio}`;
      }),
      ...(powers ? [`n^${powers[name].toFixed(2)}`] : []),
    ]),
  ];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('   '))
    .join('\n');
}
