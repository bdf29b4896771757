/** Shows pale what no longer counts, and strikes through what names it: the server says what, and when to ask again. */
import * as vscode from 'vscode';
import { type BaseLanguageClient as LanguageClient, State } from 'vscode-languageclient';
import { FADING_CHANGED, type FadingAnswer } from '../../server/src/lsp/protocol/protocol';
import { documents } from './server/languageServer';

export function showFading(client: LanguageClient): vscode.Disposable {
  const faded = vscode.window.createTextEditorDecorationType({ opacity: '0.6' });
  const struck = vscode.window.createTextEditorDecorationType({ textDecoration: 'line-through' });
  const banner = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('inputValidation.infoBackground'),
    borderColor: new vscode.ThemeColor('inputValidation.infoBorder'),
    borderStyle: 'solid',
    borderWidth: '1px 0',
  });

  const show = async (editor: vscode.TextEditor): Promise<void> => {
    const { document } = editor;
    if (client.state !== State.Running || vscode.languages.match(documents, document) === 0) return;
    const { version } = document;
    const answer = await client
      .sendRequest<FadingAnswer>('retcon/fading', { uri: document.uri.toString() })
      // A server that ends before it answers is asked again when it is back; what is shown stays till then.
      .catch(() => null);
    if (answer === null) return;
    if (document.version !== version) return show(editor);
    editor.setDecorations(faded, answer.faded.map(rangeOf));
    editor.setDecorations(struck, answer.struck.map(rangeOf));
    editor.setDecorations(banner, answer.unknownTo === null ? [] : [bannerOf(answer.unknownTo)]);
  };
  const showAll = (): void => {
    for (const editor of vscode.window.visibleTextEditors) void show(editor);
  };
  return vscode.Disposable.from(
    faded,
    struck,
    banner,
    vscode.window.onDidChangeVisibleTextEditors(showAll),
    client.onDidChangeState(showAll),
    client.onNotification(FADING_CHANGED, (uris: readonly string[]) => {
      for (const editor of vscode.window.visibleTextEditors)
        if (uris.includes(editor.document.uri.toString())) void show(editor);
    }),
  );
}

/** The first line of a page that somebody does not know; a lens above it says so too. */
const bannerOf = (who: string): vscode.DecorationOptions => ({
  range: new vscode.Range(0, 0, 0, 0),
  hoverMessage: vscode.l10n.t('This note is unknown to {0}.', who),
});

const rangeOf = ({ start, end }: FadingAnswer['faded'][number]): vscode.Range =>
  new vscode.Range(start.line, start.character, end.line, end.character);

/** Marks the line numbers of silent changes, from the problems that report them. */
export function markSilent({ extensionUri }: vscode.ExtensionContext): vscode.Disposable {
  const iconFor = (theme: string) => ({
    gutterIconPath: vscode.Uri.joinPath(extensionUri, 'media', `silent-${theme}.svg`),
  });
  const mark = vscode.window.createTextEditorDecorationType({
    dark: iconFor('dark'),
    light: iconFor('light'),
    gutterIconSize: 'contain',
    overviewRulerColor: new vscode.ThemeColor('charts.purple'),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
  const show = (editor: vscode.TextEditor): void => {
    const silent = vscode.languages.getDiagnostics(editor.document.uri).filter(isSilent);
    const lines = new Set(silent.map(({ range }) => range.start.line));
    editor.setDecorations(
      mark,
      [...lines].map((line) => new vscode.Range(line, 0, line, 0)),
    );
  };
  const showAll = (): void => vscode.window.visibleTextEditors.forEach(show);
  showAll();
  return vscode.Disposable.from(
    mark,
    vscode.window.onDidChangeVisibleTextEditors(showAll),
    vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      const changed = new Set(uris.map(String));
      for (const editor of vscode.window.visibleTextEditors)
        if (changed.has(editor.document.uri.toString())) show(editor);
    }),
  );
}

const isSilent = ({ source, code }: vscode.Diagnostic): boolean => {
  const name = typeof code === 'object' ? code.value : code;
  return source === 'retcon' && String(name).startsWith('retcon/');
};

/** Frontmatter that goes on for longer is none. */
const MOST_LINES = 500;

export const suggestKeys = (client: LanguageClient): vscode.Disposable =>
  vscode.workspace.onDidChangeTextDocument(async ({ document, contentChanges: [change, ...others], reason }) => {
    if (document !== vscode.window.activeTextEditor?.document || document.languageId !== 'markdown') return;
    if (!change || others.length > 0 || reason !== undefined) return;
    if (!change.range.isEmpty || !/^\p{L}$/u.test(change.text)) return;
    const { line, character } = change.range.start;
    const written = document.lineAt(line).text;
    if (!/^ *$/.test(written.slice(0, character)) || !/^\s*(?:#|$)/.test(written.slice(character + 1))) return;
    const isWanted = vscode.workspace.getConfiguration('editor', document).get('suggestOnTriggerCharacters') !== false;
    if (!isWanted || !isInFrontmatter(document, line) || !client.isRunning()) return;
    // The server gets the change first.
    await new Promise((resolve) => setTimeout(resolve));
    // Where we have nothing, VS Code would suggest whatever words there are. A server that is being stopped has nothing.
    const asked = client.sendRequest('textDocument/completion', {
      textDocument: { uri: client.code2ProtocolConverter.asUri(document.uri) },
      position: { line, character: character + 1 },
      context: { triggerKind: 1 },
    });
    const found = await asked.catch(() => null);
    if (found !== null) await vscode.commands.executeCommand('editor.action.triggerSuggest', { auto: true });
  });

function isInFrontmatter(document: vscode.TextDocument, line: number): boolean {
  if (line === 0 || line > MOST_LINES || !/^\uFEFF?---\s*$/.test(document.lineAt(0).text)) return false;
  for (let above = 1; above < line; above++) if (/^(?:---|\.\.\.)\s*$/.test(document.lineAt(above).text)) return false;
  return true;
}
