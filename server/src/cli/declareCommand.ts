/** `retcon declare`: what has been changed silently becomes retcons that say so. Shows all of it before any is written. */
import { renderBehind } from '../core/commits/comparable';
import { knownAt, LATEST, pathsOf } from '../core/canon';
import { type AllDeclared, declareAll } from '../core/edits/fixes/declareAll';
import type { CheckedProblem } from '../core/rules/check';
import { checkAgainst, comparedWithReach, pointWords } from '../core/rules/compareWithBaseline';
import { jsonText, onOneLine, visible } from '../core/text/words';
import { diagnosticsJson, type RangeOf, rangesOf } from '../core/tools/words/answerJson';
import { readStates, type States } from '../workspace/comparedStates';
import { pathExists } from '../workspace/folder';
import { writeAll } from '../workspace/writeFiles';
import {
  type Consent,
  isAgreed,
  unasked,
  isAmongPaths,
  pathsIn,
  refuseMissing,
  type Format,
  type Output,
  placeLines,
  printRefusal,
  reportSkipped,
  refuseGit,
} from './print';
import { NOBODY, theirsIn } from './checkCommand';

export interface DeclareCall extends Consent {
  readonly since?: string;
  readonly reason?: string;
}

/** @param paths only what was changed there; none: the whole codex. @param today the ISO date of now */
export async function runDeclare(
  root: string,
  paths: readonly string[],
  call: DeclareCall,
  format: Format,
  output: Output,
  today: string,
): Promise<number> {
  const wanted = pathsIn(root, paths);
  const refusal = 'code' in wanted ? wanted : unasked(call, format, 'declare');
  if (refusal || 'code' in wanted) {
    if (refusal) printRefusal(output, format, refusal);
    return 2;
  }
  let states: States;
  try {
    states = await readStates(root, { since: call.since, isTold: true }, reportSkipped(output));
  } catch (error) {
    return refuseGit(error, call.since ?? 'declare', format, output);
  }
  const { now, established } = states;
  const missing = refuseUnknownPaths(wanted, states);
  if (missing) {
    printRefusal(output, format, missing);
    return 1;
  }
  const behind = established?.behind;
  if (behind) output.err(`retcon: ${onOneLine(renderBehind(behind))}\n`);
  if (behind?.hasCommon === false) {
    const message = `what others established since ${behind.ref} can't be separated from what was changed here, so nothing is declared for either.`;
    return printRefusal(output, format, { code: 'usage', message, given: behind.ref });
  }
  const compared = established && comparedWithReach(now, established);
  // A path given by name is meant, no matter who wrote the file.
  const theirs = established && paths.length === 0 ? await theirsIn(established, { merged: true }) : NOBODY;
  const all = compared ? checkAgainst(compared, true) : [];
  const brought = all.flatMap((one) => {
    const words = isAmongPaths(wanted, one.file) ? theirs(one) : null;
    return words === null ? [] : [{ ...one, words }];
  });
  const made: AllDeclared = compared
    ? declareAll(
        knownAt(now.host.canon, LATEST),
        { compared, textThen: established.snapshot.textOf, isTaken: (file) => pathExists(root, file), today },
        now.textOf,
        (one) => isAmongPaths(wanted, one.file) && theirs(one) === null,
        call.reason ?? '',
      )
    : { declared: [], left: [], writings: [], remembering: new Set(), states: new Set() };
  const shown: DeclarePreview = {
    made,
    brought,
    established,
    hasReason: !!call.reason,
    rangeOf: rangesBefore(states, made),
  };
  if (format === 'text') output.out(preview(shown, output.hasColour));
  const { writings } = made;
  // What is written over is what has been looked at, or nothing is written.
  const isWritten =
    writings.length > 0 &&
    (await isAgreed(
      call,
      writings.map(({ file }) => file),
    ));
  if (isWritten) writeAll(root, writings);
  if (format === 'json') output.out(asJson(shown, isWritten));
  else if (isWritten) output.out('Written. `git add` them, and commit.\n');
  else if (writings.length > 0) output.out('Nothing was written.\n');
  return made.left.length > 0 ? 1 : 0;
}

