/** The picture of time as a file of its own, in a real browser: by pointer, by wheel, by keys alone, in several themes, without a network. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { packSteps } from '../../server/src/core/picture/shapes/packTimeline';
import { pictureFile } from '../../server/src/core/picture/paint/pictureFile';
import type { Timeline } from '../../server/src/core/picture/shapes/timelineShape';
import { atOnce } from '../../server/src/core/text/groups';
import { SAMPLE } from '../media/sampleTimeline';
import { startBrowser } from './browser';
import { EXAMPLE, folderWith, PROJECT, removeFolders, retcon } from './process';

let browser: Browser;
let page: Page;
/** What a reader never sees: errors, and what the policy of the file has kept from happening. */
const faults: string[] = [];

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  removeFolders();
});
afterEach(async () => {
  await page.context().close();
  const seen = faults.splice(0);
  if (seen.length > 0) throw new Error(seen.join('\n'));
});

/** Opens a timeline as its reader would: a file, and nothing else. */
async function open(timeline: Timeline = SAMPLE, options: BrowserContextOptions = {}): Promise<void> {
  const read = (...file: string[]): string => readFileSync(path.join(PROJECT, ...file), 'utf8');
  const html = await pictureFile({
    title: 'House Vyr',
    script: read('dist/page-picture.js'),
    style: read('media/pages/picture.css'),
    packed: atOnce(packSteps(timeline)),
  });
  const file = path.join(folderWith({}), 'picture.html');
  writeFileSync(file, html);
  await openFile(file, options);
}

async function openFile(file: string, options: BrowserContextOptions = {}): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, offline: true, ...options });
  page = await context.newPage();
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => faults.push(message.text()));
  await page.goto(`file://${file}`);
  await expectText(canonWords(), /./);
}

const world = (): Locator => page.locator('#handle-world');
const canon = (): Locator => page.locator('#handle-canon');
const canonWords = (): Locator => page.locator('.handle.canon .value');
const worldWords = (): Locator => page.locator('.handle.world .value');
const status = (): Locator => page.getByRole('status');
const picture = (): Locator => page.getByRole('application');
const card = (): Locator => page.getByRole('dialog');
const rows = (): Locator => page.locator('.twin tbody tr');

async function expectText(locator: Locator, text: RegExp): Promise<void> {
  await expect.poll(() => locator.textContent()).toMatch(text);
}

/** The days in view, in years of 365 days, as the slider has them. */
async function yearsInView(): Promise<[number, number]> {
  const [first, last] = await Promise.all(['min', 'max'].map((name) => world().getAttribute(name)));
  return [Number(first) / 365, Number(last) / 365];
}
const widthInView = async (): Promise<number> => {
  const [first, last] = await yearsInView();
  return last - first;
};

/** A place in the window: a year, so many pixels below the upper edge of the picture. */
async function placeOf(year: number, below: number): Promise<[number, number]> {
  const box = (await picture().boundingBox()) ?? expect.fail('no picture');
  const track = (await page.locator('.handle.world .track').boundingBox()) ?? expect.fail('no track');
  const [first, last] = await yearsInView();
  return [track.x + ((year - first) / (last - first)) * track.width, box.y + below];
}

/** What the canvas shows, as a picture. */
const shot = (): Promise<string> => page.evaluate('document.querySelector(".picture canvas").toDataURL()');

/** The ruler ends and the lanes begin here; events come first, then the founder of House Vyr. */
const RULER = 40;
const FOUNDER = RULER + 70;

describe('world time', () => {
  it('is zoomed by the wheel about what is under it, and moved by drawing it', async () => {
    await open();
    const [x, y] = await placeOf(400, FOUNDER);
    const before = await widthInView();
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -300);
    await expect.poll(widthInView).toBeLessThan(before * 0.8);
    expect((await placeOf(400, FOUNDER))[0]).toBeCloseTo(x, -1);
    const [first] = await yearsInView();
    await page.mouse.down();
    await page.mouse.move(x + 150, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await yearsInView())[0]).toBeLessThan(first - 5);
    expect(await card().isVisible()).toBe(false);
  });

  it('goes from an age to a day and back, by keys', async () => {
    await open();
    const whole = await widthInView();
    await picture().focus();
    for (let i = 0; i < 40; i++) await page.keyboard.press('+');
    await expect.poll(async () => Math.round((await widthInView()) * 365)).toBe(1);
    await page.keyboard.press('0');
    await expect.poll(widthInView).toBeCloseTo(whole);
    for (let i = 0; i < 4; i++) await page.keyboard.press('+');
    const [first] = await yearsInView();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await yearsInView())[0]).toBeGreaterThan(first);
    await page.keyboard.press('Home');
    await expect.poll(async () => (await yearsInView())[0]).toBeLessThan(first);
  });

  it('is chosen by the brush below', async () => {
    await open();
    const whole = await widthInView();
    const strip = (await page.locator('.overview').boundingBox()) ?? expect.fail('no strip');
    const middle = strip.y + strip.height / 2;
    await page.mouse.move(strip.x + strip.width - 2, middle);
    await page.mouse.down();
    await page.mouse.move(strip.x + strip.width / 2, middle, { steps: 5 });
    await page.mouse.up();
    await expect.poll(async () => Math.round(((await widthInView()) / whole) * 10)).toBe(5);
    const [first] = await yearsInView();
    await page.mouse.move(strip.x + strip.width / 4, middle);
    await page.mouse.down();
    await page.mouse.move(strip.x + strip.width / 2, middle, { steps: 5 });
    await page.mouse.up();
    await expect.poll(async () => (await yearsInView())[0]).toBeGreaterThan(first + whole / 5);
  });
});

