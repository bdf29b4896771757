/** A folder of notes becomes a world: the quiet offer, the dialog, and the page on which set-up ends. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { until, walkThrough } from './hands.mjs';

/** Notes as somebody keeps them who has never seen Retcon. */
const NOTES = {
  'people/Edda.md':
    'born: 380 TA\nhome: "[[Selt]]"\nrole: ferrywoman\nfriends: ["[[Corin]]", "[[Maelis]]"]\ncssclasses: wide',
  'people/Corin.md': 'born: 391 TA\nhome: "[[Selt]]"\nrole: monk\nfriends: ["[[Edda]]"]\nlevel: 3',
  'people/Maelis.md': 'born: 377 TA\nhome: "[[Dunmarrow]]"\nrole: captain\nlevel: 4',
  'people/Rourke.md': 'born: 402 TA\nhome: "[[Dunmarrow]]"\nrole: captain\nlevel: 4',
  'places/Selt.md': 'born: 88 TA\nruler: "[[Maelis]]"',
  'places/Dunmarrow.md': 'born: 120 TA\nruler: "[[Rourke]]"',
  'places/Old Mill.md': 'born: 40 Frostmoon of yore',
};

async function prepare(codex) {
  await rm(codex, { recursive: true });
  for (const [file, head] of Object.entries(NOTES)) {
    await mkdir(path.dirname(path.join(codex, file)), { recursive: true });
    await writeFile(path.join(codex, file), `---\n${head}\n---\nA note about [[Selt]].\n`);
  }
}

/** Each is a test: what is seen, and how. They go on from each other, so the first that fails is the last. */
const steps = {
  'a folder that looks like a world says so once': async ({ page, see, openFile, shot }) => {
    await openFile('Edda');
    await page.locator('.notification-toast', { hasText: 'look like a world' }).waitFor();
    await see.status('Set Up World').waitFor();
    await shot('offer');
  },

  'set-up shows what it understood, with the facts ticked': async ({ page, see, shot }) => {
    await page.locator('.notification-toast a', { hasText: 'Set Up…' }).click();
    await see.row('Set Up This World').waitFor();
    await shot('dialog');
    await page.keyboard.type('Facts');
    await see.row('Facts').waitFor();
    await page.keyboard.press('Enter');
    await page
      .locator('.quick-input-list .monaco-list-row', { hasText: 'several at a time; 2 notes: Edda' })
      .first()
      .waitFor();
    await shot('facts');
    await page.keyboard.press('Enter');
    await see.row('Set Up This World').waitFor();
  },

  'it ends on a page, with what to do next': async ({ page, see, shot, inTheme, codex }) => {
    await page.keyboard.press('Enter');
    await see.answer.getByRole('heading', { name: 'Your World' }).waitFor();
    const text = await see.answer.innerText();
    for (const words of [
      '7 notes',
      'home',
      'several at a time',
      'can’t be read',
      'Open the Timeline',
      'Retcon a Value…',
    ])
      if (!text.includes(words)) throw new Error(`the page does not say "${words}": ${text}`);
    const written = await readFile(path.join(codex, 'codex.yaml'), 'utf8');
    if (!written.includes('\n  home: state')) throw new Error(written);
    await see.status('Set Up World').waitFor({ state: 'hidden' });
    await shot('world-dark');
    await inTheme('light');
    await shot('world-light');
    await inTheme('dark');
  },

  'a property that was left out counts by the page, in the block that is there': async (hands) => {
    const { page, see, codex, shot } = hands;
    await see.answer.getByRole('link', { name: 'Choose Which Properties Count…' }).first().click();
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: 'level' });
    await row.first().click();
    await shot('choose');
    await page.keyboard.press('Enter');
    const text = () => readFile(path.join(codex, 'codex.yaml'), 'utf8');
    await until(async () => (await text()).includes('\n  level: state'), 'level does not count');
    if ((await text()).match(/attributes:/g)?.length !== 1) throw new Error(await text());
    await see.answer.getByRole('rowheader', { name: 'level' }).waitFor();
  },

  'its steps are reached by the keyboard, and lead on': async ({ page, see, shot }) => {
    const step = see.answer.getByRole('link', { name: 'Retcon a Value…' });
    await step.focus();
    await shot('focus');
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget:visible').waitFor();
    await shot('retcon');
  },
};

export const testSetUp = () => walkThrough({ title: 'setUp', shots: 'setUp', steps, prepare });
