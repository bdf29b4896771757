/** Measures a build in processor time, for a comparison with another build: one session of its server, and git with staged files. */
import fs from 'node:fs';
import path from 'node:path';
import { ours } from './dialects';
import { commitAll, stage } from './history';
import { forgetCodices } from './kept';
import { quantile } from './measure';
import { pageOf } from './page';
import { startSession } from './session';

/** Keys, and questions of each kind. */
const TIMES = 120;

/**
 * One session with nothing kept of the codex: milliseconds of processor time in the server.
 * @param project the folder of the build
 */
export async function serverSpent(project: string, root: string, size: number) {
  forgetCodices();
  const page = pageOf(root, size);
  const inside = `${root}.inside.json`;
  process.env.RETCON_BENCH_INSIDE = inside;
  process.env.RETCON_BENCH_CPU = '1';
  const dialect = ours(project);
  const command = ['--require', path.join(__dirname, '../test/bench/inside.cjs'), ...dialect.command];
  const session = await startSession({ ...dialect, command }, root);
  await session.open(page.file, page.text);
  await session.status('ready');
  await session.request('workspace/diagnostic', { previousResultIds: [], partialResultToken: 'all' });
  for (let i = 0; i < TIMES; i++) await session.key(i % 2 === 0 ? page.inFront : page.atEnd, 'x');
  for (const method of ['textDocument/hover', 'textDocument/definition'])
    for (let i = 0; i < TIMES; i++) {
      await session.type(page.inFront, 'x');
      await session.ask(method, session.text.indexOf('[[ent') + '[[ent'.length);
    }
  await session.stop();
  const times = JSON.parse(fs.readFileSync(inside, 'utf8')) as Readonly<Record<string, readonly number[]>>;
  fs.rmSync(inside);
  const share = (part: number, name: string): number => {
    const values = times[name] ?? [];
    // The first tenth only warms up.
    return quantile(values.slice(values.length / 10), part);
  };
  return {
    ready: times.ready?.[0],
    key: share(0.5, 'textDocument/diagnostic'),
    keyP95: share(0.95, 'textDocument/diagnostic'),
    hover: share(0.5, 'textDocument/hover'),
    definition: share(0.5, 'textDocument/definition'),
    definitionP95: share(0.95, 'textDocument/definition'),
  };
}

/** Writes a codex with a history and staged files. */
export function writeStaged(root: string, size: number): void {
  fs.mkdirSync(root, { recursive: true });
  commitAll(root, size);
  stage(root, size);
}
