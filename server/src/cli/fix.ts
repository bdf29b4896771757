/** `retcon check --fix`: puts slips right in the files, as an editor does when they are saved, and says which. */
import { entryAt, knownAt, LATEST } from '../core/canon';
import { mendAll, SLIPS } from '../core/edits/fixes/mendAll';
import { textsAfter } from '../core/edits/fixes/afterFix';
import type { CanonHost } from '../core/host';
import { type CheckedProblem, checkEntry, wordsKey } from '../core/rules/check';
import { onOneLine } from '../core/text/visibleText';
import { diagnosticsJson, type RangeOf, rangesOf } from '../core/tools/words/problemsJson';
import { reasonOf } from '../workspace/folder';
import { writeAll, type Writing } from '../workspace/writeFiles';
import { countedNoun, type Output, problemLines } from './print';

export interface Mended {
  /** What was wrong before and is no longer, with spans of the texts before. */
  readonly problems: readonly CheckedProblem[];
  /** The texts before, of the files that were written. */
  readonly before: ReadonlyMap<string, string>;
  /** Whether a file could not be written; said on stderr. */
  readonly hasFailed: boolean;
}

/** Mends some files of a codex: a file that can't be written stays as it was. */
export function mendFiles(
  root: string,
  host: CanonHost,
  textOf: (file: string) => string | null,
  files: readonly string[],
  output: Output,
): Mended {
  const found = slipsIn(host, files);
  const faulty = [...new Set(found.map(({ file }) => file))];
  const change = mendAll(knownAt(host.canon, LATEST), textOf, faulty, SLIPS);
  const before = new Map<string, string>();
  let hasFailed = false;
  const write = (writings: readonly (Writing & { readonly before: string })[]): void => {
    writeAll(root, writings);
    for (const one of writings) before.set(one.file, one.before);
    host.apply(new Map(writings.map(({ file, text }) => [file, text])));
  };
  const writings = [...textsAfter(change, textOf)].flatMap(([file, text]) => {
    const old = textOf(file);
    return old === null || !faulty.includes(file) ? [] : [{ file, text, before: old }];
  });
  try {
    write(writings);
  } catch {
    // One of them is in the way: it is told of when each is tried by itself.
    for (const one of writings) {
      try {
        write([one]);
      } catch (error) {
        hasFailed = true;
        output.err(`retcon: ${onOneLine(one.file)} can't be mended: ${reasonOf(error)}\n`);
      }
    }
  }
  const left = new Set(slipsIn(host, faulty).map(wordsKey));
  return { problems: found.filter((one) => !left.has(wordsKey(one))), before, hasFailed };
}

function slipsIn({ canon }: CanonHost, files: readonly string[]): CheckedProblem[] {
  const known = knownAt(canon, LATEST);
  return files.flatMap((file) => {
    const entry = entryAt(canon, file);
    const problems = entry ? checkEntry(known, entry) : [];
    return problems.filter(({ code }) => SLIPS.has(code)).map((problem) => ({ file, problem }));
  });
}

/** Why `--fix` makes no sense beside other options; null where it does. */
export function notFixed(
  asked: { readonly staged?: boolean | undefined; readonly since?: string | undefined },
  format: string,
): string | null {
  if (asked.staged === true)
    return '--fix mends the files in the folder, and --staged looks at what git has staged: fix first, stage what was mended, then check that.';
  if (asked.since !== undefined)
    return '--fix mends all slips of the files it is given, however old they are: leave --since out, and name the files.';
  return format === 'text' || format === 'json'
    ? null
    : `--fix tells what it mended as text or json, not as ${format}.`;
}

/** @param isSomeLeft whether the remaining problems are printed below */
export function mendedText({ problems, before }: Mended, isSomeLeft: boolean, hasColour: boolean): string {
  if (problems.length === 0) return 'There is no slip to mend.\n';
  const files = new Set(problems.map(({ file }) => file));
  const lines = [
    `Mended ${countedNoun(problems.length, 'slip')} in ${countedNoun(files.size, 'file')}`,
    ...problemLines(problems, rangesIn(before), hasColour),
    ...(isSomeLeft ? ['', 'What is left'] : []),
    '',
  ];
  return lines.join('\n');
}

/** In the shape of diagnostics; ranges are of the texts before. */
export const mendedJson = ({ problems, before }: Mended) => diagnosticsJson(problems, rangesIn(before));

const rangesIn = (texts: ReadonlyMap<string, string>): RangeOf => rangesOf((file) => texts.get(file) ?? null);
