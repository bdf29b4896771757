/** Where stated facts hold beside each other, in all the periods that restorations make (model §4.3, §5). */
import type { AttributeKind } from '../../codex/codex';
import type { Moment } from '../../chronology';
import { firstPast } from '../../text/sorted';
import type { Clipped } from '../retcons/clips';
import { heldTogether, partBelieved } from './beliefs';
import { byBeginning, dovetailed, holding, type Stretch, tierRank } from './dovetail';
import { compareTexts } from '../../text/compareTexts';
import type { Known } from '../model/canonValue';
import { before, endDay, firstTurn, inPeriod, lineOf, type Segment, startDay } from '../model/segments';

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
