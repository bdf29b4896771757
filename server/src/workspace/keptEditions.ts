/** What is kept of editions that were written: in the cache, which is their author's alone, since it tells what was left out. */
import fs from 'node:fs';
import path from 'node:path';
import { digestOfText } from '../core/packed/bytes';
import { openCache } from './cache';
import { changedBetween } from './changedEntries';
import { COARSE, isStamped, lookedAt, type Stamp } from './fileStamps';
import { digestOfBytes } from './writingJournal';

/** Which edition it is: two that are asked for in the same words, to the same folder, are the same. */
export interface EditionKey {
  /** Absolute, as the folder is. */
  readonly root: string;
  readonly folder: string;
  readonly words: readonly string[];
}

/** A file as it was written, and its stamp since; no stamp where another change could bear the same time. */
interface FileWritten {
  readonly digest: string;
  readonly stamp: Omit<Stamp, 'digest'> | null;
}

type FilesWritten = Readonly<Record<string, FileWritten>>;

interface Kept<E> {
  readonly words: readonly string[];
  /** Of the codex, as `readEntries` tells it. */
  readonly state: string;
  readonly edition: E;
  readonly files: FilesWritten;
}

/** An edition as it was kept, and what tells whether it still is that. */
export interface EditionBefore<E> {
  readonly edition: E;
  /** The files of the codex that may read otherwise now. */
  readonly changed: ReadonlySet<string>;
  /** The digest of a file that lies in the folder as it was written; undefined where it does not. */
  readonly digestOf: (file: string) => string | undefined;
}

const nameOf = ({ folder, words }: EditionKey): string =>
  `edition-${digestOfText(JSON.stringify([folder, words])).toString(36)}`;

const wordsOf = ({ folder, words }: EditionKey): readonly string[] => [folder, ...words];

/** Null where none is kept that could be brought up to date. `E` is JSON. @param state of the codex now */
export function readKeptEdition<E>(
  asked: EditionKey,
  state: string,
): (EditionBefore<E> & { files: FilesWritten }) | null {
  const bytes = openCache(asked.root).read(nameOf(asked));
  try {
    const kept = bytes && (JSON.parse(Buffer.from(bytes).toString()) as Kept<E>);
    if (!kept || JSON.stringify(kept.words) !== JSON.stringify(wordsOf(asked))) return null;
    const { edition, files } = kept;
    const changed = changedBetween(kept.state, state);
    return changed && { edition, changed, files, digestOf: (file) => digestAsWritten(asked.folder, file, files[file]) };
  } catch {
    // It is intact, but not ours: all can be made anew.
    return null;
  }
}

function digestAsWritten(folder: string, file: string, written: FileWritten | undefined): string | undefined {
  const stats = written && lookedAt(folder, file);
  if (!stats?.isFile()) return undefined;
  const { digest, stamp } = written as FileWritten;
  const isAsWritten = stamp
    ? isStamped(stats, { ...stamp, digest: 0 })
    : digestOfBytes(fs.readFileSync(path.join(folder, file))) === digest;
  return isAsWritten ? digest : undefined;
}

/**
 * It is written in the background, and a failure does not matter.
 * @param began when the files of the folder were looked at first, in milliseconds
 * @param digests of the files as they lie in the folder now
 */
export function keepEdition(
  asked: EditionKey,
  state: string,
  edition: unknown,
  { began, digests }: { readonly began: number; readonly digests: ReadonlyMap<string, string> },
): void {
  const written = [...digests].map(([file, digest]) => [
    file,
    { digest, stamp: stampOfWritten(asked.folder, file, began) },
  ]);
  const kept = { words: wordsOf(asked), state, edition, files: Object.fromEntries(written) };
  void openCache(asked.root).write(nameOf(asked), () => [Buffer.from(JSON.stringify(kept))]);
}

/** What has changed so late that it may have done so behind our back is compared by its bytes the next time. */
function stampOfWritten(folder: string, file: string, began: number): FileWritten['stamp'] {
  const stats = lookedAt(folder, file);
  if (!stats || began - Math.max(stats.mtimeMs, stats.ctimeMs) < COARSE) return null;
  return { size: stats.size, mtime: stats.mtimeMs, ctime: stats.ctimeMs, ino: stats.ino };
}
