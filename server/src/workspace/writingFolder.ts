/** Where new texts lie ready before they take their places: on the disk of the codex, where git does not see them. */
import fs from 'node:fs';
import path from 'node:path';
import { isLink, LEADS_OUT } from './followedLinks';

const NAME = 'retcon-writing';

/** In the folder of git, else a hidden one in the codex. @param root the folder of a codex. @returns those that can be, whether they are there or not */
export function writingFolders(root: string): readonly string[] {
  const git = gitFolder(root);
  const hidden = hiddenWritingFolder(root);
  return git !== null && fs.statSync(git).dev === fs.statSync(root).dev ? [path.join(git, NAME), hidden] : [hidden];
}

/** The hidden one of a folder. */
export const hiddenWritingFolder = (folder: string): string => path.join(folder, `.${NAME}`);

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
export function removeFolderIn(folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true });
  removeEmpty(path.dirname(folder));
}

/** Removes one of these folders where nothing lies in it any more. */
export function removeEmpty(base: string): void {
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
export const JOURNAL = 'journal.json';

/** The folders of processes that are gone, in which they were stopped. What such a process had not begun to write is removed. */
export function foldersLeft(base: string): readonly string[] {
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
