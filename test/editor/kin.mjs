/** Families and successions in the window: from the palette, by the keyboard alone, in a dark, a light and a high-contrast theme. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { auditPanel } from './audit.mjs';
import { until, walkThrough } from './hands.mjs';

const steps = {
  'a family is picked in the palette': async ({ see, page, openFile, ask, shot }) => {
    await openFile('lysa');
    await ask('Retcon: Show Family', see.prompt('Show Family'), 'lysa', 'Lysa of the Bridge');
    await page.keyboard.press('Enter');
    await see.tab('Family').waitFor();
    await see.answer.locator('tbody th', { hasText: 'Corwin the Sleepless' }).waitFor();
    await page.keyboard.press('Control+B');
    await auditPanel(page, 'the family');
    await shot('family-dark');
  },

  'the keys move the canon back to before a letter was found, with a message': async ({ see, page, says, shot }) => {
    await see.answer.locator('.picture').focus();
    await page.keyboard.press('[');
    await says('Brenna the ferrywoman removed');
    await until(
      async () => (await see.answer.locator('tbody th', { hasText: 'Brenna' }).count()) === 0,
      'the table still lists Brenna',
    );
    await shot('family-before');
    await page.keyboard.press(']');
    await says('Brenna the ferrywoman added');
  },

  'the keys move the world from one change to the next': async ({ page, says }) => {
    for (let i = 0; i < 4; i++) await page.keyboard.press(',');
    await says('Teodor of Oldmere (then)');
  },

  'it reads well in a light and in a high-contrast theme': async ({ page, inTheme, highContrast, shot }) => {
    await inTheme('light');
    await auditPanel(page, 'the family in a light theme');
    await shot('family-light');
    await inTheme('dark');
    await highContrast();
    await auditPanel(page, 'the family in a high-contrast theme');
    await shot('family-high-contrast');
    await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' });
    await inTheme('dark');
  },

  'it follows what is written elsewhere, with a server that was restarted': async ({ see, codex, command }) => {
    await command('Retcon: Restart Server');
    const file = path.join(codex, 'tales/chronicle-of-vyr.md');
    await writeFile(file, (await readFile(file, 'utf8')).replace('Teodor of Oldmere', 'Osric of Oldmere'));
    await see.answer.locator('tbody th', { hasText: 'Osric of Oldmere' }).waitFor();
  },

  'the arrows go from one to the next, and Enter opens the page': async ({ see, page, says }) => {
    await see.answer.locator('.picture').focus();
    for (const key of ['Escape', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await says('Lysa of the Bridge');
    await page.keyboard.press('Enter');
    await see.tab('lysa.md').waitFor();
  },

  'a succession is picked, with the office': async ({ see, page, ask, inTheme, shot }) => {
    await ask('Retcon: Show Reigns', see.prompt('Show Reigns'), 'House Vyr', /^\s*House Vyr/);
    await page.keyboard.press('Enter');
    await see.prompt('ruler').waitFor();
    await page.keyboard.type('ruler');
    await see.row('ruler').waitFor();
    await page.keyboard.press('Enter');
    await see.tab('Reigns').waitFor();
    await see.answer.locator('tbody tr', { hasText: 'Maric Ashhand' }).waitFor();
    await auditPanel(page, 'the succession');
    await shot('succession-dark');
    await inTheme('light');
    await auditPanel(page, 'the succession in a light theme');
    await shot('succession-light');
    await inTheme('dark');
  },
};

export const testKin = () =>
  walkThrough({
    title: 'families and successions',
    shots: 'kin',
    steps,
    more: ({ see, page }) => ({
      /** Waits until the live region says it. */
      says: (words) => see.page.locator('#status', { hasText: words }).waitFor(),
      highContrast: async () => {
        await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
        await page.locator('.monaco-workbench.hc-black').waitFor();
      },
    }),
  });
