/** What holds on the two sides of a retcon, held against each other. */
import type { WorldDate } from '../../chronology';
import { endDay, startDay } from '../model/segments';
import { isSameValue } from '../truth/rivals';
import { type Held, meets } from '../truth/truth';

/** Where more is told of a pair than this, what stays as it is is left out: each of thousands of changes would tell thousands. */
export const MOST_FACTS = 100;

export type BothHeld = readonly [readonly Held[], readonly Held[]];

/** The stretches of a pair that hold on one side alone. */
export function onOneSide([a, b]: BothHeld): Held[] {
  const keyOf = ({ clipped, segment, line }: Held): string =>
    [clipped.entry.path, clipped.fact.index, line, startDay(segment), endDay(segment)].join('\n');
  const [inA, inB] = [new Set(a.map(keyOf)), new Set(b.map(keyOf))];
  return [...a.filter((held) => !inB.has(keyOf(held))), ...b.filter((held) => !inA.has(keyOf(held)))];
}

/** Whether each value on one side is on the other side too. */
export function areSame(a: readonly Held[], b: readonly Held[]): boolean {
  const isIn = (all: readonly Held[]) => (one: Held) => all.some((other) => isSameValue(one, other));
  return a.every(isIn(b)) && b.every(isIn(a));
}

export const holdingAt = (held: readonly Held[], at: WorldDate | null): Held[] =>
  held.filter((one) => meets(one, at) === true);

/** What either side has of facts that the other one has not. */
export function onlyOneHas(both: readonly (readonly Held[])[]): readonly Held[][] {
  const keysOf = (held: readonly Held[]): ReadonlySet<string> => new Set(held.map(keyOf));
  const keyOf = ({ clipped: { entry, fact } }: Held): string => `${fact.index} ${entry.path}`;
  const [before = new Set(), after = new Set()] = both.map(keysOf);
  return both.map((held) => held.filter((one) => !(before.has(keyOf(one)) && after.has(keyOf(one)))));
}
