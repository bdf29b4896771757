/** A codex as a folder on disk: where its root is, which files it has, what they hold. */
import fs from 'node:fs';
import path from 'node:path';
import type { Codex } from '../core/codex/codex';
import { isSkippedFolder, wantedFilter } from '../core/codex/pathRules';
import { CODEX_FILE, type CanonHost, createHost } from '../core/host';
import {
  isPointer,
  isUtf16,
  KEPT_ELSEWHERE,
  LONGEST,
  UNFIT,
  UNGIVEN,
  UNREAD_LETTER,
  UNREADABLE,
} from '../core/text/fits';
import { atOnce } from '../core/text/steps';
import type { IsRoot, Listed, See, Skipped, Texts } from '../platform/filesPort';
import { readEntries } from './changedEntries';
import { insideOf, isLink, LEADS_NOWHERE, openInside } from './followedLinks';

/** The nearest folder, from here upwards, that holds a codex.yaml; null where there is none. */
export function findRoot(start: string): string | null {
  for (let folder = path.resolve(start); ; folder = path.dirname(folder)) {
    // A folder is called so by chance.
    if (isTaken(path.join(folder, CODEX_FILE)) && !isFolder(path.join(folder, CODEX_FILE))) return folder;
    if (folder === path.dirname(folder)) return null;
  }
}

const isBrokenLink = (file: string): boolean => isLink(file) && !isFolder(file);

/** Whether a path is taken, be it by a link that leads nowhere. */
function isTaken(file: string): boolean {
  try {
    return isLink(file) || fs.existsSync(file);
  } catch {
    // Where we may not even look, nothing is there for us.
    return false;
  }
}

/** Whether a path is that of a folder that is there. */
export function isFolder(folder: string): boolean {
  try {
    return fs.statSync(folder).isDirectory();
  } catch {
    // Whatever keeps us from seeing it, nothing can be read there.
    return false;
  }
}

/** Whether a path of the codex is taken, by whatever it be. @param file relative to the root, with `/` */
export const pathExists = (root: string, file: string): boolean => fs.existsSync(path.join(root, file));

/** What is no file that could be read: not there, or a folder. */
const NO_FILE: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

/**
 * The text of a file of the codex, null where there is none. What is no text of ours throws, with a reason for its author.
 * @param file relative to the root, with `/`
 */
export function readText(root: string, file: string, see?: See): string | null {
  let handle: number | undefined;
  try {
    // Opened once, it is looked at and read without its path being followed again.
    handle = openInside(root, file);
    const stats = fs.fstatSync(handle);
    if (stats.isDirectory()) return null;
    // It would be read for ever.
    if (!stats.isFile()) throw new Error(UNFIT.noFile);
    if (stats.size > LONGEST) throw new Error(UNFIT.long);
    const bytes = bytesIn(handle, stats.size);
    if (isUtf16(bytes)) throw new Error(UNFIT.utf16);
    const text = bytes.toString('utf8');
    // A pointer is reported whenever it is read: it must not count as a file that was read already.
    if (!isPointer(text)) see?.(stats);
    return text;
  } catch (error) {
    if (NO_FILE.has((error as NodeJS.ErrnoException).code)) return null;
    throw error;
  } finally {
    if (handle !== undefined) fs.closeSync(handle);
  }
}

/** Most notes fit in, and are text before the next is read. */
const ROOM = 65_536;
let shared: Buffer | undefined;

/** What a file holds, as far as it reached when it was looked at: good until the next call. */
function bytesIn(handle: number, size: number): Buffer {
  // There are file systems that know no sizes.
  if (size === 0) return fs.readFileSync(handle);
  const room = size > ROOM ? Buffer.allocUnsafeSlow(size) : (shared ??= Buffer.allocUnsafeSlow(ROOM));
  let length = 0;
  for (let read = -1; read !== 0 && length < size; length += read)
    read = fs.readSync(handle, room, length, size - length, null);
  return room.subarray(0, length);
}

