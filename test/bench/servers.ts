/** Measures language servers over stdio: from a message to its answer, in milliseconds. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ours } from './dialects';
import { forgetCodices } from './kept';
import { type Page, pageOf } from './page';
import { median, quantile, quantileOfRuns, RUNS, timedAsync } from './measure';
import { type Dialect, type Session, startSession } from './session';
import { readiness } from './starts';

/** Keys and questions in each run. */
const TIMES = 60;
/** Keys in all runs. */
const KEYS = RUNS * TIMES;
/** For a server that waits for a pause in typing, a fifth of a second each. */
const TIMES_WITH_PAUSES = 20;

/** Keys in the prose and in what others see of an entry, alternating. */
const keyP95 = (session: Session, { inFront, atEnd }: Page, times = TIMES): Promise<number> =>
  quantileOfRuns(0.95, times, (i) => session.key(i % 2 === 0 ? inFront : Math.min(atEnd, session.text.length), 'x'));

/** A question immediately after a key, as in an editor. */
async function questionP95(session: Session, { inFront }: Page, method: string, at?: string): Promise<number> {
  const placeOf = (): number | undefined => (at === undefined ? undefined : session.text.indexOf(at) + at.length);
  const times: number[][] = [];
  for (let run = 0; run < RUNS; run++) {
    const values: number[] = [];
    for (let i = 0; i < TIMES; i++) {
      await session.type(inFront, 'x');
      const place = placeOf();
      let answer: unknown = null;
      values.push(await timedAsync(async () => (answer = await session.ask(method, place))));
      if (answer === null) throw new Error(`${method} was not answered`);
    }
    times.push(values);
  }
  return median(times.map((values) => quantile(values, 0.95)));
}

/** Our server on a codex that it has read: figures by the names of rows.mjs. */
export async function ourServer(project: string, root: string, size: number) {
  forgetCodices();
  const page = pageOf(root, size);
  const inside = `${root}.inside.json`;
  process.env.RETCON_BENCH_INSIDE = inside;
  const dialect = ours(project);
  const command = ['--require', path.join(project, 'test/bench/inside.cjs'), ...dialect.command];
  const session = await startSession({ ...dialect, command }, root);
  await session.open(page.file, page.text);
  // In parts, as VS Code requests it.
  await session.request('workspace/diagnostic', { previousResultIds: [], partialResultToken: 'all' });
  const memoryAtOnce = memoryOf(session.pid);
  await rest(session.pid);
  const memory = memoryOf(session.pid);
  const key = await keyP95(session, page);
  const lens = await questionP95(session, page, 'textDocument/codeLens');
  const hover = await questionP95(session, page, 'textDocument/hover', '[[ent');
  const definition = await questionP95(session, page, 'textDocument/definition', '[[ent');
  const completion = await questionP95(session, page, 'textDocument/completion', '[[');
  const keyBroken = await brokenKeyP95(session, page);
  await session.stop();
  const times = JSON.parse(fs.readFileSync(inside, 'utf8')) as Readonly<Record<string, readonly number[]>>;
  fs.rmSync(inside);
  const keys = times['textDocument/diagnostic'] ?? [];
  return {
    keyInside: insideP95(keys.slice(0, KEYS)),
    // Before them there is the key that breaks it.
    keyBrokenInside: insideP95(keys.slice(KEYS + 1)),
    lensInside: insideP95(times['textDocument/codeLens']),
    hoverInside: insideP95(times['textDocument/hover']),
    definitionInside: insideP95(times['textDocument/definition']),
    completionInside: insideP95(times['textDocument/completion']),
    ...{ key, lens, hover, definition, completion, keyBroken, memory, memoryAtOnce },
  };
}

/** The median, over the runs, of their p95. */
function insideP95(times: readonly number[] = []): number {
  if (times.length !== KEYS) throw new Error(`the server answered ${times.length} times, not ${KEYS}`);
  return median(Array.from({ length: RUNS }, (_, run) => quantile(times.slice(run * TIMES, (run + 1) * TIMES), 0.95)));
}

/** From here on a list is open that nothing closes. */
async function brokenKeyP95(session: Session, page: Page, times = TIMES): Promise<number> {
  await session.key(session.text.indexOf('tags: [') + 'tags: ['.length, '[');
  return keyP95(session, page, times);
}

/** It has no hovers without a schema, and only definitions of anchors. */
export async function yamlPeer(dialect: Dialect, root: string, size: number) {
  const page = pageOf(root, size, true);
  const session = await startSession(dialect, root);
  await session.open(page.file, page.text);
  const memory = memoryOf(session.pid);
  const key = await keyP95(session, page, TIMES_WITH_PAUSES);
  const completion = await questionP95(session, page, 'textDocument/completion', 'tags: [');
  const keyBroken = await brokenKeyP95(session, page, TIMES_WITH_PAUSES);
  await session.stop();
  return { ready: await readiness(dialect, root, page), memory, key, completion, keyBroken };
}

/**
 * It has no lenses, hovers over pictures only, and does not support `[[links]]`: it is asked about the markdown link that
 * each page has.
 */
export async function markdownPeer(dialect: Dialect, root: string, size: number) {
  const page = pageOf(root, size);
  const session = await startSession(dialect, root);
  await session.open(page.file, page.text);
  const key = await keyP95(session, page);
  const definition = await questionP95(session, page, 'textDocument/definition', '](Ent');
  const completion = await questionP95(session, page, 'textDocument/completion', '](');
  const memory = memoryOf(session.pid);
  await session.stop();
  return { ready: await readiness(dialect, root, page), memory, key, definition, completion };
}

/** Resident memory, in MiB. */
const memoryOf = (pid: number | undefined): number => Number(told(pid, 'rss')) / 1024;

/** Resolves when a process has been idle for some seconds. */
async function rest(pid: number | undefined): Promise<void> {
  for (let [was, is] = ['', told(pid, 'time')]; was !== is; [was, is] = [is, told(pid, 'time')])
    await new Promise((resolve) => setTimeout(resolve, 3000));
}

/** @param what a column of ps */
function told(pid: number | undefined, what: string): string {
  const { status, stdout } = spawnSync('ps', ['-o', `${what}=`, '-p', String(pid)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ps does not tell the ${what} of process ${pid}.`);
  return stdout.trim();
}
