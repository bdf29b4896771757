/** "Share an Edition…": asks who it is for, up to which date, and where it goes, and shows what becomes visible before it is written. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { EditionShown } from '../../../server/src/lsp/protocol/protocolFolder';
import { pickKnower } from '../asking/knowerPick';
import { sendRequest, whileReading } from '../server/languageServer';
import { command, sayWith } from '../openPlace';

const { t } = vscode.l10n;

/** In the state of the workspace: the folder of the last edition for somebody, by name. */
const FOLDERS = 'retcon.editionFolders';

/** What is not asked for. */
interface GivenEdition {
  readonly for: string;
  readonly at?: string;
  readonly folder: string;
  readonly html?: boolean;
  readonly site?: boolean;
  readonly foundry?: boolean;
  readonly gm?: boolean;
}

/** Registers the command; what is given to it is not asked for again. */
export const offerSharing = (client: LanguageClient, { workspaceState }: vscode.ExtensionContext): vscode.Disposable =>
  command('share', async (given?: GivenEdition) => {
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    const here = uri === undefined ? {} : { uri };
    const knower = given?.for ?? (await pickKnower(client, t('Share an Edition…'), here));
    if (knower === undefined) return undefined;
    const form = given ? formOf(given) : await askForm(knower);
    if (form === undefined) return undefined;
    const folders = workspaceState.get<Readonly<Record<string, string>>>(FOLDERS, {});
    const folder = given?.folder ?? (await askFolder(knower, folders[knower] ?? besideCodex()));
    if (folder === undefined) return undefined;
    const asked = { ...here, for: knower, folder, ...form };
    const shown = await lookAt(client, { ...asked, ...(given?.at !== undefined && { at: given.at }) });
    if (!shown) return undefined;
    await workspaceState.update(FOLDERS, { ...folders, [knower]: folder });
    return write(client, shown);
  });

type EditionParams = Parameters<typeof sendRequest<'retcon/edition'>>[2];

interface Shown {
  readonly asked: EditionParams;
  readonly edition: Extract<EditionShown, { pages: number }>;
}

type Form = Pick<GivenEdition, 'html' | 'site' | 'foundry' | 'gm'>;

const formOf = ({ html = false, site = false, foundry = false, gm = false }: Form): Required<Form> => ({
  html,
  site,
  foundry,
  gm,
});

/** Undefined: nothing was chosen. */
async function askForm(knower: string): Promise<Form | undefined> {
  const forms = [
    {
      label: t('A Folder of Pages'),
      detail: t('Markdown, as your notes are: for Obsidian or Quartz.'),
      ...formOf({}),
    },
    {
      label: t('Pages for a Website'),
      detail: t('For Hugo, MkDocs or Jekyll, with a front page.'),
      ...formOf({ site: true }),
    },
    {
      label: t('One Page of HTML'),
      detail: t('Searchable, with its pictures inside. It opens in any browser.'),
      ...formOf({ html: true }),
    },
    {
      label: t('Journals for Foundry'),
      detail: t('A module whose journals your players may observe.'),
      ...formOf({ foundry: true }),
    },
    {
      label: t('Journals for Foundry, With Your Secrets'),
      detail: t('The rest of your world too, in pages that only the game master sees.'),
      ...formOf({ foundry: true, gm: true }),
    },
  ];
  const chosen = await vscode.window.showQuickPick(forms, { title: t('Which format for {0}?', knower) });
  return chosen && formOf(chosen);
}

/** An edition lies beside the codex, and never in it. */
function besideCodex(): string | undefined {
  const { activeTextEditor } = vscode.window;
  const open = activeTextEditor && vscode.workspace.getWorkspaceFolder(activeTextEditor.document.uri);
  const folder = open ?? vscode.workspace.workspaceFolders?.[0];
  return folder && vscode.Uri.joinPath(folder.uri, '..').fsPath;
}

