/** A codex in git, as an author sees it: looked at from a tag, and compared with it; with pictures in test-results/shots/history. */
import { execFileSync } from 'node:child_process';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { until, walkThrough } from './hands.mjs';

const REFOUNDING = 'events/refounding-of-house-vyr.md';
const HALL = 'places/vyrhold.md';
const CURSE = 'tales/the-vyr-curse.md';

const git = (codex, ...args) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: codex });

/** Book one knows of no refounding, of another name for a hall, and has a page elsewhere. */
async function prepare(codex) {
  const at = (file) => path.join(codex, file);
  const [refounding, hall] = await Promise.all([REFOUNDING, HALL].map((file) => readFile(at(file), 'utf8')));
  await rm(at(REFOUNDING));
  await writeFile(at(HALL), hall.replace('Ashen Weir', 'Eel Weir'));
  git(codex, 'init', '--quiet');
  git(codex, 'add', '--all');
  git(codex, 'commit', '--quiet', '--message', 'Book one');
  git(codex, 'tag', 'book-one');
  await writeFile(at(REFOUNDING), refounding);
  await writeFile(at(HALL), hall);
  await rename(at(CURSE), at('places/the-vyr-curse.md'));
}

const steps = {
  'a tag is a viewpoint: what was retconned since has its old state': async (hands) => {
    const { see, page, hover, openFile, shot } = hands;
    await openFile('founding-of-house-vyr');
    await see.lens('superseded by').waitFor();
    await see.status('Now').click();
    await see.prompt('tag ·').waitFor();
    await page.keyboard.type('book-one');
    await see.row('book-one').waitFor();
    await shot('choose');
    await page.keyboard.press('Enter');
    await see.status('as of git:book-one').waitFor();
    await see.lens('superseded by').waitFor({ state: 'detached' });
    await hover(see.word('house-vyr'), 'as of git:book-one:');
    await shot('hover');
    await page.keyboard.press('Escape');
  },

  'what was not written yet is pale, with a hover that explains it': async ({ see, page, openFile, shot }) => {
    await openFile('refounding-of-house-vyr');
    await page.locator('.codelens-decoration', { hasText: 'not yet written as of git:book-one' }).waitFor();
    await until(
      () => see.word('412 TA').evaluate((element) => getComputedStyle(element).opacity === '0.6'),
      'it looks as if it had been written',
    );
    await page.locator('.activitybar [aria-label^="Retcon"]').first().click();
    await page.locator('.pane-header .description', { hasText: 'of now' }).first().waitFor();
    await shot('not-yet-told');
    await page.locator('.activitybar [aria-label^="Explorer"]').first().click();
  },

  'where the tag is gone the viewpoint is now again, with a message': async ({ see, page, hover, codex, shot }) => {
    git(codex, 'tag', 'book-1', 'book-one');
    git(codex, 'tag', '--delete', 'book-one');
    await see.status('Now').waitFor();
    await see.lens('supersedes').waitFor();
    await hover(see.status('Now'), '"book-one" names no commit');
    await shot('tag-is-gone');
    git(codex, 'tag', 'book-one', 'book-1');
    git(codex, 'tag', '--delete', 'book-1');
    await page.locator('.statusbar-item a[aria-label="Back to Now"]').click();
  },

  'the world is compared with its state at the tag, on a page that leads to entries': async (hands) => {
    const { see, openFile, compareWith, shot } = hands;
    await openFile('vyrhold');
    await compareWith('book-one', 'The whole world');
    await see.answer.filter({ hasText: 'What changed from git:book-one to now' }).waitFor();
    await see.answer.filter({ hasText: 'Changed without a retcon' }).waitFor();
    await shot('world');
    await see.answer.locator('a', { hasText: 'The Refounding' }).first().click();
    await see.tab('refounding-of-house-vyr.md').waitFor();
  },

  'a page is compared in words, and as two texts': async ({ see, page, openFile, compareWith, shot }) => {
    await openFile('vyrhold');
    await compareWith('book-one', 'The answers about vyrhold.md');
    await see.answer.filter({ hasText: 'What changed of Vyrhold from git:book-one to now' }).waitFor();
    await shot('entry');
    await openFile('vyrhold');
    await compareWith('git:HEAD', 'The text of vyrhold.md');
    await see.tab('as of git:HEAD, and now').waitFor();
    await page.locator('.monaco-diff-editor .view-line', { hasText: 'Eel Weir' }).first().waitFor();
    await shot('text');
  },

  'a page that has moved is found, and one that is new was not there': async (hands) => {
    const { see, page, openFile, compareWith, shot } = hands;
    await openFile('the-vyr-curse');
    await compareWith('book-one', 'The text of the-vyr-curse.md');
    await see.tab('the-vyr-curse.md: as of git:book-one, and now').waitFor();
    await openFile('refounding-of-house-vyr');
    await compareWith('book-one', 'The text of refounding-of-house-vyr.md');
    await page.locator('.notification-toast', { hasText: 'There was no refounding-of-house-vyr.md yet' }).waitFor();
    await shot('not-there');
    await page.keyboard.press('Escape');
  },

  'an entry is looked up as of a tag, and retcons since it are listed': async ({ see, page, command, point, shot }) => {
    await command('Retcon: Look Up Earlier Note');
    await see.prompt('(1 of 2)').waitFor();
    await page.keyboard.type('The Founding of');
    await see.row('The Founding of House Vyr').waitFor();
    await page.keyboard.press('Enter');
    await point('book-one');
    await see.answer.filter({ hasText: 'current, as of git:book-one' }).waitFor();
    await command('Retcon: Show Changes Since');
    await point('book-one');
    await see.answer.filter({ hasText: '1 retcon since git:book-one' }).waitFor();
    await shot('since');
  },
};

/** Runs the steps on retcon.vsix; answers { passed, failed }. */
export const testHistory = () =>
  walkThrough({
    title: 'a codex in git',
    shots: 'history',
    steps,
    prepare,
    more: ({ see, page, command }) => {
      /** Chooses a canon point, of those offered or as it is typed. */
      const point = async (text) => {
        await see.prompt('tag ·').waitFor();
        await page.keyboard.type(text);
        await see.row(text).waitFor();
        await page.keyboard.press('Enter');
      };
      return {
        point,
        compareWith: async (text, what) => {
          await command('Retcon: Compare With an Earlier Version');
          await point(text);
          await see.prompt('The whole world').waitFor();
          await page.keyboard.type(what);
          await see.row(what).waitFor();
          await page.keyboard.press('Enter');
        },
      };
    },
  });
