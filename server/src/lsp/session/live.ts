/** What the server can ask of a codex that it keeps, and tell it. */
import { type Canon, entryAt, type Known } from '../../core/canon';
import type { Entry } from '../../core/entry/entry';
import type { Dating, CanonHost } from '../../core/host';
import type { Compared } from '../../core/rules/retcon/baselineComparison';
import type { Problem } from '../../core/text/problem';
import {
  type FilesToCheck,
  type Progress,
  type Editor,
  type CheckQueue,
  openCheckQueue,
  type Hosts,
  keepHosts,
  trackTouchedFiles,
  type TouchedFiles,
  trackKeyUsage,
  trackWorldSigns,
  type KeyUsage,
  type WorldSigns,
} from './codexState';
import { type Baseline, type BaselineComparison, compareWithBaseline } from './baseline';
import type { Texts, StartupCache } from '../../platform/platform';
import type { Codex } from '../../core/codex/codex';
import { joinPath, baseName, relativeTo } from '../convert/uris';
import { UNREAD_LETTER } from '../../core/text/unreadable';
import { withoutMark } from '../../core/text/span';
import { entryFilter } from '../../core/codex/pathRules';
import { usesRetcon } from '../../core/entry/surveyed';

export interface LiveCodex extends Pick<LiveTexts, 'losesLetters' | 'isThere'> {
  /** The folder; of a codex of one, the file. */
  readonly root: string;
  readonly isOne: boolean;
  /** Whether every file has been read at least once. */
  readonly isReady: boolean;
  /** Whether it is being read, for the first time or again. */
  readonly isReading: boolean;
  /** No codex.yaml, and no file that uses Retcon's keys: nothing is said of it. */
  readonly isDormant: boolean;
  /** Whether it is dormant, and its notes look like a world all the same. */
  looksLikeWorld(): boolean;
  /** Why it could not be read. */
  readonly failure: string | null;
  readonly canon: Canon;
  readonly known: Known;
  /** What is wrong in codex.yaml. */
  readonly codexProblems: readonly Problem[];
  /** Another object whenever untouched files may have other problems. */
  readonly state: object;
  /** The baseline, and the present state to compare with it; null where either is unknown or not read yet. */
  readonly baseline: Baseline | null;
  readonly compared: Compared | null;
  /** Has everything judged again against the baseline. */
  compareWith(given: Baseline | null): void;
  /** Why the disk's text of a file can't be read; undefined where it can, as far as that is known. */
  unreadable(path: string): string | undefined;
  /** Has codex.yaml judged again. */
  judgeCodexFile(): void;
  /** Has judged again what names entries of other settings, since one of these has changed. */
  judgeOthers(): void;
  /** Takes git's record of when entries entered the canon; false where nothing in it is new. */
  date(given: Dating): boolean;
  /** What has to be judged since this was last asked. Files are absolute, or the URI of a document that is not a file. */
  takeDue(): FilesToCheck;
  /** The path of one of its files, relative to the root, with `/`. @param file absolute, or the URI of a document that is not a file */
  pathOf(file: string): string;
  /** The entry of a file; undefined while it is dormant, and where the codex does not want the file. */
  entryAt(file: string): Entry | undefined;
  /** The text of one of its files now: the editor's, else the disk's. */
  currentText(path: string): string | null;
  /** The disk's text of one of its files, whatever the editor has. */
  savedText(path: string): string | null;
  /** The editor's text of one of its files; null where the disk's counts. */
  openText(path: string): string | null;
  /** Takes note that a file may read differently now; `settle` looks. */
  touch(file: string): void;
  /** The same for a file that was written, which is looked at even where the editor has it open: it may be spoilt there. */
  touchOnDisk(file: string): void;
  /** Takes note that a file or a whole folder has come or gone. @param mayHaveFiles whether there may be files in it now */
  touchFolder(folder: string, mayHaveFiles: boolean): void;
  /** Reads what was touched. */
  settle(): void;
  /** Reads everything again, in slices; a reading under way is given up. False where a later one took its place. */
  read(progress: Progress): Promise<boolean>;
  /** Forgets what was worked out of the canon, which most of it is made of when all of it has been judged. */
  forget(): void;
  /** Keeps what was read for the next start. */
  keep(): Promise<void>;
  /** Gives up a reading under way. */
  close(): void;
}

/** The files of one codex as they lie on the disk, with what can't be read of them. */
interface CodexFiles {
  /** The text of a file, as it lies there; null where there is none, or none that can be read. */
  textOf: Texts;
  /** The files that a codex wants, a folder at a step. */
  list(codex: Codex): Generator<void | Promise<void>, readonly string[]>;
  /** The files and folders that can't be read, and why. */
  readonly unread: ReadonlyMap<string, string>;
}

