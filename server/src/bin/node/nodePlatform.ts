/** What the language server has of a process of node: the disk, git, threads, and memory that can be given back. */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { uriOf } from '../../lsp/convert/uris';
import { turn } from '../../lsp/session/slices';
import type { FilesPort } from '../../platform/filesPort';
import type { Git } from '../../platform/gitPort';
import type { Platform } from '../../platform/platform';
import type { StartSearcher } from '../../platform/prosePort';
import { openCache } from '../../workspace/cache';
import { openCommits } from '../../workspace/commits';
import { finishWriting } from '../../workspace/finishWriting';
import {
  createText,
  findRoot,
  isFolder,
  isWrittenInUtf8,
  pathExists,
  listInSteps,
  readerOf,
  reasonOf,
} from '../../workspace/folder';
import { renderHookDone } from '../../workspace/hookMessages';
import { hookIn, installHook, removeHook } from '../../workspace/installHook';
import { refusalIn } from '../../workspace/runGit';
import { surveyFolder } from '../../workspace/surveyFolder';
import { watchFolders } from '../../workspace/watchFolders';
import { watchGit } from '../../workspace/watchGit';
import { editions } from './editions';
import { keepMemory } from './memory';
import { openStartupCache } from './startupCache';

/** As the server writes paths: with `/`, and a drive in lower case. */
export const slashed = (file: string): string =>
  path.sep === '/' ? file : file.replaceAll('\\', '/').replace(/^[A-Z]:/, (drive) => drive.toLowerCase());

const isWindows = process.platform === 'win32';

const files: FilesPort = {
  // A share has a path only in Windows.
  has: (file) => (isWindows ? path.isAbsolute(file) : /^\/(?!\/)/.test(file)),
  rootOf(folder) {
    const root = findRoot(folder);
    return root === null ? null : slashed(root);
  },
  isFolder,
  exists: pathExists,
  isUtf8: isWrittenInUtf8,
  readerOf,
  // What is open in the editor may be gone from the disk, and come again: it holds nothing meanwhile.
  *list(root, ...asked) {
    return isFolder(root) ? yield* listInSteps(root, ...asked) : { entries: [], codices: [] };
  },
  finishWriting: (root) => finishWriting(path.normalize(root)),
  create(file, text) {
    try {
      const folder = path.dirname(file);
      const root = findRoot(folder) ?? folder;
      return createText(root, path.relative(root, file), text) ? null : 'is there already.';
    } catch (error) {
      return `could not be made: ${reasonOf(error)}.`;
    }
  },
  watch: (folders, listener, failed) =>
    watchFolders(folders.map(path.normalize), (file, happened) => listener(slashed(file), happened), failed),
  survey: (root, skipped) => Promise.resolve(surveyFolder(root, skipped)),
  open: () => null,
  renew: () => null,
};

/** How git is to call us: the same node and the same bundles as ours. */
const CALLED = { node: process.execPath, cli: path.join(__dirname, 'cli.js') };

/** Files are named from the folder of the codex. */
const namedIn =
  (root: string) =>
  (file: string): string =>
    path.relative(root, file);

const git: Git = {
  commitsOf: (root, storage) => openCommits(root, { turn, cache: openCache(path.normalize(root), storage) }),
  watch: watchGit,
  refusalIn,
  hooks: {
    stateIn: hookIn,
    install: async (root) => renderHookDone(await installHook(root, CALLED, namedIn(root))),
    remove: async (root) => renderHookDone(await removeHook(root, namedIn(root))),
  },
};

/** Searches in a thread: see `searchProse`. */
const startSearcher: StartSearcher = (home, { reply, failed, ended }) => {
  const worker = new Worker(path.join(__dirname, 'lore.js'), {
    workerData: { ...home, root: path.normalize(home.root) },
  });
  worker.unref();
  worker.on('message', reply);
  worker.on('error', failed);
  worker.on('exit', ended);
  return { tell: (told) => worker.postMessage(told), close: () => void worker.terminate() };
};

export const nodePlatform = (): Platform => ({
  files,
  git,
  editions,
  openStartupCache: (root, ...rest) => openStartupCache(path.normalize(root), ...rest),
  startSearcher,
  memory: keepMemory(),
  home: uriOf(slashed(path.resolve(__dirname, '..'))),
});
