/** Both sides of many retcons, worked out on a way on which what one leaves out of the canon is near what the next one does. */
import { comparePositions } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';
import { edgesOf, type Retcon } from '../model/edges';
import { type Known, type Still, upTo } from '../model/known';
import { findTangles } from '../../text/tangles';
import { boundaryOf } from './boundary';
import { groupBy } from '../../text/groups';

/** So few are worked out as they come. */
const FEW = 8;

/** Works them out, whoever asks for one later. Yields after each. @param retcons in canon order */
export function* boundarySteps(known: Known, retcons: readonly Retcon[]): Generator<void, void> {
  for (let i = 0, end = 0; i < retcons.length; i = end) {
    const { position } = retcons[i] as Retcon;
    while (end < retcons.length && comparePositions((retcons[end] as Retcon).position, position) === 0) end++;
    const together = retcons.slice(i, end);
    for (const retcon of together.length > FEW ? upwards(upTo(known.canon, position), together) : together) {
      boundaryOf(known, retcon);
      yield;
    }
  }
}

/**
 * What stands above who makes a retcon is not known to it. So each chain is gone up from its foot, the longest way first, before what
 * branches off from it.
 */
function upwards(base: Still, retcons: readonly Retcon[]): readonly Retcon[] {
  const made = groupBy(retcons, (retcon) => retcon.by);
  const above = new Map([...made.keys()].map((entry) => [entry, followersOf(base, made, entry)] as const));
  const heights = heightsOf(above);
  const followed = new Set([...above.values()].flat());
  const feet = [...made.keys()].filter((entry) => !followed.has(entry));
  const inOrder = new Set<Entry>();
  // In a circle nobody is at the foot.
  for (const foot of [...feet, ...made.keys()]) {
    const way = [foot];
    for (let entry = way.pop(); entry; entry = way.pop()) {
      if (inOrder.has(entry)) continue;
      inOrder.add(entry);
      const followers = (above.get(entry) ?? []).toSorted((a, b) => (heights.get(a) ?? 0) - (heights.get(b) ?? 0));
      for (const one of followers) way.push(one);
    }
  }
  return [...inOrder].flatMap((entry) => made.get(entry) ?? []);
}

const followersOf = (base: Still, made: ReadonlyMap<Entry, unknown>, entry: Entry): readonly Entry[] => [
  ...new Set(edgesOf(base, entry).flatMap(({ by }) => (made.has(by) ? by : []))),
];

/** How long the longest way up is from each; in a circle, some way. */
function heightsOf(above: ReadonlyMap<Entry, readonly Entry[]>): ReadonlyMap<Entry, number> {
  const heights = new Map<Entry, number>();
  const found = new Map<Entry, Entry>();
  for (const start of above.keys()) {
    if (found.has(start)) continue;
    // What is higher up comes first.
    for (const entry of findTangles(start, (one) => [...(above.get(one) ?? [])], found))
      heights.set(entry, 1 + (above.get(entry) ?? []).reduce((most, one) => Math.max(most, heights.get(one) ?? 0), 0));
  }
  return heights;
}
