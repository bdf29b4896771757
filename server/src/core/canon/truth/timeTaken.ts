/** World time that something is held for already: what else says otherwise has what is left of it. Each is not compared with each: what says nothing like it is passed over in one. */
import type { Entry } from '../../entry/entry';
import { firstPast } from '../../text/sorted';
import type { HeldFact } from '../model/canonValue';
import { before, endDay, onwards, type Segment, startDay } from '../model/segments';
import type { Stretch } from './dovetail';

/** A stretch, how somebody came to hold it, and what it says. */
export interface Contender extends HeldFact {
  readonly stretch: Stretch;
  readonly text: string;
  readonly ref: Entry | undefined;
}

interface Taken extends Contender {
  /** How many were taken before. */
  readonly place: number;
}

/** Days of one line, from the first to before the last, on which the same is held: what was taken first comes first. */
interface Days {
  readonly from: number;
  readonly until: number;
  readonly held: readonly Taken[];
}

/** Days that follow upon each other, all of them taken. */
interface Block {
  readonly from: number;
  readonly until: number;
  readonly days: readonly Days[];
  /** What is held on any of them. */
  readonly says: Set<string | Entry>;
  readonly hasTruth: boolean;
  /** What was taken before all else. */
  readonly first: Taken;
  /** The weakest of what was taken first on each of the days; null: they can't all be compared. */
  readonly weakest: Contender | null;
}

type Strength = (a: Contender, b: Contender) => boolean;

interface TimeTaken {
  /** The parts of a stretch for which nothing stronger is held that says otherwise. */
  readonly leftFor: (one: Contender) => Stretch[];
  readonly take: (one: Contender) => void;
}

export function timeTaken(isStronger: Strength): TimeTaken {
  const lines = new Map<string, readonly Block[]>();
  /** What holds on all lines but some. */
  const everywhere: Taken[] = [];
  let count = 0;
  return {
    leftFor(one) {
      const { stretch } = one;
      const { line, segment, except } = stretch;
      const others = everywhere.filter((other) => isAgainst(isStronger, other, one)).map((other) => other.stretch);
      const onLine = (named: string): Left => leftOf(segment, lines.get(named) ?? [], one, isStronger);
      if (line !== null) {
        if (others.some((other) => !other.except.includes(line))) return [];
        return onLine(line).segments.map((left) => ({ ...stretch, segment: left }));
      }
      const isFree = (named: string): boolean => !except.includes(named);
      const partOn = (named: string, { segments }: Left): Stretch[] =>
        segments.map((left) => ({ ...stretch, segment: left, line: named, except: [] }));
      const [first, ...more] = others;
      // On all lines but these something stronger is held.
      if (first)
        return first.except
          .filter((named) => isFree(named) && more.every((other) => other.except.includes(named)))
          .flatMap((named) => partOn(named, onLine(named)));
      const parted = [...lines.keys()]
        .filter(isFree)
        .map((named) => ({ named, left: onLine(named) }))
        .filter(({ left }) => left.firstTaken !== Infinity)
        .sort((a, b) => a.left.firstTaken - b.left.firstTaken);
      return [
        ...parted.flatMap(({ named, left }) => partOn(named, left)),
        { ...stretch, except: [...except, ...parted.map(({ named }) => named)] },
      ];
    },
    take(one) {
      const taken: Taken = { ...one, place: count++ };
      const { line } = one.stretch;
      if (line === null) everywhere.push(taken);
      else lines.set(line, withTaken(lines.get(line) ?? [], taken));
    },
  };
}

const isAgainst = (isStronger: Strength, other: Contender, one: Contender): boolean =>
  other.text !== one.text && (one.ref === undefined || one.ref !== other.ref) && isStronger(other, one);

interface Left {
  readonly segments: readonly Segment[];
  /** The place of the first that took something; Infinity: nothing did. */
  readonly firstTaken: number;
}

/** What is left of a segment; it ends and begins as what was taken first there is written. */
function leftOf(segment: Segment, blocks: readonly Block[], one: Contender, isStronger: Strength): Left {
  const segments: Segment[] = [];
  let firstTaken = Infinity;
  let rest: Segment | undefined = segment;
  const against = (days: Days | undefined): Taken | undefined =>
    days?.held.find((other) => isAgainst(isStronger, other, one));
  const cut = (from: number, place: number, begins: Taken, ends: Taken): void => {
    firstTaken = Math.min(firstTaken, place);
    const moment = begins.stretch.segment.from;
    const { until } = ends.stretch.segment;
    // Where the days before were taken as well, nothing of the rest lies before these.
    if (rest && moment && startDay(rest) < from) segments.push(...before(rest, moment));
    [rest] = until ? onwards(segment, until) : [];
  };
  const past = firstPast(blocks, ({ from }) => endDay(segment) <= from);
  const start = firstPast(blocks, ({ until }) => startDay(segment) < until);
  for (const block of blocks.slice(start, past)) {
    if (isAllAgainst(block, one, isStronger)) {
      const [begins, ends] = [against(block.days[0]), against(block.days.at(-1))];
      if (begins && ends) cut(block.from, block.first.place, begins, ends);
      continue;
    }
    const { days } = block;
    for (let i = firstPast(days, ({ until }) => startDay(segment) < until); i < days.length; i++) {
      const next = days[i];
      if (!next || endDay(segment) <= next.from) break;
      const other = against(next);
      if (other) cut(next.from, other.place, other, other);
    }
  }
  return { segments: rest ? [...segments, rest] : segments, firstTaken };
}