async function askFolder(knower: string, last: string | undefined): Promise<string | undefined> {
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: t('Which folder for {0}?', knower),
      openLabel: t('Share Here'),
      canSelectFiles: false,
      canSelectFolders: true,
      ...(last !== undefined && { defaultUri: vscode.Uri.file(last) }),
    })) ?? [];
  return chosen?.fsPath;
}

/** What would be written; asks for a date where the codex has no present. */
async function lookAt(client: LanguageClient, asked: EditionParams): Promise<Shown | undefined> {
  const edition = await whileReading(sendRequest(client, 'retcon/edition', asked), t('Looking at your notes…'));
  if (!edition) return undefined;
  if (!('refusal' in edition)) return { asked, edition };
  if (edition.reader !== undefined) {
    const replace = t('Replace It');
    const detail = t('Choose another folder, or replace what is there with the edition for {0}.', asked.for);
    const chosen = await vscode.window.showWarningMessage(edition.refusal, { modal: true, detail }, replace);
    return chosen === replace ? lookAt(client, { ...asked, replace: true }) : undefined;
  }
  if (!edition.needsDate || asked.at !== undefined) {
    void vscode.window.showWarningMessage(edition.refusal);
    return undefined;
  }
  const at = await vscode.window.showInputBox({
    title: t('Share an Edition…'),
    prompt: t('Up to which date of your world?'),
    ignoreFocusOut: true,
    validateInput: async (text) => {
      const check = text.trim() === '' ? undefined : await sendRequest(client, 'retcon/checkDate', { text });
      return check?.ok === false ? check.message : undefined;
    },
  });
  return at?.trim() ? lookAt(client, { ...asked, at: at.trim() }) : undefined;
}

async function write(client: LanguageClient, { asked, edition }: Shown): Promise<EditionShown | undefined> {
  if (edition.isUpToDate) {
    void vscode.window.showInformationMessage(t('The edition in {0} is up to date.', asked.folder));
    return edition;
  }
  const chosen = await ask(asked.folder, edition);
  if (chosen === 'unmarked too') {
    const all = await lookAt(client, { ...asked, all: true });
    return all && write(client, all);
  }
  if (chosen !== 'share') return undefined;
  const written = await whileReading(
    sendRequest(client, 'retcon/edition', { ...asked, write: true }),
    t('Writing the edition…'),
  );
  if (!written) return undefined;
  if ('refusal' in written) void vscode.window.showWarningMessage(written.refusal);
  else void tellWritten(written.pages, asked.folder);
  return written;
}

async function tellWritten(pages: number, folder: string): Promise<void> {
  const words = pages === 1 ? t('1 note is in {0}.', folder) : t('{0} notes are in {1}.', pages, folder);
  await sayWith(words, t('Show Folder'), () =>
    vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(folder)),
  );
}

/** Shows what is newly visible, and asks. What is too long for a dialog can be read as a page first. */
async function ask(
  folder: string,
  { preview, whole, isEverything, hasNoSecrets, pages, unmarked }: Shown['edition'],
): Promise<'share' | 'unmarked too' | undefined> {
  const [go, showAll] = [t('Share'), t('Show All')];
  const more = unmarked === 1 ? t('Share 1 Unmarked Note Too…') : t('Share {0} Unmarked Notes Too…', unmarked);
  const question = isEverything
    ? t('This is everything: {0} notes. Share all of it in {1}?', pages, folder)
    : hasNoSecrets
      ? t('None of your notes is marked secret. Share this in {0}?', folder)
      : t('Share this in {0}?', folder);
  // The first has the focus: who presses Enter without reading gives nothing away that was never looked through.
  const choices = [
    ...(hasNoSecrets ? [t('Not Yet')] : []),
    go,
    ...(unmarked > 0 ? [more] : []),
    ...(whole === null ? [] : [showAll]),
  ];
  const chosen = await vscode.window.showInformationMessage(question, { modal: true, detail: preview }, ...choices);
  if (chosen === more) return 'unmarked too';
  if (chosen !== showAll || whole === null) return chosen === go ? 'share' : undefined;
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: whole }), { preview: true });
  return (await vscode.window.showInformationMessage(question, go)) === go ? 'share' : undefined;
}
