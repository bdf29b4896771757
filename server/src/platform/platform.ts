/** What the language server has of the machine that it runs on: node's process, or a worker of a browser. */
import type { Codex } from '../core/codex/codex';
import type { CommitReading } from '../core/canon';
import type { BaselinePoint } from '../core/commits/comparable';
import type { CommittedSnapshot, GitSnapshot } from '../core/commits/snapshot';
import type { Dating, CanonHost } from '../core/host';
import type { Survey } from '../core/codex/survey';
import type { Reply, IndexMessage } from '../index/indexThread';

/** What would change in a folder, and how that is done. */
interface PlannedEdition {
  readonly added: readonly string[];
  readonly changed: readonly { readonly file: string; readonly lines: readonly string[] }[];
  readonly removed: readonly string[];
  readonly inTheWay: readonly string[];
  /** What has to be moved away first, in words; null: nothing. */
  readonly whatIsInTheWay: string | null;
  readonly isUpToDate: boolean;
  /** What a file that is to be changed holds now; null where there is none. */
  readonly textToChange: (file: string) => string | null;
  readonly write: () => void;
}

/** Folders are absolute. */
export interface EditionsPort {
  /** Why none can lie in a folder, in words; null: it can. */
  whyNoPlace(root: string, folder: string, codex: Codex): string | null;
  /** The paths of some files of a codex. */
  filesThat(root: string, isWanted: (path: string) => boolean): readonly string[];
  canReadPicture(root: string, file: string): boolean;
  /** Where another tool cuts a page. */
  cutByOthers(text: string): { readonly yaml: string; readonly body: string } | null;
  /** What one page of HTML is made with: its script and its style, the name of the codex's folder, prose as HTML, and pictures of a codex as addresses that hold them. */
  htmlParts(root: string): {
    readonly script: string;
    readonly style: string;
    readonly folder: string;
    /** @param place what the names of places in it begin with, the level of the heading above, and the names of headings in places */
    renderMarkdown(
      text: string,
      place: { readonly anchor: string; readonly level: number; readonly headingId: (words: string) => string },
    ): string;
    pictureData(from: string): string;
  };
  /** Finishes what a command was stopped in that wrote to a folder: before something is written there, and not before. */
  finishWriting(folder: string): unknown;
  /** Who the edition in a folder was written for; null: there is none, or it does not say. */
  readerOf(folder: string): string | null;
  /** Writes nothing yet. @param reader who it is for. @param pictures those that are copied, and where to */
  plan(
    root: string,
    folder: string,
    reader: string,
    pages: ReadonlyMap<string, string>,
    pictures: readonly { readonly from: string; readonly path: string }[],
  ): PlannedEdition;
}

/** What another tool's world would be here, shown first. Paths are absolute. */
export interface ImportsPort {
  /** What comes in and what is lost, in lines; `refusal`: why nothing can. */
  plan(
    file: string,
    folder: string,
    choices: { readonly facts?: readonly string[]; readonly isHidden?: boolean },
  ): Promise<
    | { readonly refusal: string }
    | {
        readonly preview: string;
        /** Of a table: the columns that may become facts. */
        readonly columns: readonly string[];
        /** What this goes by: what was chosen, now or for the last import. */
        readonly choices: { readonly facts: readonly string[]; readonly isHidden: boolean };
        /** How many files would be written. */
        readonly files: number;
        readonly write: () => void;
      }
  >;
}

/** Git, as the language server asks it. Where there is none, as in a browser, there is no `Git` at all. */
export interface Git {
  /**
   * @param root the folder of a codex
   * @param storage the folder that an editor has for what is kept between starts; null: that of the user
   */
  commitsOf(root: string, storage: string | null): CommitReader;
  /** @param failed called with why something can't be watched; the rest is */
  watch(folders: GitFolders, changed: () => void, failed: (why: string) => void): Watch;
  /** What git refused, in words; null where something else went wrong. */
  refusalIn(error: unknown): string | null;
  readonly hooks: Hooks;
}

/** Git's own hooks, in which it can be had checked what is about to be committed. */
interface Hooks {
  /** Whether the check is there; `lost`: it calls a program that has gone. Null: it is not there. */
  stateIn(root: string): Promise<'there' | 'lost' | null>;
  /** Both answer what was done, in sentences. */
  install(root: string): Promise<string>;
  remove(root: string): Promise<string>;
}

export interface Watch {
  close(): void;
}

/** A tag, and the day on which it was made, ISO. */
export interface Tag {
  readonly name: string;
  readonly day: string;
}

/** Where git keeps what it knows of a working tree, and of all working trees of the repository; absolute. */
export interface GitFolders {
  readonly own: string;
  readonly common: string;
}

