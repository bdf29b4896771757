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

/** The fixes of the problems that a selection meets, in the order of the problems; of several, the likeliest comes first. */
export const fixesIn = <P extends Problem>(
  context: MendContext,
  problems: readonly P[],
  selected: Span,
): QuickFix<P>[] =>
  problems
    .filter(({ span }) => span.start <= selected.end && selected.start <= span.end)
    .flatMap((problem) => fixesOf(context, problem));

/** The fixes of one problem; only such as leave the entry without it, and no other file harder to read. */
export function fixesOf<P extends Problem>(context: MendContext, problem: P): QuickFix<P>[] {
  const offers = MENDS.get(problem.code)?.mend(context, problem) ?? [];
  return offers
    .filter((fix) => isMended(context, problem, fix))
    .map((fix, i) => {
      const isOne = isSureAmong(offers, fix);
      const isPreferred = fix.isPreferred ?? (isOne || (i === 0 && isNearest(problem)));
      return { problem, fix, isSure: isOne && keepsComments(context, fix), isPreferred };
    });
}

/** Whether a problem has a fix that may be made without a look; quicker than working out what the fix leaves behind. */
export function hasSureFix(context: MendContext, problem: Problem): boolean {
  const offers = MENDS.get(problem.code)?.mend(context, problem) ?? [];
  return offers.some((fix) => isSureAmong(offers, fix) && keepsComments(context, fix));
}

const isSureAmong = (offers: readonly Offer[], { isPreferred }: Offer): boolean => isPreferred ?? offers.length === 1;

/** Where an unknown name is near to several names, the nearest is meant. */
const isNearest = ({ code }: Problem): boolean => code.endsWith('/unknown-id');
