/** A secret is made, revealed and shared by answers alone, and another world is imported, through the picks of the commands. */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { answerPath, until, walkThrough } from './hands.mjs';

const FEAST = 'events/the-hearth-relit.md';
const LETTER = 'tales/letter-in-the-wall.md';
/** In the letter, for the eyes of Oda Fenn alone. */
const SECRET = 'The fold at the bottom is new';

/** Each is a test: what is seen, and how. They go on from each other, so the first that fails is the last. */
const steps = {
  'the window has the extension': async ({ page }) => {
    await page.locator('.activitybar [aria-label^="Retcon"]').first().waitFor();
  },

  'a page becomes a secret by answers: those who know it are ticked': async (hands) => {
    const { see, command, openFile, asked, tick, written, shot } = hands;
    await openFile('the-hearth-relit');
    await see.word('type').first().click();
    await command('Retcon: Make Secret');
    await asked('Who knows about The Hearth Relit?');
    await tick('Lysa of the Bridge');
    await shot('who-is-in-on-it');
    await hands.page.keyboard.press('Enter');
    await written(FEAST, 'known_by: [lysa]');
  },

  'it is revealed to a circle, from a session on': async ({ see, command, asked, take, written, shot }) => {
    await command('Retcon: Reveal');
    await see.prompt('(1/2)').waitFor();
    await asked('Who learns about The Hearth Relit?');
    await take('players');
    await see.prompt('(2/2)').waitFor();
    await asked('Since when?');
    await shot('from-when');
    await take('session-47');
    await written(FEAST, 'players: session-47');
  },

  'a passage is for the author alone, and then for one more, without a question of time': async (hands) => {
    const { see, page, command, asked, tick, take, written } = hands;
    await see.word('He lay down at midnight').click();
    for (const key of ['Home', 'Shift+End']) await page.keyboard.press(key);
    await command('Retcon: Make Secret');
    await asked('Who may read this passage?');
    await tick('Nobody but me');
    await page.keyboard.press('Enter');
    await written(FEAST, '> [!secret]');
    await command('Retcon: Reveal');
    await see.prompt('(1/1)').waitFor();
    await take('Oda Fenn');
    await written(FEAST, '> [!secret|Oda Fenn]');
  },

  'an edition is shared as a folder of pages, seen before it is written': async (hands) => {
    const { home, share, confirm, toast } = hands;
    const folder = path.join(home, 'for-players');
    await mkdir(folder);
    await share('players', 'A Folder of Pages', folder);
    await confirm(folder, 'share');
    await toast('notes are in');
    const page = await readFile(path.join(folder, LETTER), 'utf8');
    if (page.includes(SECRET)) throw new Error(`they read: ${page}`);
    // The folder is remembered; nothing is asked where nothing would be written.
    await share('players', 'A Folder of Pages');
    await toast('is up to date');
  },

  'an edition is shared as one page of HTML': async ({ home, share, confirm, toast }) => {
    const folder = path.join(home, 'for-oda');
    await mkdir(folder);
    await share('Oda Fenn', 'One Page of HTML', folder);
    await confirm(folder, 'share-html');
    await toast('notes are in');
    const files = await readdir(folder);
    const page = await readFile(path.join(folder, 'index.html'), 'utf8');
    if (files.some((name) => name.endsWith('.md')) || !page.includes(SECRET))
      throw new Error(`there is: ${files.join(', ')}`);
  },

  'an edition is shared as pages for a website': async ({ home, share, confirm, toast }) => {
    const folder = path.join(home, 'for-site');
    await mkdir(folder);
    await share('players', 'Pages for a Website', folder);
    await confirm(folder, 'share-site');
    await toast('notes are in');
    const page = await readFile(path.join(folder, LETTER), 'utf8');
    if (!page.includes('draft: false') || page.includes(SECRET)) throw new Error(`they read: ${page}`);
  },

  'a table is imported: which columns are facts and who may know it are asked, and remembered': async (hands) => {
    const { home, page, see, command, take, box, toast, shot } = hands;
    const [table, folder] = [path.join(home, 'events.csv'), path.join(home, 'imported')];
    await writeFile(table, 'Title,Date,Mood,Weather,Who\nThe Flood,410 TA,grim,rain,Maric\nMaric,,,,\n');
    await mkdir(folder);
    const ticks = page.locator('.quick-input-list .monaco-list-row');
    const ticked = () => ticks.locator('input:checked, .monaco-checkbox.checked').count();
    const choose = async () => {
      await command('Retcon: Import a World');
      await box('Import a World', 'Import', table);
      await box('Which folder for its pages?', 'Import Here', folder);
      await see.prompt('Which columns are facts?').waitFor();
    };
    await choose();
    if ((await ticked()) !== 2) throw new Error(`${await ticked()} columns are ticked`);
    await ticks.filter({ hasText: 'Weather' }).click();
    await shot('import-columns');
    await page.keyboard.press('Enter');
    await see.prompt('Who may know these notes?').waitFor();
    await shot('import-audience');
    await take('Only You');
    await see.tab('Untitled').waitFor();
    const question = page.locator('.notification-toast', { hasText: `Write this to ${folder}?` });
    await question.waitFor();
    await shot('import-report');
    await question.getByRole('button', { name: 'Import' }).click();
    await toast('files are in');
    const flood = await readFile(path.join(folder, 'The Flood.md'), 'utf8');
    for (const words of ['known_by: nobody', 'participant: "[[Maric]]"', 'Mood: grim'])
      if (!flood.includes(words)) throw new Error(`the page is: ${flood}`);
    if (flood.includes('Weather')) throw new Error(`the page is: ${flood}`);
    await choose();
    if ((await ticked()) !== 1) throw new Error(`${await ticked()} columns are ticked the second time`);
    await shot('import-again');
    await page.keyboard.press('Escape');
  },

  'an edition for another reader replaces it once the author agrees, after a look at its page': async (hands) => {
    const { home, page, share, dialog, see, toast, shot } = hands;
    const folder = path.join(home, 'for-oda');
    await share('everyone', 'A Folder of Pages', folder);
    const refusal = dialog('Oda Fenn');
    await refusal.waitFor();
    await shot('of-another-reader');
    await refusal.getByRole('button', { name: 'Replace It' }).click();
    const preview = dialog(`Share this in ${folder}?`);
    await preview.waitFor();
    await preview.getByRole('button', { name: 'Show All' }).click();
    await see.tab('Untitled').waitFor();
    await shot('shown-as-a-page');
    const question = page.locator('.notification-toast', { hasText: `Share this in ${folder}?` });
    await question.getByRole('button', { name: 'Share' }).click();
    await toast('notes are in');
    const files = await readdir(folder);
    const letter = await readFile(path.join(folder, LETTER), 'utf8');
    if (files.includes('index.html') || letter.includes(SECRET)) throw new Error(`there is: ${files.join(', ')}`);
  },
};

