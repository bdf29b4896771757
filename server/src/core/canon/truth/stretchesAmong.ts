/** Where stated facts hold beside each other, in all periods that restorations make, beliefs included (model §4.3, §11). */
import type { Entry } from '../../entry/entry';
import { comparePositions } from '../../codex/canonTime';
import type { HeldFact, Eyes, Learned, Known } from '../model/canonValue';
import {
  before,
  endDay,
  onwards,
  type Segment,
  startDay,
  firstTurn,
  inPeriod,
  lineOf,
  eachOnce,
} from '../model/segments';
import { type Stretch, byBeginning, dovetailed, holding } from './dovetail';
import type { AttributeKind } from '../../codex/codex';
import type { Clipped } from '../retcons/clips';
import { valueEntry } from '../model/known';
import { LIMITS, limitAt, refuse } from '../model/limits';
import { groupBy } from '../../text/groups';
import type { Moment } from '../../chronology';

/** A stretch, how somebody came to hold it, and what it says. */
export interface Contender extends HeldFact {
  readonly stretch: Stretch;
  readonly text: string;
  readonly ref: Entry | undefined;
}

/**
 * The parts of a contender for which nothing stronger is held that contradicts it. Where several take a day, the first of them has
 * the words of its ends. @param held in the order of taking
 */
export function leftBeside(one: Contender, held: readonly Contender[]): Stretch[] {
  const { stretch } = one;
  const taken = held.filter((other) => isAgainst(other, one)).map((other) => other.stretch);
  const [first, ...more] = taken.filter(({ line }) => line === null);
  const partsOn = (line: string): Stretch[] => {
    if (stretch.except.includes(line) || more.some(({ except }) => !except.includes(line))) return [];
    const onLine = taken.flatMap(({ line: own, segment }) => (own === line ? segment : []));
    return without(stretch.segment, onLine).map((segment) => ({ ...stretch, segment, line, except: [] }));
  };
  if (stretch.line !== null) return !first || first.except.includes(stretch.line) ? partsOn(stretch.line) : [];
  if (first) return first.except.flatMap(partsOn);
  const lines = new Set(taken.flatMap(({ line }) => line ?? []));
  return [...[...lines].flatMap(partsOn), { ...stretch, except: [...new Set([...stretch.except, ...lines])] }];
}

const isAgainst = (other: Contender, one: Contender): boolean =>
  isStronger(other, one) && other.text !== one.text && (one.ref === undefined || one.ref !== other.ref);

/** What is left of a segment. @param taken of its line, in the order of taking */
function without(segment: Segment, taken: readonly Segment[]): Segment[] {
  const ends = new Map(taken.toReversed().flatMap(({ until }) => (until ? [[until.day, until] as const] : [])));
  const left: Segment[] = [];
  let rest: Segment | undefined = segment;
  for (const { from, until } of [...taken].sort((a, b) => startDay(a) - startDay(b))) {
    if (!rest || endDay(segment) <= (from?.day ?? -Infinity)) break;
    if (until && until.day <= startDay(rest)) continue;
    if (from && startDay(rest) < from.day) left.push(...before(rest, from));
    [rest] = until ? onwards(segment, ends.get(until.day) ?? until) : [];
  }
  return rest ? [...left, rest] : left;
}

/** The facts of one entity and attribute, parted into truths and beliefs. */
function partBelieved(eyes: Eyes, facts: readonly Clipped[]): { so: readonly Clipped[]; believed: readonly Clipped[] } {
  const isBelief = ({ fact }: Clipped): boolean => eyes.heldFact(fact).isBelief;
  return { so: facts.filter((one) => !isBelief(one)), believed: facts.filter(isBelief) };
}

/**
 * @param so as they end each other @param believed as retcons leave them
 * @throws {PastLimit} where too much is believed
 */
function heldTogether(
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
  // The strongest first, of those as strong the truths: each gives way to what is held already. Truths give way to beliefs alone.
  const held: Contender[] = [];
  const beliefs: Contender[] = [];
  for (const one of contenders.sort(inStrength)) {
    const left = leftBeside(one, one.isBelief ? held : beliefs).map((stretch) => ({ ...one, stretch }));
    for (const part of left) held.push(part);
    if (one.isBelief) for (const part of left) beliefs.push(part);
    const { clipped } = one.stretch;
    refuse(limitAt('gaps', held.length, clipped.entity, clipped));
  }
  return held.map(({ stretch }) => stretch);
}

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

/** By revision, then by world time. Moments that can't be compared are taken to be at once. */
function isLater(a: Learned, b: Learned): boolean {
  const compared = a.revision && b.revision ? comparePositions(a.revision, b.revision) : 0;
  if (compared !== 0 || !a.revision !== !b.revision) return a.revision !== undefined && compared >= 0;
  return (a.line === b.line || b.day === -Infinity) && b.day < a.day;
}

