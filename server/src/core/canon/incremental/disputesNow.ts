/** Which values are disputed while values come and go, and on which days: a step costs about what it changes, however many values there are. */
import { firstPast } from '../../text/sorted';
import { compareTexts } from '../../text/compareTexts';
import { endDay, startDay } from '../model/segments';
import { type DayRange, type DisputedDays, daysWithin } from '../truth/disputedDays';
import type { Held } from '../truth/truth';
import { openValuesTree } from './valuesTree';

export interface DisputesNow {
  put(held: Held): void;
  take(held: Held): void;
  /** Those whose disputed days may be others since it was last asked. */
  changed(): ReadonlySet<Held>;
  daysOf(held: Held): readonly DayRange[];
}

/**
 * What holds on all lines is put on each of them. A text that refers to an entry refers to it in all values.
 * @param ends by line (null: all lines), the days on which any value may begin or end
 */
export function openDisputes(ends: ReadonlyMap<string | null, Iterable<number>>): DisputesNow {
  const everywhere = openLine([]);
  const lines = new Map<string, DisputedLine>();
  for (const [line, days] of [...ends].sort(([a], [b]) => compareTexts(a ?? '', b ?? '')))
    if (line !== null) lines.set(line, openLine(days));
  let changed = new Set<Held>();
  const linesOf = ({ line, except, segment }: Held): DisputedLine[] => {
    // One that ends on another line is undecided at each point.
    if (segment.endsElsewhere) return [];
    if (line !== null) return [lines.get(line) ?? everywhere];
    return [everywhere, ...[...lines].flatMap(([one, own]) => (except.includes(one) ? [] : own))];
  };
  return {
    put(held) {
      for (const line of linesOf(held)) line.put(held, changed);
    },
    take(held) {
      for (const line of linesOf(held)) line.take(held, changed);
    },
    changed() {
      const all = changed;
      changed = new Set();
      return all;
    },
    daysOf({ line, except, segment }) {
      if (segment.endsElsewhere) return [];
      const daysOn = (one: string | null): readonly DayRange[] => {
        const { disputed } = (one === null ? null : lines.get(one)) ?? everywhere;
        return daysWithin(disputed, startDay(segment), endDay(segment), one);
      };
      // What is disputed on all lines is not told of each of them.
      if (line !== null || everywhere.disputed.length > 0) return daysOn(line);
      return [...lines.keys()].flatMap((one) => (except.includes(one) ? [] : daysOn(one)));
    },
  };
}

interface DisputedLine {
  /** In order; none meets the next. */
  readonly disputed: readonly DisputedDays[];
  put(held: Held, changed: Set<Held>): void;
  take(held: Held, changed: Set<Held>): void;
}

function openLine(days: Iterable<number>): DisputedLine {
  const ends = [...new Set([-Infinity, ...days, Infinity])].sort((a, b) => (a < b ? -1 : 1));
  const tree = openValuesTree(ends.length - 1);
  const disputed: DisputedDays[] = [];
  const placeOf = (day: number): number => firstPast(ends, (end) => day <= end);
  const placesOf = ({ segment }: Held) => ({ from: placeOf(startDay(segment)), until: placeOf(endDay(segment)) });

  /** Where a value begins to be contradicted, or has ceased to be: it does not lie in the tree. */
  function turnsBy(held: Held, changed: Set<Held>): DisputedDays[] {
    return tree.contradictedBy(held, placesOf(held)).map((where) => {
      tree.addHeld(where, changed);
      return { from: ends[where.from] as number, until: ends[where.until] as number };
    });
  }

  return {
    disputed,
    put(held, changed) {
      for (const turned of turnsBy(held, changed)) addDays(disputed, turned);
      tree.put(held, placesOf(held));
    },
    take(held, changed) {
      tree.take(held, placesOf(held));
      for (const turned of turnsBy(held, changed)) removeDays(disputed, turned);
    },
  };
}

/** @param days none of which lies in any of all, which are in order and do not meet */
function addDays(all: DisputedDays[], { from, until }: DisputedDays): void {
  const first = firstPast(all, (one) => from <= one.until);
  const last = firstPast(all, (one) => until < one.from);
  const joined = {
    from: Math.min(from, all[first]?.from ?? from),
    until: Math.max(until, all[last - 1]?.until ?? until),
  };
  all.splice(first, last - first, first < last ? joined : { from, until });
}

/** @param days all of which lie in one of all */
function removeDays(all: DisputedDays[], { from, until }: DisputedDays): void {
  const place = firstPast(all, (one) => from < one.until);
  const whole = all[place];
  if (!whole) return;
  const left: DisputedDays[] = [];
  if (whole.from < from) left.push({ from: whole.from, until: from });
  if (until < whole.until) left.push({ from: until, until: whole.until });
  all.splice(place, 1, ...left);
}
