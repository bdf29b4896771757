/** `[[links]]` in VS Code's own preview of markdown: they lead to the notes that have the names, as the server knows them. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { Status } from '../../../server/src/lsp/protocol/protocol';
import { type LinkRules, type PathOf, withLinks } from './linkRule';
import { sendRequest } from '../server/languageServer';

export interface PreviewLinks {
  /** Makes the markdown-it of the preview read them. */
  readonly extendMarkdownIt: <M extends LinkRules>(markdown: M) => M;
  /** Asks for the names again, where the notes are others now. */
  readonly follow: (status: Status) => void;
}

export function previewLinks(client: LanguageClient): PreviewLinks {
  const paths = new Map<string, string>();
  const pathOf: PathOf = (name) => paths.get(name.toLowerCase());
  const read = async (root: string): Promise<void> => {
    const entries = (await sendRequest(client, 'retcon/entries', {})) ?? [];
    paths.clear();
    const folder = vscode.Uri.file(root);
    for (const { id, title, aliases, file, isReplaced } of entries) {
      const path = `/${vscode.workspace.asRelativePath(vscode.Uri.joinPath(folder, file), false)}`;
      const base = file.slice(file.lastIndexOf('/') + 1).replace(/\.(?:md|markdown)$/i, '');
      for (const name of [id, base, file.replace(/\.(?:md|markdown)$/i, ''), title, ...aliases]) {
        const key = name.toLowerCase();
        if (!paths.has(key) || !isReplaced) paths.set(key, path);
      }
    }
    await vscode.commands.executeCommand('markdown.preview.refresh');
  };
  let now: string | undefined;
  let isUsed = false;
  const readWhereUsed = (): void => {
    if (isUsed && now !== undefined) void read(now);
  };
  return {
    // Called when a preview is first opened: before that, nobody needs the names.
    extendMarkdownIt(markdown) {
      isUsed = true;
      readWhereUsed();
      return withLinks(markdown, pathOf);
    },
    follow({ state, root }) {
      now = state === 'ready' ? root : undefined;
      readWhereUsed();
    },
  };
}
