/** Where a file can be taken from as a whole to put back what was told, without anything else that its author has written being lost. */
import { knownAt, LATEST } from '../core/canon';
import { contextAfter } from '../core/edits/fixes/afterFix';
import { mendContextFor } from '../core/edits/fixes/fixesAt';
import { CODEX_FILE } from '../core/host';
import type { CheckedProblem } from '../core/rules/check';
import { checkAgainst } from '../core/rules/compareWithBaseline';
import type { Compared } from '../core/rules/retcon/baselineComparison';
import { differencesIn, type Hunk, lineDifferencesIn } from '../core/text/differences';
import { type Span, spanContains } from '../core/text/span';
import type { States } from '../workspace/comparedStates';
import { textOnDisk, textsAtCommits } from '../workspace/oldTexts';

/** The last commit where that has the old words of a file, else what was told; null: only by hand. */
type WayBack = (file: string) => string | null;

/** @param files that may be asked about. @param found what is wrong in them */
export async function waysBack(
  root: string,
  now: States['now'],
  established: NonNullable<States['established']>,
  compared: Compared,
  files: readonly string[],
  found: readonly CheckedProblem[],
): Promise<WayBack> {
  const refs = ['HEAD', established.ref];
  const textAt = await textsAtCommits(root, refs, files);
  const backs = files.flatMap((file) => {
    const written = textOnDisk(root, file);
    // What is only in the folder would be lost for good.
    if (written !== null && written !== now.textOf(file)) return [];
    const spans = found.flatMap((one) => (one.file === file ? one.problem.span : []));
    return refs.flatMap((ref): Back[] => {
      const text = textAt(ref, file);
      if (text === null || (written !== null && !losesNothing(file, written, text, spans))) return [];
      const then = file === CODEX_FILE ? established.snapshot.textOf(file) : null;
      const isOther = file === CODEX_FILE && (then === null || !hasSameBelow(text, then, keysAt(written ?? '', spans)));
      return isOther ? [] : [{ file, ref, text }];
    });
  });
  const isMended = mendedBy(compared, backs);
  return (file) => backs.find((one) => one.file === file && (file === CODEX_FILE || isMended(one)))?.ref ?? null;
}

/** A file as a commit has it. */
interface Back {
  readonly file: string;
  readonly ref: string;
  readonly text: string;
}

/** Whether all that differs is what is wrong: of a page, in the same words; of codex.yaml, below the same keys. */
function losesNothing(file: string, written: string, back: string, spans: readonly Span[]): boolean {
  const keys = keysAt(written, spans);
  const differences = (file === CODEX_FILE ? lineDifferencesIn : differencesIn)(written, back);
  const isCulprit = ({ was, is }: Hunk): boolean =>
    file === CODEX_FILE
      ? linesIn(written, was).every((at) => keys.has(topKeyAt(written, at))) &&
        linesIn(back, is).every((at) => keys.has(topKeyAt(back, at)))
      : spans.map((span) => withKey(written, span)).some((span) => spanContains(span, was));
  // What only takes the place of other words, and is all that was changed, is what did it.
  const [only] = differences;
  if (differences.length === 1 && only && countWords(written, only.was) <= countWords(back, only.is)) return true;
  return differences.every((hunk) => written.slice(hunk.was.start, hunk.was.end).trim() === '' || isCulprit(hunk));
}

const countWords = (text: string, { start, end }: Span): number =>
  text.slice(start, end).match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** Where the lines of a stretch begin, but blank ones. */
const linesIn = (text: string, { start, end }: Span): number[] =>
  [...text.slice(start, end).matchAll(/^.*\S.*$/gm)].map(({ index }) => start + index);

const keysAt = (text: string, spans: readonly Span[]): ReadonlySet<string> =>
  new Set(spans.map(({ start }) => topKeyAt(text, start)));

const hasSameBelow = (text: string, then: string, keys: ReadonlySet<string>): boolean =>
  differencesIn(text, then).every(
    ({ was, is }) => !keys.has(topKeyAt(text, was.start)) && !keys.has(topKeyAt(then, is.start)),
  );

/** A value that has its line to itself, with its key; of a key, its line. */
function withKey(text: string, span: Span): Span {
  const start = text.lastIndexOf('\n', span.start - 1) + 1;
  const end = text.indexOf('\n', span.end);
  if (start === span.start && end >= 0 && text[span.end] === ':') return { start, end: end + 1 };
  const isAlone = /^\s*(?:- )?[^\s:#]+:\s*["']?$/.test(text.slice(start, span.start)) && end >= 0;
  return isAlone && /^["']?\s*$/.test(text.slice(span.end, end)) ? { start, end: end + 1 } : span;
}

/** The key at the margin that a place stands below. */
const topKeyAt = (text: string, at: number): string => {
  const end = text.indexOf('\n', at);
  return [...text.slice(0, end < 0 ? text.length : end).matchAll(/^[\w"'][^:\n]*(?=:)/gm)].at(-1)?.[0] ?? '';
};

/** Whether nothing is told of a file any more once it is back: all are tried at once, and one by one where that is not enough. */
function mendedBy(compared: Compared, backs: readonly Back[]): (back: Back) => boolean {
  const first = backs.filter(
    (one, i) => one.file !== CODEX_FILE && backs.findIndex(({ file }) => file === one.file) === i,
  );
  const left = first.length > 1 ? foundAfter(compared, first) : null;
  const areMended = left !== null && first.every(({ file }) => !left.has(file));
  return (back) => (areMended && first.includes(back)) || !foundAfter(compared, [back]).has(back.file);
}

/** The files of which something is told once some are back. */
function foundAfter(compared: Compared, backs: readonly Back[]): ReadonlySet<string> {
  const textOf = (path: string): string | null => compared.textOf?.(path) ?? null;
  const known = knownAt(compared.now.canon, LATEST);
  const baseline = { compared, textThen: () => null, isTaken: () => false, today: '' };
  const context = mendContextFor(known, backs[0]?.file ?? '', textOf, baseline);
  const after = contextAfter(context, new Map(backs.map(({ file, text }) => [file, text])));
  const found = checkAgainst((after.baseline ?? baseline).compared, true);
  return new Set(found.flatMap(({ file, problem }) => (problem.severity === 'error' ? file : [])));
}
