/** `retcon family` and `retcon succession` as files: a page that works by itself, and a drawing. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startBrowser } from './browser';
import { EXAMPLE, folderWith, removeFolders, retcon } from './process';

afterAll(removeFolders);

it.each([
  ['family', 'lysa', 'Corwin the Sleepless'],
  ['succession', 'house-vyr.ruler', 'Maric Ashhand'],
])('writes a %s as a page whose handles move', async (question, of, name) => {
  const folder = folderWith({});
  const file = path.join(folder, 'kin.html');
  const call = [question, of, '--root', EXAMPLE];
  expect(retcon([...call, '--html', 'kin.html'], { cwd: folder })).toMatchObject({
    status: 0,
    stdout: 'kin.html written.\n',
  });
  expect(readFileSync(file, 'utf8')).not.toMatch(/@import|\b(?:src|href)="/);
  const browser = await startBrowser();
  try {
    const page = await (await browser.newContext({ offline: true })).newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => faults.push(message.text()));
    await page.goto(`file://${file}`);
    await page.locator('tbody tr', { hasText: name }).first().waitFor();
    await page.locator('.picture').focus();
    await page.keyboard.press(',');
    await expect.poll(() => page.locator('#status').textContent()).not.toBe('');
    await page.getByRole('button', { name: 'Save…' }).click();
    expect(await page.getByRole('menuitem').count()).toBe(2);
    expect(faults).toEqual([]);
  } finally {
    await browser.close();
  }
});
