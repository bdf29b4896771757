/** Where values hold on both axes, from what each stop of the canon changes: thousands of stops, each with thousands of values, cost no more than what is told. */
import type { AttributeKind } from '../../codex/codex';
import type { Known } from '../model/known';
import { endDay, lineOf, startDay } from '../model/segments';
import { partBelieved } from '../truth/beliefs';
import { byBeginning, MOST_FOR_EACH, MOST_STRETCHES } from '../truth/dovetail';
import type { Held } from '../truth/truth';
import type { PlacedFact } from './beginnings';
import type { ClippedSpan } from './clipsOverCanonTime';
import { type DisputesNow, openDisputes } from './disputesNow';
import { type HeldOnBoth, type HeldSpan, isSameSpan, type OnBothAxes, refAt, refTurns, heldTurns } from './heldSpans';
import { type HeldChange, openStretches } from './stretchesNow';

/** What holds on all lines is put on each of them: there are to be so many at most. */
const MOST_LINES = 20;

/** Whether it says the same as to work out each stop again: not of what restorations, beliefs and soft retcons ask for. */
export function areChangesEnough({ within }: OnBothAxes, facts: readonly ClippedSpan[]): boolean {
  const clipped = facts.map((one) => one.clipped);
  const lines = new Set(clipped.flatMap(({ segments }) => segments.map(lineOf)));
  const { eyes } = within.canon;
  return (
    clipped.every(({ periods, entry }) => !periods && !entry.declarations.some(({ soft }) => soft)) &&
    (!lines.has(null) || lines.size <= MOST_LINES) &&
    !isLinkedSometimes(facts) &&
    (!eyes || partBelieved(eyes, clipped).believed.length === 0)
  );
}

/** Whether a text is a link and mere words: two such values are the same, and only one of them may be that of another name of the page. */
function isLinkedSometimes(facts: readonly ClippedSpan[]): boolean {
  const linked = new Map<string, boolean>();
  for (const { clipped } of facts) {
    const { value } = clipped.fact;
    if ((linked.get(value.text) ?? value.linked) !== value.linked) return true;
    linked.set(value.text, value.linked);
  }
  return false;
}

/** @param facts for which changes are enough */
export function heldByChanges(view: OnBothAxes, facts: readonly ClippedSpan[], kind: AttributeKind): HeldOnBoth {
  const changes = [...changesOf(view, facts)];
  const stretches = openStretches(
    view.within,
    facts.map(({ clipped }) => clipped),
    kind,
  );
  const disputes = openDisputes(endsOf(facts));
  const spans = openSpans(view.within, disputes, MOST_DAYS * facts.length);
  // Where that is not enough for all stops, after some of these it goes on to the last.
  const most = Math.max(MOST_STRETCHES, MOST_FOR_EACH * facts.length);
  let joinedFrom = Infinity;
  for (const [i, [stop, change]] of changes.entries()) {
    const isJoined = most < spans.count() && i < changes.length - 1;
    const { come, gone } = isJoined ? joinedChange(changes.slice(i).map(([, one]) => one)) : change;
    gone.forEach(stretches.take);
    come.forEach(stretches.put);
    if (isJoined) joinedFrom = stop;
    const from = ({ clipped }: Held): number => (isJoined ? Math.max(stop, view.stops.stopOf(clipped.entry)) : stop);
    spans.change(stop, stretches.settle(), from);
    if (isJoined) break;
  }
  const inOrder = byBeginning(view.within);
  return {
    spans: spans.all().sort((a, b) => (a.until === b.until ? 0 : a.until - b.until) || inOrder(a.held, b.held)),
    joinedFrom,
  };
}

/** What several changes come to. */
function joinedChange(changes: readonly Change[]): Change {
  const come = new Set<PlacedFact>();
  const gone: PlacedFact[] = [];
  for (const change of changes) {
    for (const fact of change.gone) if (!come.delete(fact)) gone.push(fact);
    for (const fact of change.come) come.add(fact);
  }
  return { come: [...come], gone };
}

/** So many stretches of disputed days are told for each fact, whoever they are told of. */
const MOST_DAYS = 100;

