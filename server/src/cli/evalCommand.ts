/** `retcon eval`: question sets scored against their thresholds, as a table, JSON or JUnit's XML. */
import path from 'node:path';
import { readCommits } from '../core/commits/snapshot';
import { evalJunit, evalTable, type Evaluation, type SetScore } from '../core/evals/evalReports';
import { type EvalSet, readQuestionSet, USUAL_THRESHOLDS } from '../core/evals/questionSet';
import { commitsOfSet, scoreSteps, type WholeSet } from '../core/evals/scoreSet';
import { jsonText } from '../core/text/words';
import type { GivenProblem } from '../core/tools/asked/question';
import { holdsClaims, readClaims } from '../core/tools/claims/readClaims';
import { openCommits } from '../workspace/commits';
import { readDraftFile, evalFilesIn } from '../workspace/otherFiles';
import { isInFolder, readerOf } from '../workspace/folder';
import { openDatedCodex, reportMissingCodex, withProse } from './ask';
import { type EvalFormat, type Output, printRefusal, type RefusalJson } from './print';

/** @param files question sets, or files of claims; all of `evals` where none is given */
export async function runEval(
  root: string,
  files: readonly string[],
  format: EvalFormat,
  output: Output,
): Promise<number> {
  const named = files.length > 0 ? files : evalFilesIn(root).map((file) => path.join(root, file));
  if (named.length === 0) {
    const message = 'There are no question sets: name one, or write some under evals/, such as evals/first.yaml.';
    printRefusal(output, format, { code: 'not-found', message, given: 'evals' });
    return 1;
  }
  const sets: WholeSet[] = [];
  for (const file of named) {
    const set = readWholeSet(root, path.resolve(file));
    if ('code' in set) return printRefusal(output, format, set);
    sets.push(set);
  }
  const commits = openCommits(root);
  const readings = await readCommits(commits, sets.flatMap(commitsOfSet));
  const host = await openDatedCodex(root, commits, output);
  // Unreadable files were reported when the codex was opened.
  const textOf = readerOf(root, () => undefined);
  const scores: SetScore[] = [];
  await withProse(root, host.canon, textOf, async (finish) => {
    for (const set of sets) scores.push(await finish(scoreSteps(host.canon, set, { commits: readings, textOf })));
  });
  await reportMissingCodex(root, host, output);
  const evaluation = evaluationOf(scores);
  output.out(printed(evaluation, format));
  return evaluation.passed ? 0 : 1;
}

function evaluationOf(sets: readonly SetScore[]): Evaluation {
  const cases = sets.flatMap((set) => set.cases);
  const failed = cases.filter(({ passed }) => !passed).length;
  return {
    sets,
    summary: { sets: sets.length, cases: cases.length, failed },
    passed: sets.every(({ passed }) => passed),
  };
}

function printed(evaluation: Evaluation, format: EvalFormat): string {
  if (format === 'junit') return evalJunit(evaluation);
  return format === 'json' ? `${jsonText(evaluation)}\n` : evalTable(evaluation);
}

/** A set and the claims that it names, or why one of the files can't be read. */
function readWholeSet(root: string, target: string): WholeSet | RefusalJson {
  const file = isInFolder(root, target) ? path.relative(root, target).split(path.sep).join('/') : target;
  const read = readDraftFile(target);
  if ('why' in read) return { code: 'bad-set', message: `"${file}" can't be read: ${read.why}`, given: file };
  if (holdsClaims(read.text))
    return badClaims(file, read.text) ?? { file, set: CLAIMS_ALONE, claims: [{ file, text: read.text }] };
  const found = readQuestionSet(read.text);
  if (!found.ok) return badLines(file, found.problems);
  const claims: { file: string; text: string }[] = [];
  for (const name of found.set.claims) {
    const place = path.resolve(path.dirname(target), name);
    // A set may come from anybody, and what can't be read is quoted.
    const isInside = isInFolder(root, place) || isInFolder(path.dirname(target), place);
    const text = isInside ? readDraftFile(place) : { why: 'it is outside the codex.' };
    if ('why' in text)
      return { code: 'bad-set', message: `${file} names "${name}", which can't be read: ${text.why}`, given: name };
    const bad = badClaims(name, text.text);
    if (bad) return bad;
    claims.push({ file: name, text: text.text });
  }
  return { file, set: found.set, claims };
}

function badClaims(file: string, text: string): RefusalJson | null {
  const { problems } = readClaims(text);
  return problems.length > 0 ? badLines(file, problems) : null;
}

function badLines(file: string, problems: readonly GivenProblem[]): RefusalJson {
  const [first] = problems;
  return { code: 'bad-set', message: `${file}, line ${first?.line}: ${first?.message}`, given: file, problems };
}

/** A file of claims is held to what is usual. */
const CLAIMS_ALONE: EvalSet = { thresholds: USUAL_THRESHOLDS, questions: [], claims: [], actions: [] };
