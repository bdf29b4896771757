/**
 * "Set Up World…": shows what was understood of the notes, lets the author change each part, and writes codex.yaml on
 * request.
 */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { WorldPage } from './drawn/worldPage';
import {
  type InitPreview,
  type SetUpPart,
  type SetUpUnread,
  HOOK_OFFERED,
  type HookOffer,
  type HookRequests,
} from '../../server/src/lsp/protocol/protocolFolder';
import { sendRequest, whileReading } from './server/languageServer';
import { command } from './openPlace';
import { areFactsNow } from './changing/newFacts';

const { t } = vscode.l10n;

/** Ends on the page that says what was understood; so does a world that is set up already. */
export async function setUpWorld(client: LanguageClient, world: WorldPage): Promise<void> {
  const folder = await pickFolder();
  if (folder === undefined) return;
  const preview = await whileReading(
    sendRequest(client, 'retcon/initPreview', { folder: folder.toString() }),
    t('Reading your notes…'),
  );
  if (preview === undefined) return;
  const file = vscode.Uri.joinPath(folder, preview.file);
  const hasPage = preview.file === 'codex.yaml';
  if (preview.exists) {
    // An offer stays at the edge of the window until it is answered, also after the world was set up in another way.
    void vscode.window.showInformationMessage(
      hasPage
        ? t('This world is set up already: here is what was understood.')
        : t('This world is set up already: here is its {0}.', preview.file),
    );
    await (hasPage ? world.show(folder) : vscode.window.showTextDocument(file));
    return;
  }
  const shown = showing(preview.file);
  try {
    const text = await chosenText(client, folder, preview, shown.show);
    if (text === undefined || !(await write(file, text))) return;
  } finally {
    await shown.close();
  }
  if (hasPage) await world.show(folder);
  else await vscode.window.showTextDocument(file);
}

async function pickFolder(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    const openFolder = t('Open Folder…');
    const chosen = await vscode.window.showInformationMessage(
      t('Open the folder that holds your notes first.'),
      openFolder,
    );
    if (chosen === openFolder) await vscode.commands.executeCommand('vscode.openFolder');
    return undefined;
  }
  if (folders.length === 1) return folders[0]?.uri;
  return (await vscode.window.showWorkspaceFolderPick({ placeHolder: t('Which folder holds the world?') }))?.uri;
}

/** The text that its author agrees to, choice by choice; undefined where nothing is to be written. */
async function chosenText(
  client: LanguageClient,
  folder: vscode.Uri,
  first: InitPreview,
  show: (text: string) => Promise<void>,
): Promise<string | undefined> {
  let isShown = false;
  for (let preview = first; ; ) {
    const step = await pickStep(preview);
    if (step === 'create') return preview.text;
    if (step === 'cancel') return undefined;
    if (step === 'file') isShown = true;
    else if (step === 'unread') await showUnread(preview.unread);
    else {
      const taken = await pickFindings(step, preview);
      const changed = taken && (await sendRequest(client, 'retcon/initPreview', { folder: folder.toString(), taken }));
      if (!changed) continue;
      preview = changed;
    }
    if (isShown) await show(preview.text);
  }
}

type Step = 'create' | 'cancel' | 'unread' | 'file' | SetUpPart;

/** What was understood, part by part: Enter agrees to all of it. */
async function pickStep({ file, summary, parts, unread }: InitPreview): Promise<Step> {
  const items: (vscode.QuickPickItem & { readonly step?: Step })[] = [
    {
      label: `$(check) ${t('Set Up This World')}`,
      description: t('adds one file; your notes stay as they are'),
      step: 'create',
    },
    ...(parts.length > 0 ? [{ label: t('What was understood'), kind: vscode.QuickPickItemKind.Separator }] : []),
    ...parts.map((part) => ({ label: `$(edit) ${part.title}`, description: part.text, step: part })),
    ...(unread.length === 0
      ? []
      : [
          {
            label: `$(warning) ${t('Dates that can’t be read…')}`,
            description:
              unread.length === 1 ? t('1 date, in its note') : t('{0} dates, each in its note', unread.length),
            step: 'unread' as const,
          },
        ]),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: t('Show the File…'), description: t('{0}, as it will be written', file), step: 'file' },
    { label: t('Cancel'), description: t('write nothing'), step: 'cancel' },
  ];
  const chosen = await vscode.window.showQuickPick(items, {
    title: t('Set Up World…'),
    placeHolder: summary,
    ignoreFocusOut: true,
    matchOnDescription: true,
  });
  return chosen?.step ?? 'cancel';
}

/** The ids of all that is taken, once the findings of one part are ticked; undefined where that was called off. */
async function pickFindings(part: SetUpPart, { parts }: InitPreview): Promise<readonly string[] | undefined> {
  const chosen = await vscode.window.showQuickPick(
    part.findings.map(({ id, label, remark, isTaken }) => ({ label, detail: remark, picked: isTaken, id })),
    {
      title: part.title,
      placeHolder: t('Tick what counts; the rest stays a suggestion.'),
      canPickMany: true,
      ignoreFocusOut: true,
      matchOnDetail: true,
    },
  );
  const others = parts
    .filter((other) => other !== part)
    .flatMap(({ findings }) => findings.filter(({ isTaken }) => isTaken));
  return chosen && [...others, ...chosen].map(({ id }) => id);
}

