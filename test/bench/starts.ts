/**
 * Measures the starts of language servers: until the first answer, until everything is read, and how long typing waits in
 * the meantime.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ours } from './dialects';
import { changeSome } from './folders';
import { forgetCodices, isKept } from './kept';
import { median, quantile, RUNS, timedAsync } from './measure';
import type { Page } from './page';
import { type Dialect, type Session, startSession } from './session';

/** The shortest time from one key to the next, in milliseconds. */
const BETWEEN_KEYS = 30;

const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/** From the start of the process to the first diagnostics of an open document; without a startup cache. */
export async function readiness(dialect: Dialect, root: string, { file, text }: Page): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    forgetCodices();
    let session: Session | undefined;
    times.push(
      await timedAsync(async () => {
        session = await startSession(dialect, root);
        await session.open(file, text);
      }),
    );
    await session?.stop();
  }
  return median(times);
}

/**
 * From the start of the process until everything is read: without a cache, with a full one, and with one percent changed
 * since.
 */
export async function readings(project: string, root: string, size: number) {
  const whole = async (before: () => unknown): Promise<number> => {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      before();
      const began = performance.now();
      const session = await startSession(ours(project), root);
      await session.status('ready');
      times.push(performance.now() - began);
      await session.stop();
    }
    return median(times);
  };
  const reading = await whole(forgetCodices);
  keepAll(project, root);
  const readingWarm = await whole(() => undefined);
  const readingChanged = await whole(() => {
    // Files that the previous run read again are cached first.
    keepAll(project, root);
    changeSome(root, size, Date.now());
  });
  return { reading, readingWarm, readingChanged };
}

/** The command line writes its cache before it ends, and the server takes that over. */
function keepAll(project: string, root: string): void {
  const { status } = spawnSync(process.execPath, [
    path.join(project, 'dist/cli.js'),
    'lookup',
    'entry-1',
    '--root',
    root,
  ]);
  if (status !== 0 || !isKept()) throw new Error('nothing was kept of the codex');
}

/** How long keys wait that are typed while a folder is read for the first time: p95, and the longest. */
export async function busyKeys(dialect: Dialect, root: string, page: Page) {
  const runs: { readonly p95: number; readonly longest: number }[] = [];
  for (let run = 0; run < RUNS; run++) {
    forgetCodices();
    const session = await startSession(dialect, root);
    const read = { isDone: false };
    void session.status('ready').then(() => (read.isDone = true));
    await session.open(page.file, page.text);
    const times: number[] = [];
    while (!read.isDone) {
      times.push(await timedAsync(() => session.key(page.inFront, 'x')));
      await pause(BETWEEN_KEYS);
    }
    runs.push({ p95: quantile(times, 0.95), longest: Math.max(...times) });
    await session.stop();
  }
  return { busy: median(runs.map(({ longest }) => longest)), busyP95: median(runs.map(({ p95 }) => p95)) };
}
