/** A value over a stretch of world time, at those stops of the canon at which all that is told of it is the same. */
import type { Entry, Fact } from '../../entry/entry';
import { isReference, type Still } from '../model/known';
import type { DayRange } from '../truth/disputedDays';
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
  /** Over its stops it is disputed on other days so many times, of which the last are told: there are too many to tell each. */
  readonly joined?: number;
}

export interface OnBothAxes {
  readonly within: Still;
  readonly stops: CanonStops;
  readonly names: NameSteps;
}

/** The stops at which something can be another value, from the first at which anything is stated. */
export function heldTurns({ names }: OnBothAxes, facts: readonly ClippedSpan[]): readonly number[] {
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

/** What a value refers to at a stop. */
export function refAt({ names }: OnBothAxes, fact: Fact, stop: number): Entry | undefined {
  const entry = nameStepAt(names.entrySteps(fact.value.text), stop);
  return entry && isReference(fact.value, nameStepAt(names.idSteps(entry), stop)) ? entry : undefined;
}

export const isSameSpan = (a: HeldSpan, b: HeldSpan): boolean =>
  isSameHeld(a.held, b.held) &&
  a.isSoft === b.isSoft &&
  a.joined === b.joined &&
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
