/** A codex as a folder on disk: where its root is, which files it has, what they hold. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Codex } from '../core/codex/codex';
import { entryFilter, isSkippedFolder, wantedFilter } from '../core/codex/pathRules';
import { CODEX_FILE } from '../core/host';
import {
  isPointer,
  isUtf16,
  KEPT_ELSEWHERE,
  LONGEST,
  UNFIT,
  UNGIVEN,
  UNREAD_LETTER,
  UNREADABLE,
} from '../core/text/unreadable';
import { atOnce } from '../core/text/groups';
import type { IsRoot, Listed, See, Skipped, Texts } from '../platform/platform';

/** Why a link is not followed, in words for its author. */
export const LEADS_OUT =
  'it is, or is behind, a link that leads out of this folder. Such links are followed only if your own settings say `follow_links: true`';

const LEADS_NOWHERE = 'it is a link that leads nowhere';

/** Windows has no such flag: there, links are looked for first. */
const NO_FOLLOW = (fs.constants as { readonly O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0;
/** A pipe is not waited for until somebody writes to it. */
const FLAGS = fs.constants.O_RDONLY | ((fs.constants as { readonly O_NONBLOCK?: number }).O_NONBLOCK ?? 0);

/** Opens a file of the codex for reading. @param file relative to the root, with `/` */
export function openInside(root: string, file: string): number {
  const named = `${root}/${file}`;
  refuseFolderOutside(root, file);
  if (NO_FOLLOW === 0 && isLink(named)) return fs.openSync(insideOf(root, file), FLAGS);
  try {
    return fs.openSync(named, FLAGS | NO_FOLLOW);
  } catch (error) {
    if (!isLink(named)) throw error;
    // A link is followed once: its target must not be a link itself by now.
    return fs.openSync(insideOf(root, file), FLAGS | NO_FOLLOW);
  }
}

export const isLink = (file: string): boolean =>
  fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** Where a file or folder of the codex lies, without links; throws where that is out of bounds, or nothing is there. */
export function insideOf(root: string, file: string): string {
  const { whole, isOut } = whereLies(root, file);
  if (isOut) throw new Error(LEADS_OUT);
  return whole;
}

/** Whether a file is a link to another page of the codex: that page is read once, under its own name. @param isEntry of the codex */
export function isLinkToPage(root: string, file: string, isEntry: (path: string) => boolean): boolean {
  const named = path.join(root, file);
  if (!isLink(named) || !fs.existsSync(named)) return false;
  const [top, whole] = [fs.realpathSync.native(root), fs.realpathSync.native(named)];
  const way = path.relative(top, whole).split(path.sep).join('/');
  return (
    isInside(top, whole) && !way.startsWith('../') && isEntry(way) && findRoot(path.dirname(whole)) === findRoot(top)
  );
}

function whereLies(root: string, file: string): { readonly whole: string; readonly isOut: boolean } {
  const [top, whole] = [fs.realpathSync.native(root), fs.realpathSync.native(path.join(root, file))];
  const isPlain = whole === path.join(top, file) && !/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(file);
  return { whole, isOut: !isPlain && !isInside(top, whole) && !followsLinks() };
}

/** The first folder on the way to a file that is a link and can't be gone through: it leads out, or nowhere. @param file relative to the root, with `/` */
export function linkOnTheWay(root: string, file: string): string | null {
  const names = file.split('/');
  for (let count = 1; count < names.length; count++) {
    const way = names.slice(0, count).join('/');
    if (!isLink(path.join(root, way))) continue;
    if (!fs.existsSync(path.join(root, way)) || whereLies(root, way).isOut) return way;
  }
  return null;
}

/** Makes a folder of the codex, with those above it that are missing; throws before it makes one out of bounds. @param folder relative to the root, with `/` */
export function makeFolderInside(root: string, folder: string): void {
  let way = '';
  for (const name of folder.split('/')) {
    way = way === '' ? name : `${way}/${name}`;
    if (!fs.existsSync(path.join(root, way))) fs.mkdirSync(path.join(root, way));
    insideOf(root, way);
  }
}

/** Whether a path lies in a folder, and in none of its hidden ones: what git and other programs keep there are not pages. */
function isInside(top: string, whole: string): boolean {
  const way = path.relative(top, whole);
  return !path.isAbsolute(way) && !way.split(path.sep).some((name) => name.startsWith('.'));
}

/** How long a folder stays known to be inside, in milliseconds: mostly files of one folder are read one after the other. */
const MOMENT = 500;
let last = { folder: '', until: 0 };

function refuseFolderOutside(root: string, file: string): void {
  const end = file.lastIndexOf('/');
  if (end < 0) return;
  const folder = `${root}/${file.slice(0, end)}`;
  const now = Date.now();
  if (folder === last.folder && now < last.until) return;
  if (!fs.existsSync(folder)) return;
  insideOf(root, file.slice(0, end));
  last = { folder, until: now + MOMENT };
}

/** Whether the user has allowed it: `RETCON_FOLLOW_LINKS=1`, or their settings. No codex can. */
function followsLinks(): boolean {
  const { RETCON_FOLLOW_LINKS: said } = process.env;
  if (said !== undefined && said !== '') return /^(?:1|true|yes)$/i.test(said);
  try {
    return /^follow_links\s*:\s*true\s*(?:#.*)?$/m.test(
      fs.readFileSync(path.join(settingsFolder(), 'settings.yaml'), 'utf8'),
    );
  } catch {
    // Who has no settings, or none that can be read, has allowed nothing.
    return false;
  }
}

function settingsFolder(): string {
  const { XDG_CONFIG_HOME: xdg, APPDATA: roaming } = process.env;
  if (xdg !== undefined && path.isAbsolute(xdg)) return path.join(xdg, 'retcon');
  if (process.platform === 'win32')
    return path.join(roaming ?? path.join(os.homedir(), 'AppData', 'Roaming'), 'retcon');
  return path.join(os.homedir(), '.config', 'retcon');
}

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

/** Error codes of what is not a readable file: missing, or a folder. */
const NO_FILE: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

/**
 * The text of a file of the codex, null where there is none. It throws where the file cannot be read as text, with a reason for its author.
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

export const listFolder = (root: string, codex: Codex, skipped: Skipped): Listed =>
  atOnce(listInSteps(root, codex, skipped));

/**
 * The same, a folder at a step.
 * @param isRoot whether a folder is to be left out, as the root of another codex, though it has no codex.yaml
 */
export function* listInSteps(
  root: string,
  codex: Codex,
  skipped: Skipped,
  isRoot: IsRoot = () => false,
): Generator<void, Listed> {
  const isEntry = wantedFilter(codex);
  const isAnyEntry = entryFilter(codex);
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
      if (item.isSymbolicLink() && isLinkToPage(root, name, isAnyEntry)) continue;
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
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'it is not there',
  EEXIST: 'it exists already, and is not overwritten',
  ENOTDIR: 'it is not a folder',
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
