/** Marks the line numbers of silent changes to what was told, from the problems that report them. */
import * as vscode from 'vscode';

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
