/** Which of some values contradict each other. An interval tree finds them: it does not compare each value with each. */
import { endDay, startDay } from '../model/segments';
import type { Stretch } from './dovetail';
import type { Held } from './truth';

/** Two values are the same when they refer to the same entry or are the same text (model §4). */
export const isSameValue = (a: Held, b: Held): boolean =>
  (a.ref !== undefined && a.ref === b.ref) || a.clipped.fact.value.text === b.clipped.fact.value.text;

/** Whether two values hold at one point of time, on a line they share. One that ends on another line is undecided at each. */
export function overlap(a: Stretch, b: Stretch): boolean {
  if (a.segment.endsElsewhere || b.segment.endsElsewhere) return false;
  if (a.line !== null && b.line !== null && a.line !== b.line) return false;
  if (b.line !== null && a.except.includes(b.line)) return false;
  if (a.line !== null && b.except.includes(a.line)) return false;
  return startDay(a.segment) < endDay(b.segment) && startDay(b.segment) < endDay(a.segment);
}

/** Whether two values say different things at one point of time. */
export const contradict = (a: Held, b: Held): boolean => !isSameValue(a, b) && overlap(a, b);

/**
 * Whether each of some values has ended when the next one begins, as most do: then none contradicts another.
 * @param values in the order of beginning
 */
export function followEachOther(values: readonly Stretch[]): boolean {
  let ended = -Infinity;
  for (const { segment, line } of values) {
    if (line !== values[0]?.line || startDay(segment) < ended) return false;
    ended = endDay(segment);
  }
  return true;
}

/** What contradicts one of the values, in their order. */
export type Rivals = (one: Held) => Iterable<Held>;

/** @param values of one attribute, in the order of beginning */
export function rivalsAmong(values: readonly Held[]): Rivals {
  let parts = values.map(
    (held): Part => ({
      from: startDay(held.segment),
      until: endDay(held.segment),
      says: meaningOf(held),
      held,
      halves: [],
    }),
  );
  while (parts.length > 1) parts = inPairs(parts);
  const [root] = parts;
  return (one) => within(root, one, startDay(one.segment), endDay(one.segment), meaningOf(one));
}

/** Some neighbouring values: from when until when any of them holds, and what all of them say, where that is one thing. */
interface Part {
  readonly from: number;
  readonly until: number;
  readonly says: unknown;
  /** Null: the part is of several values. */
  readonly held: Held | null;
  readonly halves: readonly Part[];
}

const SEVERAL = Symbol('several things');

/** Two values with the same meaning are the same value; two with different meanings may be the same all the same. */
const meaningOf = ({ ref, clipped }: Held): unknown => ref ?? clipped.fact.value.text;

function inPairs(parts: readonly Part[]): Part[] {
  const pairs: Part[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const [a, b] = [parts[i], parts[i + 1]];
    if (a && b)
      pairs.push({
        from: Math.min(a.from, b.from),
        until: Math.max(a.until, b.until),
        says: a.says === b.says ? a.says : SEVERAL,
        held: null,
        halves: [a, b],
      });
    else if (a) pairs.push(a);
  }
  return pairs;
}

function* within(part: Part | undefined, one: Held, from: number, until: number, says: unknown): Generator<Held> {
  if (!part || part.until <= from || until <= part.from || part.says === says) return;
  if (part.held) {
    if (contradict(one, part.held)) yield part.held;
  } else for (const half of part.halves) yield* within(half, one, from, until, says);
}
