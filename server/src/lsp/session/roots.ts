/** Which folder is the root of a file's codex: the nearest with a codex.yaml, else the innermost that the editor has opened. */
import { ERRATA_FILE } from '../../core/codex/errata';
import { baseName, isInFolderPath, parentPath, pathOfUri } from '../convert/uris';
import type { Editor } from './editor';

export interface Roots {
  /** The folders that the editor has opened. */
  setFolders(folders: readonly string[]): void;
  /** The roots of these folders. */
  opened(): readonly string[];
  /** Whether a folder was opened by itself, in no codex. */
  isOpened(folder: string): boolean;
  /** The root that owns a file; null where it is a codex of one. */
  of(file: string): string | null;
  /** The codex that a document belongs to; null where it belongs to none. */
  ofUri(uri: string): { readonly root: string; readonly isOne: boolean } | null;
  /** The files that the editor has open in a codex. */
  openFiles(root: string): string[];
  /** Takes note of the roots of other codices that lie in a codex. */
  found(root: string, others: readonly string[]): void;
  /** Those of them that lie in the folders that the editor has opened: they are read too. */
  within(root: string): string[];
  /** Some roots, those of the folders that the editor has opened, and all that are `within` them. */
  withThoseWithin(some: readonly string[]): ReadonlySet<string>;
  forget(root: string): void;
  /** Asks the disk again. */
  lookAgain(): void;
}

/**
 * How long a codex.yaml that came or went unreported may go unseen, in milliseconds: no longer than until typing rests, when
 * every open document is looked at again.
 */
const MOMENT = 100;

export function keepRoots(
  files: Pick<Editor['platform']['files'], 'has' | 'rootOf'>,
  openUris: () => Iterable<string>,
): Roots {
  let folders: readonly string[] = [];
  const inner = new Map<string, readonly string[]>();
  const nearest = keepNearest(files.rootOf);
  const of = (file: string): string | null =>
    nearest.to(parentPath(file)) ??
    folders
      .filter((folder) => isInFolderPath(folder, file))
      .reduce<string | null>((a, b) => (a && a.length > b.length ? a : b), null);
  const opened = (): string[] => folders.map((folder) => files.rootOf(folder) ?? folder);
  const within = (root: string): string[] =>
    (inner.get(root) ?? []).filter(
      (one) => folders.some((folder) => isInFolderPath(folder, one)) && files.rootOf(one) === one,
    );
  return {
    setFolders(next) {
      folders = next;
    },
    opened,
    isOpened: (folder) => folders.includes(folder) && files.rootOf(folder) === null,
    of,
    ofUri(uri) {
      if (/^untitled:/i.test(uri)) return { root: uri, isOne: true };
      const file = pathOfUri(uri);
      if (file === null || !files.has(file)) return null;
      const root = of(file);
      // By itself it is no page, and others may mean something else by a file of that name.
      if (root === null && baseName(file) === ERRATA_FILE) return null;
      return root === null ? { root: file, isOne: true } : { root, isOne: false };
    },
    openFiles: (root) => [...openUris()].flatMap((uri) => pathOfUri(uri) ?? []).filter((file) => of(file) === root),
    found: (root, others) => void inner.set(root, others),
    within,
    withThoseWithin(some) {
      const all = new Set([...opened(), ...some]);
      for (const root of all) for (const other of within(root)) all.add(other);
      return all;
    },
    forget: (root) => void inner.delete(root),
    lookAgain: nearest.forget,
  };
}

/** What the disk said of folders a moment ago: a key and the questions behind it ask of one folder many times over. */
function keepNearest(rootOf: (folder: string) => string | null) {
  const nearest = new Map<string, string | null>();
  let lookedAt = 0;
  return {
    /** The root that is nearest above a folder; null where there is none. */
    to(folder: string): string | null {
      const now = performance.now();
      if (now - lookedAt > MOMENT) {
        nearest.clear();
        lookedAt = now;
      }
      let root = nearest.get(folder);
      if (root === undefined) nearest.set(folder, (root = rootOf(folder)));
      return root;
    },
    forget: () => nearest.clear(),
  };
}
