/**
 * Measures the picture of time: its data, from the request to the painted frame, and its frames in a headless browser.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import type { TimelineAnswer } from '../../server/src/lsp/protocol/protocolPictures';
import { ours } from './dialects';
import { median, quantile, RUNS, timedAsync } from './measure';
import { pageOf } from './page';
import { startSession } from './session';

const CHROMIUM = '/usr/bin/chromium';
/** Steps of a gesture: wheel notches, or moves of the canon handle. */
const STEPS = 60;

/** Figures by the names in rows.mjs; those of a browser only where there is one. */
export async function pictureFigures(project: string, root: string, size: number) {
  const page = pageOf(root, size);
  const session = await startSession(ours(project), root);
  await session.open(page.file, page.text);
  await session.status('ready');
  // Until all files have been judged.
  await session.request('workspace/diagnostic', { previousResultIds: [], partialResultToken: 'all' });
  const asks: number[] = [];
  let answer = '';
  let first = 0;
  for (let run = 0; run <= RUNS; run++) {
    const took = await timedAsync(async () => {
      ({ packed: answer } = await session.request<TimelineAnswer>('retcon/timeline', {}));
    });
    // The first one is not warm.
    if (run === 0) first = took;
    else asks.push(took);
  }
  await session.stop();
  const asked = median(asks);
  const frames = fs.existsSync(CHROMIUM) ? await framesOf(project, root, answer) : null;
  return {
    timelineFirst: first,
    timelineAsked: asked,
    timelineSent: answer.length / 1e6,
    ...(frames && { ...frames, timelineOpened: asked + frames.timelinePainted }),
  };
}

/** @param packed the server's answer */
async function framesOf(project: string, root: string, packed: string) {
  const file = `${root}.html`;
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(project, 'dist/cli.js'), 'timeline', '--html', file, '--root', root],
    { maxBuffer: 1 << 28 },
  );
  if (status !== 0) throw new Error(`retcon timeline ended with ${status}: ${String(stderr)}`);
  // The same page as in the editor: it waits for its data.
  const html = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, html.replace(/<script type="application\/json"[^]*?<\/script>/, ''));
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.addInitScript({ content: NOTE_FRAMES });
    const painted: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      await page.goto(pathToFileURL(file).href);
      painted.push(await firstFrame(page, packed));
    }
    const zoom = await framesWhile(page, async (i) => {
      await page.mouse.move(640, 300);
      await page.mouse.wheel(0, i < STEPS / 2 ? -120 : 120);
    });
    const handle = page.getByRole('slider').first();
    await handle.focus();
    const canon = await framesWhile(page, (i) => page.keyboard.press(i < STEPS / 2 ? 'ArrowLeft' : 'ArrowRight'));
    return {
      timelinePainted: median(painted),
      timelineZoom: median(zoom),
      timelineZoomP95: quantile(zoom, 0.95),
      timelineCanon: median(canon),
      timelineCanonP95: quantile(canon, 0.95),
    };
  } finally {
    await browser.close();
    fs.rmSync(file);
  }
}

/**
 * Runs in the page, before its own script: it replaces the editor, and records the time of all callbacks of one frame,
 * and when the first of them was done.
 */
const NOTE_FRAMES = `
globalThis.acquireVsCodeApi = () => ({ postMessage() {}, getState() {}, setState() {} });
globalThis.noted = { frames: [], first: undefined, sent: undefined };
globalThis.show = (text) => {
  const packed = new TextEncoder().encode(text).buffer;
  noted.first = undefined;
  noted.sent = performance.now();
  postMessage({ shows: 'timeline', packed, title: 'Timeline', state: {} }, '*', [packed]);
};
const ask = globalThis.requestAnimationFrame.bind(globalThis);
let [frame, spent] = [-1, 0];
globalThis.requestAnimationFrame = (run) => ask((time) => {
  const began = performance.now();
  run(time);
  const ended = performance.now();
  noted.first ??= ended;
  if (time !== frame) {
    if (frame >= 0) noted.frames.push(spent);
    [frame, spent] = [time, 0];
  }
  spent += ended - began;
});`;

/** The time from the message with the data to the first frame, in milliseconds. */
async function firstFrame(page: Page, packed: string): Promise<number> {
  await page.evaluate(`show(${JSON.stringify(packed)})`);
  const first = await page.waitForFunction('noted.first - noted.sent', undefined, { polling: 5 });
  return (await first.jsonValue()) as number;
}

/** The scripting time of each frame of a gesture, in milliseconds. */
async function framesWhile(page: Page, step: (i: number) => Promise<void>): Promise<number[]> {
  const taken = (): Promise<number[]> => page.evaluate('globalThis.noted.frames.splice(0)');
  await taken();
  for (let i = 0; i < STEPS; i++) {
    await step(i);
    await page.waitForTimeout(16);
  }
  await page.waitForTimeout(300);
  return taken();
}
