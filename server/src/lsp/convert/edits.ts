/** A change to the files of a codex as LSP has it. */
import type {
  AnnotatedTextEdit,
  ClientCapabilities,
  CreateFile,
  RenameFile,
  TextDocumentEdit,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import type { Change } from '../../core/text/change';
import { type CodexTexts, lineIndexes } from './codexLines';
import { rangeOf, uriIn } from './places';

/** Whether the editor shows which edits belong together. */
export const showsGroups = (editor: ClientCapabilities): boolean =>
  editor.workspace?.workspaceEdit?.changeAnnotationSupport !== undefined;

/**
 * @param takesFiles whether the editor can make and rename files by an edit; where it can't, a change that does so is null
 * @param isGrouped whether to tell which edits belong together
 */
export function editOf(
  codex: CodexTexts,
  change: Change,
  takesFiles: boolean,
  isGrouped = false,
): WorkspaceEdit | null {
  const { creates = [], renames = [] } = change;
  const linesOf = lineIndexes(codex);
  const changes: Record<string, (TextEdit | AnnotatedTextEdit)[]> = {};
  const groups = new Set(isGrouped ? change.edits.flatMap(({ group }) => group ?? []) : []);
  for (const { file, span, text, group } of change.edits) {
    const edit = { range: rangeOf(linesOf(file), span), newText: text };
    const told = group !== undefined && groups.has(group) ? { ...edit, annotationId: group } : edit;
    (changes[uriIn(codex, file)] ??= []).push(told);
  }
  if (creates.length === 0 && renames.length === 0 && groups.size === 0) return { changes };
  if (!takesFiles && creates.length + renames.length > 0) return null;
  const made = creates.flatMap(({ file, text }): (CreateFile | TextDocumentEdit)[] => {
    const uri = uriIn(codex, file);
    const top = { line: 0, character: 0 };
    return [
      { kind: 'create', uri, options: { overwrite: false } },
      { textDocument: { uri, version: null }, edits: [{ range: { start: top, end: top }, newText: text }] },
    ];
  });
  const edited = Object.entries(changes).map(
    ([uri, edits]): TextDocumentEdit => ({ textDocument: { uri, version: null }, edits }),
  );
  const renamed = renames.map(
    ({ from, to }): RenameFile => ({ kind: 'rename', oldUri: uriIn(codex, from), newUri: uriIn(codex, to) }),
  );
  const changeAnnotations = Object.fromEntries([...groups].map((group) => [group, { label: group }]));
  return { documentChanges: [...made, ...edited, ...renamed], ...(groups.size > 0 && { changeAnnotations }) };
}
