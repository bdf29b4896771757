/** The editor suite: the extension host's tests, then the packaged extension as an author sees it, an author's story in it, a codex in git, a review, the picture of time, and secrets with their dialogs. Reports in test-results. */
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
const installed = (await run(path.join(root, 'test/editor/install.sh'), 'browser')) === 0;
if (!installed) {
  console.error('The editor suite cannot run without VS Code: see above, and test/editor/README.md.');
  process.exit(1);
}
const host = await testInHost();
if (!process.argv.includes('--packaged')) await must('npm', 'run', '--silent', 'package');
const ui = await testPackage();
const story = await testStory();
const telling = await testBaselineStory();
const history = await testHistory();
const review = await testReview();
const kin = await testKin();
const timeline = await testTimeline();
const secrets = await testSecrets();
const dialogs = await testSecretDialogs();
const pictures = await testPictures();
const browser = await testInBrowser();
const all = [host, ui, story, telling, history, review, kin, timeline, secrets, dialogs, pictures, browser];
const sum = {
  passed: all.reduce((passed, one) => passed + one.passed, 0),
  failed: all.reduce((failed, one) => failed + one.failed, 0),
  names: all.flatMap(({ names }) => names),
};
await writeFile(path.join(results, 'editor.json'), JSON.stringify(sum));
const again = all.reduce((count, one) => count + (one.again ?? 0), 0);
console.log(`In VS Code: ${sum.passed} passed, ${sum.failed} failed; ${again} of the stories had to be walked twice.`);
process.exitCode = sum.failed === 0 && all.every(({ passed }) => passed > 0) ? 0 : 1;
