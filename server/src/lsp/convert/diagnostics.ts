/** Problems as LSP has them. */
import type { Diagnostic } from 'vscode-languageserver';
import { DiagnosticSeverity } from 'vscode-languageserver';
import { type LineIndex, lineIndex } from '../../core/text/lines';
import type { Problem, Severity } from '../../core/text/problem';
import type { Announced } from './announced';
import { type CodexTexts, lineIndexes } from './codexLines';
import { rangeOf, uriIn } from './uris';

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
 * @param uriThen the URI of a file as it was told
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
