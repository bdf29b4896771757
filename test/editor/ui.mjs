/** The packaged extension as an author sees it: typed, clicked and read in the window, with pictures in test-results/shots. */
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { until, walkThrough } from './hands.mjs';

/** Each is a test: what is seen, and how. They go on from each other, so the first that fails is the last. */
export const steps = {
  'both ends of a retcon have a code lens': async ({ see, openFile }) => {
    await openFile('founding-of-house-vyr');
    await see.lens('superseded by').waitFor();
    await openFile('refounding-of-house-vyr');
    await see.lens('supersedes').waitFor();
  },

  'keys of a retcon, ids and dates have colours of their own': async ({ see }) => {
    const colour = (word) => see.word(word).evaluate((element) => getComputedStyle(element).color);
    const [plainKey, key, plainValue, id, date] = await Promise.all(
      ['title', 'supersedes', 'session-47', 'founding-of-house-vyr', '412 TA'].map(colour),
    );
    if (key === plainKey || new Set([plainValue, id, date]).size < 3) throw new Error('they look like everything else');
  },

  'a misspelt supersedes id has a squiggle and a problem as it is typed': async ({ see, page, type, shot }) => {
    await type('founding-of-house-vyr', 'e');
    await see.squiggle.waitFor();
    await page.keyboard.press('Control+Shift+M');
    await see.problem('founding-of-house-vye').waitFor();
    await shot('squiggle');
    await page.keyboard.press('Control+Shift+M');
  },

  'the code of a problem leads to its page': async ({ see, hover, openFile, shot }) => {
    await hover(see.word('founding-of-house-vye'), 'supersedes/unknown-id');
    await see.hover('supersedes/unknown-id').locator('a.code-link').first().click();
    await see.tab('unknown-id.md').waitFor();
    await see.page.locator('h1', { hasText: 'supersedes/unknown-id' }).waitFor();
    await shot('page-of-a-problem');
    await openFile('refounding-of-house-vyr');
  },

  'the squiggle goes away as it is typed right': async ({ see, type }) => {
    await type('founding-of-house-vye', 'r');
    await see.squiggle.waitFor({ state: 'detached' });
  },

  'a hover on the id shows both states': async ({ see, page, hover, shot }) => {
    await hover(see.word('founding-of-house-vyr'), /Maric/i);
    await see.hover(/Aldric/i).waitFor();
    await shot('hover');
    await page.keyboard.press('Escape');
  },

  'what no longer counts is pale, and what names it is struck through': async ({ see, openFile, shot }) => {
    const isSo = (word, look) => until(() => see.word(word).evaluate(look), `${word} looks like everything else`);
    await openFile('burning-of-the-long-bridge');
    await see.lens('superseded by').waitFor();
    await isSo('There was a flood', (element) => getComputedStyle(element).opacity === '0.6');
    await shot('faded');
    await openFile('ballad-of-the-long-bridge');
    await isSo('burning-of-the-long-bridge', (element) =>
      getComputedStyle(element).textDecorationLine.includes('line-through'),
    );
    await see.word('14 Smokefall 309 TA').waitFor();
    await shot('struck');
  },

  'a viewpoint is chosen in the status bar, is easy to see, and is left by one click': async (hands) => {
    const { see, page, hover, openFile, shot } = hands;
    await openFile('burning-of-the-long-bridge');
    await see.status('Now').click();
    await see.prompt('session-46').waitFor();
    await shot('viewpoints');
    await page.keyboard.type('350 TA');
    await see.row('At 350 TA').waitFor();
    await page.keyboard.press('Enter');
    await see.status('350 TA').click();
    await see.prompt('Back to Now').waitFor();
    await page.keyboard.type('session-46');
    await see.row('session-46').waitFor();
    await page.keyboard.press('Enter');
    const item = see.status('350 TA · as of session-46');
    await item.waitFor();
    if (!/warning-kind/.test((await item.getAttribute('class')) ?? '')) throw new Error('it can be overlooked');
    await see.word('There was a flood').waitFor();
    await until(
      () => see.word('There was a flood').evaluate((element) => getComputedStyle(element).opacity === '1'),
      'as of session-46 the burning was not superseded yet',
    );
    await hover(see.word('fall-of-the-long-bridge'), 'At 350 TA, as of session-46:');
    await shot('viewpoint');
    await page.keyboard.press('Escape');
    await page.locator('.statusbar-item a[aria-label="Back to Now"]').click();
    await see.status('Now').waitFor();
    await openFile('refounding-of-house-vyr');
  },

  '"What Was True…" is asked and answered from the palette': async ({ see, page, shot }) => {
    await page.keyboard.press('F1');
    await page.keyboard.type('Retcon: What Was True');
    await see.row('What Was True').waitFor();
    await shot('palette');
    await page.keyboard.press('Enter');
    await see.prompt('1 of 3').waitFor();
    await page.keyboard.type('House Vyr');
    await see.row('House Vyr').waitFor();
    await shot('which-entity');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Zorg');
    await see.row('Nothing here is called “Zorg”').waitFor();
    await shot('no-entity');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('House Vyr');
    await see.row('House Vyr').waitFor();
    await page.keyboard.press('Enter');
    await see.prompt('2 of 3').waitFor();
    await page.keyboard.type('300 XX');
    await see.prompt('300 XX').locator('.quick-input-message', { hasText: '300 XX' }).waitFor();
    await shot('no-date');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('300 TA');
    await page.keyboard.press('Enter');
    await see.prompt('3 of 3').waitFor();
    await shot('as-known-when');
    await page.keyboard.press('Enter');
    await see.answer.filter({ hasText: /Maric/i }).waitFor();
    await shot('answer');
  },

  '"Look Up Note…" shows the version that is picked': async ({ see, page, command, shot }) => {
    await command('Retcon: Look Up Note…');
    await see.row('Aldric').waitFor();
    await page.keyboard.type('cutting-of-the-long');
    await see.row('The Cutting of the Long Bridge').waitFor();
    await shot('which-entry');
    await page.keyboard.press('Enter');
    await see.tab('The Cutting of the Long Bridge').waitFor();
  },

  'a link in the answer opens the file': async ({ see }) => {
    await see.answer.locator('a').first().click();
    await see.tab('.md').waitFor();
  },

  '"Search Lore…" lists passages as one types, all of them on demand, and goes to one': async (hands) => {
    const { see, page, command, openFile, shot } = hands;
    await openFile('refounding-of-house-vyr');
    await command('Retcon: Search Lore');
    await see.prompt('Search Lore').waitFor();
    await page.keyboard.type('oath');
    await see.row('One passage is left out').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('bridge');
    await see.prompt('The Ballad of the Long Bridge').waitFor();
    await see.prompt('2 passages are left out').waitFor();
    await shot('lore');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    await see.row('2 passages are left out').waitFor();
    await page.keyboard.press('Enter');
    await see.prompt('The Fall of the Long Bridge').waitFor();
    await shot('lore-all');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('"four hundred spears with"');
    await see.row('The Cutting of the Long Bridge').waitFor();
    await page.keyboard.press('Enter');
    await see.tab('cutting-of-the-long-bridge.md').waitFor();
  },

  'compare, on the lens, opens both versions side by side': async ({ see, page, openFile, shot }) => {
    await openFile('refounding-of-house-vyr');
    await see.lens('compare').click();
    await see.answer.locator('h2', { hasText: 'The Refounding of House Vyr' }).waitFor();
    await shot('compare');
    await see.answer.locator('a', { hasText: 'Compare in the Editor' }).click();
    await page.locator('.monaco-diff-editor .view-line').first().waitFor();
  },

  'the activity bar has the versions of the entry that is open, each compared with it': async ({
    see,
    page,
    hover,
    openFile,
    shot,
  }) => {
    await openFile('refounding-of-house-vyr');
    await page.locator('.activitybar [aria-label^="Retcon"]').first().click();
    await see.treeRow('The Refounding of House Vyr').waitFor();
    await hover(see.treeRow('The Founding of House Vyr'), 'Aldric was the true founder');
    await shot('versions');
    await see.treeRow('The Founding of House Vyr').locator('[aria-label^="Compare"]').click();
    await see.answer.locator('h2', { hasText: 'The Refounding of House Vyr' }).waitFor();
    await see.treeRow('The Founding of House Vyr').click();
    await see.tab('founding-of-house-vyr.md').waitFor();
  },

  'retcons are listed by the session in which they were decided, with both their ends': async ({ see, page, shot }) => {
    const view = see.view('Changes');
    await view.locator('.monaco-list-row', { hasText: 'session-47' }).click();
    const retcon = view.locator('.monaco-list-row', { hasText: 'Aldric was the true founder' });
    await retcon.click();
    await view.locator('.monaco-list-row', { hasText: 'supersedes it' }).waitFor();
    await shot('retcons');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await see.tab('refounding-of-house-vyr.md').waitFor();
  },

  'a dispute opens at its statements, and is kept as intentional': async ({ see, page, shot }) => {
    const row = see.view('To Decide').locator('.monaco-list-row', { hasText: 'mother of' });
    await row.click();
    await see.view('To Decide').locator('.monaco-list-row', { hasText: 'Letter' }).click();
    await see.tab('letter-in-the-wall.md').waitFor();
    await row.hover();
    await shot('disputes');
    await row.locator('[aria-label^="Keep Both"]').click();
    await see.word('chronicle-of-vyr').waitFor();
    await see.badge.waitFor({ state: 'hidden' });
    // Nothing is left to decide, and an empty view collapses.
    await see.view('To Decide').locator('.pane-header').click();
    await row.filter({ hasText: 'intentional' }).waitFor();
    await page.locator('.monaco-editor .view-line').first().click();
    await page.keyboard.press('Control+Z');
    await row.filter({ hasNotText: 'intentional' }).waitFor();
    await see.badge.waitFor();
  },

  'a retcon is declared by answers, and no id is typed': async ({ see, page, openFile, command, shot }) => {
    const step = (n) => see.prompt(`(${n}/5)`).waitFor();
    await openFile('house-vyr');
    await command('Retcon: Retcon This Page');
    await see.row('A fact of this page').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await step(1);
    await shot('declare');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await step(2);
    await see.row('TA').waitFor();
    await shot('which-date');
    await page.keyboard.type('431');
    await see.prompt('Read as 431 TA').waitFor();
    await page.keyboard.press('Enter');
    await step(3);
    await page.keyboard.type('House Vyr after the Feast');
    await page.keyboard.press('Enter');
    await step(4);
    await page.keyboard.press('Enter');
    await step(5);
    await shot('reasons');
    await page.keyboard.type('Oda kept the pot lit.');
    await page.keyboard.press('Enter');
    await see.tab('house-vyr-after-the-feast.md').waitFor();
    await see.lens('supersedes').waitFor();
    await shot('declared');
    // What is selected is the first value.
    await page.keyboard.type('the ford');
    await see.word('the ford').waitFor();
    await page.keyboard.press('Control+S');
  },

  'a value is changed everywhere after each fact is shown, and undone at once': async (hands) => {
    const { see, page, command, shot, codex } = hands;
    const step = (n) => see.prompt(`(${n}/8)`).waitFor();
    await command('Retcon: Change a Value Everywhere');
    await step(1);
    await page.keyboard.type('Maric Ashhand');
    await see.row('Maric Ashhand').waitFor();
    await shot('which-value');
    await page.keyboard.press('Enter');
    await step(2);
    await page.keyboard.type('Aldric');
    await see.row('Aldric').waitFor();
    await page.keyboard.press('Enter');
    await step(3);
    await page.keyboard.press('Enter');
    await step(4);
    await page.keyboard.press('Enter');
    await step(5);
    await page.keyboard.press('Enter');
    await step(6);
    await page.keyboard.press('Enter');
    await step(7);
    await page.keyboard.type('The ledger names another.');
    await see.row('The ledger').waitFor();
    await page.keyboard.press('Enter');
    await step(8);
    await see.prompt('Left alone').waitFor();
    await shot('which-facts');
    await page.keyboard.press('Enter');
    await see.tab('aldric-in-place-of-maric-ashhand.md').waitFor();
    await see.lens('supersedes').waitFor();
    await shot('rewritten');
    const file = path.join(codex, 'people/aldric-in-place-of-maric-ashhand.md');
    await stat(file);
    await page.keyboard.press('Control+Z');
    const isGone = () =>
      stat(file).then(
        () => false,
        () => true,
      );
    await until(isGone, 'one undo does not take it back');
  },

  'a forked retcon is looked at three ways': async ({ see, openFile, shot, codex }) => {
    const file = path.join(codex, 'events/another-refounding.md');
    await writeFile(
      file,
      '---\ndate: 413 TA\ncanon: session-48\nsupersedes: {id: founding-of-house-vyr, reason: It was Lysa.}\nfacts:\n  house-vyr: {founder: lysa}\n---\n',
    );
    // A new file is not found by its name at once; the page that is superseded twice links to it.
    await openFile('founding-of-house-vyr');
    await see.lens('look at all 3').click();
    await see.tab('forked (2 files)').waitFor();
    await shot('forked');
    await rm(file);
  },

  'all of it is legible in a light theme': async ({ see, hover, openFile, command, shot, inTheme }) => {
    await inTheme('light');
    await openFile('refounding-of-house-vyr');
    await see.lens('supersedes').waitFor();
    await hover(see.word('founding-of-house-vyr'), /Maric/i);
    await shot('hover-light');
    await command('Retcon: Show All Changes');
    await see.answer.filter({ hasText: 'session 47' }).waitFor();
    await shot('log-light');
  },

  'a world is set up as the preview shows it': async ({ see, page, command, shot, codex }) => {
    const file = path.join(codex, 'codex.yaml');
    await rm(file);
    await command('Retcon: Set Up World');
    await see.row('Set Up This World').waitFor();
    await see.tab('codex.yaml').waitFor({ state: 'hidden' });
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Show the File…' }).click();
    await see.tab('codex.yaml').waitFor();
    await see.row('Set Up This World').waitFor();
    await shot('set-up-light');
    // What was understood can be left out, part by part.
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Sessions' }).click();
    await see.prompt('1 Selected').waitFor();
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'sessions' }).click();
    await see.prompt('0 Selected').waitFor();
    await shot('set-up-part');
    await page.keyboard.press('Enter');
    await see.row('Set Up This World').waitFor();
    await page.keyboard.press('Enter');
    await see.prompt('Set Up This World').waitFor({ state: 'hidden' });
    // The explorer may still show the removed file: only the disk is certain.
    const written = () => readFile(file, 'utf8').catch(() => '');
    await until(async () => (await written()) !== '', 'codex.yaml was not written');
    const text = await written();
    if (/^revisions:/m.test(text) || !/^# revisions:/m.test(text))
      throw new Error(`sessions count all the same: ${text}`);
  },
};

/** Runs the steps on retcon.vsix; answers { passed, failed }. */
export const testPackage = () => walkThrough({ title: 'the packaged extension in the window', shots: '.', steps });