describe('the handles', () => {
  it('stand at the present and at now, in the words of the codex', async () => {
    await open();
    expect(await worldWords().textContent()).toBe('450 TA');
    expect(await canonWords().textContent()).toBe('session-3 · Session 3 (now)');
    expect(await canon().getAttribute('aria-valuetext')).toBe('session-3 · Session 3 (now)');
  });

  it('are drawn in the picture, by keys on their sliders, and put back', async () => {
    await open();
    await page.mouse.click(...(await placeOf(300.2, 20)));
    await expectText(worldWords(), /^(?:\w+ )?300 TA$/);
    const [x, y] = await placeOf(300, FOUNDER);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(...(await placeOf(350.2, FOUNDER)), { steps: 6 });
    await page.mouse.up();
    await expectText(worldWords(), /350 TA$/);
    await world().focus();
    await page.keyboard.press('ArrowRight');
    await expectText(worldWords(), /35[1-9] TA$/);
    await page.getByRole('button', { name: 'Back to the present' }).click();
    await expectText(worldWords(), /^450 TA$/);
    await canon().focus();
    await page.keyboard.press('ArrowLeft');
    await expectText(canonWords(), /^session-2 · Session 2 · 2026-02-14$/);
    await page.keyboard.press('Home');
    await expectText(canonWords(), /^the beginning$/);
  });

  it('have their knob at the edge, and whole, where their date is out of sight', async () => {
    await open();
    const edgeOf = async (locator: Locator): Promise<number> => {
      const { x, width } = (await locator.boundingBox()) ?? expect.fail('it is not seen');
      return x + width;
    };
    // In sight, the middle of the knob goes up to the last pixel of the picture.
    expect(await edgeOf(world())).toBeGreaterThan(await edgeOf(picture()));
    await picture().focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press('+');
    await page.keyboard.press('Home');
    await expect.poll(async () => (await yearsInView())[1]).toBeLessThan(450);
    await expect.poll(() => edgeOf(world())).toBeLessThanOrEqual(await edgeOf(picture()));
  });

  it('step through what changed, and say it', async () => {
    await open();
    await picture().focus();
    const told = new Set<string>();
    for (let i = 0; i < 5; i++) {
      await page.keyboard.press('[');
      told.add((await status().textContent()) ?? '');
    }
    expect([...told].join('\n')).toContain(
      'The founder of House Vyr was Maric from 200 TA; it is Aldric since 412 TA.',
    );
    await page.keyboard.press(']');
    await expectText(canonWords(), /^session-[12] /);
    await page.getByRole('button', { name: 'Previous beginning or end' }).click();
    await expectText(status(), /TA: .*\.$/);
  });

  it('say where nothing had been decided yet', async () => {
    const early = { canon: 'session-1', canon_from: 'session-1' };
    await open({
      ...SAMPLE,
      lanes: SAMPLE.lanes.map((lane) => ({
        ...lane,
        spans: lane.spans.map((span) => (span.canon_from === null ? { ...span, ...early } : span)),
      })),
      events: SAMPLE.events.map((event) => (event.canon_from === null ? { ...event, ...early } : event)),
    });
    await canon().focus();
    await page.keyboard.press('Home');
    await expectText(canonWords(), /^the beginning/);
    await expectText(status(), /^Nothing was decided yet\.$/);
    await page.keyboard.press('End');
    await expectText(status(), /^$/);
  });

  it('are both moved by the cross of an attribute', async () => {
    await open();
    const button = page.getByRole('button', { name: 'Both Axes' });
    expect(await button.getAttribute('aria-pressed')).toBe('false');
    await button.click();
    await expectText(status(), /^Choose a bar/);
    await page.mouse.click(...(await placeOf(300, FOUNDER)));
    const axes = page.locator('.axes');
    await expectText(axes.locator('h2'), /^House Vyr, founder$/);
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    await page.mouse.move(10, 780);
    const box = (await axes.locator('canvas').boundingBox()) ?? expect.fail('no axes');
    // Canon goes up: the lowest quarter is the beginning, the one above it the first session.
    await page.mouse.move(box.x + box.width - 40, box.y + box.height - 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + RULER + (box.height - RULER) * 0.6, { steps: 5 });
    await page.mouse.up();
    await expectText(canonWords(), /^session-1 /);
    expect(await worldWords().textContent()).not.toBe('450 TA');
  });
});