/** The dates that can't be read; the one that is chosen is opened in its note. */
async function showUnread(unread: readonly SetUpUnread[]): Promise<void> {
  const chosen = await vscode.window.showQuickPick(
    unread.map(({ file, date, why, uri }) => ({ label: date, description: file, detail: why, uri })),
    {
      title: t('Dates that can’t be read…'),
      placeHolder: t('Choose one to open its note'),
      ignoreFocusOut: true,
      matchOnDescription: true,
    },
  );
  if (!chosen) return;
  const editor = await vscode.window.showTextDocument(vscode.Uri.parse(chosen.uri), { preview: true });
  const at = editor.document.getText().indexOf(chosen.label);
  if (at < 0) return;
  const range = new vscode.Range(editor.document.positionAt(at), editor.document.positionAt(at + chosen.label.length));
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenter);
}

/** Shows the text under the name that it would have. It is not a file yet, so it cannot be edited. */
function showing(file: string) {
  let text = '';
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const uri = vscode.Uri.from({ scheme: 'retcon', path: `/${file}` });
  const provider = vscode.workspace.registerTextDocumentContentProvider('retcon', {
    onDidChange: changed.event,
    provideTextDocumentContent: () => text,
  });
  return {
    show: async (next: string): Promise<void> => {
      text = next;
      changed.fire(uri);
      await vscode.window.showTextDocument(uri, { preview: true });
    },
    close: async (): Promise<void> => {
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      const isOurs = ({ input }: vscode.Tab): boolean =>
        input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
      await vscode.window.tabGroups.close(tabs.filter(isOurs));
      provider.dispose();
      changed.dispose();
    },
  };
}

async function write(file: vscode.Uri, text: string): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(file, { contents: new TextEncoder().encode(text) });
  const isWritten = await vscode.workspace.applyEdit(edit);
  if (!isWritten)
    void vscode.window.showErrorMessage(t('{0} could not be written.', vscode.workspace.asRelativePath(file)));
  return isWritten;
}

/** "Choose Which Properties Count…": those of the notes that may be facts, and do not count in codex.yaml yet. */
export async function chooseFacts(client: LanguageClient, world: WorldPage): Promise<void> {
  const findings = await whileReading(sendRequest(client, 'retcon/factChoices', {}), t('Reading your notes…'));
  if (findings === undefined) return;
  if (findings.length === 0) {
    void vscode.window.showInformationMessage(t('No other property looks like a fact.'));
    return;
  }
  const chosen = await vscode.window.showQuickPick(
    findings.map(({ id, label, remark, isTaken }) => ({ label, detail: remark, picked: isTaken, id })),
    {
      title: t('Choose Which Properties Count…'),
      placeHolder: t('Tick the properties that are facts about what a note describes'),
      canPickMany: true,
      ignoreFocusOut: true,
      matchOnDetail: true,
    },
  );
  if (!chosen || chosen.length === 0) return;
  const edit = await sendRequest(client, 'retcon/countFacts', { taken: chosen.map(({ id }) => id) });
  if (await areFactsNow(client, edit ?? null)) await world.showWithMore();
}

/** In the global state: the repositories for which the author was asked, and whether to ask never again. */
const OFFERED = 'retcon.hookAsked';
const NEVER = 'retcon.hookNever';

export function offerHook(client: LanguageClient, { globalState }: vscode.ExtensionContext): vscode.Disposable {
  const offer = async ({ repository, root }: HookOffer): Promise<void> => {
    const asked = globalState.get<readonly string[]>(OFFERED, []);
    if (globalState.get(NEVER) === true || asked.includes(repository)) return;
    await globalState.update(OFFERED, [...asked, repository]);
    const [install, never] = [t('Check Commits'), t('Never')];
    const question = t('Catch changes without a retcon before each commit?');
    const chosen = await vscode.window.showInformationMessage(question, install, t('Not Now'), never);
    if (chosen === install) await hook(client, { does: 'install', root });
    if (chosen === never) await globalState.update(NEVER, true);
  };
  return vscode.Disposable.from(
    client.onNotification(HOOK_OFFERED, async (offers: readonly HookOffer[]) => {
      for (const one of offers) await offer(one);
    }),
    command('installHook', () => hook(client, { does: 'install', ...here() })),
    command('removeHook', () => hook(client, { does: 'uninstall', ...here() })),
  );
}

const here = (): { readonly uri?: string } => {
  const uri = vscode.window.activeTextEditor?.document.uri.toString();
  return uri === undefined ? {} : { uri };
};

async function hook(client: LanguageClient, asked: HookRequests['retcon/hook'][0]): Promise<void> {
  const done = await sendRequest(client, 'retcon/hook', asked);
  if (done !== undefined) void vscode.window.showInformationMessage(done);
}
