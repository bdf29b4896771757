/**
 * Warns before an entry is deleted that others rest on, or that a retcon is about. VS Code deletes all the same once it was
 * asked to: so a copy is made first, and what its author would rather keep is put back, byte for byte.
 */
import * as vscode from 'vscode';
import { type BaseLanguageClient as LanguageClient, State } from 'vscode-languageclient';
import type { DeletionLoss } from '../../../server/src/lsp/protocol/protocol';
import { sendRequest } from '../server/languageServer';

const { fs } = vscode.workspace;
const { t } = vscode.l10n;

/** A file or folder that is about to go, and where its copy lies. */
interface Copied {
  readonly uri: vscode.Uri;
  readonly copy: vscode.Uri;
}

export function warnOfDeletions(client: LanguageClient, context: vscode.ExtensionContext): vscode.Disposable {
  /** By URI: is called as soon as that has been deleted. */
  const awaited = new Map<string, () => void>();
  const deleted = (uri: vscode.Uri): Promise<void> =>
    new Promise((resolve) => void awaited.set(uri.toString(), resolve));
  let copies = 0;

  const look = async (files: readonly vscode.Uri[]): Promise<void> => {
    if (client.state !== State.Running) return;
    const losses = await sendRequest(client, 'retcon/restsOn', { uris: files.map(String) });
    if (losses === undefined || losses.length === 0) return;
    const concerned = files.filter((file) => losses.some(({ uri }) => isIn(file, vscode.Uri.parse(uri))));
    const copied: Copied[] = [];
    const folder = vscode.Uri.joinPath(context.storageUri ?? context.globalStorageUri, `deleted-${Date.now()}`);
    for (const uri of concerned) {
      const copy = vscode.Uri.joinPath(folder, String(++copies));
      await fs.copy(uri, copy);
      copied.push({ uri, copy });
    }
    const isConcerned = (uri: vscode.Uri): boolean => concerned.some((file) => isIn(file, uri));
    const shown = tabsOf(isConcerned);
    const unsaved = vscode.workspace.textDocuments
      .filter(({ isDirty, uri }) => isDirty && isConcerned(uri))
      .map((document) => ({ uri: document.uri, text: document.getText() }));
    // An answer may come when VS Code has given up waiting for it.
    const gone = Promise.all(concerned.map(deleted));
    const chosen = await warn(losses);
    if (chosen === 'delete') return fs.delete(folder, { recursive: true });
    void gone
      .then(() => putBack(copied, folder))
      .then(() => writeAgain(unsaved))
      .then(() => showAgain(shown))
      .then(() => (chosen === 'retract' ? retract(losses) : undefined))
      .catch(failed(folder));
  };

  return vscode.Disposable.from(
    vscode.workspace.onWillDeleteFiles((event) => event.waitUntil(look(event.files))),
    vscode.workspace.onDidDeleteFiles(({ files }) => {
      for (const file of files) {
        awaited.get(file.toString())?.();
        awaited.delete(file.toString());
      }
    }),
  );
}

const isIn = (folder: vscode.Uri, file: vscode.Uri): boolean =>
  file.path === folder.path || file.path.startsWith(`${folder.path}/`);

/** The files that have a tab, which their deletion closes. */
const tabsOf = (isWanted: (uri: vscode.Uri) => boolean): vscode.Uri[] =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputText && isWanted(input.uri) ? [input.uri] : []));

/** What happens to it. An author who does not answer keeps it. */
async function warn(losses: readonly DeletionLoss[]): Promise<'delete' | 'keep' | 'retract'> {
  const [first] = losses;
  const isOne = losses.length === 1 && first !== undefined;
  const detail = losses
    .map(({ title, sentences }) => [...(isOne ? [] : [`${title}:`]), ...sentences].join('\n'))
    .join('\n\n');
  const canRetract = isOne && first.canRetract;
  const keeping = canRetract ? t('Keep, but Remove From Canon…') : isOne ? t('Keep It') : t('Keep Them');
  const deletion = t('Delete Anyway');
  const question = isOne
    ? t('Delete {0}, which others depend on?', first.title)
    : t('Delete {0} notes that others depend on?', losses.length);
  const advice = canRetract
    ? t('Removing it from canon keeps the note, and keeps what was true. Cancel changes nothing.')
    : '';
  try {
    const options = { modal: true, detail: `${detail}\n\n${advice}`.trim() };
    const chosen = await vscode.window.showWarningMessage(question, options, keeping, deletion);
    if (chosen === deletion) return 'delete';
    return chosen === keeping && canRetract ? 'retract' : 'keep';
  } catch {
    return 'keep'; // no window to ask in: nothing is lost by keeping it
  }
}

async function putBack(copied: readonly Copied[], folder: vscode.Uri): Promise<void> {
  for (const { uri, copy } of copied) await fs.copy(copy, uri, { overwrite: false });
  await fs.delete(folder, { recursive: true });
}

/** What was typed and not saved comes back as it was: typed and not saved. */
async function writeAgain(unsaved: readonly { readonly uri: vscode.Uri; readonly text: string }[]): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  for (const { uri, text } of unsaved) {
    const document = await vscode.workspace.openTextDocument(uri);
    edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  }
  if (unsaved.length > 0) await vscode.workspace.applyEdit(edit);
}

async function showAgain(files: readonly vscode.Uri[]): Promise<void> {
  for (const file of files) await vscode.window.showTextDocument(file, { preview: false });
}

async function retract([loss]: readonly DeletionLoss[]): Promise<void> {
  if (loss === undefined) return;
  // The server notices the file at once when it is opened, and its coming back only later.
  await showAgain([vscode.Uri.parse(loss.uri)]);
  await vscode.commands.executeCommand('retcon.retract', vscode.Uri.parse(loss.uri));
}

const failed =
  (folder: vscode.Uri) =>
  (error: unknown): void =>
    void vscode.window.showErrorMessage(
      t('The note could not be put back: {0}. A copy is in {1}.', String(error), folder.fsPath),
    );
