/** Which codex a document belongs to: the innermost folder with a codex.yaml, else the opened folder, else itself alone. */
import { isSkippedFolder } from '../../core/codex/files';
import { ERRATA_FILE } from '../../core/codex/errata';
import { CODEX_FILE } from '../../core/host';
import type { Editor } from './editor';
import { type LiveCodex, openCodex } from './liveCodex';
import { baseName, isInFolderPath, parentPath, pathOfUri, relativeTo } from '../convert/uris';

export interface Codices {
  /** The folders that the editor has opened. */
  setFolders(folders: readonly string[]): void;
  /** The codex that a document belongs to; null for schemes that are not ours. */
  of(uri: string): LiveCodex | null;
  /** All that are open now, those of the opened folders first. */
  all(): readonly LiveCodex[];
  /** Takes note of a file or folder that was made, changed or deleted on disk; false where that concerns no codex. */
  changedOnDisk(file: string, change: 'created' | 'changed' | 'deleted', isFolder: boolean): boolean;
  /** Takes note that a document was closed: the disk's text counts again. */
  closed(uri: string): void;
  /** Finds all roots again and reads them; needed where a codex.yaml comes or goes. */
  rediscover(): void;
}

/**
 * How long a codex.yaml that came or went unreported may go unseen, in milliseconds: no longer than until typing rests, when
 * every open document is looked at again.
 */
const MOMENT = 100;

/** @param read reads a codex that is new, or whose codex.yaml has changed */
export function openCodices(
  editor: Pick<Editor, 'platform' | 'textOf' | 'log' | 'storage'>,
  openUris: () => Iterable<string>,
  read: (codex: LiveCodex) => void,
): Codices {
  const { files } = editor.platform;
  let folders: readonly string[] = [];
  const codices = new Map<string, LiveCodex>();
  /** The roots of other codices that lie in a codex. */
  const inner = new Map<string, readonly string[]>();

  const open = (root: string, isOne: boolean): LiveCodex => {
    const opened = codices.get(root);
    if (opened) return opened;
    const isOpened = (folder: string): boolean => folders.includes(folder) && files.rootOf(folder) === null;
    const codex: LiveCodex = openCodex(root, isOne, { ...editor, openFiles, isOpened, found }, () => read(codex));
    codices.set(root, codex);
    read(codex);
    return codex;
  };
  /** What the disk said of folders a moment ago: a key and the questions behind it ask of one folder many times over. */
  const nearest = new Map<string, string | null>();
  let lookedAt = 0;
  const nearestTo = (folder: string): string | null => {
    const now = performance.now();
    if (now - lookedAt > MOMENT) {
      nearest.clear();
      lookedAt = now;
    }
    let root = nearest.get(folder);
    if (root === undefined) nearest.set(folder, (root = files.rootOf(folder)));
    return root;
  };
  /** The root that owns a file; null where it is a codex of one. */
  const rootOf = (file: string): string | null =>
    nearestTo(parentPath(file)) ??
    folders
      .filter((folder) => isInFolderPath(folder, file))
      .reduce<string | null>((a, b) => (a && a.length > b.length ? a : b), null);
  const openFiles = (root: string): string[] =>
    [...openUris()].flatMap((uri) => pathOfUri(uri) ?? []).filter((file) => rootOf(file) === root);
  const ofUri = (uri: string): LiveCodex | null => {
    if (/^untitled:/i.test(uri)) return open(uri, true);
    const file = pathOfUri(uri);
    if (file === null || !files.has(file)) return null;
    const root = rootOf(file);
    // By itself it is no page, and others may mean something else by a file of that name.
    if (root === null && baseName(file) === ERRATA_FILE) return null;
    return root === null ? open(file, true) : open(root, false);
  };
  /** The codices that lie in a codex and in the folders that the editor has opened are read too. */
  const wantedIn = (root: string): string[] =>
    (inner.get(root) ?? []).filter(
      (one) => folders.some((folder) => isInFolderPath(folder, one)) && files.rootOf(one) === one,
    );
  const found = (root: string, others: readonly string[]): void => {
    inner.set(root, others);
    for (const other of wantedIn(root)) open(other, false);
  };
  const roots = (): Set<string> => {
    const needed = new Set(folders.map((folder) => files.rootOf(folder) ?? folder));
    for (const uri of openUris()) {
      const codex = ofUri(uri);
      if (codex) needed.add(codex.root);
    }
    for (const root of needed) for (const other of wantedIn(root)) needed.add(other);
    return needed;
  };
  const drop = (codex: LiveCodex): void => {
    codex.close();
    codices.delete(codex.root);
    inner.delete(codex.root);
  };
  const rediscover = (): void => {
    nearest.clear();
    const before = [...codices.values()];
    const needed = roots();
    for (const codex of before) {
      if (needed.has(codex.root)) read(codex);
      else drop(codex);
    }
    for (const folder of folders) open(files.rootOf(folder) ?? folder, false);
  };

  return {
    setFolders(next) {
      folders = next;
      rediscover();
    },
    of: ofUri,
    all: () => [...codices.values()],
    changedOnDisk(file, change, isFolder) {
      if (isFolder || change !== 'changed') nearest.clear();
      const isRoot = ({ root, isOne }: LiveCodex): boolean => !isOne && isInFolderPath(file, root);
      const isCodexFile = baseName(file) === CODEX_FILE && change !== 'changed';
      if (isCodexFile || (change === 'deleted' && [...codices.values()].some(isRoot))) {
        rediscover();
        return true;
      }
      let concerns = false;
      for (const codex of codices.values()) {
        if (codex.isOne || !isInFolderPath(codex.root, file)) continue;
        const parts = relativeTo(codex.root, file).split('/');
        if ((isFolder ? parts : parts.slice(0, -1)).some(isSkippedFolder)) continue;
        if (parts.join('/') === ERRATA_FILE) codex.touch(file);
        else if (isFolder || change === 'deleted') codex.touchFolder(file, change !== 'deleted');
        else if (rootOf(file) === codex.root) codex.touchOnDisk(file);
        else continue;
        concerns = true;
      }
      return concerns;
    },
    closed(uri) {
      const codex = ofUri(uri);
      if (!codex) return;
      if (roots().has(codex.root)) codex.touch(pathOfUri(uri) ?? uri);
      else drop(codex);
    },
    rediscover,
  };
}
