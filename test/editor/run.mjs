/**
 * The editor suite: `node test/editor/run.mjs` runs every story, `node test/editor/run.mjs host story` these two. It needs retcon.vsix and
 * dist/, and reports in test-results/editor.json.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { root, run } from '../../scripts/steps.mjs';
import { testBaselineStory } from './baselineStory.mjs';
import { testInBrowser } from './browser.mjs';
import { results } from './editor.mjs';
import { testFirstHour } from './firstHour.mjs';
import { testHistory } from './history.mjs';
import { testInHost } from './host.mjs';
import { testKin } from './kin.mjs';
import { testPictures } from './pictures.mjs';
import { testReadingView } from './readingView.mjs';
import { testReview } from './review.mjs';
import { testRipples } from './ripples.mjs';
import { testSecretDialogs } from './secretDialogs.mjs';
import { testSecrets } from './secrets.mjs';
import { testSetUp } from './setUp.mjs';
import { testStory } from './story.mjs';
import { testTimeline } from './timeline.mjs';
import { testPackage } from './ui.mjs';
import { testValueStory } from './valueStory.mjs';

const STORIES = {
  host: testInHost,
  ui: testPackage,
  story: testStory,
  setUp: testSetUp,
  firstHour: testFirstHour,
  valueStory: testValueStory,
  baselineStory: testBaselineStory,
  history: testHistory,
  readingView: testReadingView,
  review: testReview,
  ripples: testRipples,
  kin: testKin,
  timeline: testTimeline,
  secrets: testSecrets,
  secretDialogs: testSecretDialogs,
  pictures: testPictures,
  browser: testInBrowser,
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(STORIES);
for (const name of names)
  if (!Object.hasOwn(STORIES, name)) {
    console.error(`There is no story "${name}": only ${Object.keys(STORIES).join(', ')}.`);
    process.exit(2);
  }
await mkdir(results, { recursive: true });
if ((await run(path.join(root, 'test/editor/install.sh'), 'browser')) !== 0) {
  console.error('The editor suite cannot run without VS Code: see above, and test/editor/README.md.');
  process.exit(1);
}
const sum = { passed: 0, failed: 0, names: [] };
// Each story starts an editor and a browser of its own, which keep one core busy.
const waiting = [...names];
await Promise.all(Array.from({ length: Math.min(os.availableParallelism(), 4) }, runStories));
await writeFile(path.join(results, 'editor.json'), JSON.stringify(sum));
console.log(`In VS Code: ${sum.passed} passed, ${sum.failed} failed.`);
process.exitCode = sum.failed === 0 ? 0 : 1;

/** Runs the stories that are waiting, one after the other. */
async function runStories() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const broken = (error) => ({ passed: 0, failed: 1, names: [`${name}: ${error.stack}`] });
    const report = await STORIES[name]().catch(broken);
    if (report.passed + report.failed === 0) Object.assign(report, broken(new Error('it ran no test')));
    sum.passed += report.passed;
    sum.failed += report.failed;
    sum.names.push(...report.names);
  }
}
