/**
 * Runs the tests of a folder on one mutant after another, in one process: that takes milliseconds, where a run of vitest
 * takes a second.
 */
import path from 'node:path';
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
import { compileAll } from './bundles.mjs';
import { makeOrder, SLOW, testFilesOf } from './whichTests.mjs';

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);

/** What the tests import from `vitest`, which itself works only in a process that it started. */
const VITEST = { ...vitestRunner, expect: chai.expect };

/** What @vitest/runner requires; the rest of the usual vitest configuration does not matter here. */
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

/** Property tests use few samples. */
process.env.FUZZ_RUNS ??= room === 'chronology' ? '50' : '4';

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

const hasFailed = ({ status }) => status === TestStatus.Failed;

/**
 * Runs tests of a file, until one fails unless all are wanted.
 *
 * @param wanted Ids of tests, or undefined for all.
 * @param watch `enter` is called with the id of a test that begins, `leave` with that of one that has ended.
 */
async function runTests(loaded, file, wanted, isToTheEnd, watch) {
  let isOver = false;
  const reports = await vitestRunner.startTests([file], {
    config: { ...CONFIG, root: process.cwd() },
    importFile: () => loaded.read(file),
    onBeforeRunTask: (test) => {
      if ((isOver && !isToTheEnd) || (wanted && !wanted.has(idOf(test))) || SLOW.test(idOf(test))) test.mode = 'skip';
      else watch?.enter(idOf(test));
    },
    onAfterRunTask: (test) => {
      watch?.leave(idOf(test));
      isOver ||= test.result?.state === 'fail';
    },
  });
  // A mutant that runs while a file is read may leave the file without a test.
  const unread = reports.filter(({ result, tasks }) => result?.state === 'fail' && tasks.length === 0);
  return [
    ...getTests(reports).map(resultOf),
    ...unread.map(({ name, result }) => ({
      id: name,
      name,
      fileName: path.resolve(name),
      timeSpentMs: 0,
      status: TestStatus.Failed,
      failureMessage: result.errors?.[0]?.message ?? 'It could not be read.',
    })),
  ];
}

/** Processor time, which does not depend on other work of the machine. */
function spentMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function makeRunner() {
  // Where the instrumented code finds the active mutant, and counts what is reached.
  const stryker = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});
  const files = testFilesOf(room);
  const order = makeOrder();
  let loaded;

  /** Runs a file's tests without a mutant; code reached while the file is read counts for each of them. */
  async function weighedRun(file, perTest) {
    let began = 0;
    stryker.currentTestId = file;
    const tests = await runTests(loaded, file, undefined, true, {
      enter: (id) => {
        stryker.currentTestId = id;
        began = spentMs();
      },
      leave: (id) => {
        stryker.currentTestId = file;
        order.took(id, spentMs() - began);
      },
    });
    const onReading = Object.entries(perTest[file] ?? {});
    delete perTest[file];
    for (const { id, status } of tests) {
      if (status === TestStatus.Skipped) continue;
      const hits = (perTest[id] ??= {});
      for (const [mutant, count] of onReading) hits[mutant] = (hits[mutant] ?? 0) + count;
    }
    return tests;
  }

  /** Whether a test fails without any mutant too. */
  async function isFailingWithout(test) {
    if (!test) return false;
    const hits = stryker.hitCount;
    const told = await runTests(loaded, path.relative(process.cwd(), test.fileName), new Set([test.id]), true);
    stryker.hitCount = hits;
    return told.some(hasFailed);
  }

  return {
    capabilities: () => ({ reloadEnvironment: true }),
    init: async () => {
      loaded = await compileAll(room, files, VITEST);
      loaded.renew();
    },
    dryRun: async () => {
      // The code that is evaluated now keeps a reference to it.
      const mutantCoverage = { static: {}, perTest: {} };
      Object.assign(stryker, { activeMutant: undefined, mutantCoverage, currentTestId: undefined });
      loaded.renew();
      const tests = [];
      for (const file of files) tests.push(...(await weighedRun(file, mutantCoverage.perTest)));
      const reached = structuredClone(mutantCoverage);
      // The duration of a test counts from now on, since V8 has optimized the code: the first run takes several times as
      // long.
      for (const file of files) await weighedRun(file, mutantCoverage.perTest);
      stryker.currentTestId = undefined;
      order.keep();
      return { status: DryRunStatus.Complete, tests, mutantCoverage: reached };
    },
    mutantRun: async ({ activeMutant, hitLimit: generous, mutantActivation, testFilter, disableBail }) => {
      // Five times as often as all its tests together reached it, where the given limit is a hundred times: it will not
      // terminate.
      const hitLimit = (generous ?? Infinity) / 20;
      const isStatic = mutantActivation === 'static';
      const asked = order.of(activeMutant.fileName, testFilter);
      const ask = async () => {
        Object.assign(stryker, { hitCount: 0, hitLimit, activeMutant: activeMutant.id });
        if (isStatic) loaded.renew();
        const told = [];
        for (const [file, wanted] of asked) {
          const ofFile = await runTests(loaded, file, wanted, disableBail);
          told.push(...ofFile);
          for (const one of ofFile)
            if (one.status !== TestStatus.Skipped) order.told(activeMutant.fileName, one.id, hasFailed(one));
          if (ofFile.some(hasFailed) && !disableBail) break;
        }
        stryker.activeMutant = undefined;
        return told;
      };
      let tests = await ask();
      // Results from before a mutant, or from another one, do not count.
      if (!isStatic && (stryker.hitCount === 0 || (await isFailingWithout(tests.find(hasFailed))))) {
        loaded.renew();
        tests = await ask();
      }
      const hasRunAway = determineHitLimitReached(stryker.hitCount, hitLimit);
      if (isStatic || hasRunAway) loaded.renew();
      return toMutantRunResult(hasRunAway ?? { status: DryRunStatus.Complete, tests });
    },
  };
}

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'inOneProcess', makeRunner)];
