/** A campaign in the window: a secret is planted, hinted at, believed otherwise, revealed to one and to all, and retconned; each time it is seen through somebody's eyes. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { appears, until, walkThrough } from './hands.mjs';

const GATE = 'tales/the-open-gate.md';
const SONG = 'tales/the-song-of-the-gate.md';
const AGAIN = 'tales/the-gate-again.md';

const PAGES = {
  [GATE]: `---
title: The Open Gate
type: event
date: 308 TA
canon: session-44
facts: {vyrhold: {traitor: the steward}}
---

Somebody had drawn the bolt before the horns were heard.
`,
  [SONG]: `---
title: The Song of the Gate
type: song
date: 320 TA
canon: session-44
facts: {vyrhold: {traitor: the cook}}
---

They sing that it was the cook.
`,
};

/** Each is a test: what is seen, and how. They go on from each other, so the first that fails is the last. */
const steps = {
  '1 a secret is planted: those who know it are chosen, not typed': async ({
    see,
    page,
    openFile,
    save,
    text,
    shots,
  }) => {
    await openFile('the-open-gate');
    await see.status('Now').waitFor();
    await see.word('session').first().click();
    for (const key of ['End', 'Enter']) await page.keyboard.press(key);
    await page.keyboard.type('known');
    await until(async () => {
      await page.keyboard.press('Control+Space');
      return appears(see.choice('known_by'));
    }, 'the key is not offered');
    await see.choice('known_by').click();
    await see.word('known_by').waitFor();
    await page.keyboard.type('lys');
    await see.choice('Lysa of the Bridge').waitFor();
    await shots('knowers');
    await see.choice('Lysa of the Bridge').click();
    await save();
    await until(async () => (await text(GATE)).includes('known_by: [lysa]'), 'it is not in the file');
  },

  '2 a hover shows the author who knows it': async ({ see, hover, shots }) => {
    await hover(see.word('traitor'), 'known to Lysa of the Bridge');
    await shots('hover');
  },

  '3 what the commons sing is no longer a fact': async ({ see, page, openFile, insert, save, hover, shots }) => {
    await openFile('the-song-of-the-gate');
    await see.word('session').first().click();
    for (const key of ['End', 'Enter']) await page.keyboard.press(key);
    await insert('believed_by: [commons]');
    await save();
    await hover(see.word('traitor'), 'No fact — believed by commons');
    await shots('belief');
  },

  '4 a hint is for the players alone: they are chosen after the bar': async ({ see, page, insert, save, text }) => {
    await page.keyboard.press('Control+End');
    await insert('\n> [!secret|]\n> The cook had no key.\n');
    for (const key of ['ArrowUp', 'ArrowUp', 'End', 'ArrowLeft', 'Control+Space']) await page.keyboard.press(key);
    await see.choice('players').click();
    await save();
    await until(async () => (await text(SONG)).includes('> [!secret|players]'), 'the players are not in the file');
  },

  '5 the view lists, by circle and knower, what they know': async ({ see, page, secrets, shots }) => {
    await page.locator('.activitybar [aria-label^="Retcon"]').first().click();
    // Rows that are out of sight are none: the other lists make room.
    for (const name of ['This Note', 'To Decide', 'Changes']) await see.view(name).locator('.pane-header').click();
    await secrets('Lysa of the Bridge', 'traitor of Vyrhold: the steward');
    await secrets('commons', 'traitor of Vyrhold: the cook');
    await secrets('players', 'The Song of the Gate');
    await shots('secrets');
    await see.view('Secrets').locator('.monaco-list-row', { hasText: 'Vyrhold: the steward' }).click();
    await see.tab('the-open-gate.md').waitFor();
  },

  '6 for the commons their song is true, and the other page is hidden': async (hands) => {
    const { see, page, asSeenBy, openFile, hover, answers, shots } = hands;
    await asSeenBy('commons');
    await openFile('the-song-of-the-gate');
    await hover(see.word('traitor'), 'through the eyes of commons');
    await hover(see.word('traitor'), 'the cook from 320 TA');
    await shots('as-commons');
    await openFile('the-open-gate');
    await page.locator('.codelens-decoration', { hasText: 'unknown to commons' }).first().waitFor();
    await shots('unknown');
    await answers('the cook', 'steward');
  },

  '7 for the players nobody has opened a gate': async ({ asSeenBy, answers }) => {
    await asSeenBy('players');
    await answers('As seen by players', 'steward');
  },

  '8 it is revealed to one of them': async ({ see, reveal, asSeenBy, answers, shots }) => {
    await reveal('known_by: {lysa: 308 TA, Ilse Marrow: session-47}');
    await asSeenBy('Ilse Marrow');
    await answers('the steward', 'the cook');
    await see.tab('Vyrhold').waitFor();
    await shots('revealed-to-one');
    await asSeenBy('Oda Fenn');
    await answers('As seen by Oda Fenn', 'steward');
  },

  '9 it is revealed to all, and those who believed otherwise know better': async ({ reveal, asSeenBy, answers }) => {
    await reveal('known_from: 430 TA');
    await asSeenBy('commons');
    await answers('the steward', 'the cook');
  },

  '10 it is retconned, and only the author knows of that': async (hands) => {
    const { codex, asSeenBy, answers, secrets, openFile, hover, command, see, shots } = hands;
    await writeFile(
      path.join(codex, AGAIN),
      `---
title: The Gate Again
type: event
date: 308 TA
canon: session-48
known_by: nobody
supersedes:
  - id: the-open-gate
    effective: always
    reason: The bolt was rust, and the wind was in the north.
facts: {vyrhold: {traitor: nobody but the wind}}
---
`,
    );
    await asSeenBy('Everyone');
    await answers('the steward', 'the wind');
    await command('Retcon: Back to Now');
    // What is typed while the palette closes would be lost.
    await see.status('Now').waitFor();
    await openFile('the-gate-again');
    await hover(see.word('traitor'), 'known to nobody');
    await secrets('Only you', 'nobody but the wind');
    await shots('retconned');
  },

  '11 it is revealed, and everyone knows the truth; the timeline follows': async (hands) => {
    const { see, openFile, replace, asSeenBy, answers, command, shots } = hands;
    await openFile('the-gate-again');
    await replace('nobody', 'known_by: everyone');
    await asSeenBy('Everyone');
    await answers('nobody but the wind', 'steward, from');
    await asSeenBy('commons');
    await openFile('vyrhold');
    await command('Retcon: Show in Timeline');
    await see.tab('Timeline of Vyrhold').waitFor();
    await see.answer.locator('.picture').waitFor();
    await shots('timeline-of-commons');
    // Of what is always so and of their song, they hold what they have learned later.
    await see.page.getByRole('button', { name: 'Table' }).click();
    for (const value of ['nobody but the wind', 'the cook'])
      await see.answer.locator('tbody', { hasText: value }).first().waitFor();
    await command('Retcon: Back to Now');
    await see.status('Now').waitFor();
  },
};