/** Whether a file is written in UTF-8: of what is not, letters are lost when its text is written again. */
export function isWrittenInUtf8(root: string, file: string): boolean {
  const handle = openInside(root, file);
  try {
    const bytes = bytesIn(handle, fs.fstatSync(handle).size);
    return bytes.equals(Buffer.from(bytes.toString('utf8')));
  } finally {
    fs.closeSync(handle);
  }
}

/** Writes a new file; false, and nothing written, where there is one already. */
export function createText(root: string, file: string, text: string): boolean {
  try {
    insideOf(root, path.dirname(file));
    fs.writeFileSync(path.join(root, file), text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** @param isRoot whether a folder is to be left out, as the root of another codex, though it has no codex.yaml */
export const listFolder = (root: string, codex: Codex, skipped: Skipped, isRoot?: IsRoot): Listed =>
  atOnce(listInSteps(root, codex, skipped, isRoot));

/** The same, a folder at a step. */
export function* listInSteps(
  root: string,
  codex: Codex,
  skipped: Skipped,
  isRoot: IsRoot = () => false,
): Generator<void, Listed> {
  const isEntry = wantedFilter(codex);
  const entries: string[] = [];
  const codices: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if (folder !== '' && isRoot(folder)) continue;
    yield;
    const items = itemsIn(root, folder, skipped);
    if (folder !== '' && items.some(({ name }) => name === CODEX_FILE && !isFolder(path.join(root, folder, name)))) {
      codices.push(folder);
      continue;
    }
    const inside = folder === '' ? '' : `${folder}/`;
    for (const item of items) {
      const name = inside + item.name;
      if (item.isDirectory() ? isSkippedFolder(item.name) : !isEntry(name)) continue;
      // Letters that are none have no place in a name, by which it could be opened.
      if (name.includes(UNREAD_LETTER) && !isTaken(path.join(root, name))) skipped(name, 'its name is not in UTF-8');
      else (item.isDirectory() ? folders : entries).push(name);
    }
  }
  return { entries: entries.sort(), codices };
}

function itemsIn(root: string, folder: string, skipped: Skipped): fs.Dirent[] {
  try {
    return fs.readdirSync(path.join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (folder === '') throw error;
    skipped(folder, reasonOf(error));
    return [];
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'its links lead in a circle',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  ENOENT: 'it is not there',
  EEXIST: 'it is there already, and is not written over',
  ENOTDIR: 'it is no folder',
  ENXIO: UNFIT.noFile,
};

/** Why something could not be done, in words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message;
}

/**
 * The text of a file; null, and reported, where it can't be read. A file in Git LFS is an entry all the same, which says so,
 * and a codex.yaml that can't be read is one.
 */
export const readerOf =
  (root: string, skipped: Skipped): Texts =>
  (file, see) => {
    try {
      const text = readText(root, file, see);
      if (text === null && file === CODEX_FILE && isBrokenLink(path.join(root, file))) throw new Error(LEADS_NOWHERE);
      if (text === null || !isPointer(text)) return text;
      skipped(file, UNGIVEN.lfs);
      return KEPT_ELSEWHERE;
    } catch (error) {
      skipped(file, reasonOf(error));
      return file === CODEX_FILE ? UNREADABLE : null;
    }
  };

/** Whether a path is that of a folder, or lies in it; both absolute. */
export const isInFolder = (folder: string, file: string): boolean => {
  const way = path.relative(folder, file);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
};

/** Reads a whole folder at once. */
export function openFolder(root: string, skipped: Skipped): CanonHost {
  const { files, ...begun } = beginFolder(root, skipped);
  readEntries(root, begun, files());
  return begun.host;
}

/** A folder of which only codex.yaml is read yet: how the paths of its entries are found, and their texts are read. */
export function beginFolder(root: string, skipped: Skipped) {
  const textOf = readerOf(root, skipped);
  const host = createHost(textOf);
  // What codex.yaml leaves out is not even read.
  const codexWritten = textOf(CODEX_FILE);
  const { codex } = host.apply(new Map([[CODEX_FILE, codexWritten]]));
  return { host, codexWritten, textOf, files: () => listFolder(root, codex, skipped).entries };
}
