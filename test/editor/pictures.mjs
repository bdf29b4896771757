/** The pictures of the README and the guide: the shipped example, untouched, in the window. `node test/editor/pictures.mjs` puts them into docs/images. */
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { must, root } from '../../scripts/steps.mjs';
import { results } from './editor.mjs';
import { walkThrough } from './hands.mjs';

const REFOUNDING = 'The Refounding of House Vyr supersedes The Founding of House Vyr';

const steps = {
  'the views of the example': async ({ see, page, openFile, shot }) => {
    await openFile('refounding-of-house-vyr');
    await see.lens('supersedes').waitFor();
    await page.locator('.activitybar [aria-label^="Retcon"]').first().click();
    await see.treeRow('The Refounding of House Vyr').waitFor();
    const retcons = see.view('Retcons');
    await retcons.locator('.monaco-list-row', { hasText: 'session-47' }).click();
    await retcons.locator('.monaco-list-row', { hasText: 'Aldric was the true founder' }).click();
    await retcons.locator('.monaco-list-row', { hasText: 'supersedes it' }).waitFor();
    await see.view('Disputes').locator('.monaco-list-row', { hasText: 'mother of' }).click();
    await page.mouse.move(900, 740);
    await shot('views');
  },

  'a hover on an id of it': async ({ see, page, openFile, shot }) => {
    await page.locator('.activitybar [aria-label^="Explorer"]').first().click();
    await openFile('refounding-of-house-vyr');
    await see.word('founding-of-house-vyr').hover();
    await see.hover(/Maric/i).waitFor();
    await shot('editor');
    await page.keyboard.press('Escape');
  },

  'a retcon of it, reviewed': async ({ see, page, command, shot }) => {
    await command('Retcon: Review Retcons Since');
    await see.prompt('The beginning').waitFor();
    await page.keyboard.type('session-47');
    await see.row('session-47').waitFor();
    await page.keyboard.press('Enter');
    await see.answer.locator('h2', { hasText: REFOUNDING }).waitFor();
    await see.answer.locator('del', { hasText: 'Maric Ashhand' }).first().waitFor();
    await page.keyboard.press('Control+B');
    await see.answer.locator('article', { hasText: REFOUNDING }).last().scrollIntoViewIfNeeded();
    await see.answer.locator('h2', { hasText: REFOUNDING }).evaluate((one) => one.parentElement.scrollIntoView());
    await shot('review');
  },
};

export const testPictures = () => walkThrough({ title: 'pictures of the example', shots: 'pictures', steps });

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await must('npm', 'run', '--silent', 'package');
  const { failed } = await testPictures();
  for (const name of failed === 0 ? ['editor', 'views', 'review'] : [])
    await copyFile(path.join(results, 'shots/pictures', `${name}.png`), path.join(root, 'docs/images', `${name}.png`));
  process.exitCode = failed === 0 ? 0 : 1;
}
