/** `retcon check`: every problem of a codex, or of some of its files. */
import { type Canon, entryAt, knownAt, LATEST, pathsOf, sizeOf } from '../core/canon';
import { compareTexts } from '../core/text/sorted';
import { ERRATA_FILE } from '../core/codex/errata';
import { SETTINGS_FILE } from '../core/codex/settings';
import { isLookedInto } from '../workspace/openFolder';
import { settingsIn } from '../workspace/settingsAbove';
import { CODEX_FILE, type CanonHost } from '../core/host';
import { checkNearDuplicates } from '../core/rules/nearDuplicate';
import { type CheckedProblem, checkCodex, checkConfig, checkErrata, wordsKey } from '../core/rules/check';
import { TOO_LONG } from '../core/rules/codex/limit';
import { UNFIT } from '../core/text/unreadable';
import { type LineStarts, lineStarts } from '../core/text/span';
import {
  type Output,
  skippedPaths,
  isAmongPaths,
  pathsIn,
  refuseMissing,
  checkJson,
  checkText,
  printRefusal,
  type ReportFormat,
  checkSummary,
  reportSkipped,
  refuseGit,
} from './print';
import { cacheAnswer, readCachedAnswer } from '../workspace/cache';
import { listFirst, onOneLine } from '../core/text/words';
import { pathExists, isInFolder } from '../workspace/folder';
import { addTo, atOnce } from '../core/text/groups';
import {
  checkAgainst,
  checkUnreadable,
  comparedWithReach,
  pointWords,
  problemsSince,
} from '../core/rules/compareWithBaseline';
import { type States, broughtIn, type ComparisonRequest, readStates } from '../workspace/comparedStates';
import path from 'node:path';
import { renderBehind } from '../core/commits/comparable';
import { rangesOf } from '../core/tools/words/answerJson';
import type { Called } from '../workspace/hooks';
import { missingCodexHint } from './ask';
import { mendedJson, mendedText, mendFiles, notFixed } from './fix';
import { checkGithub, checkGitlab, checkJunit, checkSarif, rulePages } from './checkFormats';
import { slipHint, stopped } from './stoppedCommit';

