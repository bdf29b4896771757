/** An author keeps a person's page up to date: values are retconned where they stand, and the page remembers what it said. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { appears, until, walkThrough } from './hands.mjs';

const PAGE = 'people/wren.md';

const WREN = `---
type: person
date: 395 TA
canon: session-44
called: captain
seat: "[[Vyrhold]]"
---

# Wren of the Ferry

She keeps the ferry ledger, and her temper.
`;

/** Presses the key until the question comes: a window that is being drawn loses keys. */
const retconValue = ({ see, page }, word) =>
  until(async () => {
    await see.word(word).click();
    await page.keyboard.press('Control+Alt+KeyR');
    return appears(see.prompt('(1/3)'));
  }, `nothing asks what it is instead of ${word}`);

const steps = {
  'a value is retconned by a key: it was always so': async (hands) => {
    const { see, page, openFile, shot, text } = hands;
    await openFile('wren');
    await retconValue(hands, 'captain');
    await shot('value');
    await page.keyboard.type('ferrywoman');
    await see.row('ferrywoman').waitFor();
    await page.keyboard.press('Enter');
    await see.row('It was always that way').waitFor();
    await shot('since');
    await page.keyboard.press('Enter');
    await see.prompt('(3/3)').waitFor();
    await page.keyboard.type('She never held a rank.');
    await see.row('She never held a rank.').waitFor();
    await page.keyboard.press('Enter');
    await see.word('ferrywoman').waitFor();
    await page.keyboard.press('Control+S');
    await until(
      async () => (await text(PAGE)).includes('- {called: captain, canon: session-48, reason: She never held a rank.}'),
      'the old value is not remembered',
    );
    await shot('remembered');
  },

  'it changed in the world from a date on': async (hands) => {
    const { see, page, inTheme, shot, text } = hands;
    await retconValue(hands, 'Vyrhold');
    await page.keyboard.type('the ford');
    await see.row('the ford').waitFor();
    await page.keyboard.press('Enter');
    await see.row('It was always that way').waitFor();
    await page.keyboard.type('420 TA');
    await see.row('420 TA').waitFor();
    await shot('date');
    await page.keyboard.press('Enter');
    await see.prompt('(3/3)').waitFor();
    await page.keyboard.press('Enter');
    await see.word('420 TA').waitFor();
    await page.keyboard.press('Control+S');
    await until(async () => (await text(PAGE)).includes('effective: 420 TA'), 'the date is not there');
    await shot('both');
    await inTheme('light');
    await shot('both-light');
    await inTheme('dark');
  },

  'one undo takes a retcon back': async ({ see, page, text }) => {
    await see.word('the ford').click();
    await page.keyboard.press('Control+Z');
    await page.keyboard.press('Control+S');
    await until(async () => !(await text(PAGE)).includes('420 TA'), 'it is still there');
    if (!(await text(PAGE)).includes('seat: "[[Vyrhold]]"')) throw new Error(await text(PAGE));
  },
};

export const testValueStory = () =>
  walkThrough({
    title: 'valueStory',
    shots: 'valueStory',
    steps,
    prepare: (codex) => writeFile(path.join(codex, PAGE), WREN),
    more: ({ codex }) => ({ text: (file) => readFile(path.join(codex, file), 'utf8') }),
  });
