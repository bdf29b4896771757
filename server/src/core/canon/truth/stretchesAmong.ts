/** Where stated facts hold beside each other, in all periods that restorations make, beliefs included (model §4.3, §11). */
import type { Entry } from '../../entry/entry';
import { firstPast, compareTexts } from '../../text/sorted';
import type { HeldFact, Eyes, Learned, Known } from '../model/canonValue';
import { before, endDay, onwards, type Segment, startDay, firstTurn, inPeriod, lineOf } from '../model/segments';
import { type Stretch, byBeginning, dovetailed, holding, tierRank } from './dovetail';
import type { AttributeKind } from '../../codex/codex';
import type { Clipped } from '../retcons/clips';
import { valueEntry } from '../model/known';
import type { Moment } from '../../chronology';

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

/** The facts of one entity and attribute that are so, and those that are believed. */
export function partBelieved(
  eyes: Eyes,
  facts: readonly Clipped[],
): { so: readonly Clipped[]; believed: readonly Clipped[] } {
  const isBelief = ({ fact }: Clipped): boolean => eyes.heldFact(fact).isBelief;
  return { so: facts.filter((one) => !isBelief(one)), believed: facts.filter(isBelief) };
}

/** @param so as they end each other @param believed as retcons leave them */
export function heldTogether(
  known: Known,
  eyes: Eyes,
  so: readonly Stretch[],
  believed: readonly Stretch[],
  kind: AttributeKind,
): Stretch[] {
  if (kind === 'set') return [...so, ...believed];
  const contenders = [...so, ...believed].map((stretch): Contender => {
    const { value } = stretch.clipped.fact;
    return { stretch, ...eyes.heldFact(stretch.clipped.fact), text: value.text, ref: valueEntry(known, value) };
  });
  // The strongest first, of those as strong the truths: each gives way to what is held already.
  contenders.sort(inStrength);
  const time = timeTaken(isStronger);
  const held: Stretch[] = [];
  let atOnce: Contender[] = [];
  for (const one of contenders) {
    const [last] = atOnce;
    // What is as strong takes nothing of each other.
    if (last && !isAsStrong(last, one)) {
      for (const other of atOnce) time.take(other);
      atOnce = [];
    }
    for (const stretch of time.leftFor(one)) {
      held.push(stretch);
      atOnce.push({ ...one, stretch });
    }
  }
  return held;
}

const isAsStrong = (a: Contender, b: Contender): boolean =>
  a.isBelief === b.isBelief && a.learned.line === b.learned.line && a.learned.day === b.learned.day;

/** What was learned last comes first. */
function inStrength(a: Contender, b: Contender): number {
  if (isLater(a.learned, b.learned)) return -1;
  return isLater(b.learned, a.learned) ? 1 : 0;
}

/** Of two truths neither is; nor of two beliefs that were learned at once. */
function isStronger(a: Contender, b: Contender): boolean {
  if (!a.isBelief && !b.isBelief) return false;
  if (isLater(a.learned, b.learned)) return true;
  return !isLater(b.learned, a.learned) && !a.isBelief && b.isBelief;
}

/** Moments that can't be compared are taken to be at once. */
const isLater = (a: Learned, b: Learned): boolean => (a.line === b.line || b.day === -Infinity) && b.day < a.day;

/** Where each of some facts about one entity and attribute holds, in the order of beginning, then of entry ids, then as written. */
export function stretchesAmong(known: Known, facts: readonly Clipped[], kind: AttributeKind): Stretch[] {
  const { eyes } = known.canon;
  const { so, believed } = eyes ? partBelieved(eyes, facts) : { so: facts, believed: [] };
  const settled = kind === 'state' ? statesAmong(known, so) : asTheyStand(so);
  const asBelieved = asTheyStand(believed);
  const inOrder = byBeginning(known);
  // Who can't be compared in strength is looked at in this order, however the periods were put together.
  settled.sort(inOrder);
  if (!eyes || believed.length === 0) return settled;
  return heldTogether(known, eyes, settled, asBelieved, kind).sort(inOrder);
}

const asTheyStand = (facts: readonly Clipped[]): Stretch[] => facts.flatMap((one) => heldAlone(one, one.segments));

const heldAlone = (clipped: Clipped, segments: readonly Segment[]): Stretch[] =>
  segments.map((segment) => holding(clipped, segment));

/** Where restorations make periods, the facts of each dovetail as if it were so at all times; of that, the period is kept. */
function statesAmong(known: Known, facts: readonly Clipped[]): Stretch[] {
  const turns = turnsAmong(facts);
  if (turns.length === 0) return dovetailed(known, asTheyStand(facts));
  const lines = [...new Set(turns.map(({ line }) => line))];
  const first = facts.flatMap((one) => heldAlone(one, leftFirst(one)));
  return rejoined([
    ...dovetailed(known, first).flatMap((one) => beforeTurns(one, turns, lines)),
    ...lines.flatMap((line) => {
      const onLine = turns.filter((turn) => turn.line === line);
      return betweenTurns(known, facts, onLine);
    }),
  ]);
}

/** By line, the earliest first. */
function turnsAmong(facts: readonly Clipped[]): Moment[] {
  const turns = new Map<string, Moment>();
  for (const { periods } of facts)
    for (const { from } of periods ?? []) if (from) turns.set(`${from.line} ${from.day}`, from);
  return [...turns.values()].sort((a, b) => compareTexts(a.line, b.line) || a.day - b.day);
}

/** What is left of a fact before all turns. */
const leftFirst = ({ segments, periods }: Clipped): readonly Segment[] => periods?.[0]?.segments ?? segments;

