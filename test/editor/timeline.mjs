/** The picture of time in the window: by mouse, by the keyboard alone, in every theme, for worlds of all sorts, and as files that leave it. */
import { execFileSync } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { audit, auditPanel } from './audit.mjs';
import { root } from './editor.mjs';
import { appears, until, walkThrough } from './hands.mjs';
import { writeWorld } from './timelineWorlds.mjs';

/** Opens a file in a page of its own that can reach nothing; closed, it must have had nothing to complain of. */
async function openAlone(window, file) {
  const page = await window.context().newPage();
  await page.route(/^https?:/, (route) => route.abort());
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(pathToFileURL(file).href);
  await page.locator('canvas').first().waitFor();
  return {
    page,
    close: async () => {
      await page.close();
      if (faults.length > 0) throw new Error(`the page of ${path.basename(file)} fails: ${faults.join('\n')}`);
    },
  };
}

const steps = {
  'a picture of the whole world is opened from the palette': async (hands) => {
    const { see, page, openFile, shot, openWhole, auditPage } = hands;
    await openFile('house-vyr');
    await see.lens('').or(see.tab('house-vyr.md')).first().waitFor();
    await page.keyboard.press('Control+B');
    await openWhole();
    await auditPage('the panel');
    await shot('dark');
  },

  'the canon handle goes through the sessions, and the editor looks from there': async (hands) => {
    const { see, shot, canon, back } = hands;
    const before = see.answer.getByRole('button', { name: 'Previous change', exact: true });
    while (!(await canon()).includes('session-46')) await before.click();
    await see.status('as of session-46').waitFor();
    await shot('session-46');
    await back();
    await see.status('Now').waitFor();
  },

  'a handle that is moved back while the editor follows it stays back': async ({ see, page, picture, canon }) => {
    const back = see.answer.getByRole('button', { name: 'Back to now' });
    // The page reports it after 150 ms at rest, and the editor goes there after 250 ms more: about then it is taken back.
    for (let after = 100; after <= 400; after += 50) {
      await picture.focus();
      while ((await canon()).includes('now')) await page.keyboard.press('[');
      await page.waitForTimeout(after);
      await back.evaluate((button) => button.click());
      await page.waitForTimeout(900);
      if (!(await canon()).includes('now'))
        throw new Error(`taken back after ${after} ms, the handle is at ${await canon()}`);
      await see.status('Now').waitFor();
    }
  },

  'the wheel zooms it, and a card describes what the pointer is on': async (hands) => {
    const { see, page, shot, picture, card, findCard } = hands;
    await see.answer.getByRole('searchbox').fill('founder');
    await findCard();
    await card.getByText('The Refounding of House Vyr').first().waitFor();
    await shot('card');
    await page.mouse.wheel(0, -600);
    await page.mouse.wheel(0, -600);
    await page.waitForTimeout(300);
    await shot('zoomed');
    await picture.focus();
    await page.keyboard.press('0');
  },

  'a click opens the page, and the menu retcons it': async (hands) => {
    const { see, page, shot, findCard, timelineTab } = hands;
    const at = await findCard();
    await page.mouse.click(at.x, at.y, { button: 'right' });
    await see.page.getByRole('menuitem', { name: 'Retcon It…' }).waitFor();
    await shot('menu');
    await page.keyboard.press('Escape');
    // Both axes stand beside it now, and it is narrower.
    const again = await findCard();
    await page.mouse.click(again.x, again.y);
    await see.tab('refounding-of-house-vyr.md').waitFor();
    await timelineTab();
    await see.answer.getByRole('searchbox').fill('');
  },

  'the keyboard alone reaches what changed, a card, the table and the page': async (hands) => {
    const { see, page, shot, picture, says, card, canon, back } = hands;
    await picture.focus();
    await page.keyboard.press('[');
    await says('session-48');
    await until(async () => {
      await page.keyboard.press('[');
      return !(await canon()).includes('now');
    }, 'the handle does not move');
    await back();
    await picture.focus();
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await card.waitFor();
    await shot('keyboard');
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'hidden' });
    const table = see.answer.getByRole('button', { name: 'Table' });
    await table.focus();
    await page.keyboard.press('Enter');
    await see.answer.locator('.twin tbody tr').first().waitFor();
    await shot('table');
    await hands.auditPage('the panel with its table');
    await table.focus();
    await page.keyboard.press('Enter');
    // The page opens before the picture has come to rest, and takes its place.
    await picture.focus();
    await page.keyboard.press('o');
    await page.locator('.tab.active', { hasText: '.md' }).waitFor();
    await hands.timelineTab();
    await hands.tableButton.waitFor();
    if ((await hands.tableButton.getAttribute('aria-pressed')) !== 'false') throw new Error('the table is back');
  },

  'it draws what is written elsewhere at once': async ({ see, codex, shot, table }) => {
    const text = '---\ntitle: The Lantern Feast\ndate: 401 TA\ncanon: session-48\n---\n';
    await table(true);
    await writeFile(path.join(codex, 'events/lantern-feast.md'), text);
    await see.answer.locator('.twin tbody', { hasText: 'The Lantern Feast' }).waitFor();
    await table(false);
    await shot('live');
  },

  'it reads well in a light and in a high-contrast theme, and in a narrow column': async (hands) => {
    const { page, inTheme, shot, auditPage } = hands;
    await inTheme('light');
    await auditPage('the panel in a light theme');
    await shot('light');
    await inTheme('dark');
    await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
    await page.locator('.monaco-workbench.hc-black').waitFor();
    await auditPage('the panel in a high-contrast theme');
    await shot('high-contrast');
    await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' });
    await page.setViewportSize({ width: 700, height: 900 });
    await shot('narrow');
    await page.setViewportSize({ width: 1280, height: 800 });
  },

  'it is saved as a drawing, an image, and a page of its own': async (hands) => {
    const { page, shot, save, codex } = hands;
    for (const [kind, file, least] of [
      ['Drawing', 'picture.svg', 5000],
      ['Image', 'picture.png', 10_000],
      ['Web page', 'picture.html', 50_000],
    ]) {
      await save(kind, path.join(codex, file));
      const size = async () => (await stat(path.join(codex, file)).catch(() => ({ size: 0 }))).size;
      await until(async () => (await size()) > least, `${file} is not written`);
    }
    const alone = await openAlone(page, path.join(codex, 'picture.html'));
    await alone.page.locator('.picture').focus();
    await alone.page.keyboard.press('[');
    const said = () => alone.page.locator('#status').textContent();
    await until(async () => (await said()).includes('session-48'), 'its handle does not move');
    await audit(alone.page, 'the exported page');
    await alone.page.screenshot({ path: path.join(hands.shots, 'exported.png') });
    await alone.page.emulateMedia({ media: 'print' });
    await alone.page.waitForTimeout(300);
    await alone.page.screenshot({ path: path.join(hands.shots, 'printed.png') });
    await alone.close();
    await shot('saved');
  },

  'a page is shown in it, and it returns when the window is reloaded': async (hands) => {
    const { see, openFile, command, shot, page } = hands;
    await openFile('founding-of-house-vyr');
    await command('Retcon: Show in Timeline');
    await see.tab('Timeline of The Founding of House Vyr').waitFor();
    await shot('page');
    await command('Developer: Reload Window');
    await page.locator('.monaco-workbench').waitFor({ state: 'detached' });
    await see.tab('Timeline of The Founding of House Vyr').waitFor();
    await see.answer.locator('.picture').waitFor();
  },

  'a page of its own holds thirteen billion years, three calendars, or no date at all': async (hands) => {
    const { page, home, shots } = hands;
    for (const world of ['deep', 'three', 'undated']) {
      const file = path.join(home, `${world}.html`);
      const folder = await writeWorld(home, world);
      execFileSync(process.execPath, [path.join(root, 'dist/cli.js'), 'timeline', '--html', file, '--root', folder]);
      const alone = await openAlone(page, file);
      await audit(alone.page, `the page of ${world}`);
      await alone.page.screenshot({ path: path.join(shots, `${world}.png`) });
      if (world === 'undated')
        await alone.page
          .getByText(/once it has a date/)
          .first()
          .waitFor();
      await alone.close();
    }
  },
};

