/** Reading a note beside its text: facts with what was before, links and their cards, as others know it, in every theme. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { audit } from './audit.mjs';
import { until, walkThrough } from './hands.mjs';

/** A square of one colour, as a PNG. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC';

const NOTE = `---
title: The Ferry House
type: place
date: 396 TA
attributes: {keeper: "[[orla]]"}
formerly:
  - {keeper: Brenna the ferrywoman, effective: 405 TA, reason: She died in the flood.}
tags: [inn, river]
---

# The Ferry House

![[ferry.png|The ferry in the morning|320]]

It stands at the ford below [[vyrhold]], and [[Lysa]] was born in it. Of the [[burning-of-the-long-bridge|bridge that burned]]
one sees the piers.[^1]

> [!tip] For travellers
> Ring twice, and *wait*.

> [!secret]
> Under the hearth lies the letter of Brenna.

| day | fare |
| --- | --- |
| market day | a penny |
| any other | two |

[^1]: At low water.
`;

const steps = {
  'a button above the text opens it beside': async ({ see, page, openFile, shot }) => {
    await openFile('the-ferry-house');
    await see.status('Now').waitFor();
    await page.locator('.editor-actions [aria-label="Open Reading View"]').click();
    await see.answer.locator('h1', { hasText: 'The Ferry House' }).waitFor();
    await see.answer.locator('.was', { hasText: 'was Brenna the ferrywoman until 405 TA' }).waitFor();
    await see.answer.locator('.callout.secret', { hasText: 'Under the hearth' }).waitFor();
    const picture = see.answer.locator('img[alt="The ferry in the morning"]');
    await until(async () => (await picture.evaluate((one) => one.naturalWidth)) === 10, 'the picture is not shown');
    await page.keyboard.press('Control+B');
    await shot('dark');
  },

  'a link shows a few words of its note, by mouse and by keyboard': async ({ see, page, shot }) => {
    const card = see.page.locator('#card');
    await see.answer.locator('a', { hasText: 'vyrhold' }).hover();
    await card.filter({ hasText: 'Vyrhold' }).waitFor();
    await shot('card');
    await page.mouse.move(10, 10);
    await card.waitFor({ state: 'hidden' });
    await see.answer.locator('a', { hasText: 'Lysa' }).focus();
    await card.filter({ hasText: 'Lysa of the Bridge' }).waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'hidden' });
  },

  'it follows what is typed': async ({ see, page }) => {
    await page.locator('.tab', { hasText: 'the-ferry-house.md' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('A new line of hers.');
    await see.answer.locator('p', { hasText: 'A new line of hers.' }).waitFor();
  },

  'it reads well in a light and in a high-contrast theme, and passes an accessibility audit': async (hands) => {
    const { see, page, inTheme, shot } = hands;
    const checked = async (what) => {
      for (const frame of page.frames()) if ((await frame.locator('main h1').count()) > 0) return audit(frame, what);
      throw new Error('there is no page');
    };
    await checked('the dark page');
    await inTheme('light');
    await see.answer.locator('h1').hover();
    await shot('light');
    await checked('the light page');
    await inTheme('dark');
    await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
    await page.locator('.monaco-workbench.hc-black').waitFor();
    await shot('high-contrast');
    await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' });
    await page.locator('.monaco-workbench.vs-dark').waitFor();
  },

  'for the players it leaves out what they do not know': async ({ see, asSeenBy, openFile, shot }) => {
    await asSeenBy('players');
    await see.answer.locator('.banner', { hasText: 'Seen as players' }).waitFor();
    await see.answer.locator('.callout.secret').waitFor({ state: 'detached' });
    await shot('players');
    await openFile('the-hidden-stair');
    await see.answer.locator('.banner', { hasText: 'This note is unknown to players.' }).waitFor();
    await shot('unknown');
  },

  'its links open notes beside it': async ({ see, page, command, openFile, shot }) => {
    await command('Retcon: Back to Now');
    await openFile('the-ferry-house');
    await see.answer.locator('h1', { hasText: 'The Ferry House' }).waitFor();
    await see.answer.locator('a', { hasText: 'vyrhold' }).click();
    await see.answer.locator('h1', { hasText: 'Vyrhold' }).waitFor();
    await page.locator('.tab', { hasText: 'vyrhold.md' }).waitFor();
    await see.answer.locator('.mentions a', { hasText: 'The Ferry House' }).waitFor();
    await shot('opened');
  },
};

export const testReadingView = () =>
  walkThrough({
    title: 'the reading view',
    shots: 'readingView',
    steps,
    prepare: async (codex) => {
      await mkdir(path.join(codex, 'places'), { recursive: true });
      await writeFile(path.join(codex, 'places/the-ferry-house.md'), NOTE);
      await writeFile(
        path.join(codex, 'places/the-hidden-stair.md'),
        '---\nknown_by: nobody\n---\n\n# The Hidden Stair\n',
      );
      await writeFile(path.join(codex, 'places/ferry.png'), Buffer.from(PNG, 'base64'));
    },
  });
