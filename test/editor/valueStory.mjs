/** An author who has read nothing keeps a person's page up to date: eight values are retconned where they stand, and asked for as they were. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { appears, until, walkThrough } from './hands.mjs';

const PAGE = 'people/wren.md';

const WREN = `---
type: person
date: 395 TA
canon: session-44
called: captain
seat: "[[Vyrhold]]"
limp: 'left leg, since the flood'
loyal_to:
  - House Vyr
  - the ferrymen
father: "[[Maric]]"
facts:
  - attribute: office
    value: "keeper of the toll"
    from: 410 TA
---

# Wren of the Ferry

She keeps the ferry ledger, and her temper.
`;

/** Opens the question by its key on a word: a window that is being drawn loses keys. What is not a fact yet becomes one. */
async function ask({ see, page }, word) {
  await until(async () => {
    await see.word(word).click();
    await page.keyboard.press('Control+Alt+KeyR');
    return appears(see.prompt(FIRST));
  }, `nothing asks what it is instead of ${word}`);
  await countAsFact({ see, page });
}

/** The first question, or before it whether the property is to be a fact. */
const FIRST = /\(1\/[23]\)|as a fact/;

async function countAsFact({ see, page }) {
  await see.prompt(FIRST).waitFor();
  if (await see.row('as a fact').isVisible()) await page.keyboard.press('Enter');
  await see.prompt(/\(1\/[23]\)/).waitFor();
}

/** Answers one question: types, waits for the row, and takes it. */
async function answer({ see, page }, prompt, text, row = text) {
  await see.prompt(prompt).waitFor();
  if (text !== '') await page.keyboard.type(text);
  await see.row(row).waitFor();
  await page.keyboard.press('Enter');
}

/** Gives the reason, and waits until the page says all of this. */
async function conclude(hands, reason, ...lines) {
  const { see } = hands;
  await see.row('No reason yet').waitFor();
  await answer(hands, '', reason);
  await hands.saved(PAGE, ...lines);
}

const ALWAYS = 'Always:';