describe('things', () => {
  it('tell of themselves to the pointer, and stay as long as it is on what they tell', async () => {
    await open();
    await page.mouse.move(...(await placeOf(300, FOUNDER)));
    await expectText(card(), /House Vyr, founder.*Maric.*200 TA to 412 TA.*Decided in session-1/s);
    const box = (await card().boundingBox()) ?? expect.fail('no card');
    await page.mouse.move(box.x + 10, box.y + 10, { steps: 4 });
    await page.waitForTimeout(600);
    expect(await card().isVisible()).toBe(true);
    await page.mouse.move(5, 780, { steps: 3 });
    await expect.poll(() => card().isVisible()).toBe(false);
  });

  it('are chosen one after another by keys, described, and have a menu', async () => {
    await open();
    await picture().focus();
    await page.keyboard.press('n');
    await expectText(status(), /^Events: The Founding, 200 TA\.$/);
    await page.keyboard.press('Enter');
    await expectText(card(), /The Founding/);
    await page.keyboard.press('Escape');
    await expect.poll(() => card().isVisible()).toBe(false);
    await page.keyboard.press('Shift+F10');
    const items = page.getByRole('menuitem');
    await items.first().waitFor();
    // Without an editor no page can be opened.
    expect((await items.allTextContents()).join()).not.toContain('Open');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expectText(worldWords(), /^200 TA$/);
    expect(await picture().evaluate('document.activeElement.getAttribute("role")')).toBe('application');
  });

  it('are left out by a filter, and grouped otherwise', async () => {
    await open();
    await page.getByRole('button', { name: 'Table' }).click();
    await rows().first().waitFor();
    const all = await rows().count();
    await page.getByRole('searchbox').fill('ilse');
    await expect.poll(() => rows().count()).toBeLessThan(all);
    expect((await rows().allTextContents()).every((row) => row.includes('Ilse'))).toBe(true);
    await page.getByRole('searchbox').fill('');
    const before = await shot();
    await page.getByRole('combobox', { name: 'Lanes by' }).selectOption('folder');
    await expect.poll(shot).not.toBe(before);
    await page.getByRole('combobox', { name: 'Days of' }).selectOption({ label: 'PR (1)' });
    await expect.poll(async () => (await rows().allTextContents()).join()).toContain('A Dream');
  });
});

describe('the table', () => {
  it('has what is in view in the order of the picture, and leads to it', async () => {
    await open();
    await page.getByRole('button', { name: 'Table' }).click();
    await rows().first().waitFor();
    const lanes = await rows().locator('th').allTextContents();
    const first = (name: string): number => lanes.indexOf(name);
    expect(first('Events')).toBeLessThan(first('House Vyr, founder'));
    expect(first('House Vyr, founder')).toBeLessThan(first('House Vyr, ruler'));
    const oda = rows().filter({ hasText: 'Oda' });
    const before = await shot();
    await oda.focus();
    await expect.poll(() => oda.getAttribute('aria-current')).toBe('true');
    await expect.poll(shot).not.toBe(before);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => page.locator('tr[aria-current]').textContent()).toContain('Lysa');
    await page.keyboard.press('Enter');
    await expectText(card(), /Lysa \(disputed\)/);
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('TR');
  });

  it('has only what is in view', async () => {
    await open();
    await page.getByRole('button', { name: 'Table' }).click();
    await rows().first().waitFor();
    await page.mouse.move(...(await placeOf(205, FOUNDER)));
    for (let i = 0; i < 8; i++) await page.mouse.wheel(0, -300);
    await expect.poll(async () => (await rows().allTextContents()).join()).not.toContain('Oda');
  });
});

