/** Follows the folders that are opened, and files and folders that come, change and go outside the editor. */
import { isPageFile } from '../../core/text/pageFile';
import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  type FileEvent,
  FileChangeType,
  type ServerCapabilities,
  MessageType,
  ShowMessageNotification,
  type TextDocuments,
} from 'vscode-languageserver';
import { ERRATA_FILE } from '../../core/codex/errata';
import { SETTINGS_FILE } from '../../core/codex/settings';
import { CODEX_FILE } from '../../core/host';
import type { FilesPort, Happened, Watch } from '../../platform/platform';
import type { Codices } from './codices';
import { type Desk, orLog } from './desk';
import { baseName, pathOfUri, isInFolderPath } from '../convert/uris';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { LONGEST, UNFIT } from '../../core/text/unreadable';

const CHANGES: Readonly<Record<FileChangeType, Happened>> = {
  [FileChangeType.Created]: 'created',
  [FileChangeType.Changed]: 'changed',
  [FileChangeType.Deleted]: 'deleted',
};

/** Takes what has come, changed or gone. */
type FileListener = (changes: readonly FileChange[]) => void;

interface FileChange {
  readonly path: string;
  readonly change: Happened;
}

/** Any file or folder: what is linked to may be a picture. */
export const FILTERS = { filters: [{ pattern: { glob: '**/*' } }] };

/** Has all that comes wait for something. */
type Hold = (until: Promise<void>) => void;

/** @param changed called when something has that concerns a codex */
export function listenToFiles(files: FilesPort, codices: Codices, hold: Hold, changed: () => void): FileListener {
  const take = (changes: readonly FileChange[]): void => {
    // Other programs write into the same folders: nothing is judged again for their sake.
    if (changes.map((one) => noteChange(files, codices, one)).includes(true)) changed();
  };
  return (changes) => {
    const renewed = files.renew(changes.map(({ path }) => path));
    // What is asked next is asked of the files as they are then.
    if (renewed) hold(renewed.then(() => take(changes)));
    else take(changes);
  };
}

/** @param gone called with a file or folder that the editor itself has moved away or deleted */
export function watchFiles(
  connection: Connection,
  hear: FileListener,
  gone: (file: string) => void,
): ServerCapabilities {
  const heard = (changes: readonly FileEvent[]): void =>
    hear(
      changes.flatMap(({ uri, type }) => {
        const path = pathOfUri(uri);
        return path === null ? [] : { path, change: CHANGES[type] };
      }),
    );
  connection.onDidChangeWatchedFiles(({ changes }) => heard(changes));
  // What is done in the editor is reported at once, and by the watcher later.
  const created = (uri: string): FileEvent => ({ uri, type: FileChangeType.Created });
  const deleted = (uri: string): FileEvent => {
    const file = pathOfUri(uri);
    if (file !== null) gone(file);
    return { uri, type: FileChangeType.Deleted };
  };
  const { workspace } = connection;
  workspace.onDidCreateFiles(({ files: made }) => heard(made.map(({ uri }) => created(uri))));
  workspace.onDidDeleteFiles(({ files: lost }) => heard(lost.map(({ uri }) => deleted(uri))));
  workspace.onDidRenameFiles(({ files: moved }) =>
    heard(moved.flatMap(({ oldUri, newUri }) => [deleted(oldUri), created(newUri)])),
  );
  return { workspace: { fileOperations: { didCreate: FILTERS, didDelete: FILTERS, didRename: FILTERS } } };
}

/**
 * To be called once the editor is ready: opens the folders, and asks for events about changes in them.
 * @param hold makes all that comes wait for something
 */