/** What only this author does. */
function more({ codex, page, see, command, shot }) {
  const asked = (words) => page.locator(`.quick-input-widget [placeholder*="${words}"]`).first().waitFor();
  const dialog = (words) => page.locator('.monaco-dialog-box', { hasText: words });
  const take = async (row) => {
    await page.keyboard.type(row);
    await see.row(row).waitFor();
    await page.keyboard.press('Enter');
  };
  const box = (prompt, button, answer, offered = path.dirname(codex)) =>
    answerPath({ page, see }, { prompt, button, answer, offered });
  return {
    asked,
    /** Takes the row that is found. */
    take,
    tick: async (row) => {
      await page.keyboard.type(row);
      await page.locator('.quick-input-list .monaco-list-row', { hasText: row }).first().click();
    },
    /** Saves what a dialog has made, and finds it in the file. A palette that is opened sooner loses its keys to the page. */
    written: async (file, words) => {
      await page.locator('.tab.active.dirty').waitFor();
      await wait(500);
      await page.keyboard.press('Control+S');
      await until(
        async () => (await readFile(path.join(codex, file), 'utf8')).includes(words),
        `"${words}" is not in the file`,
      );
    },
    /** Answers all that is asked before there is something to see. @param folder none: the one that is offered */
    share: async (knower, form, folder) => {
      await command('Retcon: Share an Edition');
      await asked('Who? A character');
      await take(knower);
      await see.prompt(`Which format for ${knower}?`).waitFor();
      await take(form);
      const offered = folder === undefined ? `for-${knower}` : path.dirname(codex);
      await box(`Which folder for ${knower}?`, 'Share Here', folder, offered);
    },
    box,
    dialog,
    confirm: async (folder, name) => {
      const preview = dialog(`Share this in ${folder}?`);
      await preview.waitFor();
      await preview.getByText('Newly visible').first().waitFor();
      await shot(name);
      await preview.getByRole('button', { name: 'Share' }).click();
    },
    toast: async (words) => {
      const said = page.locator('.notification-toast', { hasText: words }).first();
      await said.waitFor();
      await command('Notifications: Clear All');
      await said.waitFor({ state: 'hidden' });
    },
  };
}

export const testSecretDialogs = () =>
  walkThrough({ title: 'secrets, editions and imports by answers', shots: 'secretDialogs', steps, more });