export const testSecrets = () =>
  walkThrough({
    title: 'a secret, through the eyes of many',
    shots: 'secrets',
    steps,
    prepare: async (codex) => {
      for (const [file, text] of Object.entries(PAGES)) await writeFile(path.join(codex, file), text);
    },
    more: ownHands,
  });

/** What only this author does. */
function ownHands({ codex, page, see, shot, inTheme, command, openFile, save }) {
  let shown = 0;
  const hands = {
    text: (file) => readFile(path.join(codex, file), 'utf8'),
    /** What can be seen now, in both themes. */
    shots: async (name) => {
      shown++;
      for (const theme of ['light', 'dark']) {
        await inTheme(theme);
        await shot(`${theme}/${String(shown).padStart(2, '0')}-${name}`);
      }
    },
    /** Puts a text in as one, and closes what is offered for it: a list that opens later would take what is typed next. */
    insert: async (words) => {
      await page.keyboard.insertText(words);
      await wait(500);
      await page.keyboard.press('Escape');
    },
    /** Opens the row of somebody in the view of secrets, and finds what is under it. */
    secrets: async (who, what) => {
      const row = (text) => see.view('Secrets').locator('.monaco-list-row', { hasText: text }).first();
      await row(who).waitFor();
      if ((await row(who).getAttribute('aria-expanded')) !== 'true')
        await row(who).locator('.monaco-tl-twistie').click();
      await row(what).waitFor();
    },
    /** Asks what was true of Vyrhold at the present: that one thing is said, and another is not. */
    answers: async (said, unsaid) => {
      const asked = async (step) =>
        (await appears(see.prompt(step))) && appears(page.locator('.quick-input-widget input:focus').first());
      // A page that gets the keys back late takes them from the question, which closes: then it is asked again.
      await until(async () => {
        await command('Retcon: What Was True');
        if (!(await asked('(1 of 3)'))) return false;
        await page.keyboard.type('vyrhold');
        if (!(await appears(see.row('Vyrhold')))) return false;
        await wait(500);
        await page.keyboard.press('Enter');
        // Once the box that takes a date has the keys, it may be left empty.
        for (const step of ['(2 of 3)', '(3 of 3)']) {
          if (!(await asked(step))) return false;
          await wait(400);
          await page.keyboard.press('Enter');
        }
        return true;
      }, 'what was true of Vyrhold cannot be asked to its end');
      await see.page.locator('body', { hasText: said }).waitFor();
      const told = await see.page.locator('body').innerText();
      if (told.includes(unsaid)) throw new Error(`"${unsaid}" is told: ${told}`);
    },
    /** Writes a line in place of the one with a word. */
    replace: async (word, line) => {
      await see.word(word).click();
      for (const key of ['Home', 'Shift+End']) await page.keyboard.press(key);
      await hands.insert(line);
      await save();
    },
    reveal: async (line) => {
      await openFile('the-open-gate');
      await hands.replace('known_by', line);
    },
  };
  return hands;
}
