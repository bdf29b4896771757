/** The two sides of a retcon: what its facts said without it, and what they say with it. */
import type { Moment, WorldDate } from '../chronology/types';
import type { Entry } from '../entry/entry';
import { aboveOf, upTo } from './canonPoint';
import { clippedFactsOf } from './clips';
import { type Known, knowing, perKnown } from './known';
import { type Retcon, touches } from './edges';
import { endDay, startDay } from './segments';
import type { Held } from './truth';
import { heldOf, isSameValue, pairOf, wasTrueAt } from './truth';

export interface SideValue {
  readonly entity: string;
  readonly attribute: string;
  readonly value: string;
}

export interface Boundary {
  readonly before: readonly SideValue[];
  readonly after: readonly SideValue[];
}

interface Pair {
  readonly entity: string;
  readonly attribute: string;
}

/**
 * The values of the pairs that a retcon touches, without it and with it, at the first point of world time where they
 * differ (for a soft one: where it takes effect). Judged at the retcon's own canon point, so that nothing which was
 * decided later changes what it was about.
 */
export const boundaryOf = perKnown((known: Known, retcon: Retcon): Boundary => {
  const { without, withIt } = sidesOf(known, retcon);
  const pairs = pairsTouched(withIt, retcon);
  const point = retcon.soft ? retcon.effective : (firstDifference(without, withIt, pairs) ?? retcon.effective);
  const at = point === 'always' ? null : dayOf(point);
  return { before: valuesAt(without, pairs, at), after: valuesAt(withIt, pairs, at) };
});

interface Sides {
  readonly without: Known;
  readonly withIt: Known;
}

/** What was known when a retcon was made, without the entry that makes it and with it. */
function sidesOf(known: Known, { by, position }: Retcon): Sides {
  const base = upTo(known.canon, position);
  const kept = lastSides(known, 'last');
  if (kept.sides && kept.by === by && kept.base === base) return kept.sides;
  const above = aboveOf(base, by);
  const visible = (entry: Entry): boolean => known.has(entry) && base.has(entry) && !above.has(entry);
  const withIt = (entry: Entry): boolean => entry === by || visible(entry);
  const sides = { without: knowing(known.canon, visible), withIt: knowing(known.canon, withIt) };
  Object.assign(kept, { by, base, sides });
  return sides;
}

/**
 * The sides that were judged last: mostly asked for again at once, for all that an entry makes. All that were ever judged
 * would be as many canons as there are retcons.
 */
const lastSides = perKnown(
  (_known: Known, _last: 'last'): { by: Entry | null; base: Known | null; sides: Sides | null } => ({
    by: null,
    base: null,
    sides: null,
  }),
);

/** The entity and attribute of every fact of the old version that a retcon touches, each once, in the order written. */
function pairsTouched(known: Known, retcon: Retcon): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const { entity, fact } of clippedFactsOf(known, retcon.old)) {
    const attribute = fact.attribute.text;
    if (touches(known, retcon, entity, attribute)) pairs.set(pairOf(entity, attribute), { entity, attribute });
  }
  return [...pairs.values()];
}

/** One day (or one year, on a line of years). */
export const dayOf = (moment: Moment): WorldDate => ({
  start: moment,
  end: { ...moment, day: moment.day === -Infinity ? -Number.MAX_VALUE : moment.day + 1 },
  approximate: moment.approximate,
  text: moment.text,
});

/** The first point, on the first line, where the values differ: only where a stretch begins or ends that one side lacks. */
function firstDifference(without: Known, withIt: Known, pairs: readonly Pair[]): Moment | undefined {
  const points = new Map<string, Moment>();
  for (const { segment, line } of pairs.flatMap((pair) => onOneSide(without, withIt, pair))) {
    if (line !== null) points.set(`${line} -`, { line, day: -Infinity, text: '', approximate: false });
    for (const end of [segment.from, segment.until]) if (end) points.set(`${end.line} ${end.day}`, end);
  }
  const ordered = [...points.values()].sort((a, b) => (a.line < b.line ? -1 : a.line > b.line ? 1 : a.day - b.day));
  return ordered.find((point) => {
    const at = dayOf(point);
    return pairs.some((pair) => !areSame(heldAt(without, pair, at), heldAt(withIt, pair, at)));
  });
}

/** The stretches of a pair that hold on one side alone. */
function onOneSide(without: Known, withIt: Known, { entity, attribute }: Pair): Held[] {
  const keyOf = ({ clipped, segment, line }: Held): string =>
    [clipped.entry.path, clipped.fact.index, line, startDay(segment), endDay(segment)].join('\n');
  const [a, b] = [without, withIt].map((known) => heldOf(known, pairOf(entity, attribute)));
  const [inA, inB] = [new Set(a?.map(keyOf)), new Set(b?.map(keyOf))];
  return [...(a ?? []).filter((held) => !inB.has(keyOf(held))), ...(b ?? []).filter((held) => !inA.has(keyOf(held)))];
}

/** Whether every value on one side is told on the other too. */
function areSame(a: readonly Held[], b: readonly Held[]): boolean {
  const isIn = (all: readonly Held[]) => (one: Held) => all.some((other) => isSameValue(one, other));
  return a.every(isIn(b)) && b.every(isIn(a));
}

function heldAt(known: Known, { entity, attribute }: Pair, at: WorldDate | null): readonly Held[] {
  return wasTrueAt(known, entity, { at, attribute }).facts.flatMap((answer) => answer.values);
}

function valuesAt(known: Known, pairs: readonly Pair[], at: WorldDate | null): SideValue[] {
  return pairs.flatMap((pair) =>
    heldAt(known, pair, at).map((held) => ({ ...pair, value: held.clipped.fact.value.text })),
  );
}
