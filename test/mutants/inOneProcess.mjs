/**
 * Runs the tests of a room on one mutant after another, in one process. All files are bundled and compiled once, and evaluated anew for each
 * mutant: that takes milliseconds, where a run of vitest takes a second.
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  determineHitLimitReached,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect';
import * as vitestRunner from '@vitest/runner';
import { getTests } from '@vitest/runner/utils';
import * as chai from 'chai';
import { build } from 'esbuild';

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);

/** What the tests import of `vitest`, which itself can only be had in a process of its own making. */
const VITEST = { ...vitestRunner, expect: chai.expect };

/** What @vitest/runner asks for; the configuration of vitest that the tests run under otherwise has nothing more to say here. */
const CONFIG = {
  setupFiles: [],
  sequence: { hooks: 'stack', setupFiles: 'list' },
  tags: [],
  retry: 0,
  maxConcurrency: 1,
  testTimeout: 30_000,
  hookTimeout: 30_000,
};

const room = process.env.MUTANTS_OF ?? 'canon';

/** Property tests try few samples. */
process.env.FUZZ_RUNS ??= room === 'chronology' ? '50' : '4';

/** The canon is asked by its own tests, and by the drawn examples of the rooms that show most of it. */
const FOLDERS = { chronology: ['chronology'], canon: ['canon', 'rules', 'tools', 'views'] };

/** What takes longer than what it finds beyond the others is worth. */
const SLOW = new RegExp(
  [
    '[.]large[.]',
    '^test/canon/(corpora|reckonings.property)[.]',
    '^test/rules/(codexMoves|conflict|errata|manyRetcons)[.]',
    '^test/tools/(brief|lorebook|plantedSecrets|proposeRetcon|timeline)[.]',
    'thousands of leap days',
  ].join('|'),
);

/** The test files, drawn examples before random ones: the first test that fails is the last that runs. */
function testFiles() {
  const found = FOLDERS[room].flatMap((folder) =>
    fs
      .readdirSync(`test/${folder}`, { recursive: true })
      .map((name) => `test/${folder}/${name.replaceAll(path.sep, '/')}`)
      .filter((file) => file.endsWith('.test.ts') && !SLOW.test(file))
      .toSorted(),
  );
  const isRandom = (file) => file.includes('.property.');
  const ofRoom = found.filter((file) => file.startsWith(`test/${room}/`));
  return [...found.filter((file) => !isRandom(file)), ...ofRoom.filter(isRandom)];
}

/** One function that has the instrumented code and the tests; each call gives the tests by file, with modules of their own. */
async function compile(files) {
  const entries = files.map((file) => `${JSON.stringify(file)}: () => require(${JSON.stringify(`./${file}`)})`);
  const contents = `require('./test/mutants/fewRuns.ts'); module.exports = { ${entries.join(', ')} };`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
  });
  const evaluate = compileFunction(outputFiles[0].text, ['require', 'module', '__dirname']);
  // All that look for a file beside themselves lie as deep.
  const folder = path.resolve('test', room);
  const requireHere = createRequire(path.resolve('package.json'));
  return () => {
    const module = { exports: {} };
    evaluate((name) => (name === 'vitest' ? VITEST : requireHere(name)), module, folder);
    return module.exports;
  };
}

const idOf = (test) => `${test.file.name}#${test.fullTestName}`;

function resultOf(test) {
  const status =
    test.result?.state === 'pass' ? TestStatus.Success : test.mode === 'skip' ? TestStatus.Skipped : TestStatus.Failed;
  return {
    id: idOf(test),
    name: test.fullTestName,
    fileName: path.resolve(test.file.name),
    timeSpentMs: test.result?.duration ?? 0,
    status,
    failureMessage: test.result?.errors?.[0]?.message ?? 'It did not come to this test.',
  };
}

/**
 * Runs the tests of the files until one fails, where not all are asked for.
 *
 * @param wanted Ids of tests, or undefined for all.
 * @param watch `start` is called between reading the tests and running them, `enter` with each test's id, `leave` behind it.
 */
async function runTests(load, files, wanted, isToTheEnd, watch) {
  let hasFailed = false;
  const modules = load();
  const reports = await vitestRunner.startTests(files, {
    config: { ...CONFIG, root: process.cwd() },
    importFile: (file) => modules[file](),
    onCollected: watch.start,
    onBeforeRunTask: (test) => {
      if ((hasFailed && !isToTheEnd) || (wanted && !wanted.has(idOf(test))) || SLOW.test(idOf(test)))
        test.mode = 'skip';
      else watch.enter?.(idOf(test));
    },
    onAfterRunTask: (test) => {
      watch.leave?.();
      hasFailed ||= test.result?.state === 'fail';
    },
  });
  // A mutant that is met while a file is read may leave it without a test.
  const unread = reports.filter(({ result, tasks }) => result?.state === 'fail' && tasks.length === 0);
  return [
    ...getTests(reports).map(resultOf),
    ...unread.map(({ name, result }) => ({
      id: name,
      name,
      timeSpentMs: 0,
      status: TestStatus.Failed,
      failureMessage: result.errors?.[0]?.message ?? 'It could not be read.',
    })),
  ];
}

function makeRunner() {
  // Where the instrumented code looks for the mutant that it has to be, and counts what is reached.
  const stryker = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});
  const files = testFiles();
  let load;
  return {
    capabilities: () => ({ reloadEnvironment: true }),
    init: async () => {
      load = await compile(files);
    },
    dryRun: async () => {
      stryker.activeMutant = undefined;
      stryker.mutantCoverage = { static: {}, perTest: {} };
      const tests = await runTests(load, files, undefined, true, {
        enter: (id) => {
          stryker.currentTestId = id;
        },
        leave: () => {
          stryker.currentTestId = undefined;
        },
      });
      return { status: DryRunStatus.Complete, tests, mutantCoverage: stryker.mutantCoverage };
    },
    mutantRun: async ({ activeMutant, hitLimit, mutantActivation, testFilter, disableBail }) => {
      Object.assign(stryker, {
        hitCount: 0,
        hitLimit,
        activeMutant: mutantActivation === 'static' ? activeMutant.id : undefined,
      });
      const wanted = testFilter && new Set(testFilter);
      const inQuestion = wanted ? files.filter((file) => testFilter.some((id) => id.startsWith(`${file}#`))) : files;
      const tests = await runTests(load, inQuestion, wanted, disableBail, {
        start: () => {
          stryker.activeMutant = activeMutant.id;
        },
      });
      stryker.activeMutant = undefined;
      const hasRunAway = determineHitLimitReached(stryker.hitCount, hitLimit);
      return toMutantRunResult(hasRunAway ?? { status: DryRunStatus.Complete, tests });
    },
  };
}

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'inOneProcess', makeRunner)];
