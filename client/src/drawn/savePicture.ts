/** "Save Picture…": what a picture shows as a file: an SVG, a PNG, or a page of its own that works without Retcon. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { TimelineParams } from '../../../server/src/lsp/protocol/protocolPictures';
import { sendRequest } from '../server/languageServer';
import type { PictureFormat, FromTimeline } from './pageMessages';

const { t } = vscode.l10n;

/** What the page asks to have saved. */
type Saving = Extract<FromTimeline, { readonly asks: 'save' }>;

/** In which form the picture is to be saved; undefined where the author thinks better of it. */
export async function pickFormat(): Promise<PictureFormat | undefined> {
  const choices: readonly (vscode.QuickPickItem & { readonly format: PictureFormat })[] = [
    {
      label: t('Web page'),
      detail: t('Its handles work offline and without Retcon.'),
      format: 'html',
    },
    { label: t('Drawing'), detail: t('What is in view, sharp at every size.'), format: 'svg' },
    { label: t('Image'), detail: t('What is in view.'), format: 'png' },
  ];
  const title = t('Save Picture…');
  const placeHolder = t(
    'Which format? It shows what you had decided by the point of the canon handle, and nothing later.',
  );
  const rows = choices.map((choice) => ({ ...choice, description: `.${choice.format}` }));
  return (await vscode.window.showQuickPick(rows, { title, placeHolder }))?.format;
}

/** @param raster has the page make an image of an SVG; what it answers is for `keepImage` */
export async function savePicture(
  client: LanguageClient,
  { extensionUri }: vscode.ExtensionContext,
  params: TimelineParams,
  { as, asOf, view, theme }: Saving,
  raster: (svg: string) => Thenable<boolean>,
): Promise<void> {
  const asked = { ...params, ...(asOf !== null && { asOf }) };
  if (as === 'html') {
    const parts = await pageParts(extensionUri);
    const page = await sendRequest(client, 'retcon/timelineFile', { ...asked, ...parts });
    if (page) await writePicture(page.title, 'html', new TextEncoder().encode(page.text));
    return;
  }
  const svg = await sendRequest(client, 'retcon/timelineSvg', { ...asked, view, theme });
  if (!svg) return;
  if (as === 'png') await raster(svg.text);
  else await writePicture(svg.title, 'svg', new TextEncoder().encode(svg.text));
}

/** The script and the style of a picture, as a file of its own holds them. */
export async function pageParts(extension: vscode.Uri): Promise<{ readonly script: string; readonly style: string }> {
  const read = async (file: string): Promise<string> =>
    new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, file)));
  return { script: await read('dist/page-picture.js'), style: await read('media/pages/picture.css') };
}

/** @param image as a `data:` URI in base64 */
export async function keepImage(title: string, image: string): Promise<void> {
  const bytes = Uint8Array.from(atob(image.slice(image.indexOf(',') + 1)), (one) => one.charCodeAt(0));
  await writePicture(title, 'png', bytes);
}

const KINDS: Readonly<Record<PictureFormat, string>> = { html: t('Web page'), svg: t('Drawing'), png: t('Image') };

/** The author says where; what is there is replaced only where they say so. */
export async function writePicture(title: string, format: PictureFormat, bytes: Uint8Array): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `${title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')}.${format}`;
  const target = await vscode.window.showSaveDialog({
    title: t('Save Picture…'),
    filters: { [KINDS[format]]: [format] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (target === undefined) return;
  try {
    await vscode.workspace.fs.writeFile(target, bytes);
    vscode.window.setStatusBarMessage(t('Saved {0}', target.path.slice(target.path.lastIndexOf('/') + 1)), 5000);
  } catch (error) {
    void vscode.window.showErrorMessage(t('The picture could not be saved: {0}', String(error)));
  }
}

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

/** Shows again what VS Code had open when it was closed, by what its page kept; without that there is nothing to show. */
export const reopened = (type: string, show: (panel: vscode.WebviewPanel, state: never) => void): vscode.Disposable =>
  vscode.window.registerWebviewPanelSerializer(type, {
    deserializeWebviewPanel: (panel, state?: unknown) => {
      if (state) show(panel, state as never);
      else panel.dispose();
      return Promise.resolve();
    },
  });

/**
 * Puts a page into its panel: a script of media/pages draws it, with the style of the same name, from what it is sent.
 * @param name of both, without ending
 * @param commands those that its links may run
 * @param more what else its policy lets it load
 * @param roots the folders that it may load that from
 */
export function drawPage(
  { extensionUri }: vscode.ExtensionContext,
  panel: vscode.WebviewPanel,
  name: string,
  commands: readonly string[],
  more = '',
  roots: readonly vscode.Uri[] = [],
): void {
  const [media, dist] = ['media', 'dist'].map((folder) => vscode.Uri.joinPath(extensionUri, folder)) as [
    vscode.Uri,
    vscode.Uri,
  ];
  const { webview } = panel;
  panel.iconPath = vscode.Uri.joinPath(media, 'icon.png');
  webview.options = { enableCommandUris: commands, enableScripts: true, localResourceRoots: [media, dist, ...roots] };
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
