/** An author's story in the window, in a codex that git keeps: an established fact is overwritten, the commit is stopped, and a retcon is declared. */
import { execFile } from 'node:child_process';
import { access, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './editor.mjs';
import { appears, until, walkThrough } from './hands.mjs';

const OLD = 'events/founding-of-house-vyr.md';
const GONE = 'tales/letter-in-the-wall.md';
const NEW = 'events/the-founding-of-house-vyr-retold.md';

/** Each is a test: what is seen, and how. They go on from each other, so the first that fails is the last. */
const steps = {
  'the hook is offered once, and installed when its author says so': async ({ page, shots, file }) => {
    const offer = page.locator('.notification-toast', {
      hasText: 'Catch changes without a retcon before each commit?',
    });
    await offer.waitFor();
    await shots('offer');
    await offer.getByRole('button', { name: 'Check Commits' }).click();
    await page.locator('.notification-toast', { hasText: 'pre-commit was written' }).waitFor();
    await shots('installed');
    await access(file('.git/hooks/pre-commit'));
    await page.keyboard.press('Escape');
  },

  'an overwritten established fact has a squiggle, a mark and a problem': async (hands) => {
    const { see, page, hover, openFile, isMarked, shots } = hands;
    await openFile('founding-of-house-vyr');
    await see.word('maric').click();
    for (const key of ['End', 'ArrowLeft', 'Control+Shift+ArrowLeft']) await page.keyboard.press(key);
    await page.keyboard.type('aldric');
    await page.keyboard.press('Escape');
    await see.squiggle.waitFor();
    await until(() => isMarked('silent-dark'), 'there is no mark beside the line');
    await hover(see.word('aldric'), 'founder of house-vyr was maric');
    await shots('hover');
    await page.keyboard.press('Escape');
  },

  'the staged change is listed above the retcons, and opens its place': async (hands) => {
    const { see, page, save, text, git, openFile, shots } = hands;
    await save();
    await until(async () => (await text(OLD)).includes('{founder: aldric}'), 'it is not saved');
    await git('add', '--all');
    await openFile('vyrhold');
    await page.locator('.activitybar [aria-label^="Retcon"]').first().click();
    await see.view('Changes').locator('.monaco-list-row', { hasText: 'About to be committed' }).waitFor();
    const row = see.view('Changes').locator('.monaco-list-row', { hasText: 'founder of house-vyr was maric' });
    await row.click();
    await see.tab('founding-of-house-vyr.md').waitFor();
    await shots('about-to-be-committed');
  },

  'git stops the commit, says which answer would change, and what to do': async ({ commit }) => {
    const answer = await commit();
    for (const part of ['founder of house-vyr was maric', 'changed to aldric', 'declare a retcon'])
      if (!answer.includes(part)) throw new Error(`it was let through, or not told why: ${answer}`);
  },

  'it is declared as a retcon by a quick fix, and the reason is typed where it belongs': async (hands) => {
    const { see, page, fix, save, text, isMarked, shots } = hands;
    await see.word('aldric').click();
    await fix('Declare this as a retcon', () => shots('fixes'));
    await see.tab('the-founding-of-house-vyr-retold.md').waitFor();
    await see.lens('supersedes').waitFor();
    // The caret goes there by itself, a moment later.
    await see.status('Ln 11').waitFor();
    await page.keyboard.type('Oda found the oath, in his hand.');
    await shots('declared');
    await save();
    await until(async () => (await text(OLD)).includes('{founder: maric}'), 'it is not put back');
    await until(async () => (await text(NEW)).includes('in his hand.'), 'no reason is written');
    await until(async () => !(await isMarked('silent')), 'it is marked still');
  },

  'then nothing overwrites an established fact, and git commits': async ({ see, git, commit, shots }) => {
    await git('add', '--all');
    await see
      .view('Changes')
      .locator('.monaco-list-row', { hasText: 'About to be committed' })
      .waitFor({ state: 'detached' });
    await shots('quiet');
    const answer = await commit();
    if ((await git('log', '-1', '--format=%s')) !== 'Session 47') throw new Error(`it was stopped: ${answer}`);
  },

  'a deleted page, and a codex.yaml that moves established facts, are reported before they are staged': async (
    hands,
  ) => {
    const { see, page, command, text, file, shots } = hands;
    await command('Problems: Focus on Problems View');
    const letter = await text(GONE);
    await rm(file(GONE));
    await see.problem('has gone since book-one').waitFor();
    await see.problem('has gone since book-one').click();
    // What it said can be read, though it can't be opened.
    await see.problem('book-one says: mother of lysa is Brenna').dblclick();
    await page.locator('.view-line', { hasText: 'mother' }).first().waitFor();
    await shots('gone');
    await writeFile(file(GONE), letter);
    await see.problem('has gone since book-one').waitFor({ state: 'detached' });
    await writeFile(file('codex.yaml'), (await text('codex.yaml')).replace('ruler: state', 'ruler: set'));
    await see.problem('This change to codex.yaml has changed').waitFor();
    await shots('codex');
    await page.keyboard.press('Escape');
  },

  'both states can be asked for': async ({ founder }) => {
    const [now, then] = [await founder(), await founder('--as-of', 'git:book-one')];
    if (!/founder: Aldric/.test(now) || !/founder: Maric/.test(then)) throw new Error(`${now}\n${then}`);
  },
};

export const testBaselineStory = () =>
  walkThrough({
    title: 'established facts in git',
    shots: 'telling',
    steps,
    prepare: async (codex) => {
      await rm(path.join(codex, 'events/refounding-of-house-vyr.md'));
      const git = gitIn(codex);
      await git('init', '--quiet');
      await git('config', 'user.name', 'A. Author');
      await git('config', 'user.email', 'author@example.com');
      await git('add', '--all');
      await git('commit', '--quiet', '--message', 'Session 46');
      await git('tag', 'book-one');
    },
    more: ownHands,
  });

/** Runs a program; answers what it said, whatever it thinks of it. */
const said = (program, args, cwd) =>
  new Promise((resolve) => {
    execFile(program, args, { cwd }, (_, out, err) => resolve(`${out}${err}`.trim()));
  });

const gitIn =
  (cwd) =>
  (...args) =>
    said('git', args, cwd);

/** What only this author does. */
function ownHands({ codex, page, see, shot, inTheme }) {
  let shown = 0;
  const git = gitIn(codex);
  return {
    git,
    file: (name) => path.join(codex, name),
    /** What a file holds; nothing, as long as there is none. */
    text: (name) => readFile(path.join(codex, name), 'utf8').catch(() => ''),
    commit: () => git('commit', '--quiet', '--message', 'Session 47'),
    founder: (...more) => {
      const words = ['was-true-at', 'house-vyr', '--at', '300 TA', '--attribute', 'founder', '--root', codex, ...more];
      return said(process.execPath, [path.join(root, 'dist/cli.js'), ...words], root);
    },
    /** Whether a line has a mark beside its number, by the picture it is. */
    isMarked: (picture) =>
      page
        .locator('.monaco-editor .cgmr')
        .evaluateAll((all, name) => all.some((one) => getComputedStyle(one).backgroundImage.includes(name)), picture),
    fix: async (offer, look) => {
      // A list requested while problems are on their way may lack it, or be rebuilt under the pointer.
      const ask = () =>
        until(async () => {
          await page.keyboard.press('Escape');
          await page.keyboard.press('Control+.');
          return appears(see.fix(offer));
        }, `"${offer}" is not offered`);
      await ask();
      await look();
      await ask();
      await see.fix(offer).click();
      await see.fix(offer).waitFor({ state: 'hidden' });
    },
    /** What can be seen now, in both themes. */
    shots: async (name) => {
      shown++;
      for (const theme of ['light', 'dark']) {
        await inTheme(theme);
        await shot(`${theme}/${String(shown).padStart(2, '0')}-${name}`);
      }
    },
  };
}
