/**
 * The files of a codex as the editor has them, wherever they lie. Who asks for a text can't wait for it: so what folders hold is
 * asked for when they are opened, texts before they are read, and both again when something has changed.
 */
import { CODEX_FILE } from '../../core/host';
import { ERRATA_FILE } from '../../core/codex/errata';
import type { Codex } from '../../core/codex/codex';
import { isSkippedFolder, wantedFilter } from '../../core/codex/pathRules';
import { readCodex } from '../../core/codex/readCodex';
import { calendarPlaces, surveyNotes } from '../../core/entry/surveyed';
import { isPointer, KEPT_ELSEWHERE, UNGIVEN, UNREADABLE } from '../../core/text/fits';
import { baseName, joinPath, parentPath } from '../../lsp/convert/uris';
import type { FilesPort, IsRoot, Listed, Skipped } from '../../platform/filesPort';
import { type AskFiles, type EditorStore, openEditorStore, type Unread } from './editorStore';

export type { AskFiles };

/** Has looks taken one after the other. */
type InTurn = (look: () => Promise<void>) => Promise<void>;

export function editorFiles(ask: AskFiles): FilesPort {
  const store = openEditorStore(ask);
  const { folders, texts, inFolder, readTexts } = store;
  /** Of what is opened; before that, any may be. */
  const schemes = new Set<string>();

  /** What is heard of files is taken one after the other: a later look is never overtaken by an earlier one. */
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
      const { entries } = step.value;
      await inTurn(() => readTexts(calendarPlaces(entries).map(({ file }) => joinPath(root, file))));
      const textOf = readerIn(texts)(root, skipped);
      return { exists: textOf(CODEX_FILE) !== null, survey: surveyNotes(entries, textOf, false) };
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
  // Of a folder that is new, nothing may be heard but of the files in it.
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

const CODEX_FILES: readonly string[] = [CODEX_FILE, ERRATA_FILE];

/** Nothing of a path that is only a path. */
const schemeOf = (path: string): string => /^[a-z][\w+.-]+:/i.exec(path)?.[0] ?? '';

const isText = (name: string): boolean => /\.md$/i.test(name) || CODEX_FILES.includes(name);

/** All that are around a folder, the nearest first. */
function foldersAbove(folder: string): string[] {
  const above = parentPath(folder);
  return above === folder ? [] : [above, ...foldersAbove(above)];
}
