/** Where values hold on both axes, worked out anew at each stop of the canon, whatever they are. */
import type { AttributeKind } from '../../codex/codex';
import type { Entry } from '../../entry/entry';
import type { Clipped } from '../retcons/clips';
import { type DayRange, disputedDaysAmong } from '../truth/disputedDays';
import { type Stretch, stretchesAmong } from '../truth/dovetail';
import { followEachOther } from '../truth/rivals';
import { softAmong } from '../truth/softDisputes';
import type { Held } from '../truth/truth';
import type { ClippedSpan } from './clipsOverCanonTime';
import { type HeldSpan, isSameSpan, type OnBothAxes, refAt, heldTurns } from './heldSpans';

/** @param facts of a set: one, as its values have nothing to do with each other */
export function heldAtEachStop(view: OnBothAxes, facts: readonly ClippedSpan[], kind: AttributeKind): HeldSpan[] {
  const done: HeldSpan[] = [];
  let open = new Map<Entry, HeldSpan[]>();
  let last: { readonly stated: readonly Clipped[]; readonly stretches: readonly Stretch[] } | null = null;
  const turns = heldTurns(view, facts);
  const [only = 0] = turns;
  // Most of what is told is told once, and nothing is changed of it.
  if (turns.length < 2) {
    const stated = facts.map(({ clipped }) => clipped);
    return spansAt(view, heldAt(view, stretchesAmong(view.within, stated, kind), only), only);
  }
  for (const stop of turns) {
    const stated = facts.flatMap(({ clipped, from, until }) => (from <= stop && stop < until ? clipped : []));
    if (!last || last.stated.length !== stated.length || stated.some((one, i) => one !== last?.stated[i]))
      last = { stated, stretches: stretchesAmong(view.within, stated, kind) };
    const going = new Map<Entry, HeldSpan[]>();
    for (const span of spansAt(view, heldAt(view, last.stretches, stop), stop)) {
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

const heldAt = (view: OnBothAxes, stretches: readonly Stretch[], stop: number): Held[] =>
  stretches.map((one) => ({
    clipped: one.clipped,
    segment: one.segment,
    line: one.line,
    except: one.except,
    ref: refAt(view, one.clipped.fact, stop),
  }));

function spansAt({ stops }: OnBothAxes, all: readonly Held[], stop: number): HeldSpan[] {
  const disputedDays = followEachOther(all) ? () => UNDISPUTED : disputedDaysAmong(all);
  const spans = all.map((held) => ({ held, from: stop, until: Infinity, disputed: disputedDays(held) }));
  const disputed = spans.filter((one) => one.disputed.length > 0).map(({ held }) => held);
  const soft = softAmong(stops.knownAt(stop), disputed);
  return spans.map((one) => ({ ...one, isSoft: soft.has(one.held) }));
}

const UNDISPUTED: readonly DayRange[] = [];
