/** Hears of folders that are opened, and of files and folders that come, change and go outside the editor. */
import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  type FileEvent,
  FileChangeType,
  type ServerCapabilities,
} from 'vscode-languageserver';
import { ERRATA_FILE } from '../../core/codex/errata';
import { CODEX_FILE } from '../../core/host';
import type { Files } from '../../platform/filesPort';
import type { Codices } from './codices';
import { type Desk, orLog } from './desk';
import { baseName, pathOfUri } from '../convert/uris';

const CHANGES = {
  [FileChangeType.Created]: 'created',
  [FileChangeType.Changed]: 'changed',
  [FileChangeType.Deleted]: 'deleted',
} as const;

/** Any file or folder: what is linked to may be a picture. */
export const FILTERS = { filters: [{ pattern: { glob: '**/*' } }] };

/**
 * @param changed called when something has
 * @param gone called with a file or folder that the editor itself has moved away or deleted
 */
export function watchFiles(
  connection: Connection,
  files: Files,
  codices: Codices,
  changed: () => void,
  gone: (file: string) => void,
): ServerCapabilities {
  const take = (changes: readonly FileEvent[]): void => {
    // Other programs write into the same folders: nothing is judged again for their sake.
    if (changes.map((change) => noteFileEvent(files, codices, change)).includes(true)) changed();
  };
  const heard = (changes: readonly FileEvent[]): void => {
    const renewed = files.renew(changes.flatMap(({ uri }) => pathOfUri(uri) ?? []));
    if (renewed) void renewed.then(() => take(changes));
    else take(changes);
  };
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
 * To be called once the editor is ready: opens the folders, and asks to be told of changes in them.
 * @param hold has all that comes wait for something
 */
export function followFolders(
  { connection, codices, platform: { files }, log }: Desk,
  hold: (until: Promise<void>) => void,
  capabilities: ClientCapabilities,
  folders: readonly string[],
  changed: () => void,
): void {
  let open = folders;
  const tell = (): void => {
    const paths = open.flatMap((uri) => pathOfUri(uri) ?? []).filter(files.has);
    const opened = (): void => {
      codices.setFolders(paths);
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
  if (capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration) {
    // Folders are watched too, since moving or deleting one is one event.
    const watchers = [{ globPattern: '**/*' }];
    orLog(connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }), 'watching files', log);
  }
  tell();
}

/** Whether a codex has something to look at. */
function noteFileEvent(files: Files, codices: Codices, { uri, type }: FileEvent): boolean {
  const file = pathOfUri(uri);
  if (file === null) return false;
  const change = CHANGES[type];
  if (/\.md$/i.test(file) || [CODEX_FILE, ERRATA_FILE].includes(baseName(file)))
    return codices.changedOnDisk(file, change, false);
  // What is gone may have been a folder; a folder that merely "changed" is reported through its files.
  const mayBeFolder = change === 'deleted' || (change === 'created' && files.isFolder(file));
  return mayBeFolder && codices.changedOnDisk(file, change, true);
}
