/** The reading view as the editor shows it, in a real browser: its links, their cards, and what stays where it was when it is drawn again. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { FromReading } from '../../client/src/drawn/pageMessages';
import { drawn } from '../support/codex';
import { readingsOf } from '../edition/editing';
import { startBrowser } from './browser';
import { folderWith, PROJECT, removeFolders } from './process';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  removeFolders();
});
afterEach(() => page.context().close());

const WORLD = `//- codex.yaml
attributes: {keeper: state}
//- ferry.md
---
title: The Ferry House
type: place
date: 396 TA
attributes: {keeper: "[[orla]]"}
formerly:
  - {keeper: Brenna the ferrywoman, effective: 405 TA, reason: She died in the flood.}
tags: [inn, river]
---

It stands at the ford below [[vyrhold]], and [[orla|Orla]] was born in it.[^1] See [below](#fares).

> [!tip] For travellers
> Ring twice, and *wait*.

> [!secret]- A secret
> Under the hearth lies a letter.

${'It is a long story.\n\n'.repeat(40)}

## Fares

| day | fare |
| --- | --- |
| market day | a penny |

[^1]: At low water.
//- vyrhold.md
A hall above the river, older than the house. [[ferry]]
//- orla.md
She pulls the ferry.
`;

/** The colours of VS Code's own themes, as far as the page goes by them. */
const THEMES = {
  dark: ['#1f1f1f', '#cccccc', '#9d9d9d', '#4daafc', '#252526'],
  light: ['#ffffff', '#3b3b3b', '#5f5f5f', '#005fb8', '#f8f8f8'],
} as const;

const EDITOR = `
globalThis.asked = [];
globalThis.acquireVsCodeApi = () => ({
  postMessage: (message) => asked.push(message),
  getState: () => globalThis.state,
  setState: (state) => void (globalThis.state = state),
});`;

async function open(theme: keyof typeof THEMES = 'dark'): Promise<void> {
  page = await (await browser.newContext({ viewport: { width: 640, height: 800 }, offline: true })).newPage();
  await page.addInitScript({ content: EDITOR });
  const [ground, ink, quiet, link, raised] = THEMES[theme];
  const media = path.join(PROJECT, 'media/pages');
  const variables = `:root { color-scheme: ${theme};
    --vscode-editor-background: ${ground}; --vscode-editor-foreground: ${ink}; --vscode-descriptionForeground: ${quiet};
    --vscode-textLink-foreground: ${link}; --vscode-editorHoverWidget-background: ${raised}; --vscode-font-family: sans-serif;
    --vscode-charts-blue: #3794ff; --vscode-charts-green: #388a34; --vscode-charts-yellow: #b89500; --vscode-errorForeground: #c72e0f; }`;
  const file = path.join(folderWith({}), 'panel.html');
  const script = readFileSync(path.join(PROJECT, 'dist/page-reading.js'), 'utf8');
  writeFileSync(
    file,
    `<!doctype html><html lang="en"><title>Retcon</title><style>${variables}</style><link rel="stylesheet" href="file://${media}/reading.css">
    <main id="main"></main><p id="status" role="status"></p><script>${script}</script></html>`,
  );
  await page.goto(`file://${file}`);
  await show();
}

const post = (message: object): Promise<void> => page.evaluate(`postMessage(${JSON.stringify(message)}, '*')`);
const show = (more: object = {}, text = WORLD): Promise<void> => {
  const read = readingsOf(drawn(text).files, null).get('ferry.md');
  return post({ shows: 'page', html: read?.html, banner: '', state: { uri: 'ferry' }, ...more });
};
const asked = (): Promise<readonly FromReading[]> => page.evaluate('asked');
const link = (words: string) => page.locator('main p a', { hasText: words });

it('opens what its links lead to, and goes to its own places', async () => {
  await open();
  await expect.poll(() => page.locator('h1').textContent()).toBe('The Ferry House');
  expect(await page.locator('.was').textContent()).toBe(
    'was Brenna the ferrywoman until 405 TA (She died in the flood.)',
  );
  await link('vyrhold').click();
  await link('below').click();
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(500);
  expect((await asked()).filter(({ asks }) => asks !== 'card')).toEqual([{ asks: 'all' }, { asks: 'open', page: 2 }]);
});

it('says a few words about what a link leads to, by mouse and by keyboard', async () => {
  await open();
  const card = page.locator('#card');
  const say = (title: string): Promise<void> => post({ shows: 'card', page: 2, title, html: 'A <em>hall</em>.' });
  await link('vyrhold').hover();
  await expect.poll(asked).toContainEqual({ asks: 'card', page: 2 });
  await say('Vyrhold');
  await expect.poll(() => card.textContent()).toBe('VyrholdA hall.');
  expect(await link('vyrhold').getAttribute('aria-describedby')).toBe('card');
  await page.mouse.move(5, 5);
  await expect.poll(() => card.isVisible()).toBe(false);
  // What comes too late is passed over.
  await say('Too late');
  expect(await card.isVisible()).toBe(false);
  await link('vyrhold').focus();
  await expect.poll(async () => (await asked()).filter(({ asks }) => asks === 'card').length).toBe(2);
  await say('Vyrhold');
  await expect.poll(() => card.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  expect(await card.isVisible()).toBe(false);
});

it('stays where it was read when its note is written on, and begins at the top of another', async () => {
  await open();
  await page.locator('summary').click();
  await page.evaluate('scrollTo(0, 300)');
  await show({}, WORLD.replace('a penny', 'two pennies'));
  await expect.poll(() => page.locator('td', { hasText: 'two pennies' }).count()).toBe(1);
  expect(await page.evaluate('scrollY')).toBe(300);
  expect(await page.locator('details').getAttribute('open')).not.toBeNull();
  await show({ state: { uri: 'another' }, banner: 'Seen as players' });
  await expect.poll(() => page.evaluate('scrollY')).toBe(0);
  expect(await page.locator('.banner').textContent()).toBe('Seen as players');
  await post({ shows: 'note', words: 'This note is unknown to players.' });
  await expect.poll(() => page.locator('main').textContent()).toBe('This note is unknown to players.');
});

it.each(['dark', 'light'] as const)('shuts nobody out in a %s theme', async (theme) => {
  await open(theme);
  await expect.poll(() => page.locator('h1').count()).toBe(1);
  const shots = process.env.SHOTS;
  if (shots !== undefined) await page.screenshot({ path: path.join(shots, `reading-${theme}.png`) });
  await page.evaluate(AXE);
  const found: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[] =
    await page.evaluate('axe.run(document).then(({ violations }) => violations)');
  expect(found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
});
