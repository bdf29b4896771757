/** Runs every suite and ends with the sum. `--nightly` runs what takes too long for each push instead. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { installDependencies, root, run, runBeside } from './steps.mjs';

const isNightly = process.argv.includes('--nightly');
const results = path.join(root, 'test-results');
/** Debian packages that the suites need. They are installed in one go, since two runs of apt block each other. */
const DEBIAN = 'chromium fonts-dejavu-core build-essential python3 libkrb5-dev'.split(' ');
const sum = { passed: 0, failed: 0 };
/** Repeated at the end, since the middle of a log is seldom read. */
const failures = [];

await installDependencies();
await rm(results, { recursive: true, force: true });
await mkdir(results, { recursive: true });

// Fetching and compiling the editor takes minutes the first time. Where that fails, the suites that need it report why.
if (isNightly) DEBIAN.push('pre-commit', 'neovim');
const machine = runBeside('install', 'test/debian.sh', ...DEBIAN).catch(() => 1);
const editor = machine.then(() => runBeside('install', 'test/editor/install.sh', 'browser').catch(() => 1));

if (!isNightly) await step('check', 'npm', 'run', '--silent', 'check');
// This builds what is shipped. The suites run on that.
if (await step('package', 'npm', 'run', '--silent', 'package'))
  // They share nothing but the package, which none of them changes.
  await Promise.all([isNightly ? runNightly() : runOrdinary(), editor.then(runEditor)]);
for (const failure of failures) console.error(`\nfailed: ${failure}`);
console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1;

async function runOrdinary() {
  await vitest('sources', 'fast', 'sampled');
  await machine;
  await vitest('surfaces', 'surfaces');
}

async function runNightly() {
  await machine;
  await vitest('nightly', 'nightly');
  process.env.FUZZ_RUNS ??= '100';
  await vitest('sampled', 'sampled');
}

async function runEditor() {
  const stories = isNightly ? [] : ['story'];
  await suite('editor', () => runBeside('editor', 'node', 'test/editor/run.mjs', '--packaged', ...stories));
}

/** Runs a step that holds no tests: it counts only when it fails. */
async function step(name, ...command) {
  const start = Date.now();
  console.log(`\n── ${name}`);
  const isFine = (await run(...command)) === 0;
  if (!isFine) fail(name, 'failed');
  console.log(`── ${name} took ${seconds(start)} s`);
  return isFine;
}

function vitest(name, ...projects) {
  return suite(name, (report) =>
    run(
      ...['npx', 'vitest', 'run', ...projects.flatMap((project) => ['--project', project])],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ),
  );
}

/** Runs a suite and adds up what it reports in test-results/<name>.json. @param start gets that file; resolves to an exit status */
async function suite(name, start) {
  const begun = Date.now();
  console.log(`\n── ${name}`);
  const report = path.join(results, `${name}.json`);
  const status = await start(report);
  const nothing = { passed: 0, failed: 0, names: [] };
  const { passed, failed, names } = await readFile(report, 'utf8').then(countsOf, () => nothing);
  sum.passed += passed;
  sum.failed += failed;
  failures.push(...names);
  if (failed === 0 && (status !== 0 || passed === 0)) fail(name, passed === 0 ? 'ran no test' : `ended with ${status}`);
  console.log(`── ${name} took ${seconds(begun)} s`);
}

function seconds(start) {
  return Math.round((Date.now() - start) / 1000);
}

/** Reads what the editor's suite writes, or vitest. */
function countsOf(json) {
  const { passed, failed, names, numPassedTests, numFailedTests, testResults = [] } = JSON.parse(json);
  const failedTests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${path.relative(root, name)}: ${fullName}`),
  );
  return { passed: passed ?? numPassedTests, failed: failed ?? numFailedTests, names: names ?? failedTests };
}

function fail(name, what) {
  failures.push(`${name} ${what}`);
  sum.failed++;
}
