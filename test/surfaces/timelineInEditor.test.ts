/** The picture of time as the editor shows it, in a real browser: where its handles stand, and from where the editor looks. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { packSteps } from '../../server/src/core/picture/shapes/packTimeline';
import { atOnce } from '../../server/src/core/text/groups';
import type { Timeline } from '../../server/src/core/picture/shapes/timelineShape';
import { SAMPLE } from '../media/sampleTimeline';
import { startBrowser } from './browser';
import { folderWith, PROJECT, removeFolders } from './process';

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

/** Runs before the page's own script: is its editor, and notes what it is asked. */
const EDITOR = `
globalThis.asked = [];
globalThis.acquireVsCodeApi = () => ({
  postMessage: (message) => asked.push(message),
  getState: () => globalThis.state,
  setState: (state) => void (globalThis.state = state),
});`;

const evaluate = <Answer>(script: string): Promise<Answer> => page.evaluate(script);

async function open(): Promise<void> {
  page = await (await browser.newContext({ viewport: { width: 1200, height: 800 }, offline: true })).newPage();
  await page.addInitScript({ content: EDITOR });
  const style = readFileSync(path.join(PROJECT, 'media/pages/picture.css'), 'utf8');
  const script = readFileSync(path.join(PROJECT, 'dist/page-picture.js'), 'utf8');
  const file = path.join(folderWith({}), 'panel.html');
  writeFileSync(
    file,
    `<!doctype html><style>${style}</style><main id="main"></main><p id="status" role="status"></p><script>${script}</script>`,
  );
  await page.goto(`file://${file}`);
  await show();
  await expect.poll(canon).toContain('now');
}

const show = (timeline = SAMPLE): Promise<void> =>
  evaluate(`postMessage({
    shows: 'timeline',
    packed: new TextEncoder().encode(${JSON.stringify(atOnce(packSteps(timeline)))}).buffer,
    title: 'Timeline',
    state: { isPinned: true },
  }, '*')`);

const UNDATED: Timeline = { ...SAMPLE, lanes: [], events: [], retcons: [], unplaced: [], present: null };

/** Where the handle stands, in words. */
const canon = (): Promise<string | null> => page.locator('#handle-canon').getAttribute('aria-valuetext');

/** The editor sends its viewpoint. @param move the last one of the reader that it knows */
const looksFrom = (asOf: string | null, move: number, at: string | null = null): Promise<void> =>
  evaluate(`postMessage({ shows: 'viewpoint', handles: ${JSON.stringify({ at, asOf })}, move: ${move} }, '*')`);

/** Where the reader has moved the handle, as far as the page has reported it. */
const moves = (): Promise<readonly (readonly [string | null, number])[]> =>
  evaluate(`asked.flatMap(({ asks, handles, move }) => (asks === 'viewpoint' ? [[handles.asOf, move]] : []))`);

/** The page has been at rest, and has sent what it sends then. */
const rest = (): Promise<void> => page.waitForTimeout(400);

it('offers to give a note its date where nothing has one, and only there', async () => {
  await open();
  const give = page.getByRole('button', { name: 'Give a Note Its Date…' });
  expect(await give.isVisible()).toBe(false);
  await show(UNDATED);
  await give.click();
  expect(await evaluate('asked.some(({ asks }) => asks === "giveDate")')).toBe(true);
});

describe('the handles of a picture in the editor', () => {
  it('go to the viewpoint of the editor, which is not sent back to it', async () => {
    await open();
    await looksFrom('session-1', 0);
    await expect.poll(canon).toContain('session-1');
    await rest();
    expect(await moves()).toEqual([]);
  });

  it('leave the reader where they are in the picture, when the same is said again', async () => {
    await open();
    const inView = async (): Promise<string> => {
      const ends = ['min', 'max'].map((name) => page.locator('#handle-world').getAttribute(name));
      return (await Promise.all(ends)).join(' to ');
    };
    // The handle does not stop at a commit, and an approximate year is sent as a year.
    await looksFrom('abc1234', 0, 'c. 300 TA');
    await rest();
    await page.getByRole('application').focus();
    const before = await inView();
    for (const key of ['+', '+', '+', 'End']) await page.keyboard.press(key);
    await rest();
    const end = await inView();
    expect(end).not.toBe(before);
    await show();
    await looksFrom('abc1234', 0, 'c. 300 TA');
    await rest();
    expect(await inView()).toBe(end);
  });

  it('stay where the reader has gone back to while the editor followed, before and after the editor knows it', async () => {
    await open();
    await page.getByRole('application').focus();
    await page.keyboard.press('[');
    await expect.poll(canon).not.toContain('now');
    await expect.poll(moves).toHaveLength(1);
    const [[asOf, move] = expect.fail()] = await moves();
    await evaluate(`document.querySelector('button[title="Back to now"]').click();`);
    await looksFrom(asOf, move);
    await expect.poll(moves).toHaveLength(2);
    await looksFrom(asOf, move);
    await rest();
    expect(await canon()).toContain('now');
    const [, [back, last] = expect.fail()] = await moves();
    expect([back, await moves()]).toEqual([null, expect.toSatisfy((told: unknown[]) => told.length === 2)]);
    await looksFrom('session-1', last);
    await expect.poll(canon).toContain('session-1');
  });

  it('follow the editor again after the picture could not be drawn once', async () => {
    await open();
    await page.getByRole('application').focus();
    await page.keyboard.press('[');
    await expect.poll(moves).toHaveLength(1);
    await evaluate(`postMessage({ shows: 'failure', message: 'It could not be drawn.' }, '*')`);
    await page.getByRole('alert').waitFor();
    await show();
    await expect.poll(canon).not.toBeNull();
    await looksFrom('session-1', 1);
    await expect.poll(canon).toContain('session-1');
  });
});
