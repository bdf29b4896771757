/** Finds the quick fixes at a place, and applies sure fixes to whole files. */
import { entryAt, type Known } from '../../canon';
import { readEntry } from '../../entry/readEntry';
import { type Problem, type Change, editsByFile, type TextEdit, draftOf, type Draft } from '../../text/problem';
import type { Span } from '../../text/span';
import { isMended, keepsComments, checked, contextAfter } from './mend';
import { type MendContext, MENDS, type Offer } from '.';
import { checkEntry } from '../../rules/check';

/** A quick fix of a problem. */
export interface QuickFix<P extends Problem = Problem> {
  readonly problem: P;
  readonly fix: Offer;
  /** Whether it is what the author most likely wants. */
  readonly isPreferred: boolean;
  /** Whether it may be applied without review, since it is the only fix or nearly always right. */
  readonly isSure: boolean;
}

/** The context for fixes of a file. codex.yaml, which is not an entry, counts as an empty one. */
export function mendContextFor(
  known: Known,
  file: string,
  textOf: MendContext['textOf'],
  baseline?: MendContext['baseline'],
): MendContext {
  const { canon } = known;
  const entry = entryAt(canon, file) ?? readEntry(file, '', canon.codex);
  return { known, entry, present: canon.codex.present, textOf, baseline };
}

/** Nobody reads a longer menu, and each fix is tried on its whole page. */
const MOST_OFFERS = 30;

/**
 * The fixes of the problems that a selection touches, in the order of the problems, the likeliest fix first. After `MOST_OFFERS`
 * only the first problem of each further code is tried, since all problems of a code can be fixed at once.
 */
export function fixesIn<P extends Problem>(
  context: MendContext,
  problems: readonly P[],
  selected: Span,
): QuickFix<P>[] {
  const fixes: QuickFix<P>[] = [];
  const codes = new Set<string>();
  let tried = 0;
  for (const problem of problems) {
    if (problem.span.start > selected.end || selected.start > problem.span.end) continue;
    if (tried >= MOST_OFFERS && codes.has(problem.code)) continue;
    codes.add(problem.code);
    const offers = offersFor(context, problem);
    tried += offers.length;
    fixes.push(...tryAll(context, problem, offers));
  }
  return fixes;
}

const offersFor = (context: MendContext, problem: Problem): readonly Offer[] =>
  MENDS.get(problem.code)?.mend(context, problem) ?? [];

/** The fixes of one problem that remove it and make no file harder to read. */
export const fixesOf = <P extends Problem>(context: MendContext, problem: P): QuickFix<P>[] =>
  tryAll(context, problem, offersFor(context, problem));

const tryAll = <P extends Problem>(context: MendContext, problem: P, offers: readonly Offer[]): QuickFix<P>[] =>
  offers
    .filter((fix) => isMended(context, [problem], fix))
    .map((fix, i) => {
      const isOne = isSureAmong(offers, fix);
      const isPreferred = fix.isPreferred ?? (isOne || (i === 0 && isNearest(problem)));
      return { problem, fix, isSure: isOne && keepsComments(context, fix), isPreferred };
    });

/** Candidates for sure fixes: the caller still has to check that they remove the problem and keep comments. */
function likelyFixes(context: MendContext, problem: Problem): Offer[] {
  const offers = offersFor(context, problem);
  return offers.filter((fix) => isSureAmong(offers, fix));
}

const isSureAmong = (offers: readonly Offer[], { isPreferred }: Offer): boolean => isPreferred ?? offers.length === 1;

/** For unknown ids, the nearest of several names is preferred. */
const isNearest = ({ code }: Problem): boolean => code.endsWith('/unknown-id');

/** The codes that only report slips, which an editor may fix on save. */
export const SLIPS: ReadonlySet<string> = new Set([...MENDS].flatMap(([code, { all }]) => (all?.isSlip ? code : [])));

/** More are not counted, since the editor asks at every move of the caret. */
const MOST_COUNTED = 50;

/** How many problems of a code in some files have a sure fix; null: very many. */
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

/** The title of the fix for all problems of a code; null for fewer than two. */
export function titleOfAll(code: string, count: number | null): string | null {
  const all = MENDS.get(code)?.all;
  if (!all || (count !== null && count < 2)) return null;
  return all.title(count === null ? 'all' : `all ${count}`);
}

/** One change with every sure fix of the codes in the files. */
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

/** The edits of the sure fixes of an entry. Each round reduces the problems, so that repeated calls end. */
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
    // Mostly all of them are right together; else each that is right beside those before it.
    const right = areRight(some) ? some : [];
    if (right.length === 0) for (const fix of some) if (areRight([...right, fix])) right.push(fix);
    if (right.length > 0) return together(right);
    const wrong = new Set(some);
    rest = rest.filter((fix) => !wrong.has(fix));
  }
  return [];
}

/** How many characters may be read to test combinations of fixes. Mostly one test of all fixes is enough. */
const MOST_READ = 20_000_000;

const together = (fixes: readonly Sure[]): TextEdit[] => fixes.flatMap(({ edits }) => edits);

/** The fixes whose edits do not overlap those of earlier ones. */
function apart(fixes: readonly Sure[]): Sure[] {
  const ends = new Map<string, number>();
  return fixes.filter(({ edits }) => {
    if (edits.some(({ file, span }) => span.start <= (ends.get(file) ?? -1))) return false;
    for (const { file, span } of edits) ends.set(file, Math.max(span.end, ends.get(file) ?? -1));
    return true;
  });
}

function leavesRight(context: MendContext, fixes: readonly Sure[]): boolean {
  const change = { title: '', edits: together(fixes) };
  const problems = fixes.map(({ problem }) => problem);
  return keepsComments(context, change) && isMended(context, problems, change);
}