/** An established page may be gone. */
function refuseUnknownPaths(wanted: readonly string[], { now, established }: States) {
  const hosts = [now.host, ...(established ? [established.snapshot.host] : [])];
  return wanted.length === 0
    ? null
    : refuseMissing(
        wanted,
        hosts.flatMap(({ canon }) => pathsOf(canon)),
      );
}

interface DeclarePreview {
  readonly made: AllDeclared;
  /** What others have changed, and who. */
  readonly brought: readonly (CheckedProblem & { readonly words: string })[];
  /** What it was compared with; null: nothing has been committed yet. */
  readonly established: States['established'];
  readonly hasReason: boolean;
  readonly rangeOf: RangeOf;
}

/** Of the texts as they were, whatever was written since. */
function rangesBefore({ now, established }: States, { writings }: AllDeclared): RangeOf {
  const before = new Map(writings.map((one) => [one.file, one.before]));
  return rangesOf((file) => before.get(file) ?? now.textOf(file), established?.snapshot.textOf);
}

function preview({ made, brought, established, hasReason, rangeOf }: DeclarePreview, hasColour: boolean): string {
  const { declared, left, writings } = made;
  if (established === null) return 'Nothing has been committed yet, so nothing established can have changed.\n';
  const point = pointWords(established);
  if (declared.length + left.length + brought.length === 0)
    return `Nothing established has changed silently since ${point}.\n`;
  const section = (title: string, found: AllDeclared['left']): string[] => {
    const rows = found.map(({ file, problem: { span, message } }) => ({ file, span, words: visible(message) }));
    return rows.length > 0 ? [title, ...placeLines(rows, rangeOf, hasColour), ''] : [];
  };
  const isTold = (file: string): boolean => established.snapshot.textOf(file) !== null;
  const edited = writings.filter(({ before }) => before !== null);
  const remembering = edited.filter(({ file }) => made.remembering.has(file));
  const back = edited.filter(({ file }) => isTold(file) && !made.remembering.has(file));
  const own = edited.filter(({ file }) => !isTold(file));
  const created = writings.filter(({ before }) => before === null);
  const changed = [...created, ...own, ...remembering];
  const where = changed.length > 1 ? 'those pages' : changed[0]?.file;
  const lines = [
    ...section(visible(`Becomes a retcon, declared against ${point}`), declared),
    ...section(
      'Not declared: do what its message says, or write the retcon yourself',
      left.filter((one) => !isInsertion(one)),
    ),
    ...section(
      'Not declared, since a retcon would take more than this, or another page has superseded it: give it dates that leave what was established, or supersede the latest page and state the rest again',
      left.filter(isInsertion),
    ),
    ...[...new Set(brought.map(({ words }) => words))].flatMap((words) =>
      section(
        visible(
          `In ${words} already, so not declared for its author; to declare it anyway, give its path after \`declare\``,
        ),
        brought.filter((one) => one.words === words),
      ),
    ),
    ...back.map(({ file }) => onOneLine(`States again what was established: ${file}`)),
    ...remembering.map(({ file }) => onOneLine(`Remembers what it was: ${file}`)),
    ...own.map(({ file }) => onOneLine(`Says what it supersedes: ${file}`)),
    ...created.map(({ file }) => onOneLine(`New: ${file}, which says ${whatIsNew(made, file)}.`)),
    ...(changed.length > 0 && !hasReason ? [`No reason is given: add --reason TEXT, or write it in ${where}.`] : []),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

const isInsertion = ({ problem }: CheckedProblem): boolean => problem.code === 'retcon/insertion';

const whatIsNew = ({ states }: AllDeclared, file: string): string =>
  states.has(file) ? 'what you have written instead' : 'that what is no longer stated there was never true';

function asJson(
  { made: { declared, left, writings }, brought, established, rangeOf }: DeclarePreview,
  isWritten: boolean,
): string {
  const json = {
    established: established?.ref ?? null,
    declared: diagnosticsJson(declared, rangeOf),
    left: diagnosticsJson(left, rangeOf),
    theirs: diagnosticsJson(brought, rangeOf),
    creates: writings.flatMap(({ file, text, before }) => (before === null ? { file, text } : [])),
    edits: writings.flatMap(({ file, text, before }) => (before === null ? [] : { file, text })),
    written: isWritten,
  };
  return `${jsonText(json)}\n`;
}
