/** What a command was about to write, so that whoever comes after it finishes that, or undoes it, where it was stopped. */
import fs from 'node:fs';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { insideOf } from './followedLinks';
import { replaceFile } from './replaceFile';
import { foldersLeft, JOURNAL, removeFolderIn, writingFolders } from './writingFolder';

/** One file that takes another's place, or a new one. */
export interface Replacing {
  /** Relative to the root, with `/`. */
  readonly file: string;
  /** The digest of what it holds before; null where it is new. */
  readonly before: string | null;
  /** The digest of what it is to hold. */
  readonly after: string;
}

/** All that are written together. In the folder lie the new texts, called `0`, `1` …, and the old ones, `0.old` … */
export interface Journal {
  readonly root: string;
  readonly folder: string;
  readonly all: readonly Replacing[];
}

/** How a file stands: not written yet, written, or changed by somebody else. */
export type WritingProgress = 'before' | 'after' | 'changed';

const UNDOING = 'undoing';

export const digestOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** From here on, what was begun is finished by whoever finds it. All that it needs lies in its folder. */
export function beginJournal({ root, folder, all }: Journal): void {
  const part = path.join(folder, `${JOURNAL}.part`);
  fs.writeFileSync(part, JSON.stringify({ home: homeOf(root, folder), all }));
  fs.renameSync(part, path.join(folder, JOURNAL));
}

/** From here on, it is undone. */
export const beginUndoing = ({ folder }: Journal): void => fs.writeFileSync(path.join(folder, UNDOING), '');

/** Nothing is left to be done. */
export function endJournal(folder: string): void {
  fs.rmSync(path.join(folder, JOURNAL), { force: true });
  removeFolderIn(folder);
}

/** What nobody can know who has not been here: a journal that came along with a codex is none. */
const homeOf = (root: string, folder: string): string => `${fs.statSync(folder).ino} ${fs.realpathSync.native(root)}`;

export interface Found extends Journal {
  readonly isUndoing: boolean;
}

/** The journals of processes that are gone. What such a process had not begun to write is removed. */
export const journalsLeft = (root: string): readonly Found[] =>
  writingFolders(root)
    .flatMap(foldersLeft)
    .flatMap((folder): Found[] => {
      const text = fs.readFileSync(path.join(folder, JOURNAL), 'utf8');
      const { home, all } = JSON.parse(text) as { home: string; all: readonly Replacing[] };
      const isUndoing = fs.existsSync(path.join(folder, UNDOING));
      return home === homeOf(root, folder) ? [{ root, folder, all, isUndoing }] : [];
    });

/** Where a file lies, without links. */
export const wholeOf = (root: string, { file, before }: Pick<Replacing, 'file' | 'before'>): string =>
  before === null ? path.join(insideOf(root, path.dirname(file)), path.basename(file)) : insideOf(root, file);

export function progressOf(root: string, one: Replacing): WritingProgress {
  const now = digestOfFile(placeOf(root, one));
  return now === one.after ? 'after' : now === one.before ? 'before' : 'changed';
}

/** Where it is, or would be: what has gone meanwhile has been changed. */
const placeOf = (root: string, { file }: Replacing): string => wholeOf(root, { file, before: null });

function digestOfFile(whole: string): string | null {
  try {
    return digestOfBytes(fs.readFileSync(whole));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Puts a new text in its place; false, and nothing done, where another is there than was before. @param i its place in the journal */
export function putInPlace({ root, folder, all }: Journal, i: number): boolean {
  const [one, staged] = [all[i], path.join(folder, String(i))];
  if (one?.before === null) return linkNew(staged, wholeOf(root, one));
  if (!one || progressOf(root, one) !== 'before') return false;
  const whole = wholeOf(root, one);
  moveOver(staged, whole);
  // What an author saves in this very moment is in the old file.
  if (digestOfFile(`${staged}.old`) === one.before) return true;
  moveOver(`${staged}.old`, whole);
  return false;
}

/** Puts the old text back where the new one is. */
export function takeBack({ root, folder, all }: Journal, i: number): boolean {
  const one = all[i];
  if (!one || progressOf(root, one) !== 'after') return false;
  const whole = wholeOf(root, one);
  if (one.before === null) fs.rmSync(whole);
  else moveOver(path.join(folder, `${i}.old`), whole);
  return true;
}

/** Gives a file a second name, which must be free; a copy where the disk knows no second names. */
export function linkNew(from: string, to: string): boolean {
  try {
    fs.linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL);
    return true;
  }
}

function moveOver(from: string, to: string): void {
  try {
    fs.renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    replaceFile(to, fs.readFileSync(from));
  }
}
