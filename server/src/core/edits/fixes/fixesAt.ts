/** The quick fixes that are offered at a place. */
import { entryAt, type Known } from '../../canon';
import { readEntry } from '../../entry/readEntry';
import type { Problem } from '../../text/problem';
import type { Span } from '../../text/span';
import { isMended, keepsComments } from './afterFix';
import { type MendContext, MENDS, type Offer } from '.';

export interface QuickFix<P extends Problem = Problem> {
  readonly problem: P;
  readonly fix: Offer;
  /** Whether it is what the author most likely wants. */
  readonly isPreferred: boolean;
  /** Whether it is the only one, or the one that is right mostly: it may be made without a look. */
  readonly isSure: boolean;
}

/** What mends of a file are asked with; codex.yaml, which is no entry, stands in for one that says nothing. */
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

/** A menu of more is read by nobody, and each is tried on its whole page. */
const MOST_OFFERS = 30;

/**
 * The fixes of the problems that a selection meets, in the order of the problems; of several, the likeliest comes first. Where
 * hundreds may have one, those of the first are tried, and of each other kind of problem the first: all of a kind can be mended at once.
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

/** The fixes of one problem; only such as leave the entry without it, and no other file harder to read. */
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

/** The fixes of a problem that may be made without a look, if they mend it and keep all comments: that is not tried yet. */
export function likelyFixes(context: MendContext, problem: Problem): Offer[] {
  const offers = offersFor(context, problem);
  return offers.filter((fix) => isSureAmong(offers, fix));
}

const isSureAmong = (offers: readonly Offer[], { isPreferred }: Offer): boolean => isPreferred ?? offers.length === 1;

/** Where an unknown name is near to several names, the nearest is meant. */
const isNearest = ({ code }: Problem): boolean => code.endsWith('/unknown-id');