/** What the author of this story can do besides. */
function more({ page, see, command, ask, codex, shots }) {
  const picture = see.answer.locator('.picture');
  const card = see.page.locator('.card');
  // Pressed or not: before there is something to show it is neither.
  const tableButton = see.answer.locator('button[aria-pressed]', { hasText: 'Table' });
  const canon = () => see.answer.locator('#handle-canon').getAttribute('aria-valuetext');
  const timelineTab = async () => {
    await page.locator('.tab', { hasText: 'Timeline' }).first().click();
    await picture.waitFor();
  };
  return {
    picture,
    card,
    tableButton,
    timelineTab,
    shots,
    openWhole: async () => {
      await command('Retcon: Show Timeline');
      await see.tab('Timeline').waitFor();
      await picture.waitFor();
      await page.waitForTimeout(300);
    },
    canon,
    table: async (isWanted) => {
      if ((await tableButton.getAttribute('aria-pressed')) !== String(isWanted)) await tableButton.click();
    },
    back: async () => {
      await see.answer.getByRole('button', { name: 'Back to now' }).click();
      await until(async () => (await canon()).includes('now'), 'the handle does not go back');
      await see.status('Now').waitFor();
    },
    says: (words) =>
      until(async () => (await see.page.locator('#status').textContent()).includes(words), `it does not say ${words}`),
    /** Moves the pointer down the picture until a card appears, more slowly where it is late; answers where that is. */
    findCard: async () => {
      const { x, y, width, height } = await picture.boundingBox();
      for (const patience of [700, 5000])
        for (let below = 50; below < height; below += 12) {
          const at = { x: x + width * 0.97, y: y + below };
          await page.mouse.move(at.x, at.y);
          if (await appears(card, patience)) return at;
        }
      throw new Error('nothing in the picture has a card');
    },
    auditPage: (what) => auditPanel(page, what),
    save: async (kind, file) => {
      await ask('Retcon: Save Picture…', page.locator('[placeholder*="Which format?"]:focus'), kind, kind);
      await page.keyboard.press('Enter');
      const input = page.locator('.quick-input-widget input');
      await until(async () => (await input.inputValue().catch(() => '')).includes(codex), 'nobody asks where');
      await input.fill(file);
      await page.keyboard.press('Enter');
      await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    },
  };
}

export const testTimeline = () => walkThrough({ title: 'the picture of time', shots: 'timeline', steps, more });
