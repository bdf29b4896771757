/** What the server says that it can do: nothing that the editor has not announced that it could ask for. */
import type { ClientCapabilities, ServerCapabilities } from 'vscode-languageserver';
import { type Announced, resolvesActions, runsCommands, takesLiterals } from '../convert/announced';
import { tokenOptions } from '../convert/tokenLegend';

/** What LSP has had since its beginnings is offered to everybody; what came later, to those who say that they know it. */
const LATER = {
  foldingRangeProvider: 'foldingRange',
  selectionRangeProvider: 'selectionRange',
  callHierarchyProvider: 'callHierarchy',
  typeHierarchyProvider: 'typeHierarchy',
  inlayHintProvider: 'inlayHint',
} as const satisfies Partial<Record<keyof ServerCapabilities, keyof NonNullable<ClientCapabilities['textDocument']>>>;

/** @param able all that it can do */
export function offered(announced: Announced, able: ServerCapabilities): ServerCapabilities {
  const { textDocument = {}, workspace = {} } = announced.editor;
  const { codeActionProvider, executeCommandProvider, workspaceSymbolProvider, ...rest } = able;
  const unknown = new Set(Object.entries(LATER).flatMap(([name, feature]) => (textDocument[feature] ? [] : name)));
  const known = Object.fromEntries(Object.entries(rest).filter(([provider]) => !unknown.has(provider)));
  const operations = Object.entries(rest.workspace?.fileOperations ?? {}).filter(
    ([operation]) => workspace.fileOperations?.[operation as 'didCreate'] === true,
  );
  const semanticTokensProvider = tokenOptions(announced);
  const kinds = typeof codeActionProvider === 'object' ? codeActionProvider.codeActionKinds : undefined;
  return {
    ...known,
    ...(semanticTokensProvider && { semanticTokensProvider }),
    ...(codeActionProvider !== undefined && {
      codeActionProvider: !takesLiterals(announced) || {
        ...(kinds && { codeActionKinds: kinds }),
        ...(resolvesActions(announced) && { resolveProvider: true }),
      },
    }),
    renameProvider: textDocument.rename?.prepareSupport === true ? (rest.renameProvider ?? true) : true,
    workspaceSymbolProvider: (workspace.symbol?.resolveSupport && workspaceSymbolProvider) ?? true,
    // Our own client has its own commands, and would take these for commands of the palette.
    ...(executeCommandProvider && !runsCommands(announced) && { executeCommandProvider }),
    workspace: {
      ...(workspace.workspaceFolders === true &&
        rest.workspace?.workspaceFolders && { workspaceFolders: rest.workspace.workspaceFolders }),
      ...(operations.length > 0 && { fileOperations: Object.fromEntries(operations) }),
    },
  };
}
