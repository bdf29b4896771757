/** Measures the use of git: a generated codex with a history, ten of its files staged. Times are in milliseconds. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { allWritten } from '../../server/src/workspace/cache';
import { openCommits } from '../../server/src/workspace/commits';
import { openWhole } from '../support/folder';
import { CODEX_YAML, entryText, idOf, pathOf, rootOf } from './codex';
import { forgetCodices } from './kept';
import { median, RUNS, timed } from './measure';
import { askWasTrueAt } from '../support/ask';

/** Each adds as many entries as the next, and appends to two existing ones. */
const COMMITS = 1000;
const STAGED = 10;

/** @param project where dist is. @param size how many entries, at least 100 */
export async function historyFigures(project: string, size: number) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-bench-git-'));
  try {
    commitAll(root, size);
    stage(root, size);
    const cli = path.join(project, 'dist/cli.js');
    const whole = (before: () => void, ...args: readonly string[]): number => {
      const once = (): number => {
        before();
        return timed(() => run(process.execPath, [cli, ...args], root));
      };
      once();
      return median(Array.from({ length: RUNS }, once));
    };
    const [check, ask] = [
      ['check', '--staged'],
      ['was-true-at', idOf(rootOf(1)), '--as-of', 'git:v1'],
    ] as const;
    const asIs = (): void => undefined;
    return {
      stagedCold: whole(forgetCodices, ...check),
      staged: whole(asIs, ...check),
      committedCold: whole(forgetCodices, ...ask),
      committed: whole(asIs, ...ask),
      ...(await questions(root)),
    };
  } finally {
    fs.rmSync(root, { recursive: true, force: true });
  }
}

function run(command: string, args: readonly string[], cwd: string, input = ''): void {
  const { status, stderr } = spawnSync(command, args, { cwd, input, maxBuffer: 1 << 28 });
  // `check` ends with 1 where it has found something.
  if (status !== 0 && status !== 1) throw new Error(`${command} ${args.join(' ')}: ${stderr.toString()}`);
}

/** The whole history in one stream, with a tag at its end. */
export function commitAll(root: string, size: number): void {
  const stream: string[] = [];
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const file = (name: string, text: string): number => stream.push(`M 644 inline "${name}"\n${data(text)}`);
  for (let commit = 0; commit < COMMITS; commit++) {
    const [from, to] = [commit, commit + 1].map((one) => Math.floor((one * size) / COMMITS)) as [number, number];
    const who = `A <a@example.com> ${1_700_000_000 + commit * 3600} +0000`;
    stream.push(`commit refs/heads/main\nauthor ${who}\ncommitter ${who}\n${data(`Session ${commit}`)}`);
    if (commit === 0) file('codex.yaml', `canon: {from: git}\n${CODEX_YAML}`);
    for (let i = from; i < to; i++) file(pathOf(i), entryText(i, size).replace(/^canon: .*\n/m, ''));
    for (const i of from > 0 ? [0, 1].map((one) => (commit * 997 + one * 31) % from) : [])
      file(pathOf(i), `${entryText(i, size).replace(/^canon: .*\n/m, '')}\nAnd then, ${commit}.\n`);
  }
  stream.push('reset refs/tags/v1\nfrom refs/heads/main\n\n');
  run('git', ['init', '--quiet', '--initial-branch=main'], root);
  run('git', ['fast-import', '--quiet'], root, stream.join(''));
  run('git', ['reset', '--quiet', '--hard'], root);
}

/** Half of them change facts. */
export function stage(root: string, size: number): void {
  for (let n = 0; n < STAGED; n++) {
    const whole = path.join(root, pathOf(Math.floor((n * size) / STAGED) + 1));
    const text = fs.readFileSync(whole, 'utf8');
    fs.writeFileSync(
      whole,
      n % 2 === 0 ? `${text}More.\n` : text.replace(/^(attributes: \{origin: )\w+/m, '$1nowhere'),
    );
  }
  run('git', ['add', '--all'], root);
}

/**
 * In a process that keeps running, like the language server: the first question, a repeated one, one about a commit
 * nearby; and with everything cached.
 */
async function questions(root: string) {
  const { canon } = openWhole(root);
  await allWritten();
  const context = () => {
    const commits = openCommits(root);
    return async (asOf: string): Promise<number> => {
      const began = performance.now();
      const reading = await commits.at(asOf);
      const answer = askWasTrueAt(canon, { entity: idOf(rootOf(1)), asOf: `git:${asOf}` }, new Map([[asOf, reading]]));
      if (!answer.ok) throw new Error(answer.failure.message);
      return performance.now() - began;
    };
  };
  forgetCodices();
  const ask = context();
  const first = { commitFirst: await ask('v1'), commitAgain: await ask('v1'), commitNearby: await ask('HEAD~10') };
  await allWritten();
  return { ...first, commitKept: await context()('v1') };
}
