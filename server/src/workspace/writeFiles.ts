/** Writes files of a codex, all of them or none: what is there already is kept until all of the new lies beside it. */
import fs from 'node:fs';
import path from 'node:path';
import { reasonOf } from './folder';
import { insideOf } from './followedLinks';
import { besideOf } from './replaceFile';

/** What a file is to hold; by path relative to the root, with `/`. */
export interface Writing {
  readonly file: string;
  readonly text: string;
  /** What it held when it was read; null where it is new. */
  readonly before: string | null;
}

/** A file that lies ready beside the one whose place it takes. */
interface Staged {
  readonly whole: string;
  readonly staged: string;
  /** null where it is new. */
  readonly bytes: Buffer | null;
}

/** Throws, with the file that stands in the way, where any can't be written; then all of them are as they were. */
export function writeAll(root: string, writings: readonly Writing[]): void {
  const undo: (() => void)[] = [];
  try {
    const all = writings.map((writing) => stage(root, writing, undo));
    for (const one of all) put(one, undo);
  } catch (error) {
    const stuck = undo.reverse().flatMap(failureOf);
    if (stuck.length === 0) throw error;
    throw failure(stuck.join(', '), `${reasonOf(error)}, and what had been written could not be taken back there`);
  }
}

/** The path at which something can't be done, if it can't. */
function failureOf(run: () => void): string[] {
  try {
    run();
    return [];
  } catch (error) {
    return [(error as NodeJS.ErrnoException).path ?? reasonOf(error)];
  }
}

function stage(root: string, { file, text, before }: Writing, undo: (() => void)[]): Staged {
  // What a link leads to is written, where that is in the codex, and the link stays one.
  const whole =
    before === null ? path.join(insideOf(root, path.dirname(file)), path.basename(file)) : insideOf(root, file);
  const bytes = before === null ? null : fs.readFileSync(whole);
  if (bytes && before !== null) {
    if (bytes.toString('utf8') !== before) throw failure(file, 'it has been changed in the meantime');
    if (!bytes.equals(Buffer.from(before))) throw failure(file, 'it is not written in UTF-8. Save it as UTF-8 first');
    fs.accessSync(whole, fs.constants.W_OK);
  }
  const staged = besideOf(whole);
  undo.push(() => fs.rmSync(staged, { force: true }));
  fs.writeFileSync(staged, text, { flag: 'wx' });
  if (bytes) fs.chmodSync(staged, fs.statSync(whole).mode);
  return { whole, staged, bytes };
}

function put({ whole, staged, bytes }: Staged, undo: (() => void)[]): void {
  if (bytes === null) {
    // The name is taken first, which fails where it is somebody else's.
    fs.closeSync(fs.openSync(whole, 'wx'));
    undo.push(() => fs.rmSync(whole, { force: true }));
  } else undo.push(() => fs.writeFileSync(whole, bytes));
  fs.renameSync(staged, whole);
}

const failure = (file: string, reason: string): Error =>
  Object.assign(new Error(reason), { code: 'RETCON', path: file });
