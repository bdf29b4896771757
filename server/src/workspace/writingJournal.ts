/** A journal of what a command is about to write, so that the next command finishes or undoes it if it is killed. */
import fs from 'node:fs';
import path from 'node:path';
import { isLink, LEADS_OUT, insideOf } from './folder';
import { createHash } from 'node:crypto';

/** Where new texts lie ready before they take their places: on the disk of the codex, where git does not see them. */
const NAME = 'retcon-writing';

/** In the folder of git, else a hidden one in the codex. @param root the folder of a codex. @returns those that can be, whether they are there or not */
export function writingFolders(root: string): readonly string[] {
  const git = gitFolder(root);
  const hidden = hiddenWritingFolder(root);
  return git !== null && fs.statSync(git).dev === fs.statSync(root).dev ? [path.join(git, NAME), hidden] : [hidden];
}

/** The hidden one of a folder. */
const hiddenWritingFolder = (folder: string): string => path.join(folder, `.${NAME}`);

/** The folders in which a command writes several files at once: that of the codex, and that of the hooks beside its history. */
export function writtenTogether(root: string): readonly string[] {
  const git = gitFolder(root);
  const hooks = git === null ? null : path.join(git, 'hooks');
  return hooks !== null && fs.existsSync(hooks) ? [root, hooks] : [root];
}

let made = 0;
const OURS = /^(\d+)-(\d+)-\d+$/;

/** An empty folder for what is to be written, in the first of these that can be written. */
export const newWritingFolder = (bases: readonly string[]): string =>
  newFolderIn(bases, `${process.pid}-${Date.now()}-${made++}`);

const FULL: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT']);

/** Makes a folder in the first of these that can be written. */
export function newFolderIn(bases: readonly string[], name: string): string {
  const [base = '', ...others] = bases;
  try {
    // A codex can come along with one that is a link, and so is none of ours.
    if (isLink(base)) throw new Error(LEADS_OUT);
    makeFolders(base);
    // Git looks past what lies in a folder that says so.
    const ignored = path.join(base, '.gitignore');
    if (path.basename(base).startsWith('.') && !fs.existsSync(ignored))
      fs.writeFileSync(ignored, '*\n', { flag: 'wx' });
    const folder = path.join(base, name);
    makeFolders(folder);
    return folder;
  } catch (error) {
    if (others.length > 0) return newFolderIn(others, name);
    // A `.gitignore` is there by now, and may say nothing.
    if (FULL.has((error as NodeJS.ErrnoException).code)) removeEmpty(base);
    throw error;
  }
}

/** Makes a folder, with those above it that are missing. */
export function makeFolders(folder: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    // Node says so of a disk that can only be read, too: the first that is missing can't be made for the reason that is right.
    let first = folder;
    while (!fs.existsSync(path.dirname(first))) first = path.dirname(first);
    fs.mkdirSync(first);
    fs.mkdirSync(folder, { recursive: true });
  }
}

/** Removes a folder, and the one that it lies in where it was the last. */
function removeFolderIn(folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true });
  removeEmpty(path.dirname(folder));
}

/** Removes one of these folders where nothing lies in it any more. */
function removeEmpty(base: string): void {
  try {
    if (fs.readdirSync(base).some((name) => name !== '.gitignore')) return;
    fs.rmSync(path.join(base, '.gitignore'), { force: true });
    fs.rmdirSync(base);
  } catch (error) {
    // Another process has begun to write in it, or has removed it.
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** What lies in the folder of a command that has begun to write. */
const JOURNAL = 'journal.json';

/** The folders of processes that are gone, in which they were stopped. What such a process had not begun to write is removed. */
function foldersLeft(base: string): readonly string[] {
  // A link that a codex has come along with leads to folders that are not ours: many are called after a day, as ours are by their numbers.
  if (isLink(base) || !fs.existsSync(base)) return [];
  removeEmpty(base);
  const names = fs.existsSync(base) ? fs.readdirSync(base).filter((name) => OURS.test(name) && !isAtWork(name)) : [];
  return names.flatMap((name) => {
    const folder = path.join(base, name);
    if (fs.existsSync(path.join(folder, JOURNAL))) return [folder];
    removeFolderIn(folder);
    return [];
  });
}

/** How long a process with its number may be the one that began, in milliseconds. */
const AT_WORK = 60_000;

function isAtWork(name: string): boolean {
  const [, pid, begun] = OURS.exec(name) ?? [];
  if (Date.now() - Number(begun) > AT_WORK) return false;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Of the nearest repository above: a folder, or what a file names. */
function gitFolder(root: string): string | null {
  for (let folder = path.resolve(root); ; folder = path.dirname(folder)) {
    const git = path.join(folder, '.git');
    const stats = fs.statSync(git, { throwIfNoEntry: false });
    if (stats?.isDirectory()) return git;
    const named = stats?.isFile() ? /^gitdir: (.+)$/m.exec(fs.readFileSync(git, 'utf8'))?.[1]?.trim() : undefined;
    const other = named === undefined ? null : path.resolve(folder, named);
    if (other !== null && fs.statSync(other, { throwIfNoEntry: false })?.isDirectory() === true) return other;
    if (stats || folder === path.dirname(folder)) return null;
  }
}

/** Whether something else than a file is there. */
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
type WritingProgress = 'before' | 'after' | 'changed';

const UNDOING = 'undoing';

export const digestOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** From here on the next command finishes what was begun. All that it needs lies in its folder. */
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
