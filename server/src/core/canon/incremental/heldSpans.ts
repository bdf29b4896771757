/** A value over a stretch of world time, at those stops of the canon at which all that is told of it is the same. */
import type { Entry, Fact } from '../../entry/entry';
import { isReference, type Known, type Still } from '../model/known';
import { isSameMoment } from '../model/segments';
import { shownClip } from '../retcons/clips';
import type { DayRange } from '../truth/disputedDays';
import { areSameFurther } from '../truth/dovetail';
import type { Held } from '../truth/truth';
import type { CanonStops } from './canonStops';
import type { ClippedSpan } from './clipsOverCanonTime';
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

/** What is told of one entity and attribute on both axes. */
export interface HeldOnBoth {
  readonly spans: readonly HeldSpan[];
  /** The stop from which it is told as it is at the last; Infinity: it is told at each stop. */
  readonly joinedFrom: number;
}

export interface OnBothAxes {
  readonly within: Still;
  readonly stops: CanonStops;
  readonly names: NameSteps;
}

/** The stops at which something can be another value, from the first at which anything is stated. */
export function heldTurns(view: OnBothAxes, facts: readonly ClippedSpan[]): readonly number[] {
  const turns = new Set<number>();
  for (const one of facts) for (const turn of [one.from, ...refTurns(view, one), one.until]) turns.add(turn);
  turns.delete(Infinity);
  return [...turns].sort((a, b) => a - b);
}

/** The stops within a span at which its value can refer to something else, in order: an entry may come by another id later. */
export function refTurns({ names }: OnBothAxes, { clipped, from, until }: ClippedSpan): readonly number[] {
  const named = names.entrySteps(clipped.fact.value.text);
  const renamed = named.flatMap(({ value }) => (value ? names.idSteps(value) : []));
  const turns = new Set([...named, ...renamed].map((step) => step.from));
  return [...turns].filter((turn) => from < turn && turn < until).sort((a, b) => a - b);
}

/** What a value refers to at a stop. */
export function refAt({ names }: OnBothAxes, fact: Fact, stop: number): Entry | undefined {
  const entry = nameStepAt(names.entrySteps(fact.value.text), stop);
  return entry && isReference(fact.value, nameStepAt(names.idSteps(entry), stop)) ? entry : undefined;
}

/** @param b of the same entry */
export const isSameSpan = (known: Known, a: HeldSpan, b: HeldSpan): boolean =>
  isSameHeld(known, a.held, b.held) &&
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
function isSameHeld(known: Known, a: Held, b: Held): boolean {
  const [one, other] = [a.segment, b.segment];
  return (
    a.clipped.fact.index === b.clipped.fact.index &&
    a.ref === b.ref &&
    shownClip(known, a.clipped)?.by === shownClip(known, b.clipped)?.by &&
    isSameMoment(one.from, other.from) &&
    isSameMoment(one.until, other.until) &&
    isSameMoment(one.endsElsewhere, other.endsElsewhere) &&
    areSameFurther(a.further, b.further) &&
    a.line === b.line &&
    a.except.length === b.except.length &&
    a.except.every((line, i) => line === b.except[i])
  );
}
