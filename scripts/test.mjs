/** The whole proof: types, lint and format, then what needs the sources alone, then the surfaces beside the real editor; ends with the sum. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { installDependencies, root, run, runBeside } from './steps.mjs';

const results = path.join(root, 'test-results');
/** What the suites need of Debian: fetched at once, as two that fetch would be in each other's way. */
const DEBIAN = 'chromium fonts-dejavu-core build-essential python3 libkrb5-dev pre-commit neovim'.split(' ');
const sum = { passed: 0, failed: 0 };
/** What failed, for the end of a log of which the middle is seldom read. */
const failures = [];

await installDependencies();
await rm(results, { recursive: true, force: true });
await mkdir(results, { recursive: true });

// The editor takes minutes to fetch and to compile, the first time. Where that fails, the suites that need it say so.
const machine = runBeside('install', 'test/debian.sh', ...DEBIAN).catch(() => 1);
const editor = machine.then(() => runBeside('install', 'test/editor/install.sh', 'browser').catch(() => 1));

await step('check', 'npm', 'run', '--silent', 'check');
// It builds what is shipped, and the suites run on that.
const packaged = await step('package', 'npm', 'run', '--silent', 'package');
await suite('sources', run, 'npx', 'vitest', 'run', '--project', 'fast', '--project', 'sampled');
await machine;
if (packaged)
  // Each is busy on one core at most, and they share nothing but the package, which neither changes.
  await Promise.all([
    suite('surfaces', run, 'npx', 'vitest', 'run', '--project', 'surfaces'),
    editor.then(() => suite('editor', runBeside.bind(null, 'editor'), 'node', 'test/editor/run.mjs', '--packaged')),
  ]);
for (const failure of failures) console.error(`\nfailed: ${failure}`);
console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1;

/** A step that holds no tests counts only when it fails. */
async function step(name, ...command) {
  console.log(`\n── ${name}`);
  const fine = (await run(...command)) === 0;
  if (!fine) fail(name, 'failed');
  return fine;
}

/** Has a suite run and adds up what it reports in test-results/<name>.json. */
async function suite(name, running, ...command) {
  console.log(`\n── ${name}`);
  const report = path.join(results, `${name}.json`);
  const options =
    command[1] === 'vitest' ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : [];
  const status = await running(...command, ...options);
  const nothing = { passed: 0, failed: 0, names: [] };
  const { passed, failed, names } = await readFile(report, 'utf8').then(countsOf, () => nothing);
  sum.passed += passed;
  sum.failed += failed;
  failures.push(...names);
  if (failed === 0 && (status !== 0 || passed === 0)) fail(name, passed === 0 ? 'ran no test' : `ended with ${status}`);
}

function countsOf(json) {
  const { passed, failed, names: told, numPassedTests, numFailedTests, testResults = [] } = JSON.parse(json);
  const names =
    told ??
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => `${path.relative(root, name)}: ${fullName}`),
    );
  return { passed: passed ?? numPassedTests, failed: failed ?? numFailedTests, names };
}

function fail(name, what) {
  failures.push(`${name} ${what}`);
  sum.failed++;
}