/** Every problem of a codex and where it stands; those found last, where nothing has changed since. */
interface FoundProblems {
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
  const { others } = host.canon;
  const key = state === null ? null : [state, errata ?? '', ...(others?.names ?? [])].join('\n');
  const kept = key === null ? undefined : (readCachedAnswer(root, NAME, key) as FoundProblems | undefined);
  if (kept) return kept;
  const problems = [
    ...checkCodex(host),
    ...checkErrata(errata, knownAt(host.canon, LATEST)),
    ...atOnce(checkNearDuplicates(host.canon, textOf)),
  ].sort((a, b) => compareTexts(a.file, b.file));
  if (key === null || isLookedInto(others)) return { problems, lines: {} };
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

/** The same, with the problems of a settings.yaml that lies in this folder. */
export function withSettings(root: string, found: readonly CheckedProblem[], canon: Canon): readonly CheckedProblem[] {
  const settings = settingsIn(root);
  if (!settings) return found;
  const problems = checkConfig(canon.codex, settings.problems).map((problem) => ({ file: SETTINGS_FILE, problem }));
  return [...found, ...problems].sort((a, b) => compareTexts(a.file, b.file));
}

/** A folder that has become a codex of its own: its pages seem to have vanished, which is reported once, at the new codex.yaml. */
const MOST_NAMED = 3;

/** @param point the established point, as a sentence names it */
function withNestedCodices(root: string, found: readonly CheckedProblem[], point: string): CheckedProblem[] {
  const byFolder = new Map<string, CheckedProblem[]>();
  const left = found.filter((one) => {
    const folder =
      one.problem.code.startsWith('retcon/') && pathExists(root, one.file) ? nestedAbove(root, one.file) : null;
    if (folder !== null) addTo(byFolder, folder, one);
    return folder === null;
  });
  const nested = [...byFolder].flatMap(([folder, all]): CheckedProblem[] => {
    const [first] = all;
    if (!first) return [];
    const files = [...new Set(all.map(({ file }) => file))];
    const pages = files.length === 1 ? 'an established page is' : `${files.length} established pages are`;
    const message = `This makes ${folder} a codex of its own, and ${pages} no longer read in this one since ${point}: ${listFirst(MOST_NAMED, files, 'and')}. Remove this file.`;
    const problem = { ...first.problem, code: 'retcon/silent', span: { start: 0, end: 0 }, message, related: [] };
    return [{ file: `${folder}/${CODEX_FILE}`, problem }];
  });
  return [...left, ...nested].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
}

/** The outermost folder above a file, below the root, that has a codex.yaml; null where none has. */
function nestedAbove(root: string, file: string): string | null {
  const parts = file.split('/').slice(0, -1);
  const folders = parts.map((_, i) => parts.slice(0, i + 1).join('/'));
  return folders.find((folder) => pathExists(root, `${folder}/${CODEX_FILE}`)) ?? null;
}

/** Whose change caused a finding, as a sentence names it: `origin/main`; null: the author's own. */
type Theirs = (found: CheckedProblem) => string | null;

export const NOBODY: Theirs = () => null;

/** @param merged whether branches count that were merged and pushed nowhere */
export async function theirsIn(
  established: NonNullable<States['established']>,
  { merged }: { readonly merged: boolean },
): Promise<Theirs> {
  const whose = new Map<string, string>();
  for (const { words, now, established: then } of await broughtIn(established, merged)) {
    const compared = comparedWithReach(now, then);
    for (const one of [...checkAgainst(compared, then.isCertain), ...checkUnreadable(compared, then)])
      if (!whose.has(wordsKey(one))) whose.set(wordsKey(one), words);
  }
  return (found) => whose.get(wordsKey(found)) ?? null;
}

/** The path of a file for those who know the files of a whole repository: from here, where the codex lies below. */
function pathFrom(root: string): (file: string) => string {
  const way = path.relative('.', root).split(path.sep).join('/');
  const isBelow = way !== '' && isInFolder(path.resolve(), root);
  return isBelow ? (file) => `${way}/${file}` : (file) => file;
}

/** How many of the problems that stop a commit are shown at once. */
const MOST_SHOWN = 20;

/** What to do where the codex that was checked has no codex.yaml. @param entries how many were checked */
async function undeclared(root: string, { staged }: ComparisonRequest, entries: number): Promise<string> {
  if (staged !== true || !pathExists(root, CODEX_FILE)) {
    const { words, isNear } = await missingCodexHint(root);
    return isNear || entries === 0
      ? words.replace(/^t/, 'T')
      : `There is no ${CODEX_FILE} here: \`retcon init\` writes one that fits these notes.`;
  }
  return `Nothing of this codex is staged: \`git add\` ${CODEX_FILE} and the entries to commit.`;
}

/** A change that has been pushed already does not stop a commit: it becomes a warning that names where it came from. */
async function withoutTheirs(
  established: NonNullable<States['established']>,
  found: readonly CheckedProblem[],
): Promise<readonly CheckedProblem[]> {
  const isSilent = ({ problem: { code, severity } }: CheckedProblem): boolean =>
    severity === 'error' && code.startsWith('retcon/');
  if (!found.some(isSilent)) return found;
  const theirs = await theirsIn(established, { merged: false });
  return found.map((one) => {
    const words = isSilent(one) ? theirs(one) : null;
    if (words === null) return one;
    const message = `${one.problem.message} This is in ${words} already, and not from this commit.`;
    return { ...one, problem: { ...one.problem, message, severity: 'warning' } };
  });
}

/** @param paths files and folders, relative to where the command was called; none: the whole codex. */
export async function runCheck(
  root: string,
  paths: readonly string[],
  asked: ComparisonRequest & { readonly fix?: true; readonly all?: true },
  format: ReportFormat,
  output: Output,
  { version, called, today }: { readonly version: string; readonly called: Called; readonly today: string },
): Promise<number> {
  const unfit = asked.fix === true ? notFixed(asked, format) : null;
  if (unfit !== null) return printRefusal(output, format, { code: 'usage', message: unfit, given: '--fix' });
  const wanted = pathsIn(root, paths);
  if ('code' in wanted) return printRefusal(output, format, wanted);
  let states: States;
  try {
    states = await readStates(root, asked, reportSkipped(output));
  } catch (error) {
    return refuseGit(error, asked.since ?? '--staged', format, output);
  }
  const { now, established, state } = states;
  const { host, textOf } = now;
  // Of thousands it takes a while to name each.
  const entries = wanted.length > 0 || asked.fix === true ? pathsOf(host.canon) : [];
  const isWanted = (file: string): boolean => isAmongPaths(wanted, file);
  const missing = refuseMissing(wanted, entries);
  if (missing) {
    printRefusal(output, format, missing);
    return 1;
  }
  const files = entries.filter(isWanted);
  const mended = asked.fix === true ? mendFiles(root, host, textOf, files, output) : null;
  const { problems, lines } = established
    ? { problems: withNestedCodices(root, problemsSince(now, established), pointWords(established)), lines: {} }
    : findProblems(root, host, mended ? null : state, textOf);
  // A file that git keeps elsewhere is an entry all the same.
  const leftOut = [...skippedPaths(output).keys()].filter(
    (file) => file !== CODEX_FILE && isWanted(file) && !entryAt(host.canon, file),
  );
  const withLong = withPagesTooLong(problems, host.canon, output, established?.leftOut);
  const mine = (established ? withLong : withSettings(root, withLong, host.canon)).filter(({ file }) => isWanted(file));
  const found = asked.staged === true && established ? await withoutTheirs(established, mine) : mine;
  const looked = wanted.length > 0 ? files.length : sizeOf(host.canon.entries);
  const summary = checkSummary(looked, looked, found);
  const rangeOf = rangesOf(textOf, established?.snapshot.textOf, lines);
  const most = established && asked.all !== true ? MOST_SHOWN : Infinity;
  const source = { version, pathOf: pathFrom(root), rangeOf, textOf, pageOf: rulePages(called) };
  const reports: Readonly<Record<ReportFormat, () => string>> = {
    text: () =>
      (mended ? mendedText(mended, found.length > 0, output.hasColour) : '') +
      checkText(found, summary, rangeOf, output.hasColour, { most, leftOut: leftOut.length }),
    json: () => checkJson(found, summary, rangeOf, mended ? { mended: mendedJson(mended) } : {}),
    sarif: () => checkSarif(found, source),
    gitlab: () => checkGitlab(found, source),
    junit: () => checkJunit(found, source),
    github: () => checkGithub(found, rangeOf, pathFrom(root)),
  };
  output.out(reports[format]());
  const isStopped = asked.staged === true && format === 'text' && summary.errors > 0;
  if (isStopped) output.out(await stopped(root, found, states, called, today));
  else if (established && format === 'text') output.out(slipHint(root, found, states, called, asked.since));
  tellOfBaseline(states, asked, found, output);
  // A stopped commit has printed enough.
  if (format === 'text' && !isStopped && !host.canon.codex.declared)
    output.out(`${await undeclared(root, asked, looked)}\n`);
  return mended?.hasFailed === true ? 2 : summary.errors > 0 ? 1 : 0;
}

/** Remarks on what the codex was compared with. */
function tellOfBaseline(
  { established }: States,
  { staged }: ComparisonRequest,
  found: readonly CheckedProblem[],
  output: Output,
): void {
  if (staged === true && !established)
    output.err('retcon: nothing has been committed yet, so nothing established can have changed.\n');
  if (established?.behind) output.err(`retcon: ${onOneLine(renderBehind(established.behind))}\n`);
  const doubt = found.some(({ problem }) => problem.code.startsWith('retcon/')) ? established?.doubt : undefined;
  if (doubt !== undefined) output.err(`retcon: ${doubt}\n`);
}
