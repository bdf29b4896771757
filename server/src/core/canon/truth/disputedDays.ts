/** When each of several values is disputed, and where a soft retcon lets both stand. */
import type { Entry } from '../../entry/entry';
import { firstPast, compareTexts } from '../../text/sorted';
import { endDay, startDay } from '../model/segments';
import { type Held, type Rivals, rivalsAmong } from './truth';
import type { Known } from '../model/canonValue';
import { retconsOf } from '../retcons/inForce';
import { groupBy } from '../../text/groups';

/** A part of a line of world time; of all lines, where its line is null. */
export interface DayRange {
  readonly line: string | null;
  readonly from: number;
  readonly until: number;
}

/**
 * What is disputed on all lines is one range, without a line.
 * @param values of one attribute, all that hold beside each other: what a text refers to is one entry in all of them
 */
export function disputedDaysAmong(values: readonly Held[]): (one: Held) => readonly DayRange[] {
  const everywhere: Held[] = [];
  const lines = new Map<string, Held[]>();
  // One that ends on another line is undecided at each point.
  for (const held of values)
    if (!held.segment.endsElsewhere) (held.line === null ? everywhere : listAt(lines, held.line)).push(held);
  const present = openPresent();
  for (const held of everywhere) present.add(held);
  const ofAll = present.spared();
  const absent = new Map<string, Held[]>();
  for (const held of everywhere) for (const line of held.except) listAt(absent, line).push(held);
  const daysOn = new Map<string, DaysOf>();
  for (const [line, own] of [...lines].sort(([a], [b]) => compareTexts(a, b))) {
    for (const held of absent.get(line) ?? []) present.remove(held);
    daysOn.set(line, disputedOn(line, own, present));
    for (const held of absent.get(line) ?? []) present.add(held);
  }
  const anywhere = (one: Held): readonly DayRange[] =>
    isSpared(ofAll, one)
      ? [...daysOn].flatMap(([line, daysOf]) => (one.except.includes(line) ? [] : daysOf(one)))
      : [{ line: null, from: startDay(one.segment), until: endDay(one.segment) }];
  return (one) =>
    one.segment.endsElsewhere ? [] : one.line === null ? anywhere(one) : (daysOn.get(one.line)?.(one) ?? []);
}

type DaysOf = (one: Held) => readonly DayRange[];

function listAt<K, T>(lists: Map<K, T[]>, key: K): T[] {
  let list = lists.get(key);
  if (!list) lists.set(key, (list = []));
  return list;
}

/** Of some values that hold at once, those that are not contradicted: all, none, or those of a text that refer to an entry. */
type Spared = 'all' | 'none' | { readonly text: string };

const isSpared = (spared: Spared, { ref, clipped }: Held): boolean =>
  spared === 'all' || (spared !== 'none' && ref !== undefined && clipped.fact.value.text === spared.text);

/** The values that hold at one time: how many of each text, of each entry that they refer to, and of each text that refers to none. */
function openPresent() {
  const texts = new Map<string, number>();
  const refs = new Map<Entry, number>();
  const plain = new Map<string, number>();
  const count = <K>(counts: Map<K, number>, key: K, by: number): void => {
    const sum = (counts.get(key) ?? 0) + by;
    if (sum === 0) counts.delete(key);
    else counts.set(key, sum);
  };
  const change = ({ ref, clipped }: Held, by: number): void => {
    const { text } = clipped.fact.value;
    count(texts, text, by);
    if (ref) count(refs, ref, by);
    else count(plain, text, by);
  };
  return {
    add: (held: Held) => change(held, 1),
    remove: (held: Held) => change(held, -1),
    spared(): Spared {
      if (texts.size < 2) return 'all';
      if (refs.size > 1 || plain.size > 1) return 'none';
      // All refer to one entry, but those of one text: what is written so and refers to it too says the same as either.
      for (const [text, many] of plain) return texts.get(text) === many ? 'none' : { text };
      return 'all';
    },
  };
}

interface DisputedDays {
  readonly from: number;
  readonly until: number;
}