export function followFolders(
  { connection, codices, platform: { files }, log }: Desk,
  hold: Hold,
  capabilities: ClientCapabilities,
  folders: readonly string[],
  changed: () => void,
  hear: FileListener,
): void {
  let open = folders;
  let watch: Watch | null = null;
  const isWatched = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
  let watchesItself = !isWatched;
  const watchHere = (): void => {
    if (!watchesItself) return;
    watch?.close();
    const paths = open.flatMap((uri) => pathOfUri(uri) ?? []).filter(files.has);
    watch = files.watch(paths, (path, change) => hear([{ path, change }]), log);
  };
  const tell = (): void => {
    const paths = open.flatMap((uri) => pathOfUri(uri) ?? []).filter(files.has);
    const opened = (): void => {
      codices.setFolders(paths);
      watchHere();
      changed();
    };
    const looked = files.open(paths);
    if (looked) hold(looked.then(opened));
    else opened();
  };
  if (capabilities.workspace?.workspaceFolders) {
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const gone = new Set(removed.map(({ uri }) => uri));
      open = [...open.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)];
      tell();
    });
  }
  if (isWatched) {
    // Folders are watched too, since moving or deleting one is one event.
    const watchers = [{ globPattern: '**/*' }];
    connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch((error: unknown) => {
      log(`the editor watches no files after all, so they are watched here: ${String(error)}`);
      watchesItself = true;
      watchHere();
    });
  }
  tell();
}

/** Whether a codex has something to look at. */
function noteChange(files: FilesPort, codices: Codices, { path: file, change }: FileChange): boolean {
  if (isPageFile(file) || [CODEX_FILE, ERRATA_FILE, SETTINGS_FILE].includes(baseName(file)))
    return codices.changedOnDisk(file, change, false);
  // What is gone may have been a folder; a folder that merely "changed" is reported through its files.
  const mayBeFolder = change === 'deleted' || (change === 'created' && files.isFolder(file));
  return mayBeFolder && codices.changedOnDisk(file, change, true);
}

/** Files are absolute paths, or the URIs of documents that are not files. */
export interface OpenFiles {
  /** The text of an open file; undefined where it is not open, or too long. */
  textOf(file: string): string | undefined;
  has(file: string): boolean;
  /** Forgets a file, or all files of a folder, that the editor has moved or deleted: it may keep their documents. */
  forget(path: string): void;
  /** Asks to be called when a document is opened or changed. */
  whenChanged(run: (uri: string, file: string) => void): void;
  /** Asks to be called when a document is closed. */
  whenClosed(run: (uri: string) => void): void;
}

export const fileOf = (uri: string): string => pathOfUri(uri) ?? uri;

/** Whether a text is too long for a page. Files on disk are measured in bytes, of which there are at least as many. */
const isTooLong = (document: TextDocument): boolean => document.getText().length > LONGEST;

export function followOpenFiles(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  log: (message: string) => void,
): OpenFiles {
  const open = new Map<string, TextDocument>();
  const tooLong = new Set<string>();
  const leaveOut = (file: string): void => {
    // It counts as it was saved, as if it were closed.
    open.delete(file);
    tooLong.add(file);
    const message = `${baseName(file)} is left out: ${UNFIT.long}.`;
    const sent = connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message });
    orLog(sent, 'saying that a file is too long', log);
  };
  return {
    textOf: (file) => open.get(file)?.getText(),
    has: (file) => open.has(file),
    forget(path) {
      for (const file of open.keys()) if (isInFolderPath(path, file)) open.delete(file);
    },
    whenChanged(run) {
      // Opening a document is reported as a change too. One that was forgotten counts again once somebody types in it.
      documents.onDidChangeContent(({ document }) => {
        const file = fileOf(document.uri);
        if (isTooLong(document)) {
          if (tooLong.has(file)) return;
          leaveOut(file);
        } else {
          tooLong.delete(file);
          open.set(file, document);
        }
        run(document.uri, file);
      });
    },
    whenClosed(run) {
      documents.onDidClose(({ document: { uri } }) => {
        open.delete(fileOf(uri));
        tooLong.delete(fileOf(uri));
        run(uri);
      });
    },
  };
}
