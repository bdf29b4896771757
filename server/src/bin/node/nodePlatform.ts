/** What the language server has of a process of node: the disk, git, threads, and memory that can be given back. */
import path from 'node:path';
import { cutByGrayMatter } from '../../otherTools/grayMatter';
import { renderMarkdown } from '../../otherTools/markdown';
import type {
  EditionsPort,
  ImportsPort,
  Memory,
  FilesPort,
  Git,
  Platform,
  StartSearcher,
} from '../../platform/platform';
import {
  folderChangesOf,
  type Content,
  isUpToDate,
  planEdition,
  readerOfEdition,
  textToChange,
  whatIsInTheWay,
  whyNoPlace,
  writeEdition,
} from '../../workspace/editionFolder';
import { finishWriting } from '../../workspace/writeFiles';
import {
  canReadPicture,
  pictureBytes,
  pictureData,
  filesThat,
  readPictureParts,
  surveyFolder,
} from '../../workspace/otherFiles';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { growNursery, setFlags } from '../v8Flags';
import { runInNewContext } from 'node:vm';
import { turn } from '../../lsp/session/slices';
import { Worker } from 'node:worker_threads';
import { uriOf } from '../../lsp/convert/uris';
import { openCache } from '../../workspace/cache';
import { openCommits } from '../../workspace/commits';
import {
  createText,
  findRoot,
  isFolder,
  isLinkToPage,
  isWrittenInUtf8,
  pathExists,
  listInSteps,
  readerOf,
  reasonOf,
} from '../../workspace/folder';
import { renderHookDone, hookIn, installHook, removeHook } from '../../workspace/hooks';
import { refusalIn } from '../../workspace/runGit';
import { watchFolders, watchGit } from '../../workspace/watchFolders';
import { openStartupCache } from './startupCache';

/** Editions that are written by the language server, to folders on its machine. */
export const editions: EditionsPort = {
  whyNoPlace,
  finishWriting,
  htmlParts: (root) => ({
    ...readPictureParts('edition'),
    folder: path.basename(root),
    renderMarkdown,
    pictureData: (from) => pictureData(root, from),
  }),
  filesThat,
  canReadPicture,
  cutByOthers: cutByGrayMatter,
  readerOf: readerOfEdition,
  plan(root, folder, reader, pages, pictures) {
    const contents = new Map<string, Content>(pages);
    for (const { from, path: to } of pictures) contents.set(to, pictureBytes(root, from));
    const plan = planEdition(folder, contents, reader);
    return {
      ...folderChangesOf(plan),
      whatIsInTheWay: whatIsInTheWay(plan, folder),
      isUpToDate: isUpToDate(plan),
      textToChange: (file) => textToChange(plan, file),
      write: () => writeEdition(plan),
    };
  },
};

/** What is not worth the while, in bytes. */
const LITTLE = 24 * 1024 * 1024;

/** Of both halves of a nursery, in bytes. */
const SMALL = 8 * 1024 * 1024;

/** How often garbage is collected: emptied pages are freed at the next time, or the one after. */
const TIMES = 4;
/** How long it is waited for what is still being sent, in milliseconds. */
const SENT = 2000;

/** The smallest nursery, of two halves, is filled by two keys, and their author waits while it is gone through: one four times as large will do. */
const isNurserySmall = (): boolean =>
  getHeapSpaceStatistics().some(({ space_name, space_size }) => space_name === 'new_space' && space_size < SMALL);

export function keepMemory(): Memory {
  setFlags(true);
  let collect: (() => void) | undefined;
  const size = (): number => {
    const { total_heap_size: heap, external_memory: external } = getHeapStatistics();
    return heap + external;
  };
  let kept = size();
  let waiting: NodeJS.Timeout | undefined;
  const giveBack = async (isWanted: () => boolean): Promise<void> => {
    if (size() < kept + LITTLE) return;
    collect ??= runInNewContext('gc') as () => void;
    // Pages with little left in them are then emptied into others, a part of them at each time.
    setFlagsFromString('--optimize-for-size');
    for (let times = 0; times < TIMES && isWanted(); times++) {
      collect();
      await turn();
    }
    setFlagsFromString('--no-optimize-for-size');
    kept = size();
  };
  return {
    giveBack,
    giveBackLater(isWanted) {
      growNursery(isNurserySmall() ? 4 : 1);
      clearTimeout(waiting);
      waiting = setTimeout(() => void giveBack(isWanted), SENT).unref();
    },
  };
}

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
  isLinkToPage,
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

/** Loaded when somebody imports a world, as all that reads other tools' exports is. */
const imports: ImportsPort = {
  plan: async (file, folder, choices) => {
    const { plannedImport, previewOfImport, writePlanned } = await import('../../cli/importCommand');
    const planned = plannedImport(file, folder, choices);
    if ('why' in planned) return { refusal: planned.why };
    return {
      preview: previewOfImport(planned),
      columns: planned.columns,
      choices: { facts: planned.choices.facts ?? planned.columns, isHidden: planned.choices.hidden === true },
      files: planned.wanted.length,
      write: () => writePlanned(planned),
    };
  },
};

export const nodePlatform = (): Platform => ({
  files,
  git,
  editions,
  imports,
  renderMarkdown,
  openStartupCache: (root, ...rest) => openStartupCache(path.normalize(root), ...rest),
  startSearcher,
  memory: keepMemory(),
  home: uriOf(slashed(path.resolve(__dirname, '..'))),
});
