/** Attributes of which so many values hold side by side that differences of them are told value by value. */
import { compareTexts } from '../../text/compareTexts';
import { firstPast } from '../../text/sorted';
import { endDay, startDay } from '../model/segments';
import type { Held } from '../truth/truth';
import {
  type ChangeOnLine,
  changesOn,
  type ComparedStretch,
  dayOrOpen,
  fromEarliest,
  type Sides,
} from './changesOnLines';

const MOST_STRETCHES = 100_000;

/**
 * Whether so many values hold between the moments at which any begins or ends that to tell those of each stretch would be too much.
 * @param all of one attribute, in short
 */
export function isTooManyAtOnce(all: readonly Held[]): boolean {
  // Each holds between the ends of all at most.
  if (2 * all.length ** 2 < MOST_STRETCHES) return false;
  const ends = new Map<string, Set<number>>();
  for (const { line, segment } of all) {
    if (line === null) continue;
    const onLine = ends.get(line) ?? new Set();
    ends.set(line, onLine.add(startDay(segment)).add(endDay(segment)));
  }
  const inOrder = new Map([...ends].map(([line, days]) => [line, [...days].sort((a, b) => a - b)]));
  const onAll = [...ends.values()].reduce((sum, { size }) => sum + size, 0);
  let count = 0;
  for (const { line, segment, except } of all) {
    const days = inOrder.get(line ?? '') ?? [];
    if (line === null) count += except.reduce((left, one) => left - (ends.get(one)?.size ?? 0), onAll);
    else count += placeOf(days, endDay(segment)) - placeOf(days, startDay(segment));
    if (count > MOST_STRETCHES) return true;
  }
  return false;
}

const placeOf = (days: readonly number[], day: number): number => firstPast(days, (one) => one >= day);

/**
 * What an undated value fills of a line is one stretch, from the first gap to the last; all else is as it is.
 * @param all in the order of beginning
 */
export function gapsJoined(all: readonly Held[]): Held[] {
  const lines = new Set(all.flatMap(({ line }) => line ?? []));
  const filling = new Map<string, Held>();
  const others: Held[] = [];
  for (const held of all) {
    const { clipped, line, except } = held;
    // What is left for it beside the lines of dated values is told where there is no other line.
    if (line === null && lines.size > 0 && except.length >= lines.size) continue;
    const [only, ...more] = clipped.segments;
    if (!only || only.from !== null || more.length > 0 || line === null) {
      others.push(held);
      continue;
    }
    const key = `${clipped.fact.index} ${line} ${clipped.entry.path}`;
    const first = filling.get(key) ?? held;
    filling.set(key, {
      ...first,
      segment: { ...held.segment, from: first.segment.from },
    });
  }
  return [...others, ...filling.values()];
}

/** Where each value has come, gone, begins or ends otherwise, by itself: in the order of lines and time. */
export function changesOfEach(before: readonly ComparedStretch[], after: readonly ComparedStretch[]): ChangeOnLine[] {
  const parts = new Map<string, Sides>();
  const put = (one: ComparedStretch, side: keyof Sides): void => {
    const key = JSON.stringify([one.key, one.line]);
    const part = parts.get(key) ?? { before: [], after: [] };
    part[side].push(one);
    parts.set(key, part);
  };
  for (const one of before) put(one, 'before');
  for (const one of after) put(one, 'after');
  const changes = [...parts.values()].flatMap((part) => {
    const line = [...part.before, ...part.after][0]?.line ?? null;
    return changesOn(line, united(part.before), united(part.after)).map((change) => ({ line: line ?? '', change }));
  });
  changes.sort((a, b) => compareTexts(a.line, b.line) || fromEarliest(a.change, b.change));
  return retoldTogether(changes.map(({ change }) => change));
}

/** What one entry says of one value on a line over and over: stretches that meet are one. */
function united(all: readonly ComparedStretch[]): ComparedStretch[] {
  const found: ComparedStretch[] = [];
  for (const one of [...all].sort(fromEarliest)) {
    const last = found.at(-1);
    if (!last || dayOrOpen(last.until, Infinity) < dayOrOpen(one.from, -Infinity)) found.push(one);
    else if (dayOrOpen(last.until, Infinity) < dayOrOpen(one.until, Infinity))
      found[found.length - 1] = { ...last, until: one.until };
  }
  return found;
}

/** What one entry says no longer, and another does over the same stretch, is one change. */
function retoldTogether(changes: readonly ChangeOnLine[]): ChangeOnLine[] {
  const together = new Map<string, Sides & { readonly first: ChangeOnLine }>();
  for (const change of changes) {
    const { from, until, before, after } = change;
    const [one] = [...before, ...after];
    const key = JSON.stringify([one?.meaning, one?.line, from?.day, until?.day]);
    const found = together.get(key) ?? { before: [], after: [], first: change };
    found.before.push(...before);
    found.after.push(...after);
    together.set(key, found);
  }
  return [...together.values()].map(({ first, before, after }) => ({ ...first, before, after }));
}
