/** `retcon check`: every problem of a codex, or of some of its files. */
import path from 'node:path';
import { pathsOf } from '../core/canon/canon';
import { type CanonHost, CODEX_FILE } from '../core/host';
import { type CheckedProblem, checkCodex } from '../core/rules/check';
import { problemsSince } from '../core/rules/compare';
import { keepAnswer, readAnswer } from '../workspace/answers';
import { type Asked, readStates, type States } from '../workspace/against';
import { isThere } from '../workspace/folder';
import { astray } from './astray';
import { fromHere, isAmong, isIn, pathsIn } from './paths';
import { mendedJson, mendedText, mendFiles, notFixed } from './fix';
import {
  checkJson,
  checkText,
  type Output,
  printRefusal,
  rangesOf,
  type ReportFormat,
  summaryOf,
  tellSkipped,
  visible,
} from './print';
import { refuseGit } from './refuse';
import { checkGithub, checkSarif } from './reports';

/** The path of a file for those who know the files of a whole repository: from here, where the codex lies below. */
function pathFrom(root: string): (file: string) => string {
  const way = path.relative('.', root).split(path.sep).join('/');
  const isBelow = way !== '' && way !== '..' && !way.startsWith('../') && !path.isAbsolute(way);
  return isBelow ? (file) => `${way}/${file}` : (file) => file;
}

/** Every problem of a codex; those found last, where nothing has changed since. @param state null: it may have changed */
function problemsOf(root: string, host: CanonHost, state: string | null): readonly CheckedProblem[] {
  if (state === null) return checkCodex(host);
  const kept = readAnswer(root, 'problems', state) as readonly CheckedProblem[] | undefined;
  if (kept) return kept;
  const found = checkCodex(host);
  keepAnswer(root, 'problems', state, found);
  return found;
}

/** What to do where the codex that was checked has no codex.yaml. @param entries how many were checked */
function undeclared(root: string, { staged }: Asked, entries: number): string {
  if (staged !== true || !isThere(root, CODEX_FILE)) {
    const { words, isNear } = astray(root);
    return isNear || entries === 0
      ? words.replace(/^t/, 'T')
      : `There is no ${CODEX_FILE} here: \`retcon init\` writes one that fits these notes.`;
  }
  return `Nothing of this codex is staged: \`git add\` ${CODEX_FILE} and the entries that are to be committed.`;
}

/** What to do about a commit that is stopped: whoever sees this for the first time fears for what they have written. */
function stopped(root: string, found: readonly CheckedProblem[], established: States['established']): string {
  const first = found.find(({ problem: { code, severity } }) => code.startsWith('retcon/') && severity === 'error');
  const nothing = 'Nothing was committed, and nothing is lost: your files are as you left them.';
  if (!first || !established) return `${nothing} Mend the errors, \`git add\`, and commit again.\n`;
  const was = [first.file, ...(first.problem.related ?? []).map(({ file }) => file)].find(
    (file) => established.snapshot.textOf(file) !== null,
  );
  const file = fromHere(path.join(root, was ?? first.file));
  const quoted = /^[\w./-]+$/.test(file) ? file : `"${file}"`;
  const lines = [
    `${nothing} They were compared with ${established.ref}.`,
    'If it is so now: `retcon declare`, or the quick fix in the editor, makes a retcon of it; then `git add`, and commit again.',
    `If it was a slip: put the old words back; \`git checkout ${established.ref} -- ${quoted}\` does so with the whole file.`,
  ];
  return visible(`${lines.join('\n')}\n`);
}

/** @param paths files and folders, relative to where the command was called; none: the whole codex. @param version of retcon */
export async function runCheck(
  root: string,
  paths: readonly string[],
  asked: Asked & { readonly fix?: true },
  format: ReportFormat,
  output: Output,
  version: string,
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
    states = await readStates(root, asked, tellSkipped(output));
  } catch (error) {
    return refuseGit(error, asked.since ?? '--staged', format, output);
  }
  const { now, established, state } = states;
  const { host, textOf } = now;
  const entries = pathsOf(host.canon);
  const isWanted = (file: string): boolean => isAmong(wanted, file);
  const missing = wanted.find((one) => one !== '' && one !== CODEX_FILE && !entries.some((file) => isIn(one, file)));
  if (missing !== undefined) {
    printRefusal(output, format, {
      code: 'not-found',
      message: `"${missing}" is no entry, and no folder with entries, of this codex.`,
      given: missing,
    });
    return 1;
  }
  const files = entries.filter(isWanted);
  const mended = asked.fix === true ? mendFiles(root, host, textOf, files, output) : null;
  const all = established ? problemsSince(now, established) : problemsOf(root, host, mended ? null : state);
  const found = all.filter(({ file }) => isWanted(file));
  const summary = summaryOf(files.length, files.length, found);
  const rangeOf = rangesOf(textOf, established?.snapshot.textOf);
  const reports: Readonly<Record<ReportFormat, () => string>> = {
    text: () =>
      (mended ? mendedText(mended, found.length > 0, output.hasColour) : '') +
      checkText(found, summary, rangeOf, output.hasColour),
    json: () => checkJson(found, summary, rangeOf, mended ? { mended: mendedJson(mended) } : {}),
    sarif: () => checkSarif(found, rangeOf, pathFrom(root), version),
    github: () => checkGithub(found, rangeOf, pathFrom(root)),
  };
  output.out(reports[format]());
  if (asked.staged === true && format === 'text' && summary.errors > 0) output.out(stopped(root, found, established));
  if (asked.staged === true && !states.established)
    output.err('retcon: nothing has been committed yet, so nothing that was told can have changed.\n');
  const doubt = found.some(({ problem }) => problem.code.startsWith('retcon/')) ? states.established?.doubt : undefined;
  if (doubt !== undefined) output.err(`retcon: ${doubt}\n`);
  if (format === 'text' && !host.canon.codex.declared) output.out(`${undeclared(root, asked, entries.length)}\n`);
  return mended?.hasFailed === true ? 2 : summary.errors > 0 ? 1 : 0;
}
