/** Which of some values contradict each other. Each is not compared with each: what holds at another time, or says the same, is passed over in one. */
import { furtherParts, gapsMeeting, type Stretch } from './dovetail';
import type { Held } from './truth';
import { endDay, type Segment, startDay } from '../model/segments';
import { addTo } from '../../text/groups';

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
  for (const { segment, line, further } of values) {
    if (further || line !== values[0]?.line || startDay(segment) < ended) return false;
    ended = endDay(segment);
  }
  return true;
}

/** What contradicts one of the values, in their order. @param except gaps: what fills them goes untold */
export type Rivals = (one: Held, except?: readonly Segment[]) => Iterable<Held>;

/** What contradicts a value anywhere. What fills the same gaps as it fills the first of them too, and is told of that one alone. */
export function* rivalsOfWhole(rivals: Rivals, value: Held): Generator<Held> {
  yield* rivals(value.further ? { ...value, further: undefined } : value);
  for (const part of furtherParts(value, -Infinity, Infinity)) yield* rivals(part, value.further?.among);
}

/** @param values of one attribute, in the order of beginning @returns asked of one without further gaps */
export function rivalsAmong(values: readonly Held[]): Rivals {
  const places = new Map<Held, number>();
  const byLine = new Map<string | null, Held[]>();
  const fillings = new Map<readonly Segment[], Held[]>();
  for (const [place, value] of values.entries()) {
    const held = value.further ? { ...value, further: undefined } : value;
    places.set(held, place).set(value, place);
    putIn(byLine, held.line, held);
    if (value.further) putIn(fillings, value.further.among, value);
  }
  const trees = new Map([...byLine].map(([line, group]) => [line, treeOf(group)]));
  const mayContradict: Rivals = (one, except) => {
    const lines = one.line === null ? [...trees.keys()] : [null, one.line];
    const found = lines.flatMap((line) => trees.get(line)?.(one) ?? []);
    for (const [gaps, all] of fillings) if (gaps !== except) found.push(fillingBeside(all, one));
    return merged(found, places);
  };
  return fillings.size === 0 ? mayContradict : (one, except) => partsAgainst(one, mayContradict(one, except));
}

function putIn<K>(groups: Map<K, Held[]>, key: K, held: Held): void {
  addTo(groups, key, held);
}

/** Of values that fill the same gaps those that fill one, as a further one, in which another value holds. */
function* fillingBeside(all: readonly Held[], one: Held): Generator<Held> {
  const [{ further, line } = one] = all;
  if (!further || (one.line !== null && one.line !== line)) return;
  const { begins, ends } = gapsMeeting(further.among, startDay(one.segment), endDay(one.segment));
  if (begins >= ends) return;
  for (const held of all)
    if (held.further && held.further.first < ends && begins < held.further.first + held.further.count) yield held;
}

/** Of values that fill more gaps than are told, each of these in which another contradicts it. */
function* partsAgainst(one: Held, others: Iterable<Held>): Generator<Held> {
  for (const other of others)
    if (!other.further) yield other;
    else
      for (const part of furtherParts(other, startDay(one.segment), endDay(one.segment)))
        if (contradict(one, part)) yield part;
}

/** A part of the values of one line, or of all: when the last of them ends, and what they say, where that is one thing. */
interface Part {
  readonly from: number;
  readonly until: number;
  readonly says: unknown;
  /** The lines that they leave out, where all leave out the same. */
  readonly except: readonly string[] | null;
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
      except: held.except,
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
        except: a.except === b.except ? a.except : null,
        held: null,
        parts: [a, b],
      });
    else if (a) pairs.push(a);
  }
  return pairs;
}

function* within(part: Part | undefined, one: Held, from: number, until: number, says: unknown): Generator<Held> {
  if (!part || part.until <= from || until <= part.from || part.says === says) return;
  if (one.line !== null && part.except?.includes(one.line)) return;
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
