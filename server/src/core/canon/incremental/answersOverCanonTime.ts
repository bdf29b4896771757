/** What changes on the canon axis and when: the answers to a question, from each canon point to the next that changes it. */
import { BEGINNING, type CanonPosition, comparePositions } from '../../codex/canonTime';
import type { Canon } from '../model/canon';
import { allOf, type Known, knowing } from '../model/known';
import { positionOf } from '../model/canonPosition';

/** One answer, with what was known when it was given. */
export interface AnswerSpan<T> {
  readonly known: Known;
  readonly from: CanonPosition;
  /** Exclusive; null: it is the answer now. */
  readonly until: CanonPosition | null;
  readonly value: T;
}

/**
 * Asks a question at every canon point where its answer can change, earliest first. These points are few: an answer stays the
 * same until an entry becomes known that the question asked for while it was unknown. So the question must ask through `Known`
 * alone, which is made anew for each point.
 * @param within what it does not know stays unknown
 */
export function answersOverCanonTime<T>(
  canon: Canon,
  ask: (known: Known) => T,
  within: Known = allOf(canon),
): AnswerSpan<T>[] {
  const spans: AnswerSpan<T>[] = [];
  for (let from: CanonPosition | null = BEGINNING; from; ) {
    const at: CanonPosition = from;
    const missed: { next: CanonPosition | null } = { next: null };
    const known = knowing(canon, (entry) => {
      if (!within.has(entry)) return false;
      const position = positionOf(canon, entry);
      if (comparePositions(position, at) <= 0) return true;
      if (!missed.next || comparePositions(position, missed.next) < 0) missed.next = position;
      return false;
    });
    const value = ask(known);
    spans.push({ known, from: at, until: missed.next, value });
    from = missed.next;
  }
  return spans;
}