const steps = {
  'a correction, by its key: it was always that way': async (hands) => {
    const { openFile, shot, see } = hands;
    await openFile('wren');
    await ask(hands, 'captain');
    await shot('value');
    await answer(hands, '(1/3)', 'ferrywoman');
    await see.row(ALWAYS).waitFor();
    await shot('since');
    await answer(hands, '(2/3)', '', ALWAYS);
    const item = '- {called: captain, canon: session-48, reason: She never held a rank.}';
    await conclude(hands, 'She never held a rank.', 'called: ferrywoman', item);
    await shot('remembered');
  },

  'it changed in the world from a date on': async (hands) => {
    const { see, inTheme, shot } = hands;
    await ask(hands, 'Vyrhold');
    await answer(hands, '(1/3)', 'the ford');
    await see.row(ALWAYS).waitFor();
    await answer(hands, '(2/3)', '420 TA');
    await conclude(hands, 'The keep was sold.', 'seat: "the ford"', 'effective: 420 TA');
    await shot('both');
    await inTheme('light');
    await shot('both-light');
    await inTheme('dark');
  },

  'one undo takes a retcon back, and one redo makes it again': async ({ see, page, text, saved }) => {
    await see.word('the ford').click();
    await page.keyboard.press('Control+Z');
    await page.keyboard.press('Control+S');
    await until(async () => !(await text(PAGE)).includes('420 TA'), 'it is still there');
    if (!(await text(PAGE)).includes('seat: "[[Vyrhold]]"')) throw new Error(await text(PAGE));
    await page.keyboard.press('Control+Y');
    await saved(PAGE, 'seat: "the ford"');
  },

  'a property that is not a fact yet is counted as one, and taken away': async (hands) => {
    const { see, page, shot, text } = hands;
    await ask(hands, 'left leg');
    // It is the last row.
    await until(async () => {
      await page.keyboard.press('ArrowUp');
      return appears(see.row('Nothing: remove'), 1000);
    }, 'nothing is offered to take it away');
    await answer(hands, '(1/3)', '', 'Nothing: remove');
    await answer(hands, '(2/3)', '', ALWAYS);
    await conclude(hands, 'Nobody drew it.', 'since the flood', 'canon: session-48, reason: Nobody drew it.');
    if (/^limp/m.test(await text(PAGE))) throw new Error(await text(PAGE));
    if (!(await text('codex.yaml')).includes('limp: state')) throw new Error('codex.yaml does not declare it');
    await shot('retracted');
  },

  'what no note said yet is added by "Retcon This Page…"': async (hands) => {
    const { command, see, page, shot } = hands;
    await command('Retcon: Retcon This Page…');
    await answer(hands, 'Retcon This Page', '', 'A fact of this page');
    await see.prompt('Retcon a Value').waitFor();
    await see.row('called').waitFor();
    await shot('which');
    await answer(hands, 'Retcon a Value', 'Something', 'Something this note does not say yet');
    await see.prompt('What is it about?').waitFor();
    await page.keyboard.type('scar');
    await page.keyboard.press('Enter');
    await answer(hands, '(1/3)', 'left cheek');
    await answer(hands, '(2/3)', '', 'It was always that way');
    await conclude(hands, 'It is in the portrait.', 'scar: left cheek', '{scar: "", canon: session-48');
  },

  'a birth date': async (hands) => {
    await ask(hands, '395 TA');
    await answer(hands, '(1/2)', '393 TA');
    await conclude(hands, 'Older than the bridge.', 'date: 393 TA', '- {date: 395 TA, canon: session-48');
  },

  'one of several values': async (hands) => {
    const { shot, page } = hands;
    await ask(hands, 'the ferrymen');
    await answer(hands, '(1/3)', 'the weirs');
    await answer(hands, '(2/3)', '', ALWAYS);
    await conclude(hands, 'They let her go.', '  - House Vyr\n  - the weirs\n', 'loyal_to: [House Vyr, the ferrymen]');
    await page.locator('.view-line', { hasText: /weirs.*was\sthe\sferrymen/ }).waitFor();
    await shot('one-of-several');
  },

  'a fact in the long form': async (hands) => {
    await ask(hands, 'keeper of the toll');
    await answer(hands, '(1/3)', 'keeper of the ledger');
    await answer(hands, '(2/3)', '', ALWAYS);
    const item = '{office: {value: "keeper of the toll", from: 410 TA}, canon: session-48';
    await conclude(hands, 'Nobody pays a toll.', '    value: "keeper of the ledger"', item);
  },

  'a change that one person knows': async (hands) => {
    const { see, page, command, shot } = hands;
    await ask(hands, 'Maric');
    await answer(hands, '(1/3)', 'aldric');
    await answer(hands, '(2/3)', '', ALWAYS);
    await conclude(hands, 'He alone knows.', 'father: "[[aldric]]"');
    await command('Retcon: Make Secret…');
    await see.prompt('Make Secret (1/1)').waitFor();
    await page.keyboard.type('Aldric');
    await page.keyboard.press('ArrowDown');
    await see.row('Aldric').waitFor();
    await page.keyboard.press('Space');
    await see.prompt('1 Selected').waitFor();
    await shot('who');
    await page.keyboard.press('Enter');
    await hands.saved(PAGE, 'reason: He alone knows., known_by: [aldric]}');
    await shot('eight');
  },

  'each old state can be asked for': async (hands) => {
    const { see, page, hover, command, asSeenBy, shot } = hands;
    await page.keyboard.press('Control+Home');
    await hover(see.word('ferrywoman'), /captain/);
    await hover(see.word('the ford'), /Vyrhold[^]*420 TA/);
    await page.keyboard.press('Escape');
    const wasTrue = async (asOf) => {
      await command('Retcon: What Was True…');
      await answer(hands, '1 of 3', 'Wren', 'Wren of the Ferry');
      await see.prompt('2 of 3').waitFor();
      await page.keyboard.press('Enter');
      await answer(hands, '3 of 3', asOf, asOf === '' ? 'Now' : asOf);
    };
    await wasTrue('session-47');
    const before = see.answer.filter({ hasText: 'session-47' });
    for (const old of ['captain', 'Vyrhold', 'left leg', 'the ferrymen', 'keeper of the toll', 'Maric'])
      await before.filter({ hasText: old }).first().waitFor();
    await shot('before');
    await asSeenBy('Orla');
    await wasTrue('');
    await see.answer.filter({ hasText: /father: Maric/ }).waitFor();
    await shot('not-knowing');
    await command('Retcon: Back to Now');
    await page.keyboard.press('Control+Shift+M');
    const said = page.locator('.markers-panel .monaco-list-row', { hasText: 'wren.md' });
    if ((await said.count()) > 0) throw new Error((await said.allInnerTexts()).join('\n'));
  },
};

export const testValueStory = () =>
  walkThrough({
    title: 'valueStory',
    shots: 'valueStory',
    steps,
    prepare: (codex) => writeFile(path.join(codex, PAGE), WREN),
    more: ({ codex }) => ({ text: (file) => readFile(path.join(codex, file), 'utf8') }),
  });
