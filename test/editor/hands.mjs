/** What an author sees and does in a VS Code window, and `walkThrough`, which runs a story's steps in one. */
import { mkdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import path from 'node:path';
import { installExtension, makeHome, openBrowser, results, root, startEditor, windowUrl } from './editor.mjs';

/** The parts of the window, by the names that an author would give them. */
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
  // While a page is being replaced, a second frame exists that is not shown yet.
  answer: page.frameLocator('iframe.webview.ready').frameLocator('#active-frame').locator('main'),
});

/** The titles of the commands that the palette leaves out. */
const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
const titles = JSON.parse(await readFile(path.join(root, 'package.nls.json'), 'utf8'));
const MORE = manifest.contributes.menus.commandPalette
  .filter(({ when }) => when === 'retcon.isInMore')
  .map(({ command }) => titles[command.replace('retcon', 'command')])
  .concat(titles['command.restart'], titles['command.import']);

/** How long to wait for anything in the window, in milliseconds. */
const PATIENCE = 180_000;

/** Waits until a condition holds, and throws where it never does. @param failure a message, or a function that answers it at the end */
export async function until(holds, failure) {
  for (const end = Date.now() + PATIENCE; !(await holds()); await wait(100))
    if (Date.now() > end) throw new Error(typeof failure === 'function' ? failure() : failure);
}

/** Whether something appears within five seconds. The caller asks for it again where it does not. */
export const appears = (seen, timeout = 5000) =>
  seen.waitFor({ timeout }).then(
    () => true,
    (error) => {
      if (error.name !== 'TimeoutError') throw error;
      return false;
    },
  );

/** Answers a box for a path. @param offered what the editor fills in late @param answer left out: what is offered */
export async function answerPath({ page, see }, { prompt, button, answer, offered }) {
  const input = page.locator('.quick-input-widget input').first();
  await see.prompt(prompt).waitFor();
  await until(async () => (await input.inputValue()).includes(offered), `${offered} is not offered`);
  // While it reads a folder, the box does not take it as the answer, and it may put what it offers in the place of what was typed.
  await until(async () => {
    if (answer !== undefined && (await input.inputValue()) !== answer) {
      await input.fill(answer);
      await wait(500);
      if ((await input.inputValue()) !== answer) return false;
    }
    await page
      .locator('.quick-input-widget')
      .getByText(button, { exact: true })
      .click({ timeout: 1000 })
      .catch(() => null);
    await wait(500);
    return !(await see.prompt(prompt).isVisible());
  }, `${button} is not taken`);
}

/**
 * Runs steps in a window that has retcon.vsix. Each step is a test and goes on from the one before, so the first failure is the last
 * step. Answers { passed, failed, names }: `names` lists what failed.
 *
 * @param shots the folder of the screenshots, in test-results/shots
 * @param prepare changes the copy of the example codex before the first step
 * @param settings of the editor, beside those that every story has
 * @param more answers what the author of this story can do beside what every author can, which it is given
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
  /** Saves until a file says all of some words: a dialog may still be writing them. */
  hands.saved = (file, ...words) =>
    until(
      async () => {
        await page.keyboard.press('Control+S');
        const text = await readFile(path.join(codex, file), 'utf8');
        return words.every((one) => text.includes(one));
      },
      `${file} does not say ${words.join(' and ')}`,
    );
  Object.assign(hands, more?.(hands));
  let passed = 0;
  try {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(windowUrl(editor, codex));
    await page.locator('.monaco-workbench .explorer-folders-view').waitFor({ timeout: PATIENCE });
    for (const [name, step] of Object.entries(steps)) {
      const start = Date.now();
      await step(hands).catch((error) => {
        throw new Error(`${name}: ${error.message}`);
      });
      console.log(`✔ ${title}: ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
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

/** What an author can do in a step. */
function handsOn(page, shots) {
  page.setDefaultTimeout(PATIENCE);
  const see = look(page);
  const shot = (name) => page.screenshot({ path: path.join(shots, `${name}.png`), animations: 'disabled' });
  /** Opens a quick pick, types, and accepts the row that is found. */
  const offered = async (key, text, row, what) => {
    const input = page.locator('.quick-input-widget input:focus').first();
    // A window that is being drawn loses keys, and an editor that takes the focus late closes the pick: the author starts again.
    await until(async () => {
      await page.keyboard.press(key);
      if (!(await appears(input))) return false;
      await page.keyboard.type(text);
      if (await appears(row)) return true;
      await page.keyboard.press('Escape');
      return false;
    }, `${key} does not offer ${what}`);
  };
  const choose = async (key, text, row) => {
    await offered(key, text, see.row(row), row);
    await page.keyboard.press('Enter');
  };
  /** Runs a command of the palette, or one that it has under "More…". */
  const command = async (name) => {
    const title = name.replace(/^Retcon: /, '');
    if (!MORE.some((one) => one.startsWith(title))) return choose('F1', name, name);
    await choose('F1', 'Retcon: More', 'More…');
    await see.prompt('More of Retcon').waitFor();
    await page.keyboard.type(title);
    await see.row(title).waitFor();
    return page.keyboard.press('Enter');
  };
  /** Runs a command that asks a question, and types until a row is found. A page that takes the focus late closes the question. */
  const ask = (name, prompt, text, row) =>
    until(async () => {
      await command(name);
      if (!(await appears(prompt))) return false;
      await page.keyboard.type(text);
      return appears(see.row(row));
    }, `${name} does not offer ${row}`);
  return {
    page,
    see,
    shot,
    openFile: async (name) => {
      // A file that was open before stands above the one whose name is the whole of what is typed.
      const named = page.locator('.label-name').filter({ hasText: new RegExp(`^${name}\\.md$`) });
      const row = page.locator('.quick-input-list .monaco-list-row', { has: named }).first();
      await offered('Control+P', `/${name}.md`, row, `${name}.md`);
      await row.click();
      await see.tab(`${name}.md`).waitFor();
    },
    command,
    /** Saves until every file has been written: the command ends before that, and a busy window may lose it. */
    save: () =>
      until(async () => {
        await command('File: Save All');
        return (await page.locator('.tab.dirty').count()) === 0;
      }, 'not every file is saved'),
    ask,
    asSeenBy: async (who) => {
      await ask('Retcon: View As', page.locator('input[placeholder*="Whose point of view"]:focus'), who, who);
      await page.keyboard.press('Enter');
      await see.status(new RegExp(who, 'i')).waitFor();
    },
    /** Hovers until the hover shows the words: a redraw closes it, and it may be asked for too early. */
    hover: (what, words) =>
      until(async () => {
        await page.mouse.move(1100, 700);
        await what.hover();
        return appears(see.hover(words));
      }, `no hover says "${words}"`),
    /** Replaces the last letter of the line that ends with the word. */
    type: async (word, key) => {
      await see.word(word).click();
      for (const pressed of ['End', 'Backspace', key, 'Escape']) await page.keyboard.press(pressed);
    },
    /** Switches the author's system to 'dark' or 'light'. */
    inTheme: async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      await page.locator(colorScheme === 'dark' ? '.monaco-workbench.vs-dark' : '.monaco-workbench.vs').waitFor();
    },
  };
}