export interface CommitReader {
  /** The codex at a commit, tag, branch or anything else that git calls a revision. Asked twice, it is the same value. */
  at(ref: string): Promise<CommitReading>;
  /** Why it can't be read, without reading it; null where it can. */
  refusalOf(ref: string): Promise<string | null>;
  /** The newest tags, which an author may want to name; empty where git can't tell. */
  tags(): Promise<readonly Tag[]>;
  /** The same, with its texts; what git can't answer is thrown as a refusal. */
  snapshot(ref: string): Promise<CommittedSnapshot>;
  /** When the files of the last commit were committed first, for a codex that is dated by git; it says so where git can't tell. */
  dating(): Promise<Dating>;
  /** What the next commit would hold, beside a commit whose entries it shares; of both, the texts that differ are at hand. */
  staged(
    ref: Promise<string | null>,
  ): Promise<{ readonly since: CommittedSnapshot | null; readonly next: GitSnapshot }>;
  /** A text that is the same for as long as the same is staged; null where that is nothing but the last commit. */
  stagedKey(): Promise<string | null>;
  /** Files that are staged, and that git does not lay out in the folder. */
  keptOut(): Promise<ReadonlySet<string>>;
  /** Where git keeps it all; null where there is no repository. */
  folders(): Promise<GitFolders | null>;
  /**
   * Null where nothing has been committed yet.
   * @param declared what codex.yaml says of it: `git:REF`, or a pattern of tags
   * @param before where the branch was; absent: where it is
   */
  established(declared: string | null, before?: string): Promise<BaselinePoint | null>;
  /** A point that was asked for; the last common commit where this branch is behind it. */
  pointAt(ref: string): Promise<BaselinePoint>;
}

/** The files of a codex where they lie: on a disk, or wherever an editor has them. What is open in the editor is not known here. */
export interface FilesPort {
  /** Whether files of the kind can be read here: a path as `lsp/convert/uris` makes it of a URI. */
  has(path: string): boolean;
  /** The nearest folder, from here upwards, that holds a codex.yaml; null where there is none. */
  rootOf(folder: string): string | null;
  /** Whether a path is that of a folder that is there. */
  isFolder(path: string): boolean;
  /** Whether a path of the codex is taken, by whatever it be. @param file relative to the root, with `/` */
  exists(root: string, file: string): boolean;
  /** Whether a file is a link to another page of the codex. @param isEntry whether a path is that of a page */
  isLinkToPage(root: string, file: string, isEntry: (path: string) => boolean): boolean;
  /** Whether a file is written in UTF-8: of what is not, letters are lost when its text is written again. */
  isUtf8(root: string, file: string): boolean;
  /** The text of a file; null, and reported, where it can't be read. Files are relative to the root, with `/`. */
  readerOf(root: string, skipped: Skipped): Texts;
  /**
   * What a folder holds, a folder at a step. A promise in place of a step is waited for before the next.
   * @param isRoot whether a folder is to be left out, as the root of another codex, though it has no codex.yaml
   */
  list(root: string, codex: Codex, skipped: Skipped, isRoot: IsRoot): Generator<void | Promise<void>, Listed>;
  /** Finishes, or undoes, what a command was stopped in while it wrote: a sentence for its author for each. */
  finishWriting(root: string): readonly string[];
  /** Makes a file. Why it can't be made, as the end of a sentence that begins with its name; null where it was. */
  create(path: string, text: string): string | null;
  /**
   * Watches what comes, changes and goes in some folders, for an editor that does not watch them. Null where only the
   * editor can.
   * @param failed called with the reason why something cannot be watched; the rest is watched
   */
  watch(
    folders: readonly string[],
    listener: (path: string, happened: Happened) => void,
    failed: (why: string) => void,
  ): Watch | null;
  /** What the notes of a folder would be set up with. */
  survey(root: string, skipped: Skipped): Promise<FolderSurvey>;
  /** Looks at the folders that are opened, before any question about them. Null where nobody need wait for that. */
  open(folders: readonly string[]): Promise<void> | null;
  /** Looks again at what has come, changed or gone. Null where nobody need wait for that. */
  renew(paths: readonly string[]): Promise<void> | null;
}

/** What has become of a file or a folder. */
export type Happened = 'created' | 'changed' | 'deleted';

export interface FolderSurvey {
  /** Whether the folder has a codex.yaml already. */
  readonly exists: boolean;
  readonly survey: Survey;
  /** The folders inside it that have a codex.yaml, with `/`. */
  readonly codices: readonly string[];
}

/** Called with what cannot be read and is left out, and why. */
export type Skipped = (path: string, reason: string) => void;

