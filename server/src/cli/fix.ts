/** `retcon check --fix`: puts slips right in the files, as an editor does when they are saved, and says which. */
import { entryAt, knownAt, LATEST } from '../core/canon';
import { mendAll, SLIPS } from '../core/edits/fixes/fixesAt';
import { textsAfter } from '../core/edits/fixes/mend';
import type { CanonHost } from '../core/host';
import { type CheckedProblem, checkEntry, wordsKey } from '../core/rules/check';
import { listFirst, onOneLine, counted } from '../core/text/words';
import { diagnosticsJson, type RangeOf, rangesOf } from '../core/tools/words/answerJson';
import { reasonOf } from '../workspace/folder';
import { writeAll, type Writing } from '../workspace/writeFiles';
import { type Output, problemLines } from './print';
import { addTo } from '../core/text/groups';

interface Mended {
  /** What was wrong before and is no longer, with spans of the texts before. */
  readonly problems: readonly CheckedProblem[];
  /** The texts before, of the files that were written. */
  readonly before: ReadonlyMap<string, string>;
  /** Whether there are slips that nothing mends for certain. */
  readonly hasUnsure: boolean;
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
  const before = new Map<string, string>();
  const failures: FixFailure[] = [];
  const write = (writings: readonly (Writing & { readonly before: string })[]): void => {
    writeAll(root, writings);
    for (const one of writings) before.set(one.file, one.before);
    host.apply(new Map(writings.map(({ file, text }) => [file, text])));
  };
  const writings = mendingIn(host, textOf, faulty);
  try {
    write(writings);
  } catch {
    // One of them is in the way: trying each by itself reports which.
    for (const one of writings) {
      try {
        write([one]);
      } catch (error) {
        failures.push({ file: one.file, reason: reasonOf(error) });
      }
    }
    // Somebody else may have mended them by now.
    host.apply(new Map(failures.map(({ file }) => [file, textOf(file)])));
  }
  const left = new Set(slipsIn(host, faulty).map(wordsKey));
  const failed = new Set(failures.map(({ file }) => file));
  const mendable = new Set(mendingIn(host, textOf, [...failed]).map(({ file }) => file));
  const unmended = failures.filter(({ file }) => mendable.has(file));
  reportFailures(unmended, output);
  const problems = found.filter((one) => !failed.has(one.file) && !left.has(wordsKey(one)));
  return { problems, before, hasUnsure: left.size > 0, hasFailed: unmended.length > 0 };
}

/** The corrected texts of files that have slips. */
function mendingIn({ canon }: CanonHost, textOf: (file: string) => string | null, faulty: readonly string[]) {
  const change = mendAll(knownAt(canon, LATEST), textOf, faulty, SLIPS);
  return [...textsAfter(change, textOf)].flatMap(([file, text]) => {
    const before = textOf(file);
    return before === null || !faulty.includes(file) ? [] : [{ file, text, before }];
  });
}

interface FixFailure {
  readonly file: string;
  readonly reason: string;
}

/** So many others are named for each reason. */
const MOST_NAMED = 3;

function reportFailures(failures: readonly FixFailure[], output: Output): void {
  const kinds = new Map<string, FixFailure[]>();
  for (const one of failures) {
    // What the system says of a file ends with its path, in quotes.
    const kind = one.reason.replace(/'.*/s, '');
    addTo(kinds, kind, one);
  }
  for (const [first, ...others] of kinds.values()) {
    if (!first) continue;
    const also = listFirst(
      MOST_NAMED,
      others.map(({ file }) => file),
      'and',
    );
    const rest = others.length > 0 ? `. Nor can ${also}` : '';
    output.err(`retcon: ${onOneLine(first.file)} can't be mended: ${first.reason}${onOneLine(rest)}\n`);
  }
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
    return '--fix mends all slips in the files it is given, however old they are: leave --since out, and name the files.';
  return format === 'text' || format === 'json'
    ? null
    : `--fix reports what it mended as text or json, not as ${format}.`;
}

/** @param isSomeLeft whether the remaining problems are printed below */
export function mendedText({ problems, before, hasUnsure }: Mended, isSomeLeft: boolean, hasColour: boolean): string {
  if (problems.length === 0)
    return hasUnsure ? 'No slip is certain enough to be mended without a look.\n' : 'There is no slip to mend.\n';
  const files = new Set(problems.map(({ file }) => file));
  const lines = [
    `Mended ${counted(problems.length, 'slip')} in ${counted(files.size, 'file')}`,
    ...problemLines(problems, rangesIn(before), hasColour),
    ...(isSomeLeft ? ['', 'What is left'] : []),
    '',
  ];
  return lines.join('\n');
}

/** In the shape of diagnostics; ranges are of the texts before. */
export const mendedJson = ({ problems, before }: Mended) => diagnosticsJson(problems, rangesIn(before));

const rangesIn = (texts: ReadonlyMap<string, string>): RangeOf => rangesOf((file) => texts.get(file) ?? null);
