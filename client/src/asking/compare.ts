/** "Compare With an Earlier Version…": compares what is answered now with an earlier point, in words, or a file with its committed text. */
import * as vscode from 'vscode';
import { type AnswerPage, type CanonPointChoice, COMMITTED } from '../../../server/src/lsp/protocol/protocol';
import { webPage } from '../drawn/savePicture';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { pickCanonPoint } from './askPicks';
import { command, compare, sayWithCodexFile } from '../openPlace';
import { sendRequest, documents, whileReading } from '../server/languageServer';

/** Answers as pages: rendered by VS Code's own markdown, read-only, with links that open the files. */
export interface AnswerPages extends vscode.Disposable {
  /** Opens an answer, in place of the one before. @param column where, if there was none; else where the author is */
  readonly show: (answer: AnswerPage, column?: vscode.ViewColumn) => Promise<void>;
}

/** VS Code's markdown preview resolves links against a file of the workspace, which an answer is not: so a page of our own. */
export function showAnswers(context: vscode.ExtensionContext): AnswerPages {
  const media = vscode.Uri.joinPath(context.extensionUri, 'media');
  let panel: vscode.WebviewPanel | undefined;

  const open = (title: string, column: vscode.ViewColumn): vscode.WebviewPanel => {
    const opened = vscode.window.createWebviewPanel('retcon.answer', title, column, {
      enableCommandUris: ['retcon.open', 'retcon.showInTimeline'],
      enableFindWidget: true,
      localResourceRoots: [media],
    });
    opened.iconPath = vscode.Uri.joinPath(media, 'icon.png');
    opened.onDidDispose(() => {
      panel = undefined;
    });
    return opened;
  };
  return {
    show: async ({ title, markdown }, column = vscode.ViewColumn.Active) => {
      const body = await vscode.commands.executeCommand<string>('markdown.api.render', linkByCommand(markdown));
      panel ??= open(title, column);
      const { cspSource } = panel.webview;
      const style = panel.webview.asWebviewUri(vscode.Uri.joinPath(media, 'answer.css'));
      panel.title = title;
      panel.webview.html = webPage(`style-src ${cspSource}`, style, `<main>${body}</main>`);
      panel.reveal();
    },
    dispose: () => panel?.dispose(),
  };
}

/** The server links to files, by their URI; a page can open them only by a command. */
const linkByCommand = (markdown: string): string =>
  markdown.replace(/\]\(<?((?!(?:https?|mailto|command):)[a-z][\w+.-]*:[^)>\s]+)>?\)/g, (_, uri: string) => {
    return `](command:retcon.open?${encodeURIComponent(JSON.stringify([uri]))})`;
  });

const { t } = vscode.l10n;

/** What the author compares: two texts of a file, the answers about its entry, or everything. */
type Scope = 'text' | 'entry' | 'world';

export const offerComparing = (client: LanguageClient, answers: AnswerPages): vscode.Disposable =>
  vscode.Disposable.from(
    command('compareAsOf', (file?: vscode.Uri) => compareAsOf(client, answers, file ?? openFile())),
    command('whatChangedForTable', () => whatChangedForTable(client, answers)),
    command('whatIf', () => showWhatIf(client, answers)),
    vscode.workspace.registerTextDocumentContentProvider(COMMITTED, {
      provideTextDocumentContent: (uri) =>
        sendRequest(client, 'retcon/committedText', {
          uri: uri.with({ scheme: 'file', query: '' }).toString(),
          commit: uri.query,
        }),
    }),
  );

/** Holds the page as it is being written against what is saved, and shows beside it what it would change. */
async function showWhatIf(client: LanguageClient, answers: AnswerPages): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== 'markdown') {
    void vscode.window.showInformationMessage(t('Open a note first.'));
    return;
  }
  const answer = await whileReading(sendRequest(client, 'retcon/whatIf', { uri: document.uri.toString() }));
  if (answer) await answers.show(answer, vscode.ViewColumn.Beside);
}

