/** Mends all problems of some kinds at once: as many as go together, then what is left. */
import { entryAt, type Known } from '../../canon';
import { checkEntry } from '../../rules/check';
import { type Change, editsByFile, type TextEdit } from '../../text/change';
import type { Problem } from '../../text/problem';
import { draftOf, type Draft } from '../../text/composeEdits';
import { likelyFixes, mendContextFor } from './fixesAt';
import { checked, contextAfter, isMended, keepsComments } from './afterFix';
import { type MendContext, MENDS } from '.';

/** The codes that only report slips: an editor may mend them whenever a file is saved. */
export const SLIPS: ReadonlySet<string> = new Set([...MENDS].flatMap(([code, { all }]) => (all?.isSlip ? code : [])));

/** More are not counted one by one: the editor asks at every move of the caret. */
const MOST_COUNTED = 50;

/** How many problems of a code in some files can be mended without a look; null for very many. */
export function countSure(
  known: Known,
  textOf: MendContext['textOf'],
  files: readonly string[],
  code: string,
): number | null {
  if (files.length > MOST_COUNTED) return null;
  const problems = files.flatMap((file) => {
    const entry = entryAt(known.canon, file);
    return entry ? checkEntry(known, entry).flatMap((one) => (one.code === code ? { file, problem: one } : [])) : [];
  });
  if (problems.length > MOST_COUNTED) return null;
  return problems.filter(({ file, problem }) => {
    const context = mendContextFor(known, file, textOf);
    return likelyFixes(context, problem).some((fix) => keepsComments(context, fix));
  }).length;
}

/** What is offered for so many problems of a code, where there is more than one. */
export function titleOfAll(code: string, count: number | null): string | null {
  const all = MENDS.get(code)?.all;
  if (!all || (count !== null && count < 2)) return null;
  return all.title(count === null ? 'all' : `all ${count}`);
}

/** Every sure fix of the codes in the files, in one change. What has no sure fix stays as it is. */
export function mendAll(
  known: Known,
  textOf: MendContext['textOf'],
  files: readonly string[],
  codes: ReadonlySet<string>,
): Change {
  const drafts = new Map<string, Draft>();
  const now = new Map<string, string>();
  let current = known;
  for (const file of files) {
    let context = mendContextFor(current, file, (path) => now.get(path) ?? textOf(path));
    for (let fix = sureEdits(context, codes); fix.length > 0; fix = sureEdits(context, codes)) {
      for (const [path, edits] of editsByFile(fix)) {
        const draft = drafts.get(path) ?? draftOf(context.textOf(path) ?? '');
        const after = draft.with(edits);
        drafts.set(path, after);
        now.set(path, after.text);
      }
      const changed = [...editsByFile(fix).keys()];
      context = contextAfter(context, new Map(changed.map((path) => [path, now.get(path) ?? ''])));
    }
    current = context.known;
  }
  return { edits: [...drafts].flatMap(([file, draft]) => draft.edits().map((edit) => ({ file, ...edit }))) };
}

interface Sure {
  readonly problem: Problem;
  readonly edits: readonly TextEdit[];
}

/** The edits of fixes of an entry that are sure. They leave fewer problems of their codes, so there are last ones. */
function sureEdits(context: MendContext, codes: ReadonlySet<string>): readonly TextEdit[] {
  const problems = checked(context.known, context.entry).filter(({ code }) => codes.has(code));
  const fixes = problems.flatMap((problem): Sure[] => {
    const fix = likelyFixes(context, problem).find((one) => !one.creates && !one.renames && !one.blank);
    return fix ? [{ problem, edits: fix.edits }] : [];
  });
  let left = Math.ceil(MOST_READ / (context.textOf(context.entry.path)?.length || 1));
  const areRight = (some: readonly Sure[]): boolean => left-- > 0 && leavesRight(context, some);
  for (let rest = fixes; rest.length > 0; ) {
    const some = apart(rest);
    const right = rightAmong([], some, areRight);
    if (right.length > 0) return together(right);
    const wrong = new Set(some);
    rest = rest.filter((fix) => !wrong.has(fix));
  }
  return [];
}

/** So many characters of a page are read to try what some fixes leave of it. Nearly all are right, and one try is enough for all. */
const MOST_READ = 20_000_000;

const together = (fixes: readonly Sure[]): TextEdit[] => fixes.flatMap(({ edits }) => edits);

/** Those whose edits stand behind the edits of all before. */
function apart(fixes: readonly Sure[]): Sure[] {
  const ends = new Map<string, number>();
  return fixes.filter(({ edits }) => {
    if (edits.some(({ file, span }) => span.start <= (ends.get(file) ?? -1))) return false;
    for (const { file, span } of edits) ends.set(file, Math.max(span.end, ends.get(file) ?? -1));
    return true;
  });
}

/** Some fixes that are right, and those of others that are right with them: where all are not, each half is looked through. */
function rightAmong(
  right: readonly Sure[],
  others: readonly Sure[],
  areRight: (some: readonly Sure[]) => boolean,
): readonly Sure[] {
  const all = [...right, ...others];
  if (areRight(all)) return all;
  if (others.length === 1) return right;
  const half = others.length >> 1;
  return rightAmong(rightAmong(right, others.slice(0, half), areRight), others.slice(half), areRight);
}

function leavesRight(context: MendContext, fixes: readonly Sure[]): boolean {
  const change = { title: '', edits: together(fixes) };
  const problems = fixes.map(({ problem }) => problem);
  return keepsComments(context, change) && isMended(context, problems, change);
}
