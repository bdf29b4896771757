/** What is noted of each file that was read, to tell at the next start whether it still is what it was. */
import fs from 'node:fs';
import { digestOfText } from '../core/packed/bytes';
import type { FileStats, Texts } from '../platform/filesPort';

/**
 * Size in bytes; when its content and its place on the disk changed last, in milliseconds; and its number on that disk, which
 * distinguishes two files whose folders have swapped names: 0 where there is none. The number of the disk is left out: it
 * changes whenever the disk is mounted.
 */
export interface Stamp {
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
  readonly ino: number;
  /** The digest of its text, where it had changed so shortly before that another change could bear the same time; else 0. */
  readonly digest: number;
}

/** No file has it, so the file is read again in any case. */
export const NO_STAMP: Stamp = { size: -1, mtime: 0, ctime: 0, ino: 0, digest: 0 };

/** As coarse as the clock of any file system is, in milliseconds. */
export const COARSE = 2000;

const OPTIONS = { throwIfNoEntry: false } as const;

/** The stamp of a file now; null where there is none. A link is none that could be kept: it may lead elsewhere the next time. */
export function lookedAt(root: string, file: string): fs.Stats | null {
  try {
    return fs.lstatSync(`${root}/${file}`, OPTIONS) ?? null;
  } catch {
    // Reading it says why.
    return null;
  }
}

/** A text, with the stamp of the file that it was read from. */
export function readStamped(file: string, textOf: Texts): { readonly text: string | null; readonly stamp: Stamp } {
  let seen: FileStats | null = null;
  const text = textOf(file, (stats) => void (seen = stats));
  return { text, stamp: text === null ? NO_STAMP : stampOf(seen, text) };
}

/** @param stats from before the text was read */
export function stampOf(stats: FileStats | null, text: string): Stamp {
  // Behind a byte-order mark places are counted in one way by an editor, and in another by everybody else.
  if (!stats?.isFile() || text.startsWith('\uFEFF')) return NO_STAMP;
  const { size, mtimeMs: mtime, ctimeMs: ctime, ino } = stats;
  const isShort = Date.now() - Math.max(mtime, ctime) < COARSE;
  return { size, mtime, ctime, ino, digest: isShort ? digestOfText(text) : 0 };
}

/** Whether a file is the one that was stamped, as far as that can be told without reading it. */
export const isStamped = (stats: FileStats, { size, mtime, ctime, ino }: Stamp): boolean =>
  stats.size === size && stats.mtimeMs === mtime && stats.ctimeMs === ctime && stats.ino === ino && stats.isFile();
