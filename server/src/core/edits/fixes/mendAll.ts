/** Mends all problems of some kinds at once: one after another, each in what the ones before have left. */
import { entryAt, type Known } from '../../canon';
import { checkEntry } from '../../rules/check';
import type { Change, TextEdit } from '../../text/change';
import { draftOf, type Draft, type Edit } from '../../text/composeEdits';
import { mendContextFor, fixesOf, hasSureFix } from './fixesAt';
import { contextAfter } from './afterFix';
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
  return problems.filter(({ file, problem }) => hasSureFix(mendContextFor(known, file, textOf), problem)).length;
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
    for (let fix = firstSure(context, codes); fix; fix = firstSure(context, codes)) {
      for (const [path, edits] of byFile(fix)) {
        const draft = drafts.get(path) ?? draftOf(context.textOf(path) ?? '');
        const after = edits.sort((a, b) => b.span.start - a.span.start).reduce((one, edit) => one.with(edit), draft);
        drafts.set(path, after);
        now.set(path, after.text);
      }
      context = contextAfter(context, new Map([...byFile(fix).keys()].map((path) => [path, now.get(path) ?? ''])));
    }
    current = context.known;
  }
  return { edits: [...drafts].flatMap(([file, draft]) => draft.edits().map((edit) => ({ file, ...edit }))) };
}

/** The edits of the first fix of an entry that is sure. Each leaves fewer problems of its code, so there is a last one. */
function firstSure(context: MendContext, codes: ReadonlySet<string>): readonly TextEdit[] | undefined {
  const problems = checkEntry(context.known, context.entry).filter(({ code }) => codes.has(code));
  for (const problem of problems) {
    const sure = fixesOf(context, problem).find(
      ({ isSure, fix }) => isSure && !fix.creates && !fix.renames && !fix.blank,
    );
    if (sure) return sure.fix.edits;
  }
  return undefined;
}

function byFile(edits: readonly TextEdit[]): Map<string, Edit[]> {
  const files = new Map<string, Edit[]>();
  for (const { file, span, text } of edits) {
    const own = files.get(file);
    if (own) own.push({ span, text });
    else files.set(file, [{ span, text }]);
  }
  return files;
}
