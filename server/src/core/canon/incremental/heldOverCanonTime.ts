/** Where the values of one entity and attribute hold on both axes: rectangles of world time by canon time. `truth.ts` says what holds at each stop. */
import type { Entry } from '../../entry/entry';
import type { AttributeKind } from '../../codex/codex';
import type { Clipped } from '../retcons/clips';
import { isReference, type Still } from '../model/known';
import { type Stretch, stretchesAmong } from '../truth/dovetail';
import { type DayRange, disputedDaysAmong } from '../truth/disputedDays';
import { followEachOther } from '../truth/rivals';
import { softAmong } from '../truth/softDisputes';
import type { Held } from '../truth/truth';
import type { CanonStops } from './canonStops';
import type { ClippedSpan } from './clipsOverCanonTime';
import { isSameMoment } from './ledger';
import { type NameSteps, nameStepAt } from './namesOverCanonTime';

/** A stretch over which a value holds, at the stops of the canon at which it is the same. */
export interface HeldSpan {
  readonly held: Held;
  readonly from: number;
  /** Exclusive; Infinity: to this day. */
  readonly until: number;
  /** When another value contradicts it, in order. */
  readonly disputed: readonly DayRange[];
  /** A soft retcon says that both stand. */
  readonly isSoft: boolean;
}

export interface OnBothAxes {
  readonly within: Still;
  readonly stops: CanonStops;
  readonly names: NameSteps;
}

/** @param facts all that is stated of the entity and the attribute, by path, then as written */
export function heldOverCanonTime(
  view: OnBothAxes,
  facts: readonly ClippedSpan[],
  kind: AttributeKind,
): readonly HeldSpan[] {
  // The values of a set have nothing to do with each other.
  return kind === 'set' ? facts.flatMap((one) => heldTogether(view, [one], kind)) : heldTogether(view, facts, kind);
}

function heldTogether(view: OnBothAxes, facts: readonly ClippedSpan[], kind: AttributeKind): HeldSpan[] {
  const done: HeldSpan[] = [];
  let open = new Map<Entry, HeldSpan[]>();
  let last: { readonly stated: readonly Clipped[]; readonly stretches: readonly Stretch[] } | null = null;
  const turns = turnsOf(view, facts);
  const [only = 0] = turns;
  // Most of what is told is told once, and nothing is changed of it.
  if (turns.length < 2) {
    const stated = facts.map(({ clipped }) => clipped);
    return spansAt(view, heldAt(view, stretchesAmong(view.within, stated, kind), only), kind, only);
  }
  for (const stop of turns) {
    const stated = facts.flatMap(({ clipped, from, until }) => (from <= stop && stop < until ? clipped : []));
    if (!last || last.stated.length !== stated.length || stated.some((one, i) => one !== last?.stated[i]))
      last = { stated, stretches: stretchesAmong(view.within, stated, kind) };
    const going = new Map<Entry, HeldSpan[]>();
    for (const span of spansAt(view, heldAt(view, last.stretches, stop), kind, stop)) {
      const { entry } = span.held.clipped;
      const before = open.get(entry)?.find((one) => isSameSpan(one, span)) ?? span;
      const own = going.get(entry);
      if (own) own.push(before);
      else going.set(entry, [before]);
    }
    for (const [entry, spans] of open)
      for (const one of spans) if (!going.get(entry)?.includes(one)) done.push({ ...one, until: stop });
    open = going;
  }
  return [...done, ...[...open.values()].flat()];
}

/** The stops at which something can be another value, from the first at which anything is stated. */
function turnsOf({ names }: OnBothAxes, facts: readonly ClippedSpan[]): readonly number[] {
  const [first] = facts;
  if (facts.length === 1 && first?.until === Infinity) {
    const steps = names.entrySteps(first.clipped.fact.value.text);
    return [first.from, ...steps.flatMap(({ from }) => (first.from < from ? from : []))];
  }
  const turns = new Set<number>();
  for (const { clipped, from, until } of facts) {
    turns.add(from);
    if (until !== Infinity) turns.add(until);
    for (const { from: turn } of names.entrySteps(clipped.fact.value.text))
      if (from < turn && turn < until) turns.add(turn);
  }
  return [...turns].sort((a, b) => a - b);
}

const heldAt = (view: OnBothAxes, stretches: readonly Stretch[], stop: number): Held[] =>
  stretches.map((one) => ({
    clipped: one.clipped,
    segment: one.segment,
    line: one.line,
    except: one.except,
    ref: refAt(view, one, stop),
  }));

/** What a value refers to at a stop. */
function refAt({ names }: OnBothAxes, { clipped: { fact } }: Stretch, stop: number): Entry | undefined {
  const entry = nameStepAt(names.entrySteps(fact.value.text), stop);
  return entry && isReference(fact.value, nameStepAt(names.idSteps(entry), stop)) ? entry : undefined;
}

function spansAt({ stops }: OnBothAxes, all: readonly Held[], kind: AttributeKind, stop: number): HeldSpan[] {
  const disputedDays = kind === 'set' || followEachOther(all) ? () => UNDISPUTED : disputedDaysAmong(all);
  const disputed = all.map(disputedDays);
  const soft = softAmong(
    stops.knownAt(stop),
    all.filter((_, i) => (disputed[i] ?? UNDISPUTED).length > 0),
  );
  return all.map((held, i) => ({
    held,
    from: stop,
    until: Infinity,
    disputed: disputed[i] ?? UNDISPUTED,
    isSoft: soft.has(held),
  }));
}

const UNDISPUTED: readonly DayRange[] = [];

const isSameSpan = (a: HeldSpan, b: HeldSpan): boolean =>
  isSameHeld(a.held, b.held) &&
  a.isSoft === b.isSoft &&
  a.disputed.length === b.disputed.length &&
  a.disputed.every((range, i) => {
    const other = b.disputed[i];
    return (
      range.line === other?.line &&
      range.from === other.from &&
      range.until === other.until &&
      range.joined === other.joined
    );
  });

/** Whether it is the same fact over the same stretch of world time, with the same words for its ends. */
function isSameHeld(a: Held, b: Held): boolean {
  const [one, other] = [a.segment, b.segment];
  return (
    a.clipped.entry === b.clipped.entry &&
    a.clipped.fact.index === b.clipped.fact.index &&
    a.ref === b.ref &&
    a.clipped.clippedBy[0]?.by === b.clipped.clippedBy[0]?.by &&
    isSameMoment(one.from, other.from) &&
    isSameMoment(one.until, other.until) &&
    isSameMoment(one.endsElsewhere, other.endsElsewhere) &&
    a.line === b.line &&
    a.except.length === b.except.length &&
    a.except.every((line, i) => line === b.except[i])
  );
}
