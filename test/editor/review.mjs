/** Reviewing retcons in the window: from the palette, by the keyboard, while pages change, in a dark, a light and a high-contrast theme. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { appears, until, walkThrough } from './hands.mjs';

/** Another version of a page, in nearly the same words. */
const RETOLD = `---
title: The Ballad of the Long Bridge, as It Is Sung Now
type: song
date: c. 340 TA
tier: tale
canon: session-48
supersedes:
  - id: ballad-of-the-long-bridge
    reason: The players asked for a song with an axe in it.
    sources: [session-48-plan]
facts:
  lysa: {death: "on the bridge, with an axe"}
---

> *The Host came down on Smokefall night*
> *with fire in either hand,*
> *and Lysa stood upon the span*
> *and swung to part the strand …*

Sixty verses. It is sung in every inn on the river, and loudest in the one at the ford, where they will ask you,
quite gently, to go on.
`;
const version = (i) =>
  `---\ntitle: Version ${i}\ncanon: session-48\n${i === 0 ? '' : `supersedes: {id: version-${i - 1}, reason: so}\n`}---\nIt was ${i}.\n`;
const BRIDGE = 'The Cutting of the Long Bridge supersedes The Burning of the Long Bridge';

const steps = {
  'a canon point is picked in the palette': async ({ see, page, openFile, ask, shot }) => {
    await openFile('refounding-of-house-vyr');
    await see.lens('supersedes').waitFor();
    await ask('Retcon: Review Changes', see.prompt('The beginning'), 'session-45', 'session-45');
    await shot('since');
    await page.keyboard.press('Enter');
  },

  'each retcon has its two pages side by side, with what changed marked': async ({ see, page, shot }) => {
    await see.tab('Changes Since').waitFor();
    await see.answer.locator('h2', { hasText: BRIDGE }).waitFor();
    await see.answer.locator('del', { hasText: 'Maric Ashhand' }).first().waitFor();
    await see.answer.locator('ins', { hasText: 'Sixty' }).waitFor();
    await see.answer.locator('#undeclared li', { hasText: 'Oda Fenn' }).waitFor();
    await page.keyboard.press('Control+B');
    await shot('dark');
  },

  'N and P go from one to the next, and to the end': async ({ see, page, focused, shot }) => {
    await see.answer.locator('h1').click();
    const headings = await see.answer.locator('h2').allTextContents();
    for (const [i, heading] of headings.entries()) {
      await page.keyboard.press('n');
      await until(async () => (await focused()) === heading, `N does not go to ${heading}`);
      await shot(`retcon-${i + 1}`);
    }
    await page.keyboard.press('p');
    await until(async () => (await focused()) === headings.at(-2), 'P does not go back');
  },

  'it reads well in a light and in a high-contrast theme, and in a narrow column': async (hands) => {
    const { see, page, inTheme, shot, highContrast } = hands;
    await page.keyboard.press('p');
    await inTheme('light');
    await shot('light');
    await inTheme('dark');
    await highContrast();
    await shot('high-contrast');
    await page.setViewportSize({ width: 700, height: 900 });
    await shot('narrow');
    await page.setViewportSize({ width: 1280, height: 800 });
    await see.answer.locator('h2').first().waitFor();
  },

  'it follows what is written elsewhere': async ({ see, codex, shot }) => {
    const file = path.join(codex, 'events/cutting-of-the-long-bridge.md');
    await writeFile(file, (await readFile(file, 'utf8')).replace('Ilse found the axe.', 'Ilse found a saw.'));
    await see.answer.locator('.reason', { hasText: 'Ilse found a saw.' }).waitFor();
    await shot('changed');
  },

  'a long list comes in parts': async ({ see, codex, focused, shot }) => {
    const versions = Array.from({ length: 30 }, (_, i) => [`tales/version-${i}.md`, version(i)]);
    for (const [file, text] of versions) await writeFile(path.join(codex, file), text);
    const more = see.answer.locator('button', { hasText: 'Show More' });
    await more.waitFor();
    const headings = see.answer.locator('article > h2');
    if ((await headings.count()) !== 20) throw new Error('they are not 20');
    await more.click();
    await until(async () => (await headings.count()) === 39, 'the others do not come');
    await until(async () => (await focused()) === (await headings.nth(20).textContent()), 'it does not go on there');
    await more.waitFor({ state: 'detached' });
    await shot('long');
  },

  'its links lead to the pages, and it returns when the window is reloaded': async ({ see, page, command, shot }) => {
    await see.answer.locator('h3 a', { hasText: 'The Burning of the Long Bridge' }).first().click();
    await see.tab('burning-of-the-long-bridge.md').waitFor();
    await page.locator('.tab', { hasText: 'Changes Since' }).click();
    await see.answer.locator('h2', { hasText: BRIDGE }).waitFor();
    await command('Developer: Reload Window');
    await page.locator('.monaco-workbench').waitFor({ state: 'detached' });
    await see.tab('Changes Since').waitFor();
    await see.answer.locator('h2', { hasText: BRIDGE }).waitFor();
    await shot('after-reload');
  },
};

export const testReview = () =>
  walkThrough({
    title: 'reviewing retcons',
    shots: 'review',
    steps,
    prepare: (codex) => writeFile(path.join(codex, 'tales/ballad-retold.md'), RETOLD),
    more: ({ see, page }) => ({
      // While the page is redrawn nothing has the keyboard focus.
      focused: async () => (await appears(see.page.locator(':focus'))) && see.page.locator(':focus').textContent(),
      highContrast: async () => {
        await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
        await page.locator('.monaco-workbench.hc-black').waitFor();
      },
    }),
  });
