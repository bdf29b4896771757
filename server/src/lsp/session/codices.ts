/** Which codex a document belongs to: the innermost folder with a codex.yaml, else the opened folder, else itself alone. */
import { isSkippedFolder } from '../../core/codex/pathRules';
import { ERRATA_FILE } from '../../core/codex/errata';
import { CODEX_FILE } from '../../core/host';
import type { Editor } from './editor';
import { keepRoots } from './roots';
import { type LiveCodex, openCodex } from './liveCodex';
import { baseName, isInFolderPath, parentPath, pathOfUri, relativeTo } from '../convert/uris';

/** What has become of a file or folder on disk. */
type Change = 'created' | 'changed' | 'deleted';

export interface Codices {
  /** The folders that the editor has opened. */
  setFolders(folders: readonly string[]): void;
  /** The codex that a document belongs to; null for schemes that are not ours. */
  of(uri: string): LiveCodex | null;
  /** All that are open now, those of the opened folders first. */
  all(): readonly LiveCodex[];
  /** Takes note of a file or folder that was made, changed or deleted on disk; false where that concerns no codex. */
  changedOnDisk(file: string, change: Change, isFolder: boolean): boolean;
  /** Takes note that a document was closed: the disk's text counts again. */
  closed(uri: string): void;
  /** Finds all roots again and reads them; needed where a codex.yaml comes or goes. */
  rediscover(): void;
  /** The same where a folder is the root of a codex no longer: not all that comes and goes is told of. */
  rediscoverIfMoved(): void;
}

/** Whoever is at the editor. */
interface Author {
  /** Tells them something that they have not asked for. */
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
  const ofRoots = { openFiles: roots.openFiles, rootOf: roots.of, isOpened: roots.isOpened, found };
  const neededRoots = (): ReadonlySet<string> =>
    roots.withThoseWithin([...openUris()].flatMap((uri) => ofUri(uri)?.root ?? []));
  const drop = (codex: LiveCodex): void => {
    codex.close();
    codices.delete(codex.root);
    roots.forget(codex.root);
  };
  const rediscover = (): void => {
    roots.lookAgain();
    const before = [...codices.values()];
    const needed = neededRoots();
    for (const codex of before) {
      if (needed.has(codex.root)) read(codex);
      else drop(codex);
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
    changedOnDisk(file, change, isFolder) {
      if (isFolder || change !== 'changed') roots.lookAgain();
      const all = [...codices.values()];
      if (movesRoots(all, file, change, isFolder)) return rediscover(), true;
      const isOwner = (codex: LiveCodex): boolean => roots.of(file) === codex.root;
      return all.filter((codex) => touchIn(codex, file, change, isFolder, isOwner)).length > 0;
    },
    closed(uri) {
      const codex = ofUri(uri);
      if (!codex) return;
      if (neededRoots().has(codex.root)) codex.touch(pathOfUri(uri) ?? uri);
      else drop(codex);
    },
    rediscover,
    rediscoverIfMoved() {
      const needed = neededRoots();
      if ([...codices.keys()].some((root) => !needed.has(root))) rediscover();
    },
  };
}

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
