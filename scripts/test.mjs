/** The whole proof: types, lint and format, then the fast tests, the surfaces and the real editor; ends with the sum. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { installDependencies, root, run } from './steps.mjs';

const results = path.join(root, 'test-results');
const sum = { passed: 0, failed: 0 };
/** What failed, for the end of a log of which the middle is seldom read. */
const failures = [];

await installDependencies();
await rm(results, { recursive: true, force: true });
await mkdir(results, { recursive: true });

await step('check', 'npm', 'run', '--silent', 'check');
const built = await step('build', 'npm', 'run', '--silent', 'build');
await suite('fast', 'npx', 'vitest', 'run', '--project', 'fast');
if (built) {
  await suite('surfaces', 'npx', 'vitest', 'run', '--project', 'surfaces');
  await suite('editor', 'node', 'test/editor/run.mjs');
}
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

/** Runs a suite and adds up what it reports in test-results/<name>.json. */
async function suite(name, ...command) {
  console.log(`\n── ${name}`);
  const report = path.join(results, `${name}.json`);
  const options =
    command[1] === 'vitest' ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : [];
  const status = await run(...command, ...options);
  const nothing = { passed: 0, failed: 0, names: [] };
  const { passed, failed, names } = await readFile(report, 'utf8').then(countsOf, () => nothing);
  sum.passed += passed;
  sum.failed += failed;
  failures.push(...names);
  if (failed === 0 && (status !== 0 || passed === 0)) fail(name, passed === 0 ? 'ran no test' : `ended with ${status}`);
}

function countsOf(json) {
  const { passed, failed, numPassedTests, numFailedTests, testResults = [] } = JSON.parse(json);
  const names = testResults.flatMap(({ name, assertionResults }) =>
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
