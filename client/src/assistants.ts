/** What an assistant in VS Code is offered: a server for each codex, and tools that see the pages as they stand in the editor. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { ASSISTANT_QUESTIONS, OPEN_PAGE, toolName } from '../../server/src/lsp/protocol/protocol';
import { isInBrowser } from './server/languageServer';

const { t } = vscode.l10n;

/** Of VS Code 1.101; an older one has the tools alone. */
interface WithServers {
  readonly registerMcpServerDefinitionProvider?: (
    id: string,
    provider: {
      readonly onDidChangeMcpServerDefinitions: vscode.Event<void>;
      readonly provideMcpServerDefinitions: () => Promise<readonly object[]>;
    },
  ) => vscode.Disposable;
}

type StdioDefinition = new (
  label: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  version: string,
) => object;

export function offerAssistants(client: LanguageClient, context: vscode.ExtensionContext): vscode.Disposable {
  const tools = ASSISTANT_QUESTIONS.map((question) =>
    vscode.lm.registerTool<Given>(toolName(question), {
      prepareInvocation: () => ({ invocationMessage: t('Looking it up') }),
      invoke: ({ input }, token) => answerOf(client, 'retcon/askAsTool', { question, given: wordsOf(input) }, token),
    }),
  );
  const openPage = vscode.lm.registerTool<object>(toolName(OPEN_PAGE), {
    prepareInvocation: () => ({ invocationMessage: t('Reading the open note') }),
    invoke: (_, token) => {
      const uri = vscode.window.activeTextEditor?.document.uri.toString();
      if (uri === undefined) return resultOf(t('No note is open.'));
      const unsaved = vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty);
      return answerOf(
        client,
        'retcon/openPage',
        { uri, unsaved: unsaved.map((document) => document.uri.toString()) },
        token,
      );
    },
  });
  return vscode.Disposable.from(...tools, openPage, ...(isInBrowser ? [] : offerServers(context)));
}

type Given = Readonly<Record<string, unknown>>;

/** As the server takes what was given: a parameter that may be given several times becomes a line for each, and a value that is not a text becomes JSON. */
const wordsOf = (input: Given): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => {
      if (value === undefined || value === null || value === false) return [];
      if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return [[name, value.join('\n')]];
      return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
    }),
  );

const resultOf = (words: string): vscode.LanguageModelToolResult =>
  new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(words)]);

/** What the server says, without showing it in a window: an assistant asked, not a person. */
const answerOf = async (
  client: LanguageClient,
  request: 'retcon/askAsTool' | 'retcon/openPage',
  params: object,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResult> => resultOf(await client.sendRequest<string>(request, params, token));

/** One server for each codex, started with the editor's own node; none where VS Code is too old to know such servers. */
function offerServers(context: vscode.ExtensionContext): readonly vscode.Disposable[] {
  const { registerMcpServerDefinitionProvider: register } = vscode.lm as WithServers;
  const Definition = (vscode as { readonly McpStdioServerDefinition?: StdioDefinition }).McpStdioServerDefinition;
  if (!register || !Definition) return [];
  const changed = new vscode.EventEmitter<void>();
  const files = vscode.workspace.createFileSystemWatcher('**/codex.yaml', false, true, false);
  const notify = (): void => changed.fire();
  const cli = context.asAbsolutePath('dist/cli.js');
  const { version } = context.extension.packageJSON as { readonly version: string };
  const provider = {
    onDidChangeMcpServerDefinitions: changed.event,
    async provideMcpServerDefinitions() {
      const found = await vscode.workspace.findFiles('**/codex.yaml', '**/{node_modules,.git}/**', 50);
      const roots = found.filter(({ scheme }) => scheme === 'file').map((uri) => vscode.Uri.joinPath(uri, '..').fsPath);
      return roots
        .sort()
        .map(
          (root) =>
            new Definition(
              `Retcon: ${root.split(/[\\/]/).at(-1)}`,
              process.execPath,
              [cli, 'mcp', '--root', root],
              { ELECTRON_RUN_AS_NODE: '1' },
              version,
            ),
        );
    },
  };
  return [changed, files, files.onDidCreate(notify), files.onDidDelete(notify), register('retcon.codices', provider)];
}
