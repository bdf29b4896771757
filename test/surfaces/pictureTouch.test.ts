/** The pictures of time and of kin under fingers, in a real browser: drawn, pinched, tapped and pressed for long. */
import path from 'node:path';
import type { Browser, CDPSession, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from './browser';
import { EXAMPLE, folderWith, removeFolders, retcon } from './process';

let browser: Browser;
let page: Page;
let fingers: CDPSession;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  removeFolders();
});
afterEach(() => page.context().close());

/** Opens a picture of the example, as a tablet would. */
async function open(...question: readonly string[]): Promise<void> {
  const file = path.join(folderWith({}), 'picture.html');
  expect(retcon([...question, '--root', EXAMPLE, '--html', file]).status).toBe(0);
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 }, hasTouch: true, offline: true });
  page = await context.newPage();
  await page.goto(`file://${file}`);
  fingers = await context.newCDPSession(page);
  await expect.poll(() => page.locator('.handle.world .value').textContent()).toMatch(/./);
}

type Point = readonly [x: number, y: number];

const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: readonly Point[]): Promise<unknown> =>
  fingers.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });

/** Draws each finger from one point to another, all at once. */
async function draw(...ways: readonly (readonly [from: Point, to: Point])[]): Promise<void> {
  const steps = 8;
  await touch('touchStart', ...ways.map(([from]) => from));
  for (let i = 1; i <= steps; i++) {
    const part = i / steps;
    await touch(
      'touchMove',
      ...ways.map(([[x, y], [toX, toY]]): Point => [x + (toX - x) * part, y + (toY - y) * part]),
    );
  }
  await touch('touchEnd');
}

const picture = (): Locator => page.getByRole('application');
const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? expect.fail('it is not seen');
const world = (): Locator => page.locator('#handle-world');
const worldWords = (): Promise<string | null> => page.locator('.handle.world .value').textContent();

/** The first and the last day in view. */
const days = async (): Promise<readonly [number, number]> => [
  Number(await world().getAttribute('min')),
  Number(await world().getAttribute('max')),
];
const width = async (): Promise<number> => {
  const [first, last] = await days();
  return last - first;
};

describe('time', () => {
  it('is drawn by one finger, and widened by two', async () => {
    await open('timeline');
    const { x, y, width: across, height } = await boxOf(picture());
    const [middle, down] = [x + across * 0.6, y + height / 2];
    const whole = await width();
    await draw(
      [
        [middle - 40, down],
        [middle - 160, down],
      ],
      [
        [middle + 40, down],
        [middle + 160, down],
      ],
    );
    await expect.poll(width).toBeLessThan(whole * 0.5);
    const [[first], wide] = [await days(), await width()];
    await draw([
      [middle, down],
      [middle + 120, down],
    ]);
    await expect.poll(async () => (await days())[0]).toBeLessThan(first - wide / 20);
    expect(await width()).toBeCloseTo(wide, -1);
    await draw(
      [
        [middle - 160, down],
        [middle - 40, down],
      ],
      [
        [middle + 160, down],
        [middle + 40, down],
      ],
    );
    await expect.poll(width).toBeGreaterThan(wide * 1.8);
  });

  it('has handles and a brush that a finger can draw', async () => {
    await open('timeline');
    const slider = await boxOf(world());
    const before = await worldWords();
    const [min, max] = await days();
    const at = Number(await world().inputValue());
    const x = slider.x + 8 + ((at - min) / (max - min)) * (slider.width - 16);
    const y = slider.y + slider.height / 2;
    await draw([
      [x, y],
      [x - 200, y],
    ]);
    await expect.poll(worldWords).not.toBe(before);
    const moved = await worldWords();
    // In the picture the line of that day is a handle too, and a finger need not hit it to the pixel.
    const { y: top, height } = await boxOf(picture());
    await draw([
      [x - 200 + 10, top + height * 0.7],
      [x - 90, top + height * 0.7],
    ]);
    await expect.poll(worldWords).not.toBe(moved);
    expect(await width()).toBe(max - min);
    const brush = await boxOf(page.locator('.brush'));
    const [right, middle] = [brush.x + brush.width, brush.y + brush.height / 2];
    await draw([
      [right - 9, middle],
      [right - 9 - brush.width / 2, middle],
    ]);
    await expect.poll(width).toBeLessThan((max - min) * 0.6);
  });

  it('describes what is tapped until something else is, and offers actions on a long press', async () => {
    await open('timeline');
    const card = page.getByRole('dialog');
    const { x, y, width: across } = await boxOf(picture());
    const thing = await firstThing();
    await page.touchscreen.tap(...thing);
    await expect.poll(() => card.isVisible()).toBe(true);
    expect(await card.textContent()).toContain('TA');
    await page.waitForTimeout(800);
    expect(await card.isVisible()).toBe(true);
    await page.touchscreen.tap(x + across - 20, y + 60);
    await expect.poll(() => card.isVisible()).toBe(false);
    // On a busy machine a browser may take a press for something else: then it is pressed again, where the thing is by then.
    const menu = page.getByRole('menuitem').first();
    for (let presses = 0; presses < 8 && !(await menu.isVisible()); presses++) {
      if (presses > 0) await touch('touchEnd');
      await page.waitForTimeout(800);
      await touch('touchStart', await firstThing());
      await menu.waitFor({ timeout: 5000 }).catch(() => undefined);
    }
    await touch('touchEnd');
    await page.waitForTimeout(300);
    expect(await page.getByRole('menuitem').first().isVisible()).toBe(true);
    expect(await card.isVisible()).toBe(false);
  });
});

