/** Which codex a document belongs to: the innermost folder with a codex.yaml, else the opened folder, else itself alone. */
import { SETTINGS_FILE } from '../../core/codex/settings';
import { ERRATA_FILE } from '../../core/codex/errata';
import { baseName, isInFolderPath, parentPath, pathOfUri, relativeTo } from '../convert/uris';
import type { Editor } from './codexState';
import { isSkippedFolder } from '../../core/codex/pathRules';
import { CODEX_FILE } from '../../core/host';
import { isSettingsFile, keepSettings, type Settings, type SettingsFile } from './settings';
import { type LiveCodex, openCodex } from './liveCodex';

/** Which folder is the root of a file's codex: the nearest with a codex.yaml, else the innermost that the editor has opened. */
interface Roots {
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

function keepRoots(
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
      // By itself it is not a page, and a file of that name may be something else.
      if (root === null && [ERRATA_FILE, SETTINGS_FILE].includes(baseName(file))) return null;
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

/** What has become of a file or folder on disk. */
type Change = 'created' | 'changed' | 'deleted';

export interface Codices {
  /** The folders that the editor has opened. */
  setFolders(folders: readonly string[]): void;
  /** The codex that a document belongs to; null for schemes that are not ours. */
  of(uri: string): LiveCodex | null;
  /** All that are open now, those of the opened folders first. */
  all(): readonly LiveCodex[];
  /** The name of a codex among the settings of the workspace. */
  named(codex: LiveCodex): string;
  /** The settings.yaml above a codex. */
  settingsFile(codex: LiveCodex): SettingsFile | null;
  /** The codex of another setting; null where it is not open here. */
  inSetting(codex: LiveCodex, name: string): LiveCodex | null;
  /** Takes note of a file or folder that was made, changed or deleted on disk; false where that concerns no codex. */
  changedOnDisk(file: string, change: Change, isFolder: boolean): boolean;
  /** Takes note that a document was closed: the disk's text counts again. */
  closed(uri: string): void;
  /** Finds all roots again and reads them; needed where a codex.yaml comes or goes. */
  rediscover(): void;
  /** The same where a folder is no longer the root of a codex: not every change is reported. */
  rediscoverIfMoved(): void;
}

/** The author at the editor. */
interface Author {
  /** Shows a message that nobody asked for. */
  readonly say: (message: string) => void;
}

/** @param read reads a codex that is new, or whose codex.yaml has changed */
export function openCodices(
  editor: Pick<Editor, 'platform' | 'textOf' | 'log' | 'storage'> & Author,
  openUris: () => Iterable<string>,
  read: (codex: LiveCodex) => void,
): Codices {
  const codices = new Map<string, LiveCodex>();
  const roots = keepRoots(editor.platform.files, openUris);

  const open = (root: string, isOne: boolean): LiveCodex => {
    const opened = codices.get(root);
    if (opened) return opened;
    if (!isOne) for (const words of editor.platform.files.finishWriting(root)) editor.say(words);
    const codex: LiveCodex = openCodex(root, isOne, { ...editor, ...ofRoots }, () => read(codex));
    codices.set(root, codex);
    read(codex);
    return codex;
  };
  const ofUri = (uri: string): LiveCodex | null => {
    const owner = roots.ofUri(uri);
    return owner && open(owner.root, owner.isOne);
  };
  const found = (root: string, others: readonly string[]): void => {
    roots.found(root, others);
    for (const other of roots.within(root)) open(other, false);
  };
  const settings = keepSettings(editor.platform.files, editor.textOf, (root) => codices.get(root));
  const { openFiles, of: rootOf, isOpened } = roots;
  const ofRoots = { openFiles, rootOf, isOpened, found, othersOf: settings.othersOf };
  const neededRoots = (): ReadonlySet<string> =>
    roots.withThoseWithin([...openUris()].flatMap((uri) => ofUri(uri)?.root ?? []));
  const rediscover = (): void => {
    roots.lookAgain();
    const before = [...codices.values()];
    const needed = neededRoots();
    for (const codex of before) {
      if (needed.has(codex.root)) read(codex);
      else drop(codex, codices, roots);
    }
    for (const root of roots.opened()) open(root, false);
  };

  return {
    setFolders(next) {
      roots.setFolders(next);
      rediscover();
    },
    of: ofUri,
    all: () => [...codices.values()],
    ...bySettings(settings, codices),
    changedOnDisk(file, change, isFolder) {
      if (isFolder || change !== 'changed') roots.lookAgain();
      const all = [...codices.values()];
      const isRenamed = (isFolder || isSettingsFile(file)) && settings.lookAgain([...codices.keys()]);
      if (isRenamed || movesRoots(all, file, change, isFolder)) return rediscover(), true;
      const isOwner = (codex: LiveCodex): boolean => roots.of(file) === codex.root;
      return all.filter((codex) => touchIn(codex, file, change, isFolder, isOwner)).length > 0;
    },
    closed(uri) {
      const codex = ofUri(uri);
      if (!codex) return;
      if (neededRoots().has(codex.root)) codex.touch(pathOfUri(uri) ?? uri);
      else drop(codex, codices, roots);
    },
    rediscover,
    rediscoverIfMoved() {
      const needed = neededRoots();
      if ([...codices.keys()].some((root) => !needed.has(root))) rediscover();
    },
  };
}

/** Lets go of a codex. */
function drop(codex: LiveCodex, codices: Map<string, LiveCodex>, roots: Roots): void {
  codex.close();
  codices.delete(codex.root);
  roots.forget(codex.root);
}

/** The codices by their names. */
const bySettings = (
  settings: Settings,
  codices: ReadonlyMap<string, LiveCodex>,
): Pick<Codices, 'named' | 'inSetting' | 'settingsFile'> => ({
  settingsFile: (codex) => settings.fileAbove(codex.root),
  named: (codex) => settings.nameOf(codex.root),
  inSetting(codex, name) {
    const root = settings.above(codex.root).find((one) => one.name === name)?.root;
    return (root === undefined ? undefined : codices.get(root)) ?? null;
  },
});

/** Whether a file that came, changed or went makes other folders codices than before. */
function movesRoots(codices: readonly LiveCodex[], file: string, change: Change, isFolder: boolean): boolean {
  const isRoot = ({ root, isOne }: LiveCodex): boolean => !isOne && isInFolderPath(file, root);
  // One that has changed and is of no codex was not there when its folder was looked at.
  const isKnown = change === 'changed' && codices.some(({ root, isOne }) => !isOne && parentPath(file) === root);
  return (baseName(file) === CODEX_FILE && !isKnown) || ((change === 'deleted' || isFolder) && codices.some(isRoot));
}

/** Takes note in a codex that a file or folder has changed on disk; false where that does not concern it. */
function touchIn(
  codex: LiveCodex,
  file: string,
  change: Change,
  isFolder: boolean,
  isOwner: (codex: LiveCodex) => boolean,
): boolean {
  if (codex.isOne || !isInFolderPath(codex.root, file)) return false;
  const parts = relativeTo(codex.root, file).split('/');
  if ((isFolder ? parts : parts.slice(0, -1)).some(isSkippedFolder)) return false;
  if (parts.join('/') === ERRATA_FILE) codex.touch(file);
  else if (isFolder || change === 'deleted') codex.touchFolder(file, change !== 'deleted');
  else if (isOwner(codex)) codex.touchOnDisk(file);
  else return false;
  return true;
}
