/** Hands and eyes of an author: what the window shows, what can be done in it, and walking through steps in it. */
import { mkdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import path from 'node:path';
import { installExtension, makeHome, openBrowser, results, root, startEditor, windowUrl } from './editor.mjs';

/** What the window shows, by the name an author would give it. */
const look = (page) => ({
  squiggle: page.locator('.monaco-editor .squiggly-error').first(),
  lens: (text) => page.locator('.codelens-decoration a', { hasText: text }).first(),
  hover: (text) => page.locator('.monaco-hover:visible', { hasText: text }).first(),
  word: (text) => page.locator('.view-line span > span', { hasText: text }).first(),
  row: (text) => page.locator('.quick-input-list .monaco-list-row.focused', { hasText: text }).first(),
  prompt: (text) => page.locator('.quick-input-widget', { hasText: text }),
  status: (text) => page.locator('.statusbar-item', { hasText: text }).first(),
  problem: (text) => page.locator('.markers-panel .monaco-list-row', { hasText: text }).first(),
  view: (name) => page.locator('.pane', { has: page.locator('.pane-header', { hasText: name }) }),
  badge: page.locator('.activitybar [aria-label^="Retcon"] .badge-content'),
  treeRow: (text) => page.locator('.pane-body .monaco-list-row', { hasText: text }).first(),
  choice: (text) => page.locator('.suggest-widget.visible .monaco-list-row', { hasText: text }).first(),
  fix: (text) => page.locator('.action-widget .monaco-list-row', { hasText: text }).first(),
  tab: (text) => page.locator('.tab.active', { hasText: text }),
  page: page.frameLocator('iframe.webview.ready').frameLocator('#active-frame'),
  // While a page is being replaced there is a second frame, not shown yet.
  answer: page.frameLocator('iframe.webview.ready').frameLocator('#active-frame').locator('main'),
});

/** How long is waited for anything in the window; in milliseconds. */
const PATIENCE = 180_000;

/** Waits for something to be so; where it never is, that is a failure. */
export async function until(isSo, failure) {
  for (const end = Date.now() + PATIENCE; !(await isSo()); await wait(100))
    if (Date.now() > end) throw new Error(failure);
}

/** Whether something comes within some seconds; if not, it is requested again. Other errors are thrown. */
export const comes = (seen, timeout = 5000) =>
  seen.waitFor({ timeout }).then(
    () => true,
    (error) => {
      if (error.name !== 'TimeoutError') throw error;
      return false;
    },
  );

/**
 * Takes retcon.vsix through steps, each a test by its name: they go on from each other, so the first that fails is the last.
 * Answers { passed, failed, names }: `names` of what failed.
 *
 * @param shots the folder of the pictures, in test-results/shots
 * @param prepare makes the copy of the example codex what the steps begin with
 * @param settings of the editor, beside those that all have
 * @param more what the author of these steps can do besides, out of what every one can
 */
export async function walkThrough({ title, shots, steps, prepare, more, settings }) {
  const { home, codex, remove } = await makeHome({
    'window.autoDetectColorScheme': true,
    'workbench.preferredDarkColorTheme': 'Default Dark Modern',
    'workbench.preferredLightColorTheme': 'Default Light Modern',
    ...settings,
  });
  await prepare?.(codex);
  await installExtension(home, path.join(root, 'retcon.vsix'));
  const editor = await startEditor(home);
  const { page, close } = await openBrowser(home);
  const folder = path.join(results, 'shots', shots);
  await mkdir(folder, { recursive: true });
  const hands = { ...handsOn(page, folder), codex, home, shots: folder };
  Object.assign(hands, more?.(hands));
  let passed = 0;
  try {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(windowUrl(editor, codex));
    await page.locator('.monaco-workbench .explorer-folders-view').waitFor({ timeout: PATIENCE });
    console.log(`\n  ${title}`);
    for (const [name, step] of Object.entries(steps)) {
      const start = Date.now();
      await step(hands).catch((error) => {
        throw new Error(`${name}: ${error.message}`);
      });
      console.log(`    ✔ ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
      passed++;
    }
    return { passed, failed: 0, names: [] };
  } catch (error) {
    console.error(error, editor.log());
    // A browser that has crashed has no picture, and that error must not replace the first.
    await hands.shot('failure').catch(console.error);
    return { passed, failed: 1, names: [`${title}: ${error.message}`] };
  } finally {
    await close();
    await editor.stop();
    await remove();
  }
}

/** What a step can do. */
function handsOn(page, shots) {
  page.setDefaultTimeout(PATIENCE);
  const see = look(page);
  const shot = (name) => page.screenshot({ path: path.join(shots, `${name}.png`), animations: 'disabled' });
  /** Opens a pick, types, and takes the row that is found. */
  const choose = async (key, text, row) => {
    const input = page.locator('.quick-input-widget input:focus').first();
    // What is just being drawn loses a key, and what gets the keys back late closes a pick: a reader begins again.
    await until(async () => {
      await page.keyboard.press(key);
      if (!(await comes(input))) return false;
      await page.keyboard.type(text);
      if (await comes(see.row(row))) return true;
      await page.keyboard.press('Escape');
      return false;
    }, `${key} does not offer ${row}`);
    await page.keyboard.press('Enter');
  };
  const command = (name) => choose('F1', name, name);
  /** Runs a command that asks, and types until a row is found: a page that gets the keys late closes the pick. */
  const ask = (name, prompt, text, row) =>
    until(async () => {
      await command(name);
      if (!(await comes(prompt))) return false;
      await page.keyboard.type(text);
      return comes(see.row(row));
    }, `${name} does not offer ${row}`);
  return {
    page,
    see,
    shot,
    openFile: async (name) => {
      await choose('Control+P', `/${name}.md`, `${name}.md`);
      await see.tab(`${name}.md`).waitFor();
    },
    command,
    ask,
    asSeenBy: async (who) => {
      await ask('Retcon: As Seen By', page.locator('input[placeholder*="Through whose eyes"]:focus'), who, who);
      await page.keyboard.press('Enter');
      await see.status(new RegExp(who, 'i')).waitFor();
    },
    /** Hovers over something until the hover appears: a redraw takes a hover away, and a request may come too early. */
    hover: (what, words) =>
      until(async () => {
        await page.mouse.move(1100, 700);
        await what.hover();
        return comes(see.hover(words));
      }, `no hover says "${words}"`),
    /** Types the key in place of the last letter of the line that ends with the word. */
    type: async (word, key) => {
      await see.word(word).click();
      for (const pressed of ['End', 'Backspace', key, 'Escape']) await page.keyboard.press(pressed);
    },
    /** As its author's system is: 'dark' or 'light'. */
    inTheme: async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      await page.locator(colorScheme === 'dark' ? '.monaco-workbench.vs-dark' : '.monaco-workbench.vs').waitFor();
    },
  };
}
