/** What changes on the canon axis and when: the answers to a question, from each canon point to the next that changes it. */
import { BEGINNING, type CanonPosition, comparePositions } from '../../codex/canonTime';
import type { Canon, Known } from '../model/canonValue';
import { allOf, knowing } from '../model/known';
import { positionOf } from '../model/canonPosition';

/** One answer, and where it is given. */
export interface AnswerSpan<T> {
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
    const span: AnswerSpan<T> = { ...answerAround(canon, ask, from, within), from };
    spans.push(span);
    from = span.until;
  }
  return spans;
}

/**
 * Asks a question at one canon point. Where it was last asked at another, and no answer can change between the two, that one is
 * given. The answer may ask nothing more of what was known, once it is given.
 * @param last the last answer by question: this one takes its place
 * @param key all of the question but the point
 */
export function answerNear<T>(
  last: Map<string, AnswerSpan<T>>,
  key: string,
  at: CanonPosition,
  canon: Canon,
  ask: (known: Known) => T,
): T {
  const kept = last.get(key);
  if (kept && comparePositions(kept.from, at) <= 0 && (!kept.until || comparePositions(at, kept.until) < 0))
    return kept.value;
  const span = answerAround(canon, ask, at, allOf(canon));
  last.set(key, span);
  return span.value;
}

/** Asks a question at one canon point; the span goes back to the last entry that the question asked for and that was known. */
function answerAround<T>(canon: Canon, ask: (known: Known) => T, at: CanonPosition, within: Known): AnswerSpan<T> {
  const asked: { last: CanonPosition; next: CanonPosition | null } = { last: BEGINNING, next: null };
  const known = knowing(canon, (entry) => {
    if (!within.has(entry)) return false;
    const position = positionOf(canon, entry);
    const isKnown = comparePositions(position, at) <= 0;
    if (isKnown && comparePositions(position, asked.last) > 0) asked.last = position;
    if (!isKnown && (!asked.next || comparePositions(position, asked.next) < 0)) asked.next = position;
    return isKnown;
  });
  const value = ask(known);
  return { from: asked.last, until: asked.next, value };
}
