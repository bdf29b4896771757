/** Measures one codex of a size and prints the figures as JSON: `run <size> <cli.js>`. Times are in milliseconds. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { entryAt } from '../../server/src/core/canon/canon';
import { knownAt, LATEST } from '../../server/src/core/canon/canonPoint';
import type { CanonHost } from '../../server/src/core/host';
import { checkCodex, checkEntry } from '../../server/src/core/rules/check';
import { askWasTrueAt } from '../../server/src/core/tools/wasTrueAt';
import { openWhole } from '../support/folder';
import { CODEX_YAML, entryText, idOf, pathOf, rootOf } from './codex';
import { median, quantile, timed } from './measure';
import { serverFigures } from './server';

const RUNS = 5;
const EDITS = 200;
const QUESTIONS = 1000;

const size = Number(process.argv[2]);
const cli = process.argv[3] ?? '';
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-bench-'));
async function measure(): Promise<void> {
  const files = writeCodex();
  const raw = rawRead(files);
  const { open, check, found } = openAndCheck();
  const host = openWhole(root);
  const figures = { raw, open, check, ...edits(host), ...questions(host), process: processes() };
  const bytes = files.reduce((sum, file) => sum + fs.statSync(file).size, 0);
  console.log(JSON.stringify({ size, bytes, found, figures: { ...figures, ...(await serverFigures(size)) } }));
}

void measure().finally(() => fs.rmSync(root, { recursive: true, force: true }));

/** The absolute paths of what was written. */
function writeCodex(): string[] {
  fs.writeFileSync(path.join(root, 'codex.yaml'), CODEX_YAML);
  return Array.from({ length: size }, (_, i) => {
    const file = path.join(root, pathOf(i));
    if (i < 40) fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, entryText(i, size));
    return file;
  });
}

function rawRead(files: readonly string[]): number {
  let read = 0;
  const times = Array.from({ length: RUNS + 1 }, () =>
    timed(() => {
      for (const file of files) read += fs.readFileSync(file, 'utf8').length;
    }),
  );
  if (read === 0) throw new Error('nothing was read');
  // The first time, what was just written may still be on its way to the disk.
  return median(times.slice(1));
}

/** Each time from nothing: what a canon has worked out, it keeps. */
function openAndCheck(): { readonly open: number; readonly check: number; readonly found: number } {
  const open: number[] = [];
  const check: number[] = [];
  let found = 0;
  for (let run = 0; run < RUNS; run++) {
    let host: CanonHost | undefined;
    open.push(timed(() => (host = openWhole(root))));
    check.push(timed(() => (found = host ? checkCodex(host).length : 0)));
  }
  return { open: median(open), check: median(check), found };
}

/** From a keystroke to the problems of its file, as the editor has them: the text read, a new canon, the entry judged. */
function edits(host: CanonHost): { readonly edit: number; readonly edit_p95: number } {
  const times = Array.from({ length: EDITS }, (_, edit) => {
    const i = (edit * 997) % size;
    const file = pathOf(i);
    const text = `${entryText(i, size)}\nAnd then, ${edit}.\n`;
    return timed(() => {
      const canon = host.apply(new Map([[file, text]]));
      const entry = entryAt(canon, file);
      if (!entry) throw new Error(`${file} was not read`);
      checkEntry(knownAt(canon, LATEST), entry);
    });
  });
  return { edit: median(times), edit_p95: quantile(times, 0.95) };
}

/** Questions of a canon that was never asked before, and the same ones again. */
function questions(host: CanonHost) {
  const canon = host.apply(new Map([[pathOf(0), entryText(0, size)]]));
  const ask = (): number[] =>
    Array.from({ length: QUESTIONS }, (_, question) => {
      const i = (question * 1009) % size;
      const entity =
        question % 2 === 0 ? idOf(rootOf(i)) : `house-${(rootOf(i) * 7919) % Math.max(1, Math.floor(size / 5))}`;
      const at = `${1 + ((question * 31) % 899)} TA`;
      const asOf = question % 3 === 0 ? 'session-25' : undefined;
      return timed(() => {
        if (!askWasTrueAt(canon, { entity, at, asOf }).ok) throw new Error(`${entity} at ${at} has no answer`);
      });
    });
  const fresh = ask();
  const again = ask();
  return {
    ask_fresh: median(fresh),
    ask_fresh_p99: quantile(fresh, 0.99),
    ask_again: median(again),
    ask_again_p99: quantile(again, 0.99),
  };
}

/** `retcon check` as a script calls it: a new process each time. */
function processes(): number {
  return median(
    Array.from({ length: RUNS }, () =>
      timed(() => {
        const { status, stderr } = spawnSync(process.execPath, [cli, 'check', '--root', root], { maxBuffer: 1 << 28 });
        if (status !== 0 && status !== 1) throw new Error(`retcon check ended with ${status}: ${stderr.toString()}`);
      }),
    ),
  );
}
