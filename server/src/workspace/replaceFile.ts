/** Files outside of the codex that are written whole: whoever reads one has the old or the new, and never a part. */
import fs from 'node:fs';
import path from 'node:path';
import { foldersLeft, hiddenWritingFolder, newWritingFolder, removeFolderIn } from './writingFolder';

/** Whether something is there that is no file. */
export const isNoFile = (file: string): boolean => fs.statSync(file, { throwIfNoEntry: false })?.isFile() === false;

/** The name of what SQLite keeps beside a database that it is at work in; null where it keeps nothing. */
export function sideFileOf(file: string): string | null {
  const whole = fs.existsSync(file) ? fs.realpathSync(file) : file;
  const side = ['-wal', '-shm', '-journal'].find((end) => fs.existsSync(whole + end));
  return side === undefined ? null : path.basename(whole) + side;
}

/** The first 100 bytes of a file; null where there is none. */
export function headOf(file: string): Uint8Array | null {
  let opened: number;
  try {
    opened = fs.openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const head = new Uint8Array(100);
    return head.subarray(0, fs.readSync(opened, head));
  } finally {
    fs.closeSync(opened);
  }
}

/**
 * Writes the file beside, in a hidden folder, then puts it in its place, with the mode that the old one had. What a link leads to is replaced,
 * and the link stays one. What one that was killed had begun there is removed.
 */
export function replaceFile(file: string, bytes: Uint8Array): void {
  const there = fs.statSync(file, { throwIfNoEntry: false });
  const whole = there ? fs.realpathSync(file) : file;
  // Not that of git: a file may be moved from folder to folder only where both are mounted as one.
  const hidden = hiddenWritingFolder(path.dirname(whole));
  foldersLeft(hidden);
  const folder = newWritingFolder([hidden]);
  try {
    const staged = path.join(folder, '0');
    fs.writeFileSync(staged, bytes, { flag: 'wx' });
    if (there) fs.chmodSync(staged, there.mode);
    fs.renameSync(staged, whole);
  } finally {
    removeFolderIn(folder);
  }
}
