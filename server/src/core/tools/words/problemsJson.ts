/** Problems in the JSON of contract.md, with the ranges in which editors count, and in a line of words. */
import type { CheckedProblem } from '../../rules/check';
import { type LineStarts, lineStarts, placeInLines } from '../../text/lines';
import type { Span } from '../../text/span';

type TextOf = (file: string) => string | null;

interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** @param isEstablished whether the span is of the file as it was established */
export type RangeOf = (file: string, span: Span, isEstablished?: boolean) => Range;

/**
 * Gives LSP's range of a span: 0-based lines, characters in UTF-16 units.
 * @param establishedText the text of a file in the baseline
 * @param known the lines of files whose texts need not be read
 */
export function rangesOf(
  textOf: TextOf,
  establishedText: TextOf = () => null,
  known: Readonly<Record<string, LineStarts>> = {},
): RangeOf {
  const ranges = (text: TextOf, lines: Map<string, LineStarts>): ((file: string, span: Span) => Range) => {
    return (file, span) => {
      let starts = lines.get(file);
      if (!starts) lines.set(file, (starts = lineStarts(text(file) ?? '')));
      return { start: placeInLines(starts, span.start), end: placeInLines(starts, span.end) };
    };
  };
  const [now, then] = [ranges(textOf, new Map(Object.entries(known))), ranges(establishedText, new Map())];
  return (file, span, isEstablished) => (isEstablished === true ? then : now)(file, span);
}

/** The same, counted from 1 as those who collect problems do; an end is exclusive, as ours is. */
export const region = ({ start, end }: Range) => ({
  startLine: start.line + 1,
  startColumn: start.character + 1,
  endLine: end.line + 1,
  endColumn: end.character + 1,
});

/** Problems as scripts have them. */
export const diagnosticsJson = (found: readonly CheckedProblem[], rangeOf: RangeOf) =>
  found.map(({ file, problem }) => ({
    file,
    range: rangeOf(file, problem.span),
    severity: problem.severity,
    code: problem.code,
    message: problem.message,
    related: (problem.related ?? []).map((one) => ({
      file: one.file,
      range: rangeOf(one.file, one.span, one.isEstablished),
      message: one.message,
    })),
  }));

/** How many problems there are of each severity; hints aside, as `check` counts them. */
export function severityCounts(found: readonly CheckedProblem[]) {
  const count = (wanted: string): number => found.filter(({ problem }) => problem.severity === wanted).length;
  return { errors: count('error'), warnings: count('warning'), infos: count('info') };
}
