/** "More…", which holds the commands that the palette leaves out, "Retcon This…", which asks for no kind, and the guide. */
import * as vscode from 'vscode';
import { command } from './openPlace';

const { t } = vscode.l10n;

/** What stands in package.json as VS Code has translated it. */
interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: { readonly commandPalette: readonly { readonly command: string; readonly when?: string }[] };
  };
}

/** The condition of those commands in package.json: it never holds, so that they are in this list and not in the palette. */
const IN_MORE = 'retcon.isInMore';

export const offerMore = ({ extension, extensionUri }: vscode.ExtensionContext): vscode.Disposable =>
  vscode.Disposable.from(
    command('more', async () => {
      const { commands, menus } = (extension.packageJSON as Manifest).contributes;
      const rest = ['retcon.import', 'retcon.init', 'retcon.restart'];
      const listed = menus.commandPalette.filter(({ when }) => when === IN_MORE).map((one) => one.command);
      const rows = [...listed, ...rest].map((id) => ({
        label: commands.find((one) => one.command === id)?.title ?? id,
        id,
      }));
      const chosen = await vscode.window.showQuickPick(rows, { title: t('More of Retcon') });
      if (chosen) await vscode.commands.executeCommand(chosen.id);
    }),
    command('retconThis', (given?: vscode.Uri) => {
      const editor = vscode.window.activeTextEditor;
      return editor && isInProperties(editor)
        ? vscode.commands.executeCommand('retcon.retconValue')
        : vscode.commands.executeCommand('retcon.declare', given);
    }),
    command('guide', () =>
      vscode.commands.executeCommand(
        'markdown.showPreview',
        vscode.Uri.joinPath(extensionUri, 'docs/guide/first-five-minutes.md'),
      ),
    ),
  );

/** Whether the cursor stands in the frontmatter of a note. */
function isInProperties({ document, selection }: vscode.TextEditor): boolean {
  const head = /^---[ \t]*\r?\n[^]*?\n---[ \t]*(?:\r?\n|$)/.exec(document.getText());
  return head !== null && document.offsetAt(selection.active) < head[0].length;
}
