/** Problems as LSP has them. */
import {
  type Diagnostic,
  DiagnosticSeverity,
  type AnnotatedTextEdit,
  type CreateFile,
  type RenameFile,
  type TextDocumentEdit,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { type LineIndex, lineIndex } from '../../core/text/span';
import type { Problem, Severity, Change } from '../../core/text/problem';
import { type Announced, takesFiles } from './announced';
import { type CodexTexts, lineIndexes, rangeOf, uriIn } from './uris';

/** A codex with its baseline, into which some problems point. */
interface ComparedTexts extends CodexTexts {
  readonly baseline: { readonly snapshot: { textOf(path: string): string | null } } | null;
}

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** Which parts of a problem the editor takes, whether it pulls problems or is sent them. */
export interface ProblemParts {
  readonly relatedInformation?: boolean;
  readonly codeDescriptionSupport?: boolean;
}

export const partsTaken = ({ editor }: Announced): ProblemParts => ({
  ...editor.textDocument?.publishDiagnostics,
  ...editor.textDocument?.diagnostic,
});

/**
 * @param path the file that has the problems, relative to the codex's root
 * @param pageOf the URI of the page that explains a code
 * @param uriThen the URI of a file as it was established
 * @param parts what the editor takes
 */
export function diagnosticsOf(
  codex: ComparedTexts,
  path: string,
  problems: readonly Problem[],
  pageOf: (code: string) => string,
  uriThen: (file: string) => string,
  parts: ProblemParts,
): Diagnostic[] {
  // Most files have none: they are not read to count their lines.
  if (problems.length === 0) return [];
  const linesOf = lineIndexes(codex);
  const lines = linesOf(path);
  // The old text stands where it stood: mostly that is still its place.
  const linesThen = (file: string): LineIndex => lineIndex(codex.baseline?.snapshot.textOf(file) ?? '');
  return problems.map(({ code, span, severity, message, related = [] }) => ({
    range: rangeOf(lines, span),
    severity: SEVERITIES[severity ?? 'error'],
    code,
    ...(parts.codeDescriptionSupport === true && { codeDescription: { href: pageOf(code) } }),
    source: 'retcon',
    message,
    ...(related.length > 0 &&
      parts.relatedInformation === true && {
        relatedInformation: related.map((one) => ({
          location: {
            uri: one.isEstablished === true ? uriThen(one.file) : uriIn(codex, one.file),
            range: rangeOf((one.isEstablished === true ? linesThen : linesOf)(one.file), one.span),
          },
          message: one.message,
        })),
      }),
  }));
}

/** Why a change would lose letters that an author has written, as a sentence about the first file in which it would; null: it loses none. */
export function lossIn(codex: CodexTexts, { edits }: Pick<Change, 'edits'>): string | null {
  const file = [...new Set(edits.map((edit) => edit.file))].find((one) => codex.losesLetters(one));
  return file === undefined
    ? null
    : `${file} is not written in UTF-8, so letters in it would be lost. Save it as UTF-8 first: in VS Code, click the encoding in the status bar.`;
}

/** Null where the editor can't do it by an edit, make a file or rename one, and where letters would be lost. @param isGrouped whether to tell which edits belong together */
export function editOf(
  codex: CodexTexts,
  change: Change,
  announced: Announced,
  isGrouped = false,
): WorkspaceEdit | null {
  if (lossIn(codex, change) !== null) return null;
  const { creates = [], renames = [] } = change;
  const linesOf = lineIndexes(codex);
  const changes: Record<string, (TextEdit | AnnotatedTextEdit)[]> = {};
  const groups = new Set(isGrouped ? change.edits.flatMap(({ group }) => group ?? []) : []);
  for (const { file, span, text, group } of change.edits) {
    const edit = { range: rangeOf(linesOf(file), span), newText: text };
    const annotated = group !== undefined && groups.has(group) ? { ...edit, annotationId: group } : edit;
    (changes[uriIn(codex, file)] ??= []).push(annotated);
  }
  if (creates.length === 0 && renames.length === 0 && groups.size === 0) return { changes };
  const makesFiles = takesFiles(announced, 'create');
  // An editor that takes the text of a document without knowing of files writes it to a file that is not there yet.
  const takesTexts = makesFiles || announced.editor.workspace?.workspaceEdit?.documentChanges === true;
  if (creates.length > 0 && !takesTexts) return null;
  if (renames.length > 0 && !takesFiles(announced, 'rename')) return null;
  const made = creates.flatMap(({ file, text }): (CreateFile | TextDocumentEdit)[] => {
    const uri = uriIn(codex, file);
    const top = { line: 0, character: 0 };
    const written = {
      textDocument: { uri, version: null },
      edits: [{ range: { start: top, end: top }, newText: text }],
    };
    return makesFiles ? [{ kind: 'create', uri, options: { overwrite: false } }, written] : [written];
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
