/** `retcon check`: every problem of a codex, or of some of its files. */
import path from 'node:path';
import { renderBehind } from '../core/commits/behind';
import { entryAt, pathsOf, sizeOf } from '../core/canon';
import { CODEX_FILE } from '../core/host';
import type { CheckedProblem } from '../core/rules/check';
import { pointWords, problemsSince } from '../core/rules/compareWithBaseline';
import { onOneLine } from '../core/text/visibleText';
import { rangesOf } from '../core/tools/words/problemsJson';
import { type ComparisonRequest, readStates, type States } from '../workspace/comparedStates';
import { isInFolder, pathExists } from '../workspace/folder';
import type { Called } from '../workspace/hookBlocks';
import { missingCodexHint } from './missingCodex';
import { findProblems, withPagesTooLong } from './findProblems';
import { isAmongPaths, pathsIn, refuseMissing } from './paths';
import { mendedJson, mendedText, mendFiles, notFixed } from './fix';
import {
  checkJson,
  checkText,
  type Output,
  printRefusal,
  type ReportFormat,
  checkSummary,
  reportSkipped,
  skippedPaths,
} from './print';
import { refuseGit } from './refuse';
import { checkGithub } from './checkGithub';
import { checkSarif } from './sarif';
import { rulePages } from './rulePages';
import { slipHint, stopped } from './stoppedCommit';
import { withNestedCodices } from './nestedCodex';
import { theirsIn } from './theirs';

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
  return `Nothing of this codex is staged: \`git add\` ${CODEX_FILE} and the entries that are to be committed.`;
}

/** What has been pushed already is no reason to stop a commit: it is warned of, and named as that. */
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
    const message = `${one.problem.message} This is in ${words} already, and not of this commit.`;
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
  if (unfit !== null) {
    printRefusal(output, format, { code: 'usage', message: unfit, given: '--fix' });
    return 2;
  }
  const wanted = pathsIn(root, paths);
  if ('code' in wanted) {
    printRefusal(output, format, wanted);
    return 2;
  }
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
  const mine = withPagesTooLong(problems, host.canon, output, established?.leftOut).filter(({ file }) =>
    isWanted(file),
  );
  const found = asked.staged === true && established ? await withoutTheirs(established, mine) : mine;
  const looked = wanted.length > 0 ? files.length : sizeOf(host.canon.entries);
  const summary = checkSummary(looked, looked, found);
  const rangeOf = rangesOf(textOf, established?.snapshot.textOf, lines);
  const most = established && asked.all !== true ? MOST_SHOWN : Infinity;
  const reports: Readonly<Record<ReportFormat, () => string>> = {
    text: () =>
      (mended ? mendedText(mended, found.length > 0, output.hasColour) : '') +
      checkText(found, summary, rangeOf, output.hasColour, { most, leftOut: leftOut.length }),
    json: () => checkJson(found, summary, rangeOf, mended ? { mended: mendedJson(mended) } : {}),
    sarif: () => checkSarif(found, { version, pathOf: pathFrom(root), rangeOf, textOf, pageOf: rulePages(called) }),
    github: () => checkGithub(found, rangeOf, pathFrom(root)),
  };
  output.out(reports[format]());
  const isStopped = asked.staged === true && format === 'text' && summary.errors > 0;
  if (isStopped) output.out(await stopped(root, found, states, called, today));
  else if (established && format === 'text') output.out(slipHint(root, found, states, called, asked.since));
  tellOfBaseline(states, asked, found, output);
  // Whoever was stopped has been told enough.
  if (format === 'text' && !isStopped && !host.canon.codex.declared)
    output.out(`${await undeclared(root, asked, looked)}\n`);
  return mended?.hasFailed === true ? 2 : summary.errors > 0 ? 1 : 0;
}

/** What there is to say of what the codex was compared with. */
function tellOfBaseline(
  { established }: States,
  { staged }: ComparisonRequest,
  found: readonly CheckedProblem[],
  output: Output,
): void {
  if (staged === true && !established)
    output.err('retcon: nothing has been committed yet, so nothing that was told can have changed.\n');
  if (established?.behind) output.err(`retcon: ${onOneLine(renderBehind(established.behind))}\n`);
  const doubt = found.some(({ problem }) => problem.code.startsWith('retcon/')) ? established?.doubt : undefined;
  if (doubt !== undefined) output.err(`retcon: ${doubt}\n`);
}
