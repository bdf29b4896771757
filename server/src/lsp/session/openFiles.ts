/** The files that the editor has open. A text that has grown too long for a page is left out, and its author is told once. */
import { type Connection, MessageType, ShowMessageNotification, type TextDocuments } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { LONGEST, UNFIT } from '../../core/text/fits';
import { baseName, isInFolderPath, pathOfUri } from '../convert/uris';
import { orLog } from './desk';

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
