/** Problems as LSP has them. */
import type { Diagnostic } from 'vscode-languageserver/node';
import { DiagnosticSeverity } from 'vscode-languageserver/node';
import { entryAt } from '../../core/canon';
import type { Entry } from '../../core/entry/entry';
import { type LineIndex, lineIndex } from '../../core/text/lines';
import type { Problem, Severity } from '../../core/text/problem';
import type { LiveCodex } from '../session/liveCodex';
import { rangeOf, uriIn } from './places';

/** The URI of a file as it was told. @param file relative to the codex's root */
export type UriThen = (codex: LiveCodex, file: string) => string;

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/**
 * @param path the file that has the problems, relative to the codex's root
 * @param pageOf the URI of the page that explains a code
 * @param uriThen where what was told of a file can be read
 */
export function diagnosticsOf(
  codex: LiveCodex,
  path: string,
  problems: readonly Problem[],
  pageOf: (code: string) => string,
  uriThen: UriThen,
): Diagnostic[] {
  // Most files have none: they are not read to count their lines.
  if (problems.length === 0) return [];
  const linesOf = lineIndexes(codex);
  const lines = linesOf(path);
  // The old text stands where it stood: mostly that is still its place.
  const linesThen = (file: string): LineIndex => lineIndex(codex.told?.snapshot.textOf(file) ?? '');
  return problems.map(({ code, span, severity, message, related = [] }) => ({
    range: rangeOf(lines, span),
    severity: SEVERITIES[severity ?? 'error'],
    code,
    codeDescription: { href: pageOf(code) },
    source: 'retcon',
    message,
    ...(related.length > 0 && {
      relatedInformation: related.map((one) => ({
        location: {
          uri: (one.isEstablished === true ? uriThen : uriIn)(codex, one.file),
          range: rangeOf((one.isEstablished === true ? linesThen : linesOf)(one.file), one.span),
        },
        message: one.message,
      })),
    }),
  }));
}

/** An entry is made anew whenever its text is read anew, so its lines need be counted once only. */
const counted = new WeakMap<Entry, LineIndex>();

/** The lines of the files of a codex, as they were when their entries were read. */
export const lineIndexes =
  (codex: LiveCodex) =>
  (path: string): LineIndex => {
    const entry = entryAt(codex.canon, path);
    let index = entry && counted.get(entry);
    if (!index) {
      index = lineIndex(codex.currentText(path) ?? '');
      if (entry) counted.set(entry, index);
    }
    return index;
  };
