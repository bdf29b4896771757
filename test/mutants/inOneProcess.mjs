/** Runs the tests of a room on one mutant after another, in one process: that takes milliseconds, where a run of vitest takes a second. */
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
 * Runs tests of a file until one fails, where not all are asked for.
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
  // A mutant that is met while a file is read may leave it without a test.
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

/** Processor time, of which a machine that is busy with other things makes no more. */
function spentMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function makeRunner() {
  // Where the instrumented code looks for the mutant that it has to be, and counts what is reached.
  const stryker = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});
  const files = testFilesOf(room);
  const order = makeOrder();
  let loaded;

  /** Asks a file's tests without a mutant; what is come by while it is read is counted for each of them. */
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
      // The code that is made now holds on to it.
      const mutantCoverage = { static: {}, perTest: {} };
      Object.assign(stryker, { activeMutant: undefined, mutantCoverage, currentTestId: undefined });
      loaded.renew();
      const tests = [];
      for (const file of files) tests.push(...(await weighedRun(file, mutantCoverage.perTest)));
      const reached = structuredClone(mutantCoverage);
      // What a test takes is what it takes from now on, as V8 has seen the code run: the first time it is several times as much.
      for (const file of files) await weighedRun(file, mutantCoverage.perTest);
      stryker.currentTestId = undefined;
      order.keep();
      return { status: DryRunStatus.Complete, tests, mutantCoverage: reached };
    },
    mutantRun: async ({ activeMutant, hitLimit: generous, mutantActivation, testFilter, disableBail }) => {
      // Five times as often as all its tests together came by it, where the limit given is a hundred times: it will not come to an end.
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
      // What is remembered of before a mutant, or of another one, says nothing of it.
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
