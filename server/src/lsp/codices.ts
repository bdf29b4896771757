/** Which codex a document belongs to: the innermost folder with a codex.yaml, else the opened folder, else itself alone. */
import path from 'node:path';
import { isSkippedFolder } from '../core/codex/files';
import { CODEX_FILE } from '../core/host';
import { findRoot } from '../workspace/folder';
import { type Editor, type LiveCodex, openCodex } from './liveCodex';
import { isWithin, pathOf, relativeTo } from './places';

export interface Codices {
  /** The folders that the editor has opened. */
  setFolders(folders: readonly string[]): void;
  /** The codex that a document belongs to; null for schemes that are not ours. */
  of(uri: string): LiveCodex | null;
  /** All that are open now, those of the opened folders first. */
  all(): readonly LiveCodex[];
  /** Takes note of a file or folder that was made, changed or deleted on disk. */
  changedOnDisk(file: string, change: 'created' | 'changed' | 'deleted', isFolder: boolean): void;
  /** Takes note that a document was closed: the disk's text counts again. */
  closed(uri: string): void;
  /** Finds all roots anew and reads them; needed where a codex.yaml comes or goes. */
  rediscover(): void;
}

/** @param read reads a codex that is new, or whose codex.yaml has changed */
export function openCodices(
  editor: Omit<Editor, 'openFiles'>,
  openUris: () => Iterable<string>,
  read: (codex: LiveCodex) => void,
): Codices {
  let folders: readonly string[] = [];
  const codices = new Map<string, LiveCodex>();

  const open = (root: string, isOne: boolean): LiveCodex => {
    const opened = codices.get(root);
    if (opened) return opened;
    const codex: LiveCodex = openCodex(root, isOne, { ...editor, openFiles }, () => read(codex));
    codices.set(root, codex);
    read(codex);
    return codex;
  };
  /** The root that owns a file; null where it is a codex of one. */
  const rootOf = (file: string): string | null =>
    findRoot(path.dirname(file)) ??
    folders
      .filter((folder) => isWithin(folder, file))
      .reduce<string | null>((a, b) => (a && a.length > b.length ? a : b), null);
  const openFiles = (root: string): string[] =>
    [...openUris()].flatMap((uri) => pathOf(uri) ?? []).filter((file) => rootOf(file) === root);
  const ofUri = (uri: string): LiveCodex | null => {
    if (/^untitled:/i.test(uri)) return open(uri, true);
    const file = pathOf(uri);
    if (file === null) return null;
    const root = rootOf(file);
    return root === null ? open(file, true) : open(root, false);
  };
  const roots = (): Set<string> => {
    const needed = new Set(folders.map((folder) => findRoot(folder) ?? folder));
    for (const uri of openUris()) {
      const codex = ofUri(uri);
      if (codex) needed.add(codex.root);
    }
    return needed;
  };
  const drop = (codex: LiveCodex): void => {
    codex.close();
    codices.delete(codex.root);
  };
  const rediscover = (): void => {
    const before = [...codices.values()];
    const needed = roots();
    for (const codex of before) {
      if (needed.has(codex.root)) read(codex);
      else drop(codex);
    }
    for (const folder of folders) open(findRoot(folder) ?? folder, false);
  };

  return {
    setFolders(next) {
      folders = next;
      rediscover();
    },
    of: ofUri,
    all: () => [...codices.values()],
    changedOnDisk(file, change, isFolder) {
      if (path.basename(file) === CODEX_FILE && change !== 'changed') return rediscover();
      if (change === 'deleted' && [...codices.values()].some(({ root, isOne }) => !isOne && isWithin(file, root)))
        return rediscover();
      for (const codex of codices.values()) {
        if (codex.isOne || !isWithin(codex.root, file)) continue;
        if (relativeTo(codex.root, file).split('/').some(isSkippedFolder)) continue;
        if (isFolder || change === 'deleted') codex.touchFolder(file, change !== 'deleted');
        else if (rootOf(file) === codex.root) codex.touch(file);
      }
    },
    closed(uri) {
      const codex = ofUri(uri);
      if (!codex) return;
      if (roots().has(codex.root)) codex.touch(pathOf(uri) ?? uri);
      else drop(codex);
    },
    rediscover,
  };
}
