/** What a retcon leaves to do is worked off to nought by keys, and the icon, the list, the lens and the question agree on what is left. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { appears, until, walkThrough } from './hands.mjs';

const note = (title, more = '', prose = '') => `---\ntitle: ${title}\ncanon: s1\n${more}---\n${prose}\n`;
const files = {
  'codex.yaml': 'revisions: [s1, s2]\nattributes: {founder: constant}\ncalendars: {r: {eras: [{id: TA, epoch: 0}]}}\n',
  'notes/house.md': note('House Vyr', 'id: house\n'),
  'notes/maric.md': note('Maric'),
  'notes/aldric.md': note('Aldric'),
  'notes/old.md': note('Old', 'date: 200 TA\nfacts: {house: {founder: maric}}\n'),
  'notes/new.md': note('New', 'date: 300 TA\nfacts: {house: {founder: aldric}}\nsupersedes: {id: old}\n').replace(
    's1',
    's2',
  ),
  'notes/song.md': note('A Song', '', 'Of snow.\n\nOf House Vyr, and of Maric.'),
  'notes/tale.md': note('A Tale', '', 'Maric held House Vyr.'),
  'notes/lay.md': note('A Lay', '', 'House Vyr is of Maric.'),
};

async function prepare(codex) {
  await rm(codex, { recursive: true });
  await mkdir(path.join(codex, 'notes'), { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(codex, file), text);
}

const steps = {
  'three passages are counted on the icon, in the list and on the lens': async ({ page, see, openFile, shot }) => {
    await openFile('new');
    await see.lens('3 to revisit').waitFor();
    await page.locator('.activitybar [aria-label^="Retcon"]').first().click();
    const rows = see.view('To Decide').locator('.monaco-list-row', { hasText: 'founder of House Vyr: Maric' });
    await until(async () => (await rows.count()) === 3, 'the list does not have three rows');
    await see.badge.getByText('3', { exact: true }).waitFor();
    await shot('three');
  },

  'one is fine as it is, and one was right then': async ({ page, see, codex, asked, shot }) => {
    // From the list, whose focus is not in a note.
    await see.view('To Decide').locator('.monaco-list').first().focus();
    await asked('1 of 3');
    await shot('first');
    await page.keyboard.press('Enter');
    await see.prompt('1 of 2').waitFor();
    await see.badge.getByText('2', { exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await see.prompt('A date of your world').waitFor();
    // What is wrong stands in the place of the prompt.
    const refusal = see.prompt('the founder of House Vyr was Aldric');
    await page.keyboard.type('350 TA');
    await refusal.waitFor();
    await shot('refused');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('250 TA');
    await refusal.waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await see.prompt('1 of 1').waitFor();
    await page.keyboard.press('Escape');
    await see.badge.getByText('1', { exact: true }).waitFor();
    if (!(await readFile(path.join(codex, 'notes/lay.md'), 'utf8')).includes('Maric'))
      throw new Error('the lay is gone');
  },

  'the last is settled, and nothing is left anywhere': async ({ page, see, asked, shot }) => {
    await asked('1 of 1');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing is left to revisit').first().waitFor();
    await see.badge.waitFor({ state: 'hidden' });
    await see.lens('to revisit').waitFor({ state: 'hidden' });
    await shot('nought');
  },
};

export const testRipples = () =>
  walkThrough({
    title: 'ripples',
    shots: 'ripples',
    steps,
    prepare,
    more: ({ page, see }) => ({
      /** Goes to the next passage by key until the question stands there. */
      asked: (words) =>
        until(async () => {
          await page.keyboard.press('Control+Alt+KeyN');
          return appears(see.prompt(words));
        }, `nobody asks "${words}"`),
    }),
  });
