/** Where stated facts hold beside each other: how the values of one entity and attribute end each other, and fill gaps (model §4.3). */
import type { AttributeKind } from '../../codex/codex';
import type { Moment } from '../../chronology/types';
import type { Entry } from '../../entry/entry';
import { firstPast } from '../../text/sorted';
import type { Clipped } from '../retcons/clips';
import type { Period } from '../retcons/periods';
import { heldTogether, partBelieved } from './beliefs';
import { compareTexts } from '../model/edges';
import { idOf, type Known } from '../model/known';
import { before, endDay, firstTurn, lineOf, nextTurn, onwards, type Segment, startDay } from '../model/segments';

/** A stretch of world time over which a stated fact holds, once retcons and its neighbours have been heard. */
export interface Stretch {
  readonly clipped: Clipped;
  readonly segment: Segment;
  /** The line it lies on; null: on every line but those of `except`. */
  readonly line: string | null;
  readonly except: readonly string[];
}

/** Where each of some facts about one entity and attribute holds, in the order of beginning, then of entry ids, then as written. */
export function stretchesAmong(known: Known, facts: readonly Clipped[], kind: AttributeKind): Stretch[] {
  const { eyes } = known.canon;
  const { so, believed } = eyes ? partBelieved(eyes, facts) : { so: facts, believed: [] };
  const settled = kind === 'state' ? statesAmong(known, so) : asTheyStand(so, ({ segments }) => segments);
  const asBelieved = asTheyStand(believed, ({ segments }) => segments);
  const held = eyes && believed.length > 0 ? heldTogether(known, eyes, settled, asBelieved, kind) : settled;
  return held.sort(
    (a, b) =>
      startDay(a.segment) - startDay(b.segment) ||
      compareTexts(idOf(known, a.clipped.entry), idOf(known, b.clipped.entry)) ||
      a.clipped.fact.index - b.clipped.fact.index ||
      compareTexts(a.line ?? '', b.line ?? ''),
  );
}

/** What is left of a fact, or would be in some period. */
type LeftOf = (clipped: Clipped) => readonly Segment[];

const holding = (clipped: Clipped, segment: Segment, except: readonly string[] = []): Stretch => ({
  clipped,
  segment,
  line: lineOf(segment),
  except,
});

const asTheyStand = (facts: readonly Clipped[], leftOf: LeftOf): Stretch[] =>
  facts.flatMap((clipped) => leftOf(clipped).map((segment) => holding(clipped, segment)));

/** Where restorations make periods, the facts of each dovetail as if it were so at all times; of that, the period is kept. */
function statesAmong(known: Known, facts: readonly Clipped[]): Stretch[] {
  const turns = new Map<string, Moment>();
  for (const { periods } of facts)
    for (const { from } of periods ?? []) if (from) turns.set(`${from.line} ${from.day}`, from);
  if (turns.size === 0) return dovetailed(known, facts, ({ segments }) => segments);
  const all = [...turns.values()].sort((a, b) => compareTexts(a.line, b.line) || a.day - b.day);
  const lines = [...new Set(all.map(({ line }) => line))];
  const held = [null, ...all].flatMap((from) =>
    dovetailed(known, facts, (clipped) => leftAt(clipped, from)).flatMap((one) => heldIn(one, from, all, lines)),
  );
  return rejoined(held);
}

/** What is left of a fact in the period that a turn begins: the turn may be one of other facts alone. */
function leftAt({ segments, periods }: Clipped, turn: Moment | null): readonly Segment[] {
  if (!periods) return segments;
  const [first] = periods;
  const isPast = ({ from }: Period): boolean =>
    from !== null && turn !== null && (from.line > turn.line || (from.line === turn.line && from.day > turn.day));
  const last = turn ? periods[firstPast(periods, isPast) - 1] : first;
  return (turn && last?.from?.line !== turn.line ? first : last)?.segments ?? [];
}

