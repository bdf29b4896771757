/** Where the values of one entity and attribute hold on both axes: rectangles of world time by canon time. Each stop of the canon is worked out by itself. */
import type { AttributeKind } from '../../codex/codex';
import type { Entry, Fact } from '../../entry/entry';
import { addTo } from '../../text/groups';
import { isReference } from '../model/known';
import type { Known, Still } from '../model/canonValue';
import { isSameMoment } from '../model/segments';
import { type Clipped, shownClip } from '../retcons/clips';
import { type DayRange, disputedDaysAmong, softAmong } from '../truth/disputedDays';
import type { Stretch } from '../truth/dovetail';
import { followEachOther, type Held } from '../truth/truth';
import { stretchesAmong } from '../truth/stretchesAmong';
import { type CanonStops, type NameSteps, nameStepAt } from './canonStops';
import { limitAt, limitOfFacts, refuse } from '../model/limits';
import type { ClippedSpan } from './clipsOverCanonTime';

/** A stretch over which a value holds, from one stop of the canon to another, between which nothing about it changes. */
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

/**
 * The values of an entity and attribute over both axes.
 * @param facts everything stated of them, by path, then as written
 * @throws {PastLimit} where they are past a limit
 */
export function heldOverCanonTime(
  view: OnBothAxes,
  facts: readonly ClippedSpan[],
  kind: AttributeKind,
): readonly HeldSpan[] {
  const stated = [...new Map(facts.map(({ clipped }) => [clipped.fact, clipped])).values()];
  const [first] = stated;
  if (first) refuse(limitOfFacts(view.within, first.entity, first.fact.attribute.text, stated));
  // The values of a set do not affect each other.
  return kind === 'set' ? facts.flatMap((one) => heldAtEachStop(view, [one], kind)) : heldAtEachStop(view, facts, kind);
}

function heldAtEachStop(view: OnBothAxes, facts: readonly ClippedSpan[], kind: AttributeKind): readonly HeldSpan[] {
  const { within } = view;
  const stops = stopsOfChange(view, facts);
  const [only = 0] = stops;
  // Most facts are stated once, and no retcon touches them.
  if (stops.length < 2) {
    const stated = facts.map(({ clipped }) => clipped);
    return spansAt(view, stretchesAmong(within, stated, kind), only);
  }
  const [first] = facts;
  if (first) refuse(limitAt('changes', stops.length * facts.length, first.clipped.entity, first.clipped));
  const done: HeldSpan[] = [];
  let open = new Map<Entry, HeldSpan[]>();
  let last: { readonly stated: readonly Clipped[]; readonly stretches: readonly Stretch[] } | null = null;
  for (const stop of stops) {
    const stated = facts.filter(({ from, until }) => from <= stop && stop < until).map(({ clipped }) => clipped);
    if (!last || last.stated.length !== stated.length || stated.some((one, i) => one !== last?.stated[i]))
      last = { stated, stretches: stretchesAmong(within, stated, kind) };
    const now = new Map<Entry, HeldSpan[]>();
    for (const span of spansAt(view, last.stretches, stop)) {
      const { entry } = span.held.clipped;
      addTo(now, entry, open.get(entry)?.find((one) => isSameSpan(within, one, span)) ?? span);
    }
    for (const [entry, spans] of open) {
      const kept = new Set(now.get(entry));
      for (const one of spans) if (!kept.has(one)) done.push({ ...one, until: stop });
    }
    open = now;
  }
  return [...done, ...[...open.values()].flat()];
}

/** The stops at which a value may change, in order. The first is the one at which the first fact is stated. */
function stopsOfChange(view: OnBothAxes, facts: readonly ClippedSpan[]): readonly number[] {
  const stops = new Set<number>();
  for (const one of facts) for (const stop of [one.from, ...stopsOfRef(view, one), one.until]) stops.add(stop);
  stops.delete(Infinity);
  return [...stops].sort((a, b) => a - b);
}

/** The stops within a span at which its value may come to refer to another entry: an entry may get another id later. */
function* stopsOfRef({ names }: OnBothAxes, { clipped, from, until }: ClippedSpan): Generator<number> {
  const named = names.entrySteps(clipped.fact.value.text);
  const renamed = named.flatMap(({ value }) => (value ? names.idSteps(value) : []));
  for (const step of [...named, ...renamed]) if (from < step.from && step.from < until) yield step.from;
}

/** What a value refers to at a stop. */
function refAt({ names }: OnBothAxes, fact: Fact, stop: number): Entry | undefined {
  const entry = nameStepAt(names.entrySteps(fact.value.text), stop);
  return entry && isReference(fact.value, nameStepAt(names.idSteps(entry), stop)) ? entry : undefined;
}

/** What holds from a stop on. */
function spansAt(view: OnBothAxes, stretches: readonly Stretch[], stop: number): HeldSpan[] {
  const all = stretches.map(
    (one): Held => ({
      clipped: one.clipped,
      segment: one.segment,
      line: one.line,
      except: one.except,
      ref: refAt(view, one.clipped.fact, stop),
    }),
  );
  const disputedDays = followEachOther(all) ? () => UNDISPUTED : disputedDaysAmong(all);
  const disputed = all.map(disputedDays);
  const contradicted = all.filter((_, i) => (disputed[i]?.length ?? 0) > 0);
  const soft = softAmong(view.stops.knownAt(stop), contradicted);
  return all.map((held, i) => ({
    held,
    from: stop,
    until: Infinity,
    disputed: disputed[i] ?? UNDISPUTED,
    isSoft: soft.has(held),
  }));
}

const UNDISPUTED: readonly DayRange[] = [];

/** @param b of the same entry */
const isSameSpan = (known: Known, a: HeldSpan, b: HeldSpan): boolean =>
  isSameHeld(known, a.held, b.held) &&
  a.isSoft === b.isSoft &&
  a.disputed.length === b.disputed.length &&
  a.disputed.every((range, i) => {
    const other = b.disputed[i];
    return range.line === other?.line && range.from === other.from && range.until === other.until;
  });

/** Whether two stretches are of the same fact, over the same world time, with the same words for their ends. */
function isSameHeld(known: Known, a: Held, b: Held): boolean {
  const [one, other] = [a.segment, b.segment];
  return (
    a.clipped.fact.index === b.clipped.fact.index &&
    a.ref === b.ref &&
    (a.clipped === b.clipped || shownClip(known, a.clipped)?.by === shownClip(known, b.clipped)?.by) &&
    isSameMoment(one.from, other.from) &&
    isSameMoment(one.until, other.until) &&
    isSameMoment(one.endsElsewhere, other.endsElsewhere) &&
    a.line === b.line &&
    a.except.length === b.except.length &&
    a.except.every((line, i) => line === b.except[i])
  );
}
