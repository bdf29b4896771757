/** "Open Reading View": the open note as a page beside its text, which follows the active editor, the viewpoint and what is typed. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { ReadingAnswer } from '../../../server/src/lsp/protocol/protocolReading';
import { VIEWPOINT_CHANGED } from '../../../server/src/lsp/protocol/protocolViewpoint';
import { command } from '../openPlace';
import { documents, isSetUp, sendRequest, whenStarted } from '../server/languageServer';
import type { FromReading, ReadingState, ToReading } from './pageMessages';
import { drawPage, reopened } from './savePicture';

const { t } = vscode.l10n;

const TYPE = 'retcon.reading';
/** How long typing rests before the page is drawn again, in milliseconds. */
const REST = 250;

interface Shown {
  readonly panel: vscode.WebviewPanel;
  uri: string;
  /** The answer that is on the page, which says what its numbers mean. */
  answer: ReadingAnswer | null;
  /** Counts what has been asked for, so that what comes too late is passed over. */
  asked: number;
  timer?: ReturnType<typeof setTimeout>;
}

interface ReadingViews extends vscode.Disposable {
  /** To be called when the viewpoint is another one. */
  readonly viewpointMoved: () => void;
}

export function offerReadingView(client: LanguageClient, context: vscode.ExtensionContext): ReadingViews {
  let shown: Shown | undefined;

  const show = (panel: vscode.WebviewPanel, uri: string): void => {
    const own: Shown = { panel, uri, answer: null, asked: 0 };
    shown = own;
    panel.onDidDispose(() => {
      clearTimeout(own.timer);
      if (shown === own) shown = undefined;
    });
    panel.webview.onDidReceiveMessage((message: FromReading) => answerPage(client, own, message));
    panel.onDidChangeViewState(() => {
      if (panel.visible) void load(client, own);
    });
    const roots = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri);
    drawPage(context, panel, 'reading', [], `img-src ${panel.webview.cspSource}`, roots);
  };
  const again = (delay: number): void => {
    const own = shown;
    if (!own?.panel.visible) return;
    clearTimeout(own.timer);
    own.timer = setTimeout(() => void load(client, own), delay);
  };
  const follow = (editor: vscode.TextEditor | undefined): void => {
    if (!shown || !editor || !isNote(editor.document) || editor.document.uri.toString() === shown.uri) return;
    shown.uri = editor.document.uri.toString();
    again(0);
  };

  const all = vscode.Disposable.from(
    command('openReadingView', async (given?: vscode.Uri | string) => {
      const document = vscode.window.activeTextEditor?.document;
      const uri = given?.toString() ?? (document && isNote(document) ? document.uri.toString() : undefined);
      if (!(await isSetUp(client, uri))) return;
      if (uri === undefined) {
        void vscode.window.showInformationMessage(t('Open a note first.'));
        return;
      }
      if (shown) {
        shown.uri = uri;
        shown.panel.reveal(undefined, true);
        await load(client, shown);
        return;
      }
      const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      show(vscode.window.createWebviewPanel(TYPE, t('Reading View'), place, { enableFindWidget: true }), uri);
    }),
    vscode.window.onDidChangeActiveTextEditor(follow),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (isNote(document)) again(REST);
    }),
    client.onNotification(VIEWPOINT_CHANGED, () => again(0)),
    whenStarted(client, () => again(0)),
    reopened(TYPE, (panel, { uri }: ReadingState) => show(panel, uri)),
    new vscode.Disposable(() => shown?.panel.dispose()),
  );
  return { dispose: () => all.dispose(), viewpointMoved: () => again(0) };
}

const isNote = (document: vscode.TextDocument): boolean => vscode.languages.match(documents, document) > 0;

async function answerPage(client: LanguageClient, shown: Shown, message: FromReading): Promise<void> {
  switch (message.asks) {
    case 'all':
      await load(client, shown);
      break;
    case 'open': {
      const uri = shown.answer?.pages[message.page];
      if (uri === undefined) return;
      const isAnother = uri !== shown.uri;
      shown.uri = uri;
      // The reader goes on reading: the note is opened beside, for when they want to write.
      await vscode.window.showTextDocument(vscode.Uri.parse(uri), {
        viewColumn: columnOfText(shown.panel),
        preserveFocus: isAnother,
      });
      if (isAnother) await load(client, shown, message.place);
      break;
    }
    case 'card': {
      const uri = shown.answer?.pages[message.page];
      const card = uri === undefined ? null : await sendRequest(client, 'retcon/readingCard', { uri });
      if (card) await send(shown, { shows: 'card', page: message.page, ...card });
    }
  }
}

/** Where notes are written: the column of an editor that is not the page's own. */
function columnOfText({ viewColumn }: vscode.WebviewPanel): vscode.ViewColumn {
  const columns = vscode.window.visibleTextEditors.flatMap((editor) => editor.viewColumn ?? []);
  return columns.find((one) => one !== viewColumn) ?? vscode.ViewColumn.One;
}

const send = ({ panel }: Shown, message: ToReading): Thenable<boolean> => panel.webview.postMessage(message);

/** @param place of the page, to be read from there */
async function load(client: LanguageClient, shown: Shown, place?: string): Promise<void> {
  const mine = ++shown.asked;
  const { uri, panel } = shown;
  const answer = await sendRequest(client, 'retcon/readingPage', { uri });
  if (mine !== shown.asked) return;
  if (!answer) {
    // What is open beside may be no note, or not read yet: what was read stays.
    if (!shown.answer) await send(shown, { shows: 'note', words: t('Open a note of your world to read it here.') });
    return;
  }
  shown.answer = answer;
  const { title, html, pictures, eyes, isHidden } = answer;
  panel.title = isHidden ? t('Reading View') : title;
  if (isHidden) {
    const words =
      eyes === null ? t('This note is not written yet at this viewpoint.') : t('This note is unknown to {0}.', eyes);
    await send(shown, { shows: 'note', words });
    return;
  }
  const addresses = pictures.map((picture) => panel.webview.asWebviewUri(vscode.Uri.parse(picture)).toString());
  const shownHtml = html.replace(
    / src="retcon-picture:(\d+)"/g,
    (_, n: string) => ` src="${inAttribute(addresses[Number(n)] ?? '')}"`,
  );
  const banner = eyes === null ? '' : t('Seen as {0}', eyes);
  await send(shown, { shows: 'page', html: shownHtml, banner, state: { uri }, ...(place !== undefined && { place }) });
}

const inAttribute = (address: string): string => address.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