/** @param own all values of a line @param present those of all lines, as it is left again */
function disputedOn(line: string, own: readonly Held[], present: ReturnType<typeof openPresent>): DaysOf {
  const begins = [...own].sort((a, b) => startDay(a.segment) - startDay(b.segment));
  const ends = [...own].sort((a, b) => endDay(a.segment) - endDay(b.segment));
  const days: DisputedDays[] = [];
  const sparing = new Map<string, DisputedDays[]>();
  let begun = 0;
  for (let ended = 0; ended < ends.length; ) {
    const from = dayOfNext(begins[begun], ends[ended]);
    for (; ended < ends.length && endDay((ends[ended] as Held).segment) === from; ended++)
      present.remove(ends[ended] as Held);
    for (; begun < begins.length && startDay((begins[begun] as Held).segment) === from; begun++)
      present.add(begins[begun] as Held);
    const spared = present.spared();
    if (ended === ends.length || spared === 'all') continue;
    const piece = { from, until: dayOfNext(begins[begun], ends[ended]) };
    join(days, piece);
    if (spared !== 'none') join(listAt(sparing, spared.text), piece);
  }
  const left = new Map<string, readonly DisputedDays[]>();
  return ({ segment, ref, clipped }) => {
    const { text } = clipped.fact.value;
    const spared = ref && sparing.get(text);
    if (spared && !left.has(text)) left.set(text, without(days, spared));
    return daysWithin((spared && left.get(text)) ?? days, startDay(segment), endDay(segment), line);
  };
}

const dayOfNext = (begin: Held | undefined, end: Held | undefined): number =>
  Math.min(begin ? startDay(begin.segment) : Infinity, end ? endDay(end.segment) : Infinity);

/** Puts days behind others, which may go on with them. */
function join(all: DisputedDays[], next: DisputedDays): void {
  const last = all.at(-1);
  if (last?.until === next.from) all[all.length - 1] = { from: last.from, until: next.until };
  else all.push(next);
}

/** What is left of some days. @param gone each of them lies in one of these */
function without(days: readonly DisputedDays[], gone: readonly DisputedDays[]): readonly DisputedDays[] {
  const left: DisputedDays[] = [];
  let i = 0;
  for (const { from, until } of days) {
    let start = from;
    for (let next = gone[i]; next && next.from < until; next = gone[++i]) {
      if (start < next.from) left.push({ from: start, until: next.from });
      start = next.until;
    }
    if (start < until) left.push({ from: start, until });
  }
  return left;
}

/** The part of some days that lies in a stretch. */
const daysWithin = (
  days: readonly DisputedDays[],
  from: number,
  until: number,
  line: string | null,
): readonly DayRange[] =>
  days
    .slice(
      firstPast(days, (one) => from < one.until),
      firstPast(days, (one) => until <= one.from),
    )
    .map((one) => ({ line, from: Math.max(from, one.from), until: Math.min(until, one.until) }));

/** @param disputed values of one attribute, each of which another contradicts */
export function softAmong(known: Known, disputed: readonly Held[]): ReadonlySet<Held> {
  const byEntry = groupBy(disputed, (held) => held.clipped.entry);
  // One of the two declares it, and most declare nothing that is soft.
  const isAnySoft = [...byEntry.keys()].some(({ declarations }) => declarations.some(({ soft }) => soft));
  if (!isAnySoft) return NONE;
  /** The entries beside which an entry stands. */
  const beside = new Map<Entry, Set<Entry>>();
  const put = (one: Entry, other: Entry): void => {
    const others = beside.get(one);
    if (others) others.add(other);
    else beside.set(one, new Set([other]));
  };
  for (const old of byEntry.keys())
    for (const { soft, by } of retconsOf(known, old)) {
      if (!soft || !byEntry.has(by)) continue;
      put(old, by);
      put(by, old);
    }
  // Many may stand beside the same one.
  const found = new Map<string, Rivals>();
  const rivalsIn = (entries: ReadonlySet<Entry>): Rivals => {
    const key = [...entries].map(({ path }) => path).join('\n');
    let rivals = found.get(key);
    if (!rivals) {
      const values = [...entries].flatMap((entry) => byEntry.get(entry) ?? []);
      values.sort((a, b) => startDay(a.segment) - startDay(b.segment));
      found.set(key, (rivals = rivalsAmong(values)));
    }
    return rivals;
  };
  const soft = new Set<Held>();
  for (const [entry, others] of beside) {
    const rivals = rivalsIn(others);
    for (const held of byEntry.get(entry) ?? []) if (hasAny(rivals(held))) soft.add(held);
  }
  return soft;
}

const NONE: ReadonlySet<never> = new Set();

function hasAny(all: Iterable<unknown>): boolean {
  for (const _ of all) return true;
  return false;
}
