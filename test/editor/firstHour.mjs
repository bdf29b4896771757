/** The first hour with a vault that nobody has prepared: set up, contradictions, a retcon, what was before, a secret, an edition. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { answerPath, appears, until, walkThrough } from './hands.mjs';

/** As a team keeps them: few links, a picture without quotes, chapters that lead on, no session and no hidden folder. */
const NOTES = {
  'people/Ilse.md': 'born: 340\ndied: 380\nhome: "[[Orm]]"\nimage: ![[Ilse.png]]',
  'people/Bern.md': 'born: 335\nhome: "[[Orm]]"',
  'people/Dorn.md': 'born: 361\nhome: "[[Ulm]]"',
  'people/Emma.md': 'born: 350\nhome: "[[Ulm]]"',
  'places/Orm.md': 'ruler: "[[Bern]]"',
  'places/Ulm.md': 'ruler: "[[Dorn]]"',
  'places/Elm.md': 'ruler: "[[Emma]]"',
  'events/The Feast.md': 'date: 400\nguests: ["[[Ilse]]", "[[Bern]]"]',
  'events/The War.md': 'date: 345\nguests: ["[[Bern]]", "[[Dorn]]"]',
  'events/The Fair.md': 'date: 370\nguests: ["[[Emma]]", "[[Bern]]"]',
  ...Object.fromEntries(
    [1, 2, 3].map((n) => [`book/${n}.md`, `padre: "[[Book]]"\nsiguiente: "[[${n + 1}]]"\nanterior: "[[${n - 1}]]"`]),
  ),
};

const prose = (file) => (file === 'places/Ulm.md' ? 'Ruled by `= this.ruler`.\n' : `About ${file}.\n`);

async function prepare(codex) {
  await rm(codex, { recursive: true });
  for (const [file, head] of Object.entries(NOTES)) {
    await mkdir(path.dirname(path.join(codex, file)), { recursive: true });
    await writeFile(path.join(codex, file), `---\n${head}\n---\n${prose(file)}`);
  }
}

/** Each is a test: what is seen, and how. They go on from each other, so the first that fails is the last. */
const steps = {
  'it is set up as it is, and the page names dates that can’t all be right': async ({ page, see, command, shot }) => {
    await until(async () => {
      await command('Retcon: Set Up World');
      return appears(see.prompt('Set Up World'));
    }, 'nothing is set up');
    await page.keyboard.press('Enter');
    await see.answer.getByRole('heading', { name: 'Your World' }).waitFor();
    const text = await see.answer.innerText();
    for (const words of ['13 notes', 'See 2 Contradictions', 'guests of The', 'home'])
      if (!text.includes(words)) throw new Error(`the page does not say "${words}": ${text}`);
    for (const words of ['siguiente', 'padre', 'Not Understood\n\nThe properties'])
      if (text.includes(words)) throw new Error(`the page says "${words}": ${text}`);
    await shot('world');
    await see.answer.getByRole('link', { name: 'See 2 Contradictions' }).click();
    await see.treeRow('after Ilse died, 380').waitFor();
    await see.treeRow('before Dorn was born, 361').waitFor();
    await see.badge.getByText('2', { exact: true }).waitFor();
    await shot('contradictions');
  },

  'a value is retconned without a question that has one answer': async ({ page, see, openFile, saved, shot }) => {
    await openFile('Ulm');
    await until(async () => {
      await see.word('ruler').click();
      await page.keyboard.press('Control+Alt+KeyR');
      return appears(see.prompt('(1/3)'));
    }, 'nothing asks who rules instead');
    // The beginning of a name is enough, though no note says yet that she ruled.
    await page.keyboard.type('Ils');
    await see.row('Ilse').waitFor();
    await page.locator('.quick-input-list').getByText('“Ils” as plain text').waitFor();
    await shot('value');
    await page.keyboard.press('Enter');
    await see.prompt('(2/3)').waitFor();
    await see.row('Always').waitFor();
    await page.keyboard.press('Enter');
    await see.row('No reason yet').waitFor();
    await page.keyboard.press('Enter');
    await saved('places/Ulm.md', 'ruler: "[[Ilse]]"\nformerly:');
  },

  'the state before the change is found by its day': async ({ page, see, ask, shot }) => {
    await ask('Retcon: What Was True', page.locator('[placeholder*="Which person or thing"]'), 'Ulm', 'Ulm');
    await page.keyboard.press('Enter');
    await see.prompt('(2 of 3)').waitFor();
    await page.keyboard.press('Enter');
    await see.prompt('(3 of 3)').waitFor();
    await page.keyboard.type('Before');
    await see.row('without the changes of Ulm').waitFor();
    await shot('before');
    await page.keyboard.press('Enter');
    await see.answer.getByText('Dorn').first().waitFor();
  },

  'a note is made secret, and no edition holds it': async ({ page, see, command, openFile, saved, home, shot }) => {
    await openFile('Emma');
    await see.word('born').first().click();
    await until(async () => {
      await command('Retcon: Make Secret');
      return appears(see.prompt('(1/1)'));
    }, 'nothing asks who knows');
    await page.keyboard.type('Nobody but me');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Nobody but me' }).first().click();
    await page.keyboard.press('Enter');
    await saved('people/Emma.md', 'known_by: nobody');
    const folder = path.join(home, 'shared');
    await mkdir(folder);
    await command('Retcon: Share an Edition');
    // Each question has to be there before it is answered: a box that closes still takes keys.
    for (const [question, row] of [
      [page.locator('.quick-input-widget [placeholder*="Who? A character"]').first(), 'Everyone'],
      [see.prompt('Which format for'), 'One Page of HTML'],
    ]) {
      await question.waitFor();
      await until(async () => {
        await page.locator('.quick-input-widget input.input').first().fill(row);
        return appears(see.row(row), 2000);
      }, `nothing offers ${row}`);
      await page.keyboard.press('Enter');
    }
    const where = { prompt: 'Which folder for', button: 'Share Here', answer: folder, offered: home };
    await answerPath({ page, see }, where);
    const preview = page.locator('.monaco-dialog-box', { hasText: `Share this in ${folder}?` });
    await preview.waitFor();
    await shot('preview');
    await preview.getByRole('button', { name: 'Share' }).click();
    await until(async () => (await readdir(folder)).includes('index.html'), 'nothing is shared');
    const html = await readFile(path.join(folder, 'index.html'), 'utf8');
    if (!html.includes('>Dorn<')) throw new Error('a note that everyone may know is missing');
    for (const words of ['Emma', 'this.ruler', 'known_by'])
      if (html.includes(words)) throw new Error(`the edition says "${words}"`);
  },
};

export const testFirstHour = () => walkThrough({ title: 'firstHour', shots: 'firstHour', steps, prepare });