/** What a folder holds: paths relative to it, with `/`. */
export interface Listed {
  /** Sorted. */
  readonly entries: readonly string[];
  /** Folders with a codex.yaml of their own: other codices, that this one ends at. */
  readonly codices: readonly string[];
}

export type IsRoot = (folder: string) => boolean;

/** What a file was when it was about to be read. Times are in milliseconds. */
export interface FileStats {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
  isFile(): boolean;
}

/** Called with a file that is about to be read, in its present state. */
export type See = (stats: FileStats) => void;
/** The text of a file. */
export type Texts = (file: string, see?: See) => string | null;

/** A codex that is being read. */
export interface CacheTarget {
  readonly host: CanonHost;
  /** The codex.yaml that it is read under. */
  readonly codexText: string | null;
  readonly files: readonly string[];
  /** Receives what was noted of the files that need not be read, and how many of them use Retcon's keys. */
  readonly restore: (noteOf: (file: string) => FileNotes | undefined, using: number) => void;
  readonly isCurrent: () => boolean;
  /** Whether it is known already to be a codex at all. */
  readonly isAwake: () => boolean;
}

/** What is known of a file beside its stamp. */
interface FileNotes {
  /** The fingerprint of its entry: `fingerprintOf`. */
  readonly face: number;
  /** Whether it uses keys that only Retcon reads. */
  readonly uses: boolean;
}

export interface StartupCache {
  /** A reading begins: what was noted for the one before is void. */
  begin(): void;
  /** The text of a file on the disk, taking note of what file that was. */
  read(file: string): string | null;
  /** Takes note that what is known of a file now is not what was read of it. */
  touched(file: string): void;
  /** Takes over what is kept. The files that are still to be read; all where nothing is; null where it was given up. */
  take(taking: CacheTarget): Promise<readonly string[] | null>;
  /** Keeps what was read, where that is worth the while. */
  keep(host: CanonHost, notesOf: (file: string) => FileNotes): Promise<void>;
}

/** @param storage the folder that the editor has for such things; null: that of the user */
export type OpenStartupCache = (
  root: string,
  storage: () => string | null,
  onDisk: Texts,
  log: (message: string) => void,
) => StartupCache;

/** How memory is given back to the machine. */
export interface Memory {
  /** Gives freed memory back, where there is much of it. @param isWanted asked before each collection, which takes some 30 ms */
  giveBack(isWanted: () => boolean): Promise<void>;
  /** The same a while later. */
  giveBackLater(isWanted: () => boolean): void;
}

/** What a thread is given at its start. */
export interface ProseHome {
  /** The folder of the codex. */
  readonly root: string;
  /** Where the index is kept between starts; null: with what the command line keeps. */
  readonly storage: string | null;
  /** What codex.yaml says; null where the index is for once, and is not kept. */
  readonly codexText: string | null;
}

interface Searcher {
  tell(message: IndexMessage): void;
  /** Lets go of it. */
  close(): void;
}

/** Events of a searcher; after `failed` or `ended` it is gone. */
interface SearchListener {
  readonly reply: (reply: Reply) => void;
  readonly failed: (error: unknown) => void;
  readonly ended: () => void;
}

export type StartSearcher = (home: ProseHome, listener: SearchListener) => Searcher;

export interface Platform {
  readonly files: FilesPort;
  /** Null where git can't be asked. */
  readonly git: Git | null;
  /** Null where there are no folders to write to. */
  readonly editions: EditionsPort | null;
  /** Null: there is no disk. */
  readonly imports: ImportsPort | null;
  readonly renderMarkdown: ReturnType<EditionsPort['htmlParts']>['renderMarkdown'];
  readonly openStartupCache: OpenStartupCache;
  readonly startSearcher: StartSearcher;
  readonly memory: Memory;
  /** The folder of the package, as a URI: the pages that explain problems lie in it. */
  readonly home: string;
}

/** What is kept of a codex between starts, for speed alone: it can be deleted at any time, and no answer changes. */
export interface Cache {
  /** What was written under a name; null where there is nothing, or nothing whole that this version of Retcon has written. */
  read(name: string): Uint8Array<ArrayBuffer> | null;
  /**
   * Puts something there, in one step: meanwhile, readers read what was there before. It is made when the work at hand has ended,
   * so nobody waits for it. Of names that share a beginning, up to a hyphen, the last few are kept. Answers why it can't be done;
   * null when it is.
   */
  write(name: string, make: () => ByteChunks): Promise<unknown>;
}

/** What follows one upon the other in a file. It is gone through twice, and can be long: it is never put together, nor need it be there at once. */
export type ByteChunks = Iterable<Uint8Array>;
