/** Every problem of a codex and where it stands; those found last, where nothing has changed since. */
import { type Canon, entryAt, knownAt, LATEST } from '../core/canon';
import { compareTexts } from '../core/text/compareTexts';
import { ERRATA_FILE } from '../core/codex/errata';
import { CODEX_FILE, type CanonHost } from '../core/host';
import { type CheckedProblem, checkCodex, checkConfig, checkErrata } from '../core/rules/check';
import { TOO_LONG } from '../core/rules/codex/limit';
import { UNFIT } from '../core/text/fits';
import { type LineStarts, lineStarts } from '../core/text/lines';
import { type Output, skippedPaths } from './print';
import { cacheAnswer, readCachedAnswer } from '../workspace/keptAnswers';

export interface FoundProblems {
  readonly problems: readonly CheckedProblem[];
  /** The lines of all files that the problems name: reading these again takes longer than everything else. */
  readonly lines: Readonly<Record<string, LineStarts>>;
}

const NAME = 'problems';

/** @param state null: the codex may have changed since it was read */
export function findProblems(
  root: string,
  host: CanonHost,
  state: string | null,
  textOf: (file: string) => string | null,
): FoundProblems {
  const errata = textOf(ERRATA_FILE);
  const key = state === null || errata === null ? state : `${state}\n${errata}`;
  const kept = key === null ? undefined : (readCachedAnswer(root, NAME, key) as FoundProblems | undefined);
  if (kept) return kept;
  const problems = [...checkCodex(host), ...checkErrata(errata, knownAt(host.canon, LATEST))].sort((a, b) =>
    compareTexts(a.file, b.file),
  );
  if (key === null) return { problems, lines: {} };
  const files = new Set(
    problems.flatMap(({ file, problem: { related = [] } }) => [file, ...related.map((one) => one.file)]),
  );
  const lines = Object.fromEntries([...files].map((file) => [file, lineStarts(textOf(file) ?? '')]));
  cacheAnswer(root, NAME, key, { problems, lines } satisfies FoundProblems);
  return { problems, lines };
}

/**
 * The same, with the pages that were not read because they are too long.
 * @param output where that was reported @param before what could not be read of what they are compared with, and why
 */
export function withPagesTooLong(
  problems: readonly CheckedProblem[],
  canon: Canon,
  output: Output,
  before: ReadonlyMap<string, string> = new Map(),
): readonly CheckedProblem[] {
  const tooLong = [...skippedPaths(output)].flatMap(([file, reason]) =>
    reason === UNFIT.long && before.get(file) !== reason && file !== CODEX_FILE && !entryAt(canon, file)
      ? checkConfig(canon.codex, [TOO_LONG]).map((problem) => ({ file, problem }))
      : [],
  );
  if (tooLong.length === 0) return problems;
  return [...problems, ...tooLong].sort((a, b) => compareTexts(a.file, b.file));
}