/**
 * Where each of some facts about one entity and attribute holds, in the order of beginning, then of entry ids, then as written.
 * @throws {PastLimit} where they are past a limit
 */
export function stretchesAmong(known: Known, facts: readonly Clipped[], kind: AttributeKind): Stretch[] {
  const { eyes } = known.canon;
  const { so, believed } = eyes ? partBelieved(eyes, facts) : { so: facts, believed: [] };
  const settled = kind === 'state' ? statesAmong(known, so) : asTheyStand(so);
  const inOrder = byBeginning(known);
  // Who can't be compared in strength is looked at in this order, however the periods were put together.
  settled.sort(inOrder);
  if (kind !== 'set') refuseCrowd(settled);
  const [first] = believed;
  if (!eyes || !first) return settled;
  refuse(limitAt('beliefs', believed.length, first.entity, first));
  return heldTogether(known, eyes, settled, asTheyStand(believed), kind).sort(inOrder);
}

/** @throws {PastLimit} where too many values hold at one time */
function refuseCrowd(all: readonly Stretch[]): void {
  const [first] = all;
  if (!first || all.length <= LIMITS.values.most) return;
  const onLines = groupBy(all, ({ line }) => line);
  for (const [line, own] of onLines) {
    const others = line === null ? [] : (onLines.get(null) ?? []).filter(({ except }) => !except.includes(line));
    const holding = [...own, ...others].map(({ segment }) => segment);
    const ends = holding.map(endDay).sort((a, b) => a - b);
    let [ended, most] = [0, 0];
    for (const [begun, day] of holding
      .map(startDay)
      .sort((a, b) => a - b)
      .entries()) {
      while ((ends[ended] ?? Infinity) <= day) ended++;
      most = Math.max(most, begun + 1 - ended);
    }
    refuse(limitAt('values', most, first.clipped.entity, first.clipped));
  }
}

/** What was cut on a line and is whole again there is undecided on all others. */
const asTheyStand = (facts: readonly Clipped[]): Stretch[] =>
  facts.flatMap((one) => {
    const [first] = leftFirst(one).segments;
    const line = one.periods && first ? lineOf(first) : null;
    return heldAlone(one, one.segments).map((held) => (held.line === null && line !== null ? { ...held, line } : held));
  });

const heldAlone = (clipped: Clipped, segments: readonly Segment[]): Stretch[] =>
  segments.map((segment) => holding(clipped, segment));

/** Where restorations make periods, the facts dovetail in each period as if it were all of time, and only that period is kept. */
function statesAmong(known: Known, facts: readonly Clipped[]): Stretch[] {
  const turns = turnsAmong(facts);
  if (turns.length === 0) return dovetailed(known, asTheyStand(facts), ({ clipped }) => clipped.outlives);
  const lines = [...new Set(turns.map(({ line }) => line))];
  const first = facts.flatMap((one) => heldAlone(one, leftFirst(one).segments));
  return rejoined([
    ...dovetailed(known, first, ({ clipped }) => leftFirst(clipped).outlives).flatMap((one) =>
      beforeTurns(one, turns, lines),
    ),
    ...lines.flatMap((line) => {
      const onLine = turns.filter((turn) => turn.line === line);
      return betweenTurns(known, facts, onLine);
    }),
  ]);
}

/** By line, the earliest first. */
const turnsAmong = (facts: readonly Clipped[]): Moment[] =>
  eachOnce(facts.flatMap(({ periods }) => (periods ?? []).flatMap(({ from }) => from ?? [])));

/** What is left of a fact before all turns. */
const leftFirst = (clipped: Clipped): LeftOfFact => clipped.periods?.[0] ?? clipped;

type LeftOfFact = Pick<Clipped, 'segments' | 'outlives'>;

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
  const changes = new Map<number, [Clipped, LeftOfFact][]>(turns.map(({ day }) => [day, []]));
  const aloneOn = (one: Clipped, { segments, outlives }: LeftOfFact) => ({
    outlives,
    stretches: heldAlone(one, segments).filter((held) => (held.line ?? line) === line),
  });
  const now = new Map(facts.map((one) => [one, aloneOn(one, leftFirst(one))]));
  for (const one of facts)
    for (const period of one.periods ?? [])
      if (period.from?.line === line) changes.get(period.from.day)?.push([one, period]);
  return turns.flatMap((turn, i) => {
    const next = turns[i + 1];
    for (const [one, left] of changes.get(turn.day) ?? []) now.set(one, aloneOn(one, left));
    const within = inPeriod(turn, next ? [next] : []);
    const all = [...now.values()].flatMap(({ stretches }) => stretches);
    const outlivesOf = ({ clipped }: Stretch) => now.get(clipped)?.outlives ?? clipped.outlives;
    return dovetailed(known, all, outlivesOf).flatMap((held): Stretch[] => {
      if (held.line === null ? held.except.includes(line) : held.line !== line) return [];
      return within([held.segment]).map((segment) => ({ ...held, segment, line, except: [] }));
    });
  });
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