/** Where the first bar of the picture is. */
async function firstThing(): Promise<[number, number]> {
  await page.getByRole('button', { name: 'Table' }).tap();
  const { x, y, width: across, height } = await boxOf(picture());
  for (let down = 60; down < height; down += 6)
    for (let part = 0.3; part < 0.9; part += 0.1) {
      const at: [number, number] = [x + across * part, y + down];
      await page.mouse.move(...at);
      if ((await picture().getAttribute('data-cursor')) === 'thing') return at;
    }
  return expect.fail('there is nothing in the picture');
}

describe('kin', () => {
  it('is drawn by one finger and widened by two, and a tap chooses a person', async () => {
    await open('family', 'lysa');
    const { x, y, width: across, height } = await boxOf(picture());
    const [middle, down] = [x + across / 2, y + height / 2];
    const selected = page.locator('tr[aria-current]');
    const before = await shot();
    await draw([
      [middle, down],
      [middle + 60, down + 30],
    ]);
    await expect.poll(shot).not.toBe(before);
    expect(await selected.count()).toBe(0);
    const drawn = await shot();
    await draw(
      [
        [middle - 30, down],
        [middle - 150, down],
      ],
      [
        [middle + 30, down],
        [middle + 150, down],
      ],
    );
    await expect.poll(shot).not.toBe(drawn);
    expect(await selected.count()).toBe(0);
    // What lay near the middle between both fingers is out of sight when they have gone far enough.
    await page.touchscreen.tap(...(await firstPerson()));
    await expect.poll(() => selected.count()).toBe(1);
  });

  it('has room for the picture and the table on a telephone', async () => {
    await open('family', 'lysa');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(async () => (await boxOf(page.locator('.beside'))).width).toBe(390);
    expect((await boxOf(picture())).height).toBeGreaterThan(150);
    expect(await page.evaluate('document.scrollingElement.scrollWidth')).toBe(390);
  });
});

const shot = (): Promise<string> => page.evaluate('document.querySelector(".picture canvas").toDataURL()');

/** Where the first person is. */
async function firstPerson(): Promise<[number, number]> {
  const { x, y, width: across, height } = await boxOf(picture());
  for (let down = 10; down < height; down += 12)
    for (let left = 10; left < across; left += 30) {
      await page.mouse.move(x + left, y + down);
      if ((await picture().getAttribute('data-cursor')) === 'thing') return [x + left, y + down];
    }
  return expect.fail('there is nobody in the picture');
}
