/** What the editor has said of folders and files so far, and asks it for more, many at once. */
import { isSkippedFolder } from '../../core/codex/pathRules';
import { isUtf16, LONGEST, UNFIT } from '../../core/text/fits';
import { isInFolderPath, joinPath, uriOf } from '../../lsp/convert/uris';
import type { FilesAnswer, FilesParams } from '../../lsp/protocol/protocolFiles';

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
  /** Looks into some folders anew, and not into those in them. */
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
