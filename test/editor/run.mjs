/** Runs the stories of the editor suite that are named, or all of them. Reports in test-results. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { must, root, run } from '../../scripts/steps.mjs';
import { results } from './editor.mjs';
import { testInBrowser } from './browser.mjs';
import { testHistory } from './history.mjs';
import { testInHost } from './host.mjs';
import { testKin } from './kin.mjs';
import { testPictures } from './pictures.mjs';
import { testReview } from './review.mjs';
import { testSecretDialogs } from './secretDialogs.mjs';
import { testSecrets } from './secrets.mjs';
import { testStory } from './story.mjs';
import { testTimeline } from './timeline.mjs';
import { testBaselineStory } from './baselineStory.mjs';
import { testPackage } from './ui.mjs';

await mkdir(results, { recursive: true });
const all = {
  host: testInHost,
  ui: testPackage,
  story: testStory,
  baselineStory: testBaselineStory,
  history: testHistory,
  review: testReview,
  kin: testKin,
  timeline: testTimeline,
  secrets: testSecrets,
  secretDialogs: testSecretDialogs,
  pictures: testPictures,
  browser: testInBrowser,
};
const asked = process.argv.slice(2).filter((word) => word !== '--packaged');
const unknown = asked.find((name) => !(name in all));
if (unknown !== undefined) {
  console.error(`There is no story called "${unknown}". There are ${Object.keys(all).join(', ')}.`);
  process.exit(2);
}

const installed = (await run(path.join(root, 'test/editor/install.sh'), 'browser')) === 0;
if (!installed) {
  console.error('The editor suite cannot run without VS Code: see above, and test/editor/README.md.');
  process.exit(1);
}
if (!process.argv.includes('--packaged')) await must('npm', 'run', '--silent', 'package');
const sum = { passed: 0, failed: 0, names: [] };
for (const [name, test] of Object.entries(all)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const { passed, failed, names } = await test();
  sum.passed += passed;
  sum.failed += failed + (passed + failed === 0 ? 1 : 0);
  sum.names.push(...names);
}
await writeFile(path.join(results, 'editor.json'), JSON.stringify(sum));
console.log(`In VS Code: ${sum.passed} passed, ${sum.failed} failed.`);
process.exitCode = sum.failed === 0 ? 0 : 1;
