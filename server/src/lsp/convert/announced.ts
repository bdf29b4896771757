/** What the editor has announced that it takes: nothing else is sent to it. */
import type { ClientCapabilities, ResourceOperationKind } from 'vscode-languageserver';
import type { Options } from '../protocol/protocol';

export interface Announced {
  /** Nothing, before it has said so. */
  readonly editor: ClientCapabilities;
  /** What it says beyond LSP. */
  readonly options: Options;
}

/** Whether an edit may make files, rename them or delete them. An editor that announces this may say nothing of `documentChanges`. */
export const takesFiles = ({ editor }: Announced, ...operations: readonly ResourceOperationKind[]): boolean =>
  operations.every((one) => editor.workspace?.workspaceEdit?.resourceOperations?.includes(one) === true);

/** Whether it shows which edits belong together. */
export const showsGroups = ({ editor }: Announced): boolean =>
  editor.workspace?.workspaceEdit?.changeAnnotationSupport !== undefined;

/** Whether a code action may be more than a command. */
export const takesLiterals = ({ editor }: Announced): boolean =>
  editor.textDocument?.codeAction?.codeActionLiteralSupport !== undefined;

/** Whether what a code action does may be asked for later. */
export const resolvesActions = ({ editor }: Announced): boolean => {
  const { resolveSupport, dataSupport } = editor.textDocument?.codeAction ?? {};
  return dataSupport === true && resolveSupport?.properties.includes('edit') === true;
};

/** Whether it runs our commands itself: it is our own client. */
export const runsCommands = ({ options }: Announced): boolean => options.opensPlaces === true;

/** Whether a command that the server runs can change documents. */
export const takesEdits = ({ editor }: Announced): boolean => editor.workspace?.applyEdit === true;

/** Whether the server can have it open a file. */
export const showsDocuments = ({ editor }: Announced): boolean => editor.window?.showDocument?.support === true;