/** @param most of so many stretches of disputed days it is told at which stop they change; the changes behind them are told as one */
function openSpans(known: Known, disputes: DisputesNow, most: number) {
  const open = new Map<Held, HeldSpan>();
  const done: HeldSpan[] = [];
  const joined = new Map<Held, number>();
  let disputedCount = 0;

  /** Where changes are told as one, the last of them is told. */
  function putLast(held: Held): void {
    const [changes = 0, span] = [joined.get(held), open.get(held)];
    joined.delete(held);
    if (span && changes > 1) open.set(held, { ...span, disputed: disputes.daysOf(held), joined: changes });
  }

  function changedBy({ come, gone }: HeldChange): ReadonlySet<Held> {
    // What comes is put first: what is disputed before and after is disputed all the time.
    for (const held of come) disputes.put(held);
    for (const held of gone) disputes.take(held);
    const changed = new Set(come);
    for (const held of disputes.changed()) {
      const changes = joined.get(held);
      if (changes === undefined) changed.add(held);
      else joined.set(held, changes + 1);
    }
    for (const held of gone) changed.delete(held);
    return changed;
  }

  return {
    count: (): number => done.length + open.size,
    /** @param fromOf the stop from which it is told of a value */
    change(stop: number, change: HeldChange, fromOf: (held: Held) => number): void {
      change.gone.forEach(putLast);
      const changed = changedBy(change);
      const closed = new Map<string, HeldSpan>();
      const wasOpen = new Set<Held>();
      for (const held of [...change.gone, ...changed]) {
        const span = open.get(held);
        if (!span) continue;
        open.delete(held);
        wasOpen.add(held);
        closed.set(keyOf(held), span);
      }
      for (const held of changed) {
        const span: HeldSpan = {
          held,
          from: fromOf(held),
          until: Infinity,
          disputed: disputes.daysOf(held),
          isSoft: false,
        };
        const before = closed.get(keyOf(held));
        if (before && isSameSpan(known, before, span)) {
          // What goes on is told as it was.
          closed.delete(keyOf(held));
          open.set(held, before);
          continue;
        }
        open.set(held, span);
        if (most <= disputedCount && wasOpen.has(held)) joined.set(held, 1);
        disputedCount += span.disputed.length;
      }
      for (const one of closed.values()) done.push({ ...one, until: stop });
    },
    all(): HeldSpan[] {
      [...joined.keys()].forEach(putLast);
      return [...done, ...open.values()];
    },
  };
}

/** What can go on as it was has the same fact and beginning. At one stop of the canon no two have. */
const keyOf = ({ clipped: { entry, fact }, line, segment }: Held): string =>
  `${entry.path}\n${fact.index} ${startDay(segment)} ${line}`;

interface Change {
  readonly come: PlacedFact[];
  readonly gone: PlacedFact[];
}

/** By stop, in order, which facts come and go there; one whose value refers to something else goes and comes. */
function changesOf(view: OnBothAxes, facts: readonly ClippedSpan[]): ReadonlyMap<number, Change> {
  const changes = new Map(heldTurns(view, facts).map((turn): [number, Change] => [turn, { come: [], gone: [] }]));
  for (const [place, span] of facts.entries()) {
    const { clipped, from, until } = span;
    let placed: PlacedFact = { clipped, ref: refAt(view, clipped.fact, from), place };
    changes.get(from)?.come.push(placed);
    for (const stop of refTurns(view, span)) {
      changes.get(stop)?.gone.push(placed);
      placed = { clipped, ref: refAt(view, clipped.fact, stop), place };
      changes.get(stop)?.come.push(placed);
    }
    changes.get(until)?.gone.push(placed);
  }
  return changes;
}

/** By line, the days on which what is left of some facts begins or ends: where one ends another, the other begins. */
function endsOf(facts: readonly ClippedSpan[]): ReadonlyMap<string | null, number[]> {
  const ends = new Map<string | null, number[]>();
  for (const { clipped } of facts)
    for (const segment of clipped.segments) {
      const own = ends.get(lineOf(segment));
      if (own) own.push(startDay(segment), endDay(segment));
      else ends.set(lineOf(segment), [startDay(segment), endDay(segment)]);
    }
  return ends;
}