/** The part of a held stretch that lies before all turns. @param lines those on which there are turns */
function beforeTurns(held: Stretch, turns: readonly Moment[], lines: readonly string[]): Stretch[] {
  const { segment, line, except } = held;
  const first = firstTurn(line, turns);
  if (line !== null) return first ? before(segment, first).map((one) => ({ ...held, segment: one })) : [held];
  // It holds on all lines: on each of those that have turns up to the first.
  const onLines = lines.filter((one) => !except.includes(one));
  const parts = onLines.flatMap((one): Stretch[] => {
    const firstOn = firstTurn(one, turns);
    const left = firstOn ? before(segment, firstOn) : [segment];
    return left.map((part) => ({ ...held, segment: part, line: one, except: [] }));
  });
  return [...parts, { ...held, except: [...new Set([...except, ...lines])] }];
}

/** What holds on a line from its first turn on. @param turns of the line, the earliest first */
function betweenTurns(known: Known, facts: readonly Clipped[], turns: readonly Moment[]): Stretch[] {
  const line = turns[0]?.line ?? '';
  const changes = new Map<number, [number, readonly Segment[]][]>(turns.map(({ day }) => [day, []]));
  const now = openLine(known, line);
  for (const [place, clipped] of facts.entries()) {
    now.put(place, heldAlone(clipped, leftFirst(clipped)));
    for (const { from, segments } of clipped.periods ?? [])
      if (from?.line === line) changes.get(from.day)?.push([place, segments]);
  }
  return turns.flatMap((turn, i) => {
    const next = turns[i + 1];
    for (const [place, segments] of changes.get(turn.day) ?? [])
      now.put(place, heldAlone(facts[place] as Clipped, segments));
    const within = inPeriod(turn, next ? [next] : []);
    return dovetailed(known, now.between(turn.day, next?.day ?? Infinity)).flatMap((held): Stretch[] => {
      if (held.line === null ? held.except.includes(line) : held.line !== line) return [];
      return within([held.segment]).map((segment) => ({ ...held, segment, line, except: [] }));
    });
  });
}

/** A stretch that begins on a line, and the place of its fact. */
interface Placed {
  readonly place: number;
  readonly stretch: Stretch;
}

/**
 * What is left of some facts on a line, which changes from turn to turn. What can hold between two of them is found without looking at
 * all: of each tier, what began last before them, and all that begins between them. What began earlier that has ended, or ends there.
 */
function openLine(known: Known, line: string) {
  const tiers = new Map<number | undefined, Placed[]>();
  const undated = new Map<number, readonly Stretch[]>();
  const dated = new Map<number, readonly Placed[]>();
  const tierOf = ({ stretch }: Placed): Placed[] => {
    const rank = tierRank(known, stretch.clipped.entry);
    let tier = tiers.get(rank);
    if (!tier) tiers.set(rank, (tier = []));
    return tier;
  };
  const begun = ({ stretch }: Placed): number => startDay(stretch.segment);
  const behind = (tier: readonly Placed[], day: number): number => firstPast(tier, (one) => begun(one) > day);
  return {
    /** In the place of what was left of the fact before. */
    put(place: number, stretches: readonly Stretch[]): void {
      for (const one of dated.get(place) ?? []) tierOf(one).splice(tierOf(one).indexOf(one), 1);
      const placed = stretches.flatMap((stretch) => (stretch.segment.from?.line === line ? { place, stretch } : []));
      for (const one of placed) tierOf(one).splice(behind(tierOf(one), begun(one)), 0, one);
      dated.set(place, placed);
      const rest = stretches.filter(({ segment }) => segment.from === null && (lineOf(segment) ?? line) === line);
      if (rest.length > 0) undated.set(place, rest);
      else undated.delete(place);
    },
    /** By the places of their facts. */
    between(from: number, until: number): Stretch[] {
      const found: Placed[] = [];
      for (const tier of tiers.values()) {
        const last = tier[behind(tier, from) - 1];
        const first = last ? firstPast(tier, (one) => begun(one) >= begun(last)) : 0;
        for (const one of tier.slice(first, behind(tier, until))) found.push(one);
      }
      for (const [place, stretches] of undated) for (const stretch of stretches) found.push({ place, stretch });
      return found.sort((a, b) => a.place - b.place).map(({ stretch }) => stretch);
    },
  };
}

/** What one fact holds in neighbouring periods is one stretch; and where it holds on the whole of a line, no line need be named. */
function rejoined(all: readonly Stretch[]): Stretch[] {
  const joinedOn = new Map<string, Stretch[]>();
  const keyOf = ({ clipped: { entry, fact } }: Stretch, line: string | null) =>
    `${entry.path}\n${fact.index}\n${line === null ? 'all' : `on ${line}`}`;
  for (const held of [...all].sort((a, b) => startDay(a.segment) - startDay(b.segment))) {
    const key = keyOf(held, held.line);
    const onLine = joinedOn.get(key);
    const last = onLine?.at(-1);
    if (!onLine || !last) joinedOn.set(key, [held]);
    else if (endDay(last.segment) !== startDay(held.segment)) onLine.push(held);
    else onLine[onLine.length - 1] = { ...held, segment: { ...held.segment, from: last.segment.from } };
  }
  for (const [held] of [...joinedOn.values()]) {
    if (!held || held.line !== null) continue;
    const isWhole = (line: string) => joinedOn.get(keyOf(held, line))?.some(({ segment }) => lineOf(segment) === null);
    const whole = held.except.filter(isWhole);
    for (const line of whole) joinedOn.delete(keyOf(held, line));
    joinedOn.set(keyOf(held, null), [{ ...held, except: held.except.filter((line) => !whole.includes(line)) }]);
  }
  return [...joinedOn.values()].flat();
}
