/**
 * Every test: `npm test` runs what a change has to pass, `npm run test:nightly` (`--nightly`) what takes longer. Both check types, lint
 * and format, build the package, run the suites on it, and end with the sum.
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { installDependencies, root, run, runBeside } from './steps.mjs';

const nightly = process.argv.includes('--nightly');
const results = path.join(root, 'test-results');
/** The Debian packages that the suites need. They are installed in one call, because two calls would wait for each other. */
const DEBIAN = 'chromium fonts-dejavu-core build-essential python3 libkrb5-dev'.split(' ');
if (nightly) DEBIAN.push('pre-commit', 'neovim');
const sum = { passed: 0, failed: 0 };
/** What failed: printed at the end of the log, since few people read its middle. */
const failures = [];

await installDependencies();
await rm(results, { recursive: true, force: true });
await mkdir(results, { recursive: true });

// The first installation of the editor takes minutes. Where it fails, the suites that need it fail with the reason.
const machine = runBeside('install', 'test/debian.sh', ...DEBIAN).catch(() => 1);
const editor = machine.then(() => runBeside('install', 'test/editor/install.sh', 'browser').catch(() => 1));

await step('check', 'npm', 'run', '--silent', 'check');
// This builds what is shipped, and the suites run on that.
if (await step('package', 'npm', 'run', '--silent', 'package')) await (nightly ? runNightly() : runOrdinary());
for (const failure of failures) console.error(`\nfailed: ${failure}`);
console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1;

async function runOrdinary() {
  await vitest('sources', ['fast', 'sampled']);
  await machine;
  // The surfaces and the editor share only the package, which neither changes.
  await Promise.all([vitest('surfaces', ['surfaces']), inEditor('story')]);
}

async function runNightly() {
  await vitest('large', ['large']);
  process.env.FUZZ_RUNS = '100';
  await vitest('samples', ['fast', 'sampled']);
  // Short texts are cheap to try.
  process.env.FUZZ_RUNS = '20000';
  await vitest('texts', ['fast', 'sampled'], 'test/yaml', 'test/entry', 'test/chronology');
  delete process.env.FUZZ_RUNS;
  await machine;
  await Promise.all([vitest('nightly', ['nightly']), inEditor()]);
}

/** Runs stories in the editor once it is installed: those named, or all. */
async function inEditor(...stories) {
  await editor;
  await suite('editor', runBeside.bind(null, 'editor'), 'node', 'test/editor/run.mjs', ...stories);
}

async function vitest(name, projects, ...files) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`];
  const chosen = projects.flatMap((project) => ['--project', project]);
  await suite(name, run, 'npx', 'vitest', 'run', ...chosen, ...reporters, ...files);
}

/** Runs a step that holds no tests; only its failure counts. Answers whether it passed. */
async function step(name, ...command) {
  console.log(`\n── ${name}`);
  const passed = (await run(...command)) === 0;
  if (!passed) fail(name, 'failed');
  return passed;
}

/** Runs a suite and adds up what it reports in its file. */
async function suite(name, running, ...command) {
  console.log(`\n── ${name}`);
  const start = Date.now();
  const status = await running(...command);
  const nothing = { passed: 0, failed: 0, names: [] };
  const { passed, failed, names } = await readFile(reportOf(name), 'utf8').then(countsOf, () => nothing);
  console.log(`── ${name}: ${passed} passed, ${failed} failed, in ${Math.round((Date.now() - start) / 1000)} s`);
  sum.passed += passed;
  sum.failed += failed;
  failures.push(...names);
  if (failed === 0 && (status !== 0 || passed === 0)) fail(name, passed === 0 ? 'ran no test' : `ended with ${status}`);
}

function reportOf(name) {
  return path.join(results, `${name}.json`);
}

/** Reads what vitest or the editor suite reports: the numbers of tests that passed and failed, and the names of the latter. */
function countsOf(json) {
  const report = JSON.parse(json);
  if (report.names !== undefined) return report;
  const names = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${path.relative(root, name)}: ${fullName}`),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests, names };
}

function fail(name, what) {
  failures.push(`${name} ${what}`);
  sum.failed++;
}