/** Whether on all days of a block something is held that takes them from another. */
const isAllAgainst = ({ says, weakest, hasTruth }: Block, one: Contender, isStronger: Strength): boolean =>
  weakest !== null &&
  (one.isBelief || !hasTruth) &&
  isComparable(weakest, one) &&
  isStronger(weakest, one) &&
  !says.has(one.text) &&
  (one.ref === undefined || !says.has(one.ref));

const isComparable = ({ learned: a }: Contender, { learned: b }: Contender): boolean =>
  a.line === b.line || Math.min(a.day, b.day) === -Infinity;

/** Blocks with one more: those that it meets become one. */
function withTaken(blocks: readonly Block[], one: Taken): readonly Block[] {
  const [from, until] = [startDay(one.stretch.segment), endDay(one.stretch.segment)];
  const start = firstPast(blocks, (block) => from <= block.until);
  const past = Math.max(
    start,
    firstPast(blocks, (block) => until < block.from),
  );
  const met = blocks.slice(start, past);
  const [first] = met;
  const all = first && met.length === 1 ? first.days : met.flatMap(({ days }) => days);
  const days = daysWith(all, one);
  if (days === all) return blocks;
  const isFirstSomewhere = days.some(({ held }) => held[0] === one);
  const block = met.reduce<Block>(joined, {
    from: Math.min(from, first?.from ?? from),
    until: Math.max(until, met.at(-1)?.until ?? until),
    days,
    says: new Set(one.ref ? [one.text, one.ref] : [one.text]),
    hasTruth: !one.isBelief,
    first: one,
    weakest: isFirstSomewhere || !first ? one : first.weakest,
  });
  return blocks.slice(0, start).concat(block, blocks.slice(past));
}

const joined = (block: Block, met: Block): Block => ({
  ...block,
  says: union(block.says, met.says),
  hasTruth: block.hasTruth || met.hasTruth,
  first: met.first.place < block.first.place ? met.first : block.first,
  weakest: weaker(block.weakest, met.weakest),
});

/** The larger of two sets, with what the smaller holds. */
function union<T>(a: Set<T>, b: Set<T>): Set<T> {
  const [more, less] = a.size < b.size ? [b, a] : [a, b];
  for (const one of less) more.add(one);
  return more;
}

function weaker(a: Contender | null, b: Contender | null): Contender | null {
  if (!a || !b || !isComparable(a, b)) return null;
  const isWeaker = b.learned.day < a.learned.day || (b.learned.day === a.learned.day && b.isBelief);
  return isWeaker ? b : a;
}

/** Days with one more that is held; the same list where it says nothing new. */
function daysWith(all: readonly Days[], one: Taken): readonly Days[] {
  const [start, end] = [startDay(one.stretch.segment), endDay(one.stretch.segment)];
  const first = firstPast(all, ({ until }) => start < until);
  const past = Math.max(
    first,
    firstPast(all, ({ from }) => end <= from),
  );
  const days: Days[] = [];
  let from = start;
  let isNew = false;
  for (const other of all.slice(first, past)) {
    const held = beside(other.held, one);
    isNew ||= held !== other.held || from < other.from;
    if (from < other.from) days.push({ from, until: other.from, held: [one] });
    from = Math.max(from, other.from);
    const until = Math.min(other.until, end);
    if (other.from < from) days.push({ ...other, until: from });
    days.push({ from, until, held });
    if (until < other.until) days.push({ ...other, from: until });
    from = until;
  }
  if (from < end) days.push({ from, until: end, held: [one] });
  return isNew || from < end ? all.slice(0, first).concat(days, all.slice(past)) : all;
}

/** Nothing agrees with three that share neither a text nor an entry, as some of so many do. */
const MOST = 8;

/** What is said again need not be kept. Whatever contradicts it contradicts something that was taken before, and is as strong. */
function beside(held: readonly Taken[], one: Taken): readonly Taken[] {
  const alike = held.filter(
    ({ isBelief, learned }) =>
      isBelief === one.isBelief && learned.line === one.learned.line && one.learned.day <= learned.day,
  );
  const isSaid = alike.some(({ text, ref }) => text === one.text && ref === one.ref);
  // Whatever agrees with two texts of one entry means that entry.
  const ofEntry = one.ref ? alike.filter(({ ref }) => ref === one.ref) : [];
  return isSaid || ofEntry.length > 1 || alike.length >= MOST ? held : [...held, one];
}
