/** The pages we draw ourselves: nothing is loaded into them but what their policy names. */
import * as vscode from 'vscode';

/** @param policy what may be loaded beside it, of a Content-Security-Policy. @param body markup that is ours, or made safe */
export const webPage = (policy: string, style: { toString(): string }, body: string): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; ${policy}">
  <link rel="stylesheet" href="${style.toString()}">
  <title>Retcon</title>
</head>
<body>
${body}
</body>
</html>`;

/**
 * Puts a page into its panel: a script of media/pages draws it, with the style of the same name, from what it is sent.
 * @param name of both, without ending
 * @param commands those that its links may run
 * @param more what else its policy lets it load
 */
export function drawPage(
  { extensionUri }: vscode.ExtensionContext,
  { webview }: vscode.WebviewPanel,
  name: string,
  commands: readonly string[],
  more = '',
): void {
  const [media, dist] = ['media', 'dist'].map((folder) => vscode.Uri.joinPath(extensionUri, folder)) as [
    vscode.Uri,
    vscode.Uri,
  ];
  webview.options = { enableCommandUris: commands, enableScripts: true, localResourceRoots: [media, dist] };
  const style = webview.asWebviewUri(vscode.Uri.joinPath(media, 'pages', `${name}.css`));
  const script = webview.asWebviewUri(vscode.Uri.joinPath(dist, `page-${name}.js`)).toString();
  const nonce = crypto.randomUUID();
  webview.html = webPage(
    `style-src ${webview.cspSource}; script-src 'nonce-${nonce}'${more === '' ? '' : `; ${more}`}`,
    style,
    `  <main id="main"></main>
  <p id="status" role="status"></p>
  <script nonce="${nonce}" src="${script}"></script>`,
  );
}
