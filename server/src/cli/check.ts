/** `retcon check`: every problem of a codex, or of some of its files. */
import path from 'node:path';
import { allEntries } from '../core/canon/canon';
import { CODEX_FILE } from '../core/host';
import { knownAt, LATEST } from '../core/canon/canonPoint';
import { order } from '../core/canon/edges';
import { type CheckedProblem, checkCodex } from '../core/rules/check';
import { checkAgainst } from '../core/rules/compare';
import { type Asked, readStates, type States } from '../workspace/against';
import {
  checkJson,
  checkText,
  type Output,
  printRefusal,
  rangesOf,
  type ReportFormat,
  summaryOf,
  tellSkipped,
} from './print';
import { refuseGit } from './refuse';
import { checkGithub, checkSarif } from './reports';

/** Whether a file is the one named, or in the folder named; all are in the root, which has no name. */
const isIn = (named: string, file: string): boolean => named === '' || file === named || file.startsWith(`${named}/`);

/**
 * Every problem of a state of the codex. Against what was established: those that it did not have, or that stand in a file
 * which has changed, and what has been changed silently. What nobody has touched is no reason to stop a commit.
 */
function problemsOf({ now, established }: States): readonly CheckedProblem[] {
  const found = checkCodex(now.host);
  if (!established) return found;
  const { snapshot, ref, isCertain } = established;
  const silent = checkAgainst(
    {
      established: knownAt(snapshot.host.canon, LATEST),
      point: ref,
      now: knownAt(now.host.canon, LATEST),
      codexTexts: { established: snapshot.textOf(CODEX_FILE), now: now.textOf(CODEX_FILE) },
    },
    isCertain,
  );
  const isTouched = ({ file }: CheckedProblem): boolean => snapshot.textOf(file) !== now.textOf(file);
  const untouched = found.filter((one) => !isTouched(one));
  const before = new Set(untouched.length > 0 ? checkCodex(snapshot.host).map(asText) : []);
  return [...found.filter((one) => isTouched(one) || !before.has(asText(one))), ...silent].sort(
    (a, b) => order(a.file, b.file) || a.problem.span.start - b.problem.span.start,
  );
}

const asText = ({ file, problem }: CheckedProblem): string => `${file}\n${problem.code}\n${problem.message}`;

/** @param paths files and folders, relative to where the command was called; none: the whole codex. @param version of retcon */
export async function runCheck(
  root: string,
  paths: readonly string[],
  asked: Asked,
  format: ReportFormat,
  output: Output,
  version: string,
): Promise<number> {
  const wanted: string[] = [];
  for (const given of paths) {
    const relative = path.relative(root, path.resolve(given)).split(path.sep).join('/');
    if (relative === '..' || relative.startsWith('../') || path.isAbsolute(relative)) {
      printRefusal(output, format, { code: 'usage', message: `"${given}" is not inside the codex at ${root}.`, given });
      return 2;
    }
    wanted.push(relative);
  }
  let states: States;
  try {
    states = await readStates(root, asked, tellSkipped(output));
  } catch (error) {
    return refuseGit(error, asked.since ?? '--staged', format, output);
  }
  const { host, textOf } = states.now;
  const entries = allEntries(host.canon);
  const isWanted = (file: string): boolean => wanted.length === 0 || wanted.some((one) => isIn(one, file));
  const missing = wanted.find(
    (one) => one !== '' && one !== CODEX_FILE && !entries.some(({ path: file }) => isIn(one, file)),
  );
  if (missing !== undefined) {
    printRefusal(output, format, {
      code: 'not-found',
      message: `"${missing}" is no entry, and no folder with entries, of this codex.`,
      given: missing,
    });
    return 1;
  }
  const found = problemsOf(states).filter(({ file }) => isWanted(file));
  const read = entries.filter(({ path: file }) => isWanted(file)).length;
  const summary = summaryOf(read, read, found);
  const rangeOf = rangesOf(textOf, states.established?.snapshot.textOf);
  const reports: Readonly<Record<ReportFormat, () => string>> = {
    text: () => checkText(found, summary, rangeOf, output.hasColour),
    json: () => checkJson(found, summary, rangeOf),
    sarif: () => checkSarif(found, rangeOf, version),
    github: () => checkGithub(found, rangeOf),
  };
  output.out(reports[format]());
  if (format === 'text' && !host.canon.codex.declared)
    output.out('There is no codex.yaml here: `retcon init` writes one that fits these notes.\n');
  return summary.errors > 0 ? 1 : 0;
}
