/** Where a file can be taken from as a whole to put back what was told, without anything else that its author has written being lost. */
import { knownAt, LATEST } from '../core/canon';
import { contextAfter } from '../core/edits/fixes/afterFix';
import { mendContextFor } from '../core/edits/fixes/fixesAt';
import { CODEX_FILE } from '../core/host';
import type { CheckedProblem } from '../core/rules/check';
import { checkAgainst } from '../core/rules/compareWithBaseline';
import type { Compared } from '../core/rules/retcon/baselineComparison';
import { differencesIn, type Hunk, lineDifferencesIn } from '../core/text/differences';
import type { Span } from '../core/text/span';
import type { States } from '../workspace/comparedStates';
import { textAtCommit, textOnDisk } from '../workspace/oldTexts';

/** The last commit where that has the old words, else what was told; null: only by hand. @param found what is wrong in the file */
export async function wayBack(
  root: string,
  { now, established }: Pick<States, 'now' | 'established'>,
  compared: Compared,
  file: string,
  found: readonly CheckedProblem[],
): Promise<string | null> {
  const staged = now.textOf(file);
  const written = textOnDisk(root, file);
  // What is only in the folder would be lost for good.
  if (!established || (written !== null && written !== staged)) return null;
  const spans = found.flatMap((one) => (one.file === file ? one.problem.span : []));
  for (const ref of ['HEAD', established.ref]) {
    const text = await textAtCommit(root, ref, file);
    if (text === null || (written !== null && !losesNothing(file, written, text, spans))) continue;
    const then = established.snapshot.textOf(file);
    const isBack =
      file === CODEX_FILE
        ? then !== null && hasSameBelow(text, then, keysAt(written ?? '', spans))
        : isMendedBy(compared, file, text);
    if (isBack) return ref;
  }
  return null;
}

/** Whether all that differs is what is wrong: of a page, in the same words; of codex.yaml, below the same keys. */
function losesNothing(file: string, written: string, back: string, spans: readonly Span[]): boolean {
  const keys = keysAt(written, spans);
  const differences = (file === CODEX_FILE ? lineDifferencesIn : differencesIn)(written, back);
  const isCulprit = ({ was, is }: Hunk): boolean =>
    file === CODEX_FILE
      ? linesIn(written, was).every((at) => keys.has(topKeyAt(written, at))) &&
        linesIn(back, is).every((at) => keys.has(topKeyAt(back, at)))
      : spans.map((span) => withKey(written, span)).some(({ start, end }) => start <= was.start && was.end <= end);
  return differences.every((hunk) => written.slice(hunk.was.start, hunk.was.end).trim() === '' || isCulprit(hunk));
}

/** Where the lines of a stretch begin, but blank ones. */
const linesIn = (text: string, { start, end }: Span): number[] =>
  [...text.slice(start, end).matchAll(/^.*\S.*$/gm)].map(({ index }) => start + index);

const keysAt = (text: string, spans: readonly Span[]): ReadonlySet<string> =>
  new Set(spans.map(({ start }) => topKeyAt(text, start)));

const hasSameBelow = (text: string, then: string, keys: ReadonlySet<string>): boolean =>
  differencesIn(text, then).every(
    ({ was, is }) => !keys.has(topKeyAt(text, was.start)) && !keys.has(topKeyAt(then, is.start)),
  );

/** A value that has its line to itself, with its key. */
function withKey(text: string, span: Span): Span {
  const start = text.lastIndexOf('\n', span.start - 1) + 1;
  const end = text.indexOf('\n', span.end);
  const isAlone = /^\s*(?:- )?[^\s:#]+:\s*["']?$/.test(text.slice(start, span.start)) && end >= 0;
  return isAlone && /^["']?\s*$/.test(text.slice(span.end, end)) ? { start, end: end + 1 } : span;
}

/** The key at the margin that a place stands below. */
const topKeyAt = (text: string, at: number): string => {
  const end = text.indexOf('\n', at);
  return [...text.slice(0, end < 0 ? text.length : end).matchAll(/^[\w"'][^:\n]*(?=:)/gm)].at(-1)?.[0] ?? '';
};

/** Whether nothing is told of a file any more once it has a text. */
function isMendedBy(compared: Compared, file: string, text: string): boolean {
  const textOf = (path: string): string | null => compared.textOf?.(path) ?? null;
  const known = knownAt(compared.now.canon, LATEST);
  const baseline = { compared, textThen: () => null, isTaken: () => false, today: '' };
  const after = contextAfter(mendContextFor(known, file, textOf, baseline), new Map([[file, text]]));
  return after.baseline
    ? checkAgainst(after.baseline.compared, true).every((one) => one.file !== file || one.problem.severity !== 'error')
    : false;
}
