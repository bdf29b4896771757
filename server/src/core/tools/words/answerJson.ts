/** The JSON of contract.md: values, answers, retcons and problems as every surface prints them. */
import {
  boundaryOf,
  enteredWith,
  entryElsewhere,
  entryNamed,
  idOf,
  isShown,
  shownClip,
  type Known,
  type Retcon,
  canonText,
  kindOf,
  type Answer,
  type Held,
  valueElsewhere,
  type SideValue,
} from '../../canon';
import type { Moment } from '../../chronology';
import type { Entry, Ref } from '../../entry/entry';
import type { CheckedProblem } from '../../rules/check';
import { type LineStarts, lineStarts, placeInLines, type Span } from '../../text/span';

/** A citation of a source: the id of the entry it names, else the author's own words. */
export function sourceText(known: Known, source: Ref): string {
  const entry = entryNamed(known, source.text);
  return entry ? idOf(known, entry) : (entryElsewhere(known, source.text)?.id ?? source.text);
}

/** An end of a stretch in JSON; null if it is open. */
export const endText = (moment: Moment | null): string | null =>
  moment && Number.isFinite(moment.day) ? moment.text : null;

/** The names of entries where values are printed. */
export interface PrintedNames {
  readonly idOf: (entry: Entry) => string;
  /** As `sourceText`, for all sources of an entry. */
  readonly sourcesOf: (entry: Entry) => readonly string[];
}

export const valueJson = (known: Known, held: Pick<Held, 'clipped' | 'segment' | 'ref'>) =>
  valueJsonWith(known, held, {
    idOf: (entry) => idOf(known, entry),
    sourcesOf: (entry) => entry.sources.map((source) => sourceText(known, source)),
  });

/** As above, with names that have been looked up already. */
export function valueJsonWith(
  known: Known,
  { clipped, segment, ref }: Pick<Held, 'clipped' | 'segment' | 'ref'>,
  names: PrintedNames,
) {
  const clip = shownClip(known, clipped);
  return {
    value: clipped.fact.value.text,
    ref: ref ? names.idOf(ref) : (valueElsewhere(known, clipped.fact.value)?.id ?? null),
    from: endText(segment.from),
    until: endText(segment.until),
    approximate: segment.from?.approximate === true || segment.until?.approximate === true,
    entry: isShown(known, clipped.entry) ? names.idOf(clipped.entry) : null,
    sources: names.sourcesOf(clipped.entry),
    superseded_by: clip ? names.idOf(clip.by) : null,
    ...(segment.endsElsewhere ? { ends_elsewhere: segment.endsElsewhere.text } : {}),
  };
}

export function answerJson(known: Known, answer: Answer) {
  return {
    attribute: answer.attribute,
    kind: answer.kind,
    is_disputed: answer.isDisputed,
    values: answer.values.map((held) => valueJson(known, held)),
  };
}

export const effectiveText = (retcon: Retcon): string =>
  retcon.effective === 'always' ? 'always' : retcon.effective.text;

export function retconJson(known: Known, retcon: Retcon) {
  const { before, after, differsFrom } = boundaryOf(known, retcon);
  const sideJson = (side: SideValue) => ({ ...side, at: endText(side.at) });
  return {
    ...retconWithoutSides(known, retcon),
    differs_from: endText(differsFrom),
    before: before.map(sideJson),
    after: after.map(sideJson),
  };
}

/** The same without the values before and after it, which take long to compute. */
export const retconWithoutSides = (known: Known, retcon: Retcon) => ({
  superseded: idOf(known, retcon.old),
  by: idOf(known, retcon.by),
  kind: kindOf(known, retcon),
  effective: effectiveText(retcon),
  as_of: retcon.asOf,
  canon: canonText(known.canon, enteredWith(known, retcon)),
  reason: retcon.reason,
  sources: retcon.sources.map((source) => sourceText(known, source)),
});

/** The text of a file; null if it cannot be read. */
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
 * Returns a function from spans to LSP ranges: 0-based lines, characters in UTF-16 units.
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

/** The same counted from 1, as tools that collect problems do; the end is exclusive. */
export const region = ({ start, end }: Range) => ({
  startLine: start.line + 1,
  startColumn: start.character + 1,
  endLine: end.line + 1,
  endColumn: end.character + 1,
});

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