/** The part of a held stretch that lies in a period. @param turns by line, the earliest first @param lines those on which there are turns */
function heldIn(held: Stretch, from: Moment | null, turns: readonly Moment[], lines: readonly string[]): Stretch[] {
  const { segment, line, except } = held;
  if (from) {
    if (line === null ? except.includes(from.line) : line !== from.line) return [];
    const next = nextTurn(from, turns);
    const left = onwards(segment, from).flatMap((one) => (next ? before(one, next) : one));
    return left.map((one) => ({ ...held, segment: one, line: from.line, except: [] }));
  }
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

/** A state has one value at a time: each dated stretch ends where the next begins, and undated ones fill what is left. */
function dovetailed(known: Known, facts: readonly Clipped[], leftOf: LeftOf): Stretch[] {
  const stretches = asTheyStand(facts, leftOf);
  const dated = stretches.filter(({ segment }) => segment.from !== null);
  const undated = stretches.filter(({ segment }) => segment.from === null);
  const ended = endedByNext(known, dated);
  if (undated.length === 0) return ended;
  const lines = [...new Set(ended.flatMap(({ line }) => line ?? []))];
  return [...ended, ...undated.flatMap((one) => fillingGaps(known, one, ended, lines))];
}

function endedByNext(known: Known, dated: readonly Stretch[]): Stretch[] {
  const sorted = [...dated].sort(
    (a, b) => compareTexts(a.line ?? '', b.line ?? '') || startDay(a.segment) - startDay(b.segment),
  );
  const later = behindEqual(sorted);
  return sorted.map((one, i) => {
    // Mostly it is the first that begins later: further on only past those of a lower tier.
    for (let j = later[i] ?? sorted.length; j < sorted.length; j++) {
      const next = sorted[j];
      if (!next || next.line !== one.line || startDay(next.segment) >= endDay(one.segment)) break;
      if (!ranksBelow(known, next, one)) return { ...one, segment: { ...one.segment, until: next.segment.from } };
    }
    return one;
  });
}

/** For each of some stretches in order the place of the next one that does not begin on the same day; past those of a line it is any. */
function behindEqual(sorted: readonly Stretch[]): number[] {
  const places: number[] = [];
  for (let i = sorted.length - 1; i >= 0; i--) {
    const [one, next] = [sorted[i], sorted[i + 1]];
    const isEqual = one && next && startDay(one.segment) === startDay(next.segment);
    places[i] = isEqual ? (places[i + 1] ?? i + 1) : i + 1;
  }
  return places;
}

/** Whether the first is stated in a lower tier than the second. Unranked ones are neither lower nor higher. */
function ranksBelow(known: Known, a: Stretch, b: Stretch): boolean {
  const [rank, other] = [a, b].map((held) => tierRank(known, held.clipped.entry));
  return rank !== undefined && other !== undefined && rank > other;
}

/** The place of an entry's tier, 0 the highest; undefined: unranked. */
export function tierRank(known: Known, entry: Pick<Entry, 'tier'>): number | undefined {
  const { tier } = entry;
  if (!tier) return undefined;
  const { tiers } = known.canon.codex;
  const rank = tiers.findIndex((one) => one.toLowerCase() === tier.text.toLowerCase());
  return rank < 0 ? undefined : rank;
}

/**
 * An undated value holds only where no dated one does: in the gaps of each line that has dated ones, and on all others. One of
 * a lower tier makes no gap end: it stands beside.
 */
function fillingGaps(known: Known, undated: Stretch, dated: readonly Stretch[], lines: readonly string[]): Stretch[] {
  const { clipped, segment, line } = undated;
  const taking = dated.filter((one) => !ranksBelow(known, one, undated));
  if (line !== null) return gapsOn(line, taking, segment).map((gap) => holding(clipped, gap));
  const onLines = lines.map((one) => ({ line: one, gaps: gapsOn(one, taking, segment) }));
  // Where nothing dated takes anything of a line, it holds there as on all others.
  const parted = onLines.filter(({ gaps }) => !gaps.some((gap) => lineOf(gap) === null));
  const held = parted.flatMap(({ gaps }) => gaps.map((gap) => holding(clipped, gap)));
  return [
    ...held,
    holding(
      clipped,
      segment,
      parted.map((one) => one.line),
    ),
  ];
}

/** The stretches of a line, within a segment, where nothing dated holds. @param dated of each line, the earliest first */
function gapsOn(line: string, dated: readonly Stretch[], within: Segment): Segment[] {
  const taken = dated.filter((one) => one.line === line);
  const gaps: Segment[] = [];
  let from = within.from;
  for (const { segment } of taken) {
    if (startDay(segment) >= endDay(within)) break;
    if (startDay(segment) > (from?.day ?? -Infinity)) gaps.push({ from, until: segment.from });
    if (segment.until === null) return gaps;
    if (segment.until.day > (from?.day ?? -Infinity)) from = segment.until;
  }
  if ((from?.day ?? -Infinity) < endDay(within)) gaps.push({ from, until: within.until });
  return gaps;
}
