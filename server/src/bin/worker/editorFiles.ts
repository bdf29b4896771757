/**
 * The files of a codex as the editor has them, wherever they lie. Who asks for a text can't wait for it: so what folders hold is
 * asked for when they are opened, texts before they are read, and both again when something has changed.
 */
import { isPageFile } from '../../core/text/pageFile';
import { isSkippedFolder, wantedFilter } from '../../core/codex/pathRules';
import { isUtf16, LONGEST, UNFIT, isPointer, KEPT_ELSEWHERE, UNGIVEN, UNREADABLE } from '../../core/text/unreadable';
import { isInFolderPath, joinPath, uriOf, baseName, parentPath } from '../../lsp/convert/uris';
import type { FilesAnswer, FilesParams } from '../../lsp/protocol/protocolFolder';
import { CODEX_FILE } from '../../core/host';
import { SETTINGS_FILE } from '../../core/codex/settings';
import { ERRATA_FILE } from '../../core/codex/errata';
import type { Codex } from '../../core/codex/codex';
import { readCodex } from '../../core/codex/readCodex';
import { calendarPlaces, surveyNotes } from '../../core/entry/surveyed';
import type { FilesPort, IsRoot, Listed, Skipped } from '../../platform/platform';

/** What the editor has said of folders and files so far, and asks it for more, many at once. */
export type AskFiles = (asked: FilesParams) => Promise<FilesAnswer>;

/** How many files are asked for at once: one by one they would take thirty times as long. */
const BATCH = 500;
const FOLDER = 2;

/** What can't be read, and why. */
export interface Unread {
  readonly why: string;
}

/** Paths are the editor's URIs, or absolute. */
export interface EditorStore {
  /** What each folder holds: names, and whether that is a folder. */
  readonly folders: Map<string, ReadonlyMap<string, boolean> | Unread>;
  readonly texts: Map<string, string | Unread>;
  inFolder(folder: string): ReadonlyMap<string, boolean> | null;
  forget(path: string): void;
  readTexts(files: readonly string[]): Promise<void>;
  /** Looks into folders and all that lie in them, level by level. */
  lookInto(tops: readonly string[]): Promise<void>;
  /** Looks into some folders again, and not into the folders inside them. */
  lookAgain(folders: readonly string[]): Promise<void>;
  /** The files of those that are known, in a folder. */
  filesIn(folder: string, isWanted: (name: string) => boolean): string[];
}

export function openEditorStore(ask: AskFiles): EditorStore {
  const folders: EditorStore['folders'] = new Map();
  const texts: EditorStore['texts'] = new Map();

  const inFolder = (folder: string): ReadonlyMap<string, boolean> | null => {
    const found = folders.get(folder);
    return found && !('why' in found) ? found : null;
  };
  const forget = (path: string): void => {
    for (const known of [folders, texts])
      for (const one of known.keys()) if (isInFolderPath(path, one)) known.delete(one);
  };
  const readTexts = async (files: readonly string[]): Promise<void> => {
    for (let at = 0; at < files.length; at += BATCH) {
      const some = files.slice(at, at + BATCH);
      const { files: found } = await ask({ folders: [], files: some.map(uriOf) });
      for (const [i, file] of some.entries()) {
        const read = textIn(found[i] ?? null);
        if (read === null) texts.delete(file);
        else texts.set(file, read);
      }
    }
  };
  /** Looks into folders and all that lie in them, level by level. */
  const lookInto = async (tops: readonly string[]): Promise<void> => {
    for (let level = tops; level.length > 0; ) {
      const { folders: found } = await ask({ folders: level.map(uriOf), files: [] });
      const next: string[] = [];
      for (const [i, folder] of level.entries()) {
        const items = found[i] ?? null;
        if (items === null) folders.delete(folder);
        else folders.set(folder, typeof items === 'string' ? { why: items } : namesIn(items));
        for (const [name, isFolder] of inFolder(folder) ?? [])
          if (isFolder && !isSkippedFolder(name)) next.push(joinPath(folder, name));
      }
      level = next;
    }
  };
  /** The files of those that are known, in a folder. */
  const filesIn = (folder: string, isWanted: (name: string) => boolean): string[] =>
    [...folders.keys()]
      .filter((one) => isInFolderPath(folder, one))
      .flatMap((one) =>
        [...(inFolder(one) ?? [])].flatMap(([name, isFolder]) =>
          !isFolder && isWanted(name) ? [joinPath(one, name)] : [],
        ),
      );
  const lookAgain = async (around: readonly string[]): Promise<void> => {
    const { folders: found } = await ask({ folders: around.map(uriOf), files: [] });
    for (const [i, folder] of around.entries()) {
      const items = found[i] ?? null;
      if (items !== null && typeof items !== 'string') folders.set(folder, namesIn(items));
    }
  };
  return { folders, texts, inFolder, forget, readTexts, lookInto, lookAgain, filesIn };
}

