/** On which days each of several values is disputed, and which disputes a soft retcon permits. */
import type { Entry } from '../../entry/entry';
import { firstPast, compareTexts } from '../../text/sorted';
import { endDay, startDay } from '../model/segments';
import { type Held, type Rivals, rivalsAmong } from './truth';
import type { Known } from '../model/canonValue';
import { retconsOf } from '../retcons/inForce';
import { groupBy } from '../../text/groups';

/** The days `[from, until)` of a line; line null: of every line. */
export interface DayRange {
  readonly line: string | null;
  readonly from: number;
  readonly until: number;
}

/**
 * A sweep along each line. A value that is disputed on all lines gets one range, without a line.
 * @param values all values of one attribute; equal texts refer to the same entry
 */
export function disputedDaysAmong(values: readonly Held[]): (one: Held) => readonly DayRange[] {
  const everywhere: Held[] = [];
  const lines = new Map<string, Held[]>();
  // A value that ends on another line is undecided everywhere, and so not disputed.
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

/** Which of the values that hold at one time are undisputed: all, none, or those with a text that refer to an entry. */
type Spared = 'all' | 'none' | { readonly text: string };

const isSpared = (spared: Spared, { ref, clipped }: Held): boolean =>
  spared === 'all' || (spared !== 'none' && ref !== undefined && clipped.fact.value.text === spared.text);

/** Counts the values that hold at one time: by text, by the entry that they refer to, and by text of those that refer to none. */
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
      // All refer to one entry, except some with one text. A value with this text that does refer to the entry equals both kinds.
      for (const [text, many] of plain) return texts.get(text) === many ? 'none' : { text };
      return 'all';
    },
  };
}

interface DisputedDays {
  readonly from: number;
  readonly until: number;
}

/** @param own all values of a line @param present the values of all lines; unchanged on return */
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

/** Appends days to a list, and merges them with the last ones if they meet. */
function join(all: DisputedDays[], next: DisputedDays): void {
  const last = all.at(-1);
  if (last?.until === next.from) all[all.length - 1] = { from: last.from, until: next.until };
  else all.push(next);
}

/** Days without some parts of them. @param gone each lies within one of the days */
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

/** The parts of some days that lie in a stretch. */
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

/** The disputed values that a soft retcon permits. @param disputed values of one attribute, each of which another contradicts */
export function softAmong(known: Known, disputed: readonly Held[]): ReadonlySet<Held> {
  const byEntry = groupBy(disputed, (held) => held.clipped.entry);
  // Fast path: most entries declare no soft retcons, and one of the two entries would declare it.
  const isAnySoft = [...byEntry.keys()].some(({ declarations }) => declarations.some(({ soft }) => soft));
  if (!isAnySoft) return NONE;
  /** The entries that an entry may contradict. */
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
  // Many entries may share the same ones.
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
