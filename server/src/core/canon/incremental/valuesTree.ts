/** Values on one line of days while they come and go: what holds when, and where something holds that nothing contradicts, without looking at each day. */
import type { Held } from '../truth/truth';

const NOTHING = Symbol('nothing');
const SEVERAL = Symbol('several things');

const both = (a: unknown, b: unknown): unknown => (a === NOTHING || a === b ? b : b === NOTHING ? a : SEVERAL);

/**
 * Some days between ends that follow each other, as a part of a tree. A value lies in the largest parts that it holds throughout.
 * What is said of a part is said without what lies in those around it.
 */
interface Part {
  readonly first: number;
  /** Exclusive. */
  readonly last: number;
  readonly halves: readonly Part[];
  /** The values that hold throughout, by what they mean. */
  readonly throughout: Map<unknown, Set<Held>>;
  /** What holds in it at any time. */
  says: unknown;
  /** Whether nothing holds at some time. */
  hasGap: boolean;
  /** Whether something holds at some time that nothing contradicts. It may be told of a part that has none: then more is looked at. */
  hasCalm: boolean;
}

function openPart(first: number, last: number): Part {
  const middle = (first + last) >> 1;
  const halves = last - first > 1 ? [openPart(first, middle), openPart(middle, last)] : [];
  return { first, last, halves, throughout: new Map(), says: NOTHING, hasGap: true, hasCalm: false };
}

/** Some places between the ends of days, `[from, until)`. */
interface Places {
  readonly from: number;
  readonly until: number;
}

export interface ValuesTree {
  put(held: Held, where: Places): void;
  take(held: Held, where: Places): void;
  /** Where one thing holds and nothing contradicts it, and a value that says something else would, in order; some may meet. It does not lie in the tree. */
  contradictedBy(held: Held, where: Places): readonly Places[];
  /** Adds the values that hold somewhere. */
  addHeld(where: Places, found: Set<Held>): void;
}

/** Two values are the same when they mean the same: a text that refers to an entry refers to it in all of them. */
const meaningOf = ({ ref, clipped }: Held): unknown => ref ?? clipped.fact.value.text;

/** @param count how many places there are */
export function openValuesTree(count: number): ValuesTree {
  const root = openPart(0, count);
  return {
    put: (held, where) =>
      changeIn(root, where, ({ throughout }) => {
        const alike = throughout.get(meaningOf(held));
        if (alike) alike.add(held);
        else throughout.set(meaningOf(held), new Set([held]));
      }),
    take: (held, where) =>
      changeIn(root, where, ({ throughout }) => {
        const alike = throughout.get(meaningOf(held));
        alike?.delete(held);
        if (alike?.size === 0) throughout.delete(meaningOf(held));
      }),
    contradictedBy(held, where) {
      const found: Places[] = [];
      findOthers(root, where, NOTHING, meaningOf(held), found);
      return found;
    },
    addHeld: (where, found) => addHeldIn(root, where, found),
  };
}

const isOutside = ({ first, last }: Part, { from, until }: Places): boolean => until <= first || last <= from;

function changeIn(part: Part, where: Places, change: (part: Part) => void): void {
  if (isOutside(part, where)) return;
  if (where.from <= part.first && part.last <= where.until) change(part);
  else for (const half of part.halves) changeIn(half, where, change);
  tellAgain(part);
}

/** @param around what holds in all parts around it, one thing or nothing @param meaning of what is to contradict */
function findOthers(part: Part, where: Places, around: unknown, meaning: unknown, found: Places[]): void {
  if (isOutside(part, where)) return;
  const { halves, throughout, says, hasGap, hasCalm, first, last } = part;
  let all = around;
  for (const one of throughout.keys()) all = both(all, one);
  if (all === SEVERAL || all === meaning) return;
  const inAll = both(all, says);
  if (inAll === meaning) return;
  // What holds around it is alone in its gaps.
  if (!hasCalm && (all === NOTHING || !hasGap)) return;
  const isWhole = inAll === all || (inAll !== SEVERAL && !hasGap);
  if (isWhole) found.push({ from: Math.max(where.from, first), until: Math.min(where.until, last) });
  else for (const half of halves) findOthers(half, where, all, meaning, found);
}

function addHeldIn(part: Part, where: Places, found: Set<Held>): void {
  if (isOutside(part, where) || part.says === NOTHING) return;
  for (const values of part.throughout.values()) for (const held of values) found.add(held);
  for (const half of part.halves) addHeldIn(half, where, found);
}

function tellAgain(part: Part): void {
  const { halves, throughout } = part;
  let below: unknown = NOTHING;
  for (const half of halves) below = both(below, half.says);
  let says = below;
  for (const one of throughout.keys()) says = both(says, one);
  const isLeaf = halves.length === 0;
  const [hasGap, hasCalm] = [isLeaf || halves.some((half) => half.hasGap), halves.some((half) => half.hasCalm)];
  part.says = says;
  part.hasGap = hasGap && throughout.size === 0;
  const [only] = throughout.keys();
  part.hasCalm =
    throughout.size === 0
      ? hasCalm
      : throughout.size === 1 && (hasGap || (hasCalm && (below === only || below === SEVERAL)));
}