/** A link to a folder is not followed. */
const namesIn = (items: readonly (readonly [string, number])[]): ReadonlyMap<string, boolean> =>
  new Map(items.map(([name, kind]) => [name, kind === FOLDER]));

function textIn(read: Uint8Array | string | null): string | Unread | null {
  if (read === null) return null;
  if (typeof read === 'string') return { why: read };
  if (read.length > LONGEST) return { why: UNFIT.long };
  // As node reads it: a byte-order mark is left where it is.
  return isUtf16(read) ? { why: UNFIT.utf16 } : new TextDecoder('utf-8', { ignoreBOM: true }).decode(read);
}

/** Has looks taken one after the other. */
type InTurn = (look: () => Promise<void>) => Promise<void>;

export function editorFiles(ask: AskFiles): FilesPort {
  const store = openEditorStore(ask);
  const { folders, texts, inFolder, readTexts } = store;
  /** Of what is opened; before that, any may be. */
  const schemes = new Set<string>();

  /** Events about files are taken one after the other: an earlier look never overtakes a later one. */
  let looking: Promise<void> = Promise.resolve();
  const inTurn: InTurn = (look) => (looking = looking.then(look, look));

  const list: FilesPort['list'] = (...asked) => listIn(store, inTurn, ...asked);
  return {
    has: (path) => !/^untitled:/i.test(path) && (schemes.size === 0 || schemes.has(schemeOf(path))),
    rootOf(folder) {
      const isRoot = (one: string): boolean => inFolder(one)?.has(CODEX_FILE) ?? texts.has(joinPath(one, CODEX_FILE));
      return [folder, ...foldersAbove(folder)].find(isRoot) ?? null;
    },
    isFolder: (path) => folders.has(path),
    // A browser knows no links.
    isLinkToPage: () => false,
    exists: (root, file) => {
      const path = joinPath(root, file);
      return inFolder(parentPath(path))?.has(baseName(path)) ?? false;
    },
    // Their bytes are not kept: it is asked only of a text in which something stands for letters that could not be read.
    isUtf8: () => false,
    readerOf: readerIn(texts),
    list,
    watch: () => null,
    finishWriting: () => [],
    create: () => 'can’t be made here.',
    async survey(root, skipped) {
      const listed = list(root, readCodex(null).codex, skipped, () => false);
      let step = listed.next();
      for (; step.done !== true; step = listed.next()) await step.value;
      const { entries, codices } = step.value;
      await inTurn(() => readTexts(calendarPlaces(entries).map(({ file }) => joinPath(root, file))));
      const textOf = readerIn(texts)(root, skipped);
      return { exists: textOf(CODEX_FILE) !== null, survey: surveyNotes(entries, textOf, false), codices };
    },
    open(opened) {
      for (const folder of opened) schemes.add(schemeOf(folder));
      return inTurn(() => lookIntoOpened(store, opened));
    },
    renew: (paths) => inTurn(() => lookAtChanged(store, paths)),
  };
}

/** Looks into what is opened, and for a codex that begins above it. */
async function lookIntoOpened(
  { texts, lookInto, readTexts, filesIn }: EditorStore,
  opened: readonly string[],
): Promise<void> {
  await lookInto(opened);
  const above = opened.flatMap(foldersAbove).flatMap((folder) => CODEX_FILES.map((name) => joinPath(folder, name)));
  const within = opened.flatMap((folder) => filesIn(folder, (name) => CODEX_FILES.includes(name)));
  await readTexts(within);
  // A codex may begin above what is opened. Where that can't be looked at, it is none of ours.
  const isKnown = new Set(within);
  const others = [...new Set(above)].filter((file) => !isKnown.has(file));
  await readTexts(others);
  for (const file of others) if (typeof texts.get(file) !== 'string') texts.delete(file);
}

