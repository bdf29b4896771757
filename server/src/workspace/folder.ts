/** A codex as a folder on disk: where its root is, which files it has, what they hold. */
import fs from 'node:fs';
import path from 'node:path';
import type { Codex } from '../core/codex/codex';
import { entryFilter, isSkippedFolder } from '../core/codex/files';
import { CODEX_FILE, type CanonHost, createHost } from '../core/host';

/** The nearest folder, from here upwards, that holds a codex.yaml; null where there is none. */
export function findRoot(start: string): string | null {
  for (let folder = path.resolve(start); ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, CODEX_FILE))) return folder;
    if (folder === path.dirname(folder)) return null;
  }
}

/** Whether a path is that of a folder that is there. */
export const isFolder = (folder: string): boolean =>
  fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;

/** The text of a file of the codex, null where there is none. @param file relative to the root, with `/` */
export function readText(root: string, file: string): string | null {
  try {
    // A pipe or a device would be read for ever.
    if (!fs.statSync(path.join(root, file)).isFile()) return null;
    return fs.readFileSync(path.join(root, file), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null;
    throw error;
  }
}

/** Writes a new file; false, and nothing written, where there is one already. */
export function createText(root: string, file: string, text: string): boolean {
  try {
    fs.writeFileSync(path.join(root, file), text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Is told what can't be read and is therefore left out, and why. */
export type Skipped = (path: string, reason: string) => void;

/** The paths of all entries, relative to the root, with `/`, sorted. A folder with a codex.yaml of its own is another codex's. */
export function listEntries(root: string, codex: Codex, skipped: Skipped): string[] {
  const isEntry = entryFilter(codex);
  const found: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const items = itemsIn(root, folder, skipped);
    if (folder !== '' && items.some((item) => item.name === CODEX_FILE)) continue;
    const inside = folder === '' ? '' : `${folder}/`;
    for (const item of items) {
      if (item.isDirectory()) {
        if (!isSkippedFolder(item.name)) folders.push(inside + item.name);
      } else if (isEntry(inside + item.name)) found.push(inside + item.name);
    }
  }
  return found.sort();
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

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Reads a whole folder at once. */
export function openFolder(root: string, skipped: Skipped): CanonHost {
  const readOrSkip = (file: string): string | null => {
    try {
      return readText(root, file);
    } catch (error) {
      skipped(file, reasonOf(error));
      return null;
    }
  };
  const host = createHost(readOrSkip);
  // What codex.yaml leaves out is not even read.
  const { codex } = host.apply(new Map([[CODEX_FILE, readText(root, CODEX_FILE)]]));
  host.apply(new Map(listEntries(root, codex, skipped).map((file) => [file, readOrSkip(file)])));
  return host;
}
