/** Hears of folders that are opened, and of files and folders that come, change and go outside the editor. */
import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  type FileEvent,
  FileChangeType,
  type ServerCapabilities,
} from 'vscode-languageserver/node';
import path from 'node:path';
import { ERRATA_FILE } from '../../core/codex/errata';
import { CODEX_FILE } from '../../core/host';
import { isFolder } from '../../workspace/folder';
import type { Codices } from './codices';
import { orLog } from './desk';
import { pathOfUri } from '../convert/uris';

const CHANGES = {
  [FileChangeType.Created]: 'created',
  [FileChangeType.Changed]: 'changed',
  [FileChangeType.Deleted]: 'deleted',
} as const;

/** Any file or folder: what is linked to may be a picture. */
export const FILTERS = { filters: [{ scheme: 'file', pattern: { glob: '**/*' } }] };

/**
 * @param changed called when something has
 * @param gone called with a file or folder that the editor itself has moved away or deleted
 */
export function watchFiles(
  connection: Connection,
  codices: Codices,
  changed: () => void,
  gone: (file: string) => void,
): ServerCapabilities {
  const heard = (changes: readonly FileEvent[]): void => {
    // Others write into the same folders: nothing is judged anew for their sake.
    if (changes.map((change) => noteFileEvent(codices, change)).includes(true)) changed();
  };
  connection.onDidChangeWatchedFiles(({ changes }) => heard(changes));
  // What is done in the editor is told at once, and by the watcher later.
  const created = (uri: string): FileEvent => ({ uri, type: FileChangeType.Created });
  const deleted = (uri: string): FileEvent => {
    const file = pathOfUri(uri);
    if (file !== null) gone(file);
    return { uri, type: FileChangeType.Deleted };
  };
  const { workspace } = connection;
  workspace.onDidCreateFiles(({ files }) => heard(files.map(({ uri }) => created(uri))));
  workspace.onDidDeleteFiles(({ files }) => heard(files.map(({ uri }) => deleted(uri))));
  workspace.onDidRenameFiles(({ files }) =>
    heard(files.flatMap(({ oldUri, newUri }) => [deleted(oldUri), created(newUri)])),
  );
  return { workspace: { fileOperations: { didCreate: FILTERS, didDelete: FILTERS, didRename: FILTERS } } };
}

/** To be called once the editor is ready: opens the folders, and asks to be told of changes in them. */
export function followFolders(
  connection: Connection,
  codices: Codices,
  capabilities: ClientCapabilities,
  folders: readonly string[],
  changed: () => void,
  log: (message: string) => void,
): void {
  let open = folders;
  const tell = (): void => {
    codices.setFolders(open.flatMap((uri) => pathOfUri(uri) ?? []));
    changed();
  };
  if (capabilities.workspace?.workspaceFolders) {
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const gone = new Set(removed.map(({ uri }) => uri));
      open = [...open.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)];
      tell();
    });
  }
  if (capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration) {
    // Folders are watched too, since one that is moved or deleted is told as one event.
    const watchers = [{ globPattern: '**/*' }];
    orLog(connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }), 'watching files', log);
  }
  tell();
}

/** Whether a codex has something to look at. */
function noteFileEvent(codices: Codices, { uri, type }: FileEvent): boolean {
  const file = pathOfUri(uri);
  if (file === null) return false;
  const change = CHANGES[type];
  if (/\.md$/i.test(file) || [CODEX_FILE, ERRATA_FILE].includes(path.basename(file)))
    return codices.changedOnDisk(file, change, false);
  // What is gone may have been a folder; one that merely "changed" is told of by its files.
  const mayBeFolder = change === 'deleted' || (change === 'created' && isFolder(file));
  return mayBeFolder && codices.changedOnDisk(file, change, true);
}