/** Looks again at what has changed, and at what is new with it. */
async function lookAtChanged(store: EditorStore, paths: readonly string[]): Promise<void> {
  const { folders, inFolder, forget, readTexts, lookInto, filesIn } = store;
  const before = new Set(folders.keys());
  const nearest = (path: string): string | undefined => foldersAbove(path).find((folder) => before.has(folder));
  const around = [...new Set(paths.flatMap((path) => nearest(path) ?? []))];
  await store.lookAgain(around);
  const kindOf = (path: string): boolean | undefined => inFolder(parentPath(path))?.get(baseName(path));
  for (const path of paths) if (kindOf(path) === undefined) forget(path);
  // For a new folder, the editor may report only the files in it.
  const made = around.flatMap((folder) =>
    [...(inFolder(folder) ?? [])].flatMap(([name, isFolder]) => {
      const path = joinPath(folder, name);
      return isFolder && !isSkippedFolder(name) && (!before.has(path) || paths.includes(path)) ? [path] : [];
    }),
  );
  await lookInto(made);
  const changed = paths.filter((path) => kindOf(path) === false && isText(baseName(path)));
  await readTexts([...new Set([...changed, ...made.flatMap((folder) => filesIn(folder, isText))])]);
}

/** The entries of a codex, folder by folder; what has not been asked for yet is asked for. */
function* listIn(
  { folders, texts, lookInto, readTexts }: EditorStore,
  inTurn: InTurn,
  root: string,
  codex: Codex,
  skipped: Skipped,
  isRoot: IsRoot,
): Generator<void | Promise<void>, Listed> {
  if (!folders.has(root)) yield inTurn(() => lookInto([root]));
  const isEntry = wantedFilter(codex);
  const entries: string[] = [];
  const codices: string[] = [];
  const left = [''];
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    if (folder !== '' && isRoot(folder)) continue;
    yield;
    const items = folders.get(joinPath(root, folder));
    if (!items || 'why' in items) {
      // What is opened may be gone, and come again: it holds nothing meanwhile.
      if (items && folder === '') throw new Error(items.why);
      if (items) skipped(folder, items.why);
      continue;
    }
    if (folder !== '' && items.has(CODEX_FILE)) {
      codices.push(folder);
      continue;
    }
    const inside = folder === '' ? '' : `${folder}/`;
    for (const [name, isFolder] of items) {
      if (isFolder) {
        if (!isSkippedFolder(name)) left.push(inside + name);
      } else if (isEntry(inside + name)) entries.push(inside + name);
    }
  }
  const unread = entries.map((file) => joinPath(root, file)).filter((file) => !texts.has(file));
  if (unread.length > 0) yield inTurn(() => readTexts(unread));
  return { entries: entries.sort(), codices };
}

const readerIn =
  (texts: ReadonlyMap<string, string | Unread>): FilesPort['readerOf'] =>
  (root, skipped) =>
  (file) => {
    const text = texts.get(joinPath(root, file)) ?? null;
    if (typeof text === 'string' && !isPointer(text)) return text;
    if (text !== null) skipped(file, typeof text === 'string' ? UNGIVEN.lfs : text.why);
    if (typeof text === 'string') return KEPT_ELSEWHERE;
    return text !== null && file === CODEX_FILE ? UNREADABLE : null;
  };

const CODEX_FILES: readonly string[] = [CODEX_FILE, ERRATA_FILE, SETTINGS_FILE];

/** Nothing of a path that is only a path. */
const schemeOf = (path: string): string => /^[a-z][\w+.-]+:/i.exec(path)?.[0] ?? '';

const isText = (name: string): boolean => isPageFile(name) || CODEX_FILES.includes(name);

/** All that are around a folder, the nearest first. */
function foldersAbove(folder: string): string[] {
  const above = parentPath(folder);
  return above === folder ? [] : [above, ...foldersAbove(above)];
}
