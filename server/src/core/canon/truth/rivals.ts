/** Which of some values contradict each other. Each is not compared with each: what holds at another time, or says the same, is passed over in one. */
import type { Stretch } from './dovetail';
import type { Held } from './truth';
import { endDay, startDay } from '../model/segments';

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
  const places = new Map(values.map((held, place) => [held, place]));
  const byLine = new Map<string | null, Held[]>();
  for (const held of values) {
    const group = byLine.get(held.line);
    if (group) group.push(held);
    else byLine.set(held.line, [held]);
  }
  const trees = new Map([...byLine].map(([line, group]) => [line, treeOf(group)]));
  return (one) => {
    const lines = one.line === null ? [...trees.keys()] : [null, one.line];
    return merged(
      lines.flatMap((line) => trees.get(line)?.(one) ?? []),
      places,
    );
  };
}

/** A part of the values of one line: when the last of them ends, and what they say, where that is one thing. */
interface Part {
  readonly from: number;
  readonly until: number;
  readonly says: unknown;
  readonly held: Held | null;
  readonly parts: readonly Part[];
}

const SEVERAL = Symbol('several things');

function treeOf(group: readonly Held[]): (one: Held) => Iterator<Held> & Iterable<Held> {
  let parts = group.map(
    (held): Part => ({
      from: startDay(held.segment),
      until: endDay(held.segment),
      says: meaningOf(held),
      held,
      parts: [],
    }),
  );
  while (parts.length > 1) parts = inPairs(parts);
  const [root] = parts;
  return (one) => within(root, one, startDay(one.segment), endDay(one.segment), meaningOf(one));
}

/** What says the same has one of these; two that differ may still be the same value. */
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
        parts: [a, b],
      });
    else if (a) pairs.push(a);
  }
  return pairs;
}

function* within(part: Part | undefined, one: Held, from: number, until: number, says: unknown): Generator<Held> {
  if (!part || part.until <= from || until <= part.from || part.says === says) return;
  if (part.held) {
    if (contradict(one, part.held)) yield part.held;
  } else for (const less of part.parts) yield* within(less, one, from, until, says);
}

/** Of several that are in order, the next one each time. */
function* merged(found: readonly Iterator<Held>[], places: ReadonlyMap<Held, number>): Generator<Held> {
  const heads = found.map((rest) => ({ rest, next: rest.next() }));
  for (;;) {
    let first: (typeof heads)[number] | null = null;
    let least = Infinity;
    for (const head of heads) {
      const place = head.next.done ? Infinity : (places.get(head.next.value) ?? 0);
      if (place < least) [first, least] = [head, place];
    }
    if (!first || first.next.done) return;
    yield first.next.value;
    first.next = first.rest.next();
  }
}
