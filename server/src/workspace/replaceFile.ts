/** Files outside of the codex that are written whole: whoever reads one has the old or the new, and never a part. */
import fs from 'node:fs';
import path from 'node:path';

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

/** Where what takes the place of a file is written first: on the same disk, and hidden. */
export const besideOf = (whole: string): string =>
  path.join(path.dirname(whole), `.${path.basename(whole)}.${process.pid}.retcon`);

/**
 * Writes beside the file, then puts that in its place, with the mode that it had. What a link leads to is replaced, and the
 * link stays one. @param mode of a new file, as far as the author lets new files have it
 */
export function replaceFile(file: string, bytes: Uint8Array, mode = 0o666): void {
  const there = fs.statSync(file, { throwIfNoEntry: false });
  const whole = there ? fs.realpathSync(file) : file;
  const beside = besideOf(whole);
  try {
    fs.rmSync(beside, { force: true });
    fs.writeFileSync(beside, bytes, { flag: 'wx', mode });
    if (there) fs.chmodSync(beside, there.mode);
    fs.renameSync(beside, whole);
  } catch (error) {
    fs.rmSync(beside, { force: true });
    throw error;
  }
}
