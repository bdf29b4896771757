/** Where values hold on both axes, worked out anew at each stop of the canon, whatever they are. */
import type { AttributeKind } from '../../codex/codex';
import type { Entry } from '../../entry/entry';
import type { Clipped } from '../retcons/clips';
import { type DayRange, disputedDaysAmong } from '../truth/disputedDays';
import { mostGapsAmong, type Stretch } from '../truth/dovetail';
import { stretchesAmong } from '../truth/stretchesAmong';
import { followEachOther } from '../truth/rivals';
import { softAmong } from '../truth/softDisputes';
import type { Held } from '../truth/truth';
import type { ClippedSpan } from './clipsOverCanonTime';
import { type HeldOnBoth, type HeldSpan, isSameSpan, type OnBothAxes, refAt, heldTurns } from './heldSpans';
import { addTo } from '../../text/groups';

/** So many facts, and periods of facts, are looked at in all. Where that is not enough for all stops, after some of these it goes on to the last. */
const MOST_LOOKS = 200_000;

/** @param facts of a set: one, as its values have nothing to do with each other */
export function heldAtEachStop(view: OnBothAxes, facts: readonly ClippedSpan[], kind: AttributeKind): HeldOnBoth {
  const done: HeldSpan[] = [];
  let open = new Map<Entry, HeldSpan[]>();
  let last: { readonly stated: readonly Clipped[]; readonly stretches: readonly Stretch[] } | null = null;
  const turns = heldTurns(view, facts);
  const [only = 0] = turns;
  const mostGaps = mostGapsAmong(facts.map(({ clipped }) => clipped));
  // Most of what is told is told once, and nothing is changed of it.
  if (turns.length < 2) {
    const stated = facts.map(({ clipped }) => clipped);
    const spans = spansAt(view, stretchesAmong(view.within, stated, kind, mostGaps), only);
    return { spans, joinedFrom: Infinity };
  }
  const lastTurn = turns.at(-1) ?? only;
  let looks = 0;
  let joinedFrom = Infinity;
  for (const stop of turns) {
    if (MOST_LOOKS < looks && stop < lastTurn) joinedFrom = stop;
    const at = joinedFrom === Infinity ? stop : lastTurn;
    const stated = facts.flatMap(({ clipped, from, until }) => (from <= at && at < until ? clipped : []));
    looks += stated.reduce((sum, { periods }) => sum + (periods?.length ?? 1), 0);
    if (!last || last.stated.length !== stated.length || stated.some((one, i) => one !== last?.stated[i]))
      last = { stated, stretches: stretchesAmong(view.within, stated, kind, mostGaps) };
    const going = new Map<Entry, HeldSpan[]>();
    for (const span of spansAt(view, last.stretches, stop, at)) {
      const { entry } = span.held.clipped;
      const before = open.get(entry)?.find((one) => isSameSpan(view.within, one, span)) ?? span;
      addTo(going, entry, before);
    }
    for (const [entry, spans] of open)
      for (const one of spans) if (!going.get(entry)?.includes(one)) done.push({ ...one, until: stop });
    open = going;
    if (joinedFrom < Infinity) break;
  }
  return { spans: [...done, ...[...open.values()].flat()], joinedFrom };
}

const heldAt = (view: OnBothAxes, stretches: readonly Stretch[], stop: number): Held[] =>
  stretches.map((one) => ({
    clipped: one.clipped,
    segment: one.segment,
    line: one.line,
    except: one.except,
    further: one.further,
    ref: refAt(view, one.clipped.fact, stop),
  }));

/** What is told from a stop on. @param at as it is at this one */
function spansAt(view: OnBothAxes, stretches: readonly Stretch[], stop: number, at = stop): HeldSpan[] {
  const { stops } = view;
  const all = heldAt(view, stretches, at);
  const disputedDays = followEachOther(all) ? () => UNDISPUTED : disputedDaysAmong(all);
  const fromOf = ({ clipped }: Held): number => (at === stop ? stop : Math.max(stop, stops.stopOf(clipped.entry)));
  const spans = all.map((held) => ({ held, from: fromOf(held), until: Infinity, disputed: disputedDays(held) }));
  const disputed = spans.filter((one) => one.disputed.length > 0).map(({ held }) => held);
  const soft = softAmong(stops.knownAt(at), disputed);
  return spans.map((one) => ({ ...one, isSoft: soft.has(one.held) }));
}

const UNDISPUTED: readonly DayRange[] = [];
