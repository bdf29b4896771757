/** The pictures of the README and the guide: the shipped example, untouched, in the window. `node test/editor/pictures.mjs` puts them into docs/images. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
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
    const retcons = see.view('Changes');
    await retcons.locator('.monaco-list-row', { hasText: 'session-47' }).click();
    await retcons.locator('.monaco-list-row', { hasText: 'Aldric was the true founder' }).click();
    await retcons.locator('.monaco-list-row', { hasText: 'supersedes it' }).waitFor();
    await see.view('To Decide').locator('.monaco-list-row', { hasText: 'mother of' }).click();
    await page.mouse.move(900, 740);
    await shot('views');
  },

  'a hover on an id of it': async ({ see, page, hover, openFile, shot }) => {
    await page.locator('.activitybar [aria-label^="Explorer"]').first().click();
    await openFile('refounding-of-house-vyr');
    await hover(see.word('founding-of-house-vyr'), /Maric/i);
    await shot('editor');
    await page.keyboard.press('Escape');
  },

  'a song of it, as its believers see it': async ({ see, page, hover, openFile, command, asSeenBy, shot }) => {
    await openFile('the-black-piers');
    await asSeenBy('commons');
    await hover(see.word('cause'), 'through the eyes of commons');
    await shot('as-seen-by');
    await page.keyboard.press('Escape');
    await command('Retcon: Back to Now');
    await see.status('Now').waitFor();
  },

  'a retcon of it, reviewed': async ({ see, page, ask, shot }) => {
    await ask('Retcon: Review Changes', see.prompt('The beginning'), 'session-47', 'session-47');
    await page.keyboard.press('Enter');
    await see.answer.locator('h2', { hasText: REFOUNDING }).waitFor();
    await see.answer.locator('del', { hasText: 'Maric Ashhand' }).first().waitFor();
    await page.keyboard.press('Control+B');
    await see.answer.locator('article', { hasText: REFOUNDING }).last().scrollIntoViewIfNeeded();
    await see.answer.locator('h2', { hasText: REFOUNDING }).evaluate((one) => one.parentElement.scrollIntoView());
    await shot('review');
  },

  'its years, and what was decided when': async ({ see, page, openFile, command, shot }) => {
    await openFile('house-vyr');
    await command('Retcon: Show in Timeline');
    await see.tab('Timeline of House Vyr').waitFor();
    const picture = see.answer.locator('.picture');
    await picture.waitFor();
    await picture.focus();
    // What changed last, then before it, up to the founder.
    const said = see.page.locator('#status');
    for (let i = 0; i < 8 && !(await said.textContent()).includes('founder'); i++) {
      await page.keyboard.press('[');
      await page.waitForTimeout(400);
    }
    await page.waitForTimeout(500);
    await shot('timeline');
  },
};

export const testPictures = () => walkThrough({ title: 'pictures of the example', shots: 'pictures', steps });

/** An edition of the example as one page, at one of its pages. */
async function pictureOfEdition(to) {
  const folder = mkdtempSync(path.join(tmpdir(), 'edition-'));
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const call = ['share', folder, '--for', 'players', '--html', '--yes', '--root', 'examples/house-vyr'];
    await must('node', 'dist/cli.js', ...call);
    const page = await browser.newPage({ viewport: { width: 960, height: 460 } });
    await page.goto(`${pathToFileURL(path.join(folder, 'index.html')).href}#refounding-of-house-vyr`);
    await page.locator('nav [aria-current]').waitFor();
    await page.screenshot({ path: to });
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

/** The package holds them: pngquant leaves fewer colours, and cwebp writes those without loss (Debian has both: pngquant, webp). */
function keepSmall(from, to) {
  const few = from.replace(/\.png$/, '-few.png');
  const calls = [
    ['pngquant', '--nofs', '--speed', '1', '--strip', '--force', '--output', few, '24', from],
    ['cwebp', '-quiet', '-lossless', '-z', '9', '-exact', few, '-o', to],
  ];
  const failed = calls.find(([tool, ...args]) => spawnSync(tool, args).status !== 0);
  if (failed) throw new Error(`${to} was not written: install ${failed[0]}, and take the pictures again.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await must('npm', 'run', '--silent', 'package');
  const { failed } = await testPictures();
  if (failed === 0) await pictureOfEdition(path.join(results, 'shots/pictures/edition.png'));
  for (const name of failed === 0 ? ['editor', 'views', 'as-seen-by', 'review', 'timeline', 'edition'] : [])
    keepSmall(path.join(results, 'shots/pictures', `${name}.png`), path.join(root, 'docs/images', `${name}.webp`));
  process.exitCode = failed === 0 ? 0 : 1;
}
