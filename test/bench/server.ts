/** Measures the language server as an editor meets it, over stdio: from a message to its answer, in milliseconds. */
import { spawnSync } from 'node:child_process';
import { startEditor } from '../surfaces/editor';
import { CAN_PULL, pull, pullAll } from '../surfaces/pulling';
import { CODEX_YAML, entryText, idOf, pathOf } from './codex';
import { median, quantile } from './measure';

const EDITS = 300;
const QUESTIONS = 50;

/** @param size how many entries, at least 16 */
export async function serverFigures(size: number) {
  const files = Object.fromEntries(Array.from({ length: size }, (_, i) => [pathOf(i), entryText(i, size)]));
  const editor = await startEditor({ 'codex.yaml': CODEX_YAML, ...files }, { capabilities: CAN_PULL });
  const started = performance.now();
  // The last of its chain: it names others, and others name it.
  const last = Math.floor(size / 16) * 16 - 1;
  const file = pathOf(last);
  await editor.open(file);
  await pull(editor, file);
  const first = performance.now() - started;
  await pullAll(editor).answer;
  const all = performance.now() - started;
  const memory = memoryOf(editor.pid);

  const text = (): string => editor.textOf(file);
  let id: string | undefined;
  const key = await timesOf(EDITS, async (i) => {
    // By turns in the prose, and in what others see of it.
    const at = i % 2 === 0 ? text().length : text().indexOf('It was told');
    await editor.edit(file, at, at, 'x');
    id = (await pull(editor, file, id)).resultId;
  });
  const hover = await timesOf(QUESTIONS, async () => {
    await editor.edit(file, text().length, text().length, 'x');
    await editor.hover(file, `${idOf(last - 4)}\n`);
  });
  const complete = await timesOf(QUESTIONS, async () => {
    await editor.edit(file, text().length, text().length, 'x');
    await editor.complete(file, text().indexOf('[[') + 2);
  });
  await editor.stop();
  return {
    first,
    all,
    key: median(key),
    key_p95: quantile(key, 0.95),
    hover: median(hover),
    complete: median(complete),
    ...(memory !== null && { memory }),
  };
}

async function timesOf(times: number, ask: (i: number) => Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  for (let i = 0; i < times; i++) {
    const began = performance.now();
    await ask(i);
    found.push(performance.now() - began);
  }
  return found;
}

/** Resident, in MiB; null where the machine does not tell. */
function memoryOf(pid: number | undefined): number | null {
  const { status, stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) / 1024 : null;
}
