/** The packaged extension in the web extension host: steps of ui.mjs, and messages about what is not available in a browser. */
import { until, walkThrough } from './hands.mjs';
import { steps as everywhere } from './ui.mjs';

const STEPS = [
  'both ends of a retcon have a code lens',
  'a misspelt supersedes id has a squiggle and a problem as it is typed',
  'the squiggle goes away as it is typed right',
  'a hover on the id shows both states',
  'a viewpoint is chosen in the status bar, is easy to see, and is left by one click',
  '"What Was True…" is asked and answered from the palette',
  'a link in the answer opens the file',
  '"Search Lore…" lists passages as one types, all of them on demand, and goes to one',
  'compare, on the lens, opens both versions side by side',
  'the activity bar has the versions of the entry that is open, each compared with it',
  'retcons are listed by the session in which they were decided, with both their ends',
  'a retcon is declared by answers, and no id is typed',
];

/** The step of ui.mjs that has this name. */
function same(name) {
  const step = everywhere[name];
  if (!step) throw new Error(`there is no step "${name}" in ui.mjs`);
  return step;
}

const steps = {
  ...Object.fromEntries(STEPS.map((name) => [name, same(name)])),

  '"Show Timeline" opens the picture of time, which keys move': async ({ see, page, command, shot }) => {
    await command('Retcon: Show Timeline');
    const picture = see.answer.locator('.picture');
    await picture.waitFor();
    await picture.focus();
    await page.keyboard.press('[');
    const said = () => see.page.locator('#status').textContent();
    await until(async () => (await said())?.includes('session-48'), 'it does not say what changed');
    await shot('timeline');
  },

  'a commit that is asked for is reported as not available': async ({ see, page, command, shot }) => {
    await command('Retcon: Compare With an Earlier Version');
    await see.row('session-48').waitFor();
    await page.keyboard.type('git:HEAD');
    await see.prompt('git is not available in a browser').waitFor();
    await shot('no-commits');
    await page.keyboard.press('Escape');
  },

  'the hook is reported as not available': async ({ page, command, shot }) => {
    await command('Retcon: Check Before Each Commit');
    await page.locator('.notification-toast', { hasText: 'git is not available in a browser' }).first().waitFor();
    await shot('no-hook');
  },
};

export const testInBrowser = () =>
  walkThrough({
    title: 'the packaged extension in a web extension host',
    shots: 'browser',
    steps,
    settings: { 'remote.extensionKind': { 'retcon.retcon': ['web'] } },
  });
