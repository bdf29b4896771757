/** "Import a World…": asks for what another tool has exported and for a folder, and shows what comes in and what is lost before it is written. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { ImportShown } from '../../../server/src/lsp/protocol/protocolFolder';
import { sendRequest, whileReading } from '../server/languageServer';
import { command, sayWith } from '../openPlace';

const { t } = vscode.l10n;

/** What is not asked for. */
interface GivenImport {
  readonly file: string;
  readonly folder: string;
  readonly facts?: readonly string[];
  readonly isHidden?: boolean;
}

type Shown = Exclude<ImportShown, { refusal: string }>;

/** Registers the command; what is given to it is not asked for again. */
export const offerImporting = (client: LanguageClient): vscode.Disposable =>
  command('import', async (given?: GivenImport) => {
    const file = given?.file ?? (await askPath(t('Import a World…'), t('Import'), true));
    if (file === undefined) return undefined;
    const folder = given?.folder ?? (await askPath(t('Which folder for its pages?'), t('Import Here'), false));
    if (folder === undefined) return undefined;
    const first = await ask(client, { ...given, file, folder });
    if (!first) return undefined;
    const choices = given ?? (await askTable(first));
    if (choices === undefined) return undefined;
    const asked = { ...choices, file, folder };
    const shown = choices === given ? first : await ask(client, asked);
    if (!shown || (!given && !(await isAgreed(folder, shown.preview)))) return undefined;
    const written = await ask(client, { ...asked, write: true });
    if (written && !given) await offerOpening(folder, written.files);
    return written;
  });

async function ask(
  client: LanguageClient,
  params: GivenImport & { readonly write?: boolean },
): Promise<Shown | undefined> {
  const shown = await whileReading(sendRequest(client, 'retcon/import', params), t('Reading the export…'));
  if (shown && 'refusal' in shown) void vscode.window.showWarningMessage(shown.refusal);
  return shown && !('refusal' in shown) ? shown : undefined;
}

/** Of a table, what its columns become and who may know its rows; nothing is asked of other exports. Undefined: it was dismissed. */
async function askTable({ columns, choices }: Shown): Promise<Partial<GivenImport> | undefined> {
  if (columns.length === 0) return {};
  const rows = columns.map((label) => ({ label, picked: choices.facts.includes(label) }));
  const ticked = await vscode.window.showQuickPick(rows, { title: t('Which columns are facts?'), canPickMany: true });
  if (ticked === undefined) return undefined;
  const audience = [
    { label: t('Everyone'), isHidden: false },
    { label: t('Only You'), detail: t('Every note becomes a secret.'), isHidden: true },
  ];
  if (choices.isHidden) audience.reverse();
  const chosen = await vscode.window.showQuickPick(audience, { title: t('Who may know these notes?') });
  return chosen && { facts: ticked.map(({ label }) => label), isHidden: chosen.isHidden };
}

async function askPath(title: string, openLabel: string, isFile: boolean): Promise<string | undefined> {
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title,
      openLabel,
      canSelectFiles: isFile,
      canSelectFolders: !isFile,
      ...(isFile && { filters: { [t('Exports')]: ['zip', 'json', 'lk', 'html', 'htm', 'csv', 'tsv'] } }),
    })) ?? [];
  return chosen?.fsPath;
}

/** The report is longer than a dialog: it is shown as a page. */
async function isAgreed(folder: string, preview: string): Promise<boolean> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: preview }), {
    preview: true,
  });
  const go = t('Import');
  return (await vscode.window.showInformationMessage(t('Write this to {0}?', folder), go)) === go;
}

async function offerOpening(folder: string, files: number): Promise<void> {
  await sayWith(t('{0} files are in {1}.', files, folder), t('Open Folder'), () =>
    vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(folder), { forceNewWindow: true }),
  );
}