/** The file that is open, if it is one of ours. */
function openFile(): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.isUntitled === false && vscode.languages.match(documents, document) > 0 ? document.uri : undefined;
}

async function compareAsOf(client: LanguageClient, answers: AnswerPages, file: vscode.Uri | undefined): Promise<void> {
  const title = t('Compare With an Earlier Version…');
  const point = await pickCanonPoint(client, title, t('Which session or draft? This is not a date of your world.'), {
    isPast: true,
    here: file,
  });
  const scope = point === undefined ? undefined : file ? await pickScope(title, point, nameOf(file)) : 'world';
  if (point === undefined || scope === undefined) return;
  if (file && scope === 'text') return compareTexts(client, file, point);
  const answer = await whileReading(
    file && scope === 'entry'
      ? sendRequest(client, 'retcon/diffOfEntry', { from: point, uri: file.toString() })
      : sendRequest(client, 'retcon/ask', {
          question: 'diff',
          given: { from: point },
          ...(file && { uri: file.toString() }),
        }),
  );
  if (answer) await answers.show(answer);
}

/** What the players of one campaign hold otherwise after its latest session than after an earlier one. */
async function whatChangedForTable(client: LanguageClient, answers: AnswerPages): Promise<void> {
  const title = t('What Changed for This Table…');
  const points = await sendRequest(client, 'retcon/canonPoints', {});
  if (!points) return;
  const tables = new Map<string, CanonPointChoice[]>();
  for (const point of points)
    if (point.table) tables.set(point.table.id, [...(tables.get(point.table.id) ?? []), point]);
  if (tables.size === 0) {
    void sayWithCodexFile(t('No campaign with sessions names its players yet.'));
    return;
  }
  const rows = [...tables].map(([id, sessions]) => ({ label: sessions[0]?.table?.title ?? id, id, sessions }));
  const one = rows.length === 1 ? rows[0] : await vscode.window.showQuickPick(rows, { title });
  if (!one) return;
  const [latest, ...earlier] = one.sessions;
  const since = earlier.map(({ label, value, detail = '' }) => ({ label, value, description: detail }));
  const from = await vscode.window.showQuickPick(since, {
    title,
    placeHolder: t('Since which session? It is compared with {0}.', latest?.label ?? ''),
  });
  if (!from || !latest) return;
  const given = { from: from.value, to: latest.value, for: one.id };
  const answer = await whileReading(sendRequest(client, 'retcon/ask', { question: 'diff', given }));
  if (answer) await answers.show(answer);
}

async function pickScope(title: string, point: string, name: string): Promise<Scope | undefined> {
  const text = {
    label: t('The text of {0}', name),
    description: t('side by side'),
    iconPath: new vscode.ThemeIcon('diff'),
    scope: 'text' as const,
  };
  const entry = {
    label: t('The answers about {0}', name),
    iconPath: new vscode.ThemeIcon('note'),
    scope: 'entry' as const,
  };
  const rows = [
    // What was decided by a session has no text of its own: its pages are there as they were.
    ...(point.startsWith('git:') ? [text] : []),
    ...(/\.(?:md|markdown)$/i.test(name) ? [entry] : []),
    { label: t('The whole world'), iconPath: new vscode.ThemeIcon('globe'), scope: 'world' as const },
  ];
  return (await vscode.window.showQuickPick(rows, { title, placeHolder: t('What to compare?') }))?.scope;
}

async function compareTexts(client: LanguageClient, file: vscode.Uri, point: string): Promise<void> {
  const before = await whileReading(sendRequest(client, 'retcon/committedFile', { uri: file.toString(), asOf: point }));
  if (before === undefined) return;
  const name = nameOf(file);
  if (before === null) {
    void vscode.window.showInformationMessage(t('There was no {0} yet as of {1}.', name, point));
    return;
  }
  await compare(before, file.toString(), t('{0}: as of {1}, and now', name, point));
}

const nameOf = (file: vscode.Uri): string => file.path.slice(file.path.lastIndexOf('/') + 1);