describe('the page', () => {
  it('keeps its view over a reload', async () => {
    await open();
    await page.getByRole('button', { name: 'Table' }).click();
    await canon().focus();
    await page.keyboard.press('ArrowLeft');
    await picture().focus();
    await page.keyboard.press('+');
    await page.keyboard.press('n');
    await expect.poll(() => page.locator('tr[aria-current]').count()).toBe(1);
    const years = await yearsInView();
    const selected = await page.locator('tr[aria-current]').textContent();
    await page.waitForTimeout(300);
    await page.reload();
    await expectText(canonWords(), /^session-2 /);
    expect(await yearsInView()).toEqual(years);
    await expect.poll(() => page.locator('tr[aria-current]').textContent()).toBe(selected);
  });

  it.each([
    ['dark', { colorScheme: 'dark' }],
    ['light', { colorScheme: 'light' }],
    ['high contrast', { colorScheme: 'dark', contrast: 'more' }],
    ['forced colors', { colorScheme: 'light', forcedColors: 'active' }],
  ] as const)('has the colors of a %s theme, and follows when it changes', async (_, context) => {
    await open(SAMPLE, context);
    const before = await shot();
    const ground = `(() => { const { data } = document.querySelector('.picture canvas').getContext('2d').getImageData(3, 3, 1, 1); return data[0] + data[1] + data[2]; })()`;
    const light = await page.evaluate(ground);
    expect(Number(light) > 600).toBe(context.colorScheme === 'light');
    await page.emulateMedia({
      colorScheme: context.colorScheme === 'light' ? 'dark' : 'light',
      contrast: null,
      forcedColors: null,
    });
    await expect.poll(shot).not.toBe(before);
  });

  it('shows the end of a transition at once to who asks for less motion', async () => {
    await open(SAMPLE, { reducedMotion: 'reduce' });
    // As many frames as one change needs.
    await page.evaluate(
      `window.frames_ = 0; const raf = requestAnimationFrame; window.requestAnimationFrame = (f) => raf((t) => { window.frames_++; f(t); });`,
    );
    await canon().focus();
    await page.keyboard.press('Home');
    await expectText(canonWords(), /^the beginning$/);
    await page.waitForTimeout(300);
    expect(await page.evaluate('window.frames_')).toBeLessThan(4);
  });

  it('has room in a narrow panel, and with large type', async () => {
    await open(SAMPLE, { viewport: { width: 400, height: 700 } });
    await page.getByRole('button', { name: 'Table' }).click();
    await page.evaluate('document.body.style.fontSize = "20px"; window.dispatchEvent(new Event("resize"))');
    expect(await page.evaluate('document.scrollingElement.scrollWidth')).toBe(400);
    const box = (await picture().boundingBox()) ?? expect.fail('no picture');
    expect(box.height).toBeGreaterThan(80);
  });

  it('is saved as a drawing and as an image', async () => {
    await open();
    const save = async (name: RegExp): Promise<Buffer> => {
      await page.getByRole('button', { name: 'Save…' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name }).click();
      return readFileSync(await (await download).path());
    };
    const svg = (await save(/SVG/)).toString('utf8');
    expect(svg).toContain('<svg xmlns=');
    expect(svg).toContain('>Aldric</text>');
    expect((await save(/PNG/)).subarray(1, 4).toString('latin1')).toBe('PNG');
  });

  it('says what to do where nothing has a date', async () => {
    const lanes = SAMPLE.lanes.map((lane) => ({
      ...lane,
      spans: lane.spans.map((span) => ({ ...span, days: [null, null] as const, from: null, until: null })),
    }));
    await open({ ...SAMPLE, lanes, events: [], retcons: [], lines: [], present: null });
    await expectText(status(), /Nothing here has a date yet\. A note appears here once it has a date, like 412 TA/);
  });

  it('has no handle of canon where a codex has no sessions', async () => {
    const spans = SAMPLE.lanes.map((lane) => ({
      ...lane,
      spans: lane.spans.map((span) => ({ ...span, canon_from: null, canon_until: null })),
    }));
    await open({ ...SAMPLE, lanes: spans, events: [], retcons: [], points: [{ at: null }] });
    await expect.poll(() => world().isVisible()).toBe(true);
    expect(await canon().isVisible()).toBe(false);
  });

  it('shows the codex that comes with the project, without a fault', async () => {
    const file = path.join(folderWith({}), 'vyr.html');
    expect(retcon(['timeline', '--root', EXAMPLE, '--html', file]).status).toBe(0);
    await openFile(file);
    await page.getByRole('button', { name: 'Table' }).click();
    await expect.poll(async () => (await rows().allTextContents()).join()).toContain('Maric Ashhand');
    for (let i = 0; i < 12; i++) await page.keyboard.press('[');
    await expectText(canonWords(), /^session-4/);
  });
});
