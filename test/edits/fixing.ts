/** The titles of the fixes of a drawn codex, and their results. */
import { knownAt, LATEST } from '../../server/src/core/canon';
import { mendContextFor, fixesOf, type QuickFix } from '../../server/src/core/edits/fixes/fixesAt';
import { checkCodex } from '../../server/src/core/rules/check';
import { changedBy, codexOf, type Files } from '../support/codex';

/** The fixes of every problem of a code, in the order of files and places. */
export function fixesFor(files: Files, code: string): QuickFix[] {
  const host = codexOf(files);
  const known = knownAt(host.canon, LATEST);
  return checkCodex(host)
    .filter(({ problem }) => problem.code === code)
    .flatMap(({ file, problem }) =>
      fixesOf(
        mendContextFor(known, file, (path) => files[path] ?? null),
        problem,
      ),
    );
}

export const titlesFor = (files: Files, code: string): string[] => fixesFor(files, code).map(({ fix }) => fix.title);

/** The files that the fix with a title changes, with their new texts; the first fix without one. */
export function fixedBy(files: Files, code: string, title?: string): Files {
  const fixes = fixesFor(files, code);
  const found = fixes.find(({ fix }) => title === undefined || fix.title === title);
  if (!found)
    throw new Error(`no fix of ${code} is called ${title}, but ${fixes.map(({ fix }) => fix.title).join(' | ')}`);
  return changedBy(files, found.fix);
}