/** Reports other codices below to the editor. */
function diskOf(root: string, editor: Editor): CodexFiles {
  const absolute = (file: string): string => joinPath(root, file);
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  /** A page that is open and too long is asked for again and again. */
  const logged = new Map<string, string>();
  const skipping =
    (names: Map<string, string>) =>
    (file: string, reason: string): void => {
      names.set(file, reason);
      if (logged.get(file) === reason) return;
      logged.set(file, reason);
      editor.log(`${absolute(file)} is left out: ${reason}.`);
    };
  const { files: there } = editor.platform;
  const read = there.readerOf(root, skipping(files));
  return {
    textOf(file, see) {
      files.delete(file);
      const text = read(file, see);
      if (!files.has(file)) logged.delete(file);
      return text;
    },
    *list(codex) {
      folders.clear();
      const isOpened = (folder: string): boolean => editor.isOpened(absolute(folder));
      const { entries, codices } = yield* there.list(root, codex, skipping(folders), isOpened);
      editor.found(root, codices.map(absolute));
      return entries;
    },
    get unread() {
      return new Map([...files, ...folders]);
    },
  };
}

/** Paths are relative to the root, with `/`; a file is absolute, or the URI of a document that is not a file. */
interface LiveTexts {
  readonly disk: CodexFiles;
  pathOf(file: string): string;
  fileOf(path: string): string;
  /** The text of a file now; null where there is none. */
  current(path: string): string | null;
  /** The disk's text of a file, whatever the editor has; null where there is none. */
  saved(path: string): string | null;
  /** The text that the editor has; null where the disk's counts. */
  open(path: string): string | null;
  /** Whether letters of a file could not be read, so that they are lost when it is saved: it is not written in UTF-8. */
  losesLetters(path: string): boolean;
  /** Whether a path of it is taken, by whatever it be. */
  isThere(path: string): boolean;
  /** The files that the editor has open; of a codex of one, that one. */
  opened(): readonly string[];
}

/** @param isOne whether the root is a file, and the whole codex */
export function liveTexts(root: string, isOne: boolean, editor: Editor): LiveTexts {
  const disk = diskOf(root, editor);
  const own = baseName(root).replace(/^untitled:/i, '');
  const pathOf = (file: string): string => (isOne ? own : relativeTo(root, file));
  const fileOf = (file: string): string => (isOne ? root : joinPath(root, file));
  const open = (file: string): string | null => editor.textOf(fileOf(file)) ?? null;
  // An editor keeps a byte order mark to itself, and counts positions without it.
  const saved = (file: string): string | null => (isOne ? null : withoutMark(disk.textOf(file)));
  const current = (file: string): string | null => open(file) ?? saved(file);
  return {
    disk,
    pathOf,
    fileOf,
    open,
    saved,
    current,
    losesLetters(file) {
      const { files } = editor.platform;
      const hasUnread = !isOne && current(file)?.includes(UNREAD_LETTER) === true;
      return hasUnread && files.exists(root, file) && !files.isUtf8(root, file);
    },
    isThere: (file) => !isOne && editor.platform.files.exists(root, file),
    opened: () => (isOne ? [own] : editor.openFiles(root).map(pathOf)),
  };
}

/** What one codex is kept in: each part does one thing, and all of them hear of the same files. */
export interface CodexParts {
  readonly root: string;
  readonly isOne: boolean;
  readonly texts: LiveTexts;
  readonly keeper: StartupCache;
  readonly hosts: Hosts;
  readonly due: CheckQueue;
  readonly comparing: BaselineComparison;
  readonly using: KeyUsage;
  readonly signs: WorldSigns;
  readonly touched: TouchedFiles;
  /** Whether there is a codex.yaml, or a file that uses Retcon's keys: else nothing is said of the notes. */
  isAwake(): boolean;
  /** Takes note of what a file reads now. */
  note(file: string, text: string | null): void;
  /** Whether the codex of a canon wants a file, which is in no other. */
  wants(host: CanonHost): (file: string) => boolean;
}

export function codexParts(root: string, isOne: boolean, editor: Editor): CodexParts {
  const texts = liveTexts(root, isOne, editor);
  const hosts = keepHosts(texts.current, () => (isOne ? null : editor.othersOf(root)));
  const due = openCheckQueue();
  const using = trackKeyUsage();
  const signs = trackWorldSigns();
  const isAwake = (): boolean => hosts.newest.canon.codex.declared || using.any;
  return {
    root,
    isOne,
    texts,
    keeper: editor.platform.openStartupCache(root, editor.storage, texts.disk.textOf, editor.log),
    hosts,
    due,
    comparing: compareWithBaseline(due.fingerprintAt),
    using,
    signs,
    touched: trackTouchedFiles(),
    isAwake,
    note(file, text) {
      using.note(file, text !== null && usesRetcon(text));
      if (!isOne && !isAwake()) signs.note(file, text);
    },
    wants(host) {
      const isWanted = entryFilter(host.canon.codex);
      // At each key the disk would be asked whether the page is a link.
      const isTyped = (file: string): boolean => texts.open(file) !== null && entryAt(host.canon, file) !== undefined;
      return (file) =>
        isOne ||
        (isWanted(file) &&
          editor.rootOf(texts.fileOf(file)) === root &&
          (isTyped(file) || !editor.platform.files.isLinkToPage(root, file, isWanted)));
    },
  };
}
