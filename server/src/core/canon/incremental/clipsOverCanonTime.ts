/** What is stated, by entity and attribute, as the retcons leave it from each stop of the canon to the next that changes it. */
import type { WorldDate } from '../../chronology';
import { BEGINNING } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';
import { filed, isFiled } from '../model/canon';
import { mentionKeys } from '../model/indexKeys';
import type { Known, Still } from '../model/canonValue';
import { tableEntries } from '../model/table';
import { type Clipped, clippedFactsOf, isSameClipped, untouchedFact } from '../retcons/clips';
import { type Standing, standingOf, untouchedStanding } from '../retcons/standing';
import type { CanonStops, NameSteps, Steps } from './canonStops';
import { movingView } from './movingView';

/** A fact as the retcons leave it at some stops: from one on, up to another (Infinity: to this day). */
export interface ClippedSpan {
  readonly clipped: Clipped;
  readonly from: number;
  readonly until: number;
}

/** How an entry stands at some stops. */
export interface StandingSpan {
  /** At the present, or at the end of time where there is none. */
  readonly standing: Standing;
  /** At its own date. */
  readonly atDate: Standing;
  readonly from: number;
  readonly until: number;
}

/** All that is stated of an entity and an attribute. */
export interface PairFacts {
  readonly entity: string;
  readonly attribute: string;
  /** In the order of paths, then as written, then of stops. */
  readonly spans: readonly ClippedSpan[];
}

export interface OverCanonTime {
  readonly pairs: readonly PairFacts[];
  /** Of each entry that has a date. */
  readonly standings: ReadonlyMap<Entry, readonly StandingSpan[]>;
  /** The entries that some retcon may touch, and those that make one. */
  readonly touched: Iterable<Entry>;
  /** What is known in the end, where much of them is worked out already. */
  readonly known: Known;
}

/** After so many entries others have their turn. */
const PAUSE = 50;

/** @param entries those that are looked at, in the order of paths @param names, stops of the same view */
export function* clipsOverCanonTime(
  within: Still,
  entries: readonly Entry[],
  stops: CanonStops,
  names: NameSteps,
): Generator<void, OverCanonTime> {
  const { present } = within.canon.codex;
  const byEntity = new Map<string, (PairFacts & { readonly spans: ClippedSpan[] })[]>();
  const standings = new Map<Entry, readonly StandingSpan[]>();
  const put = (span: ClippedSpan): void => {
    const { entity, fact } = span.clipped;
    const attribute = fact.attribute.text;
    const pairs = byEntity.get(entity);
    const pair = pairs?.find((one) => one.attribute === attribute);
    if (pair) pair.spans.push(span);
    else if (pairs) pairs.push({ entity, attribute, spans: [span] });
    else byEntity.set(entity, [{ entity, attribute, spans: [span] }]);
  };
  const known = entries.filter(within.has);
  const { histories, view } = yield* touchedAmong(within, known, stops, present);
  let count = 0;
  for (const entry of known) {
    if (count++ % PAUSE === 0) yield;
    const history = histories.get(entry);
    if (history) {
      history.facts.flat().forEach(put);
      if (entry.date?.date) standings.set(entry, history.standings);
      continue;
    }
    const from = stops.stopOf(entry);
    if (entry.date?.date) {
      const standing = untouchedStanding(entry, present);
      const atDate = untouchedStanding(entry, entry.date.date);
      standings.set(entry, [{ standing, atDate, from, until: Infinity }]);
    }
    for (const fact of entry.facts) {
      const steps = namesOf(names, entry, fact.entity?.text);
      steps.forEach(({ value, from: begin }, i) => {
        const until = steps[i + 1]?.from ?? Infinity;
        if (from < until)
          put({ clipped: untouchedFact(within, { entry, fact }, value), from: Math.max(begin, from), until });
      });
    }
  }
  return { pairs: [...byEntity.values()].flat(), standings, touched: histories.keys(), known: view };
}

const namesOf = (names: NameSteps, entry: Entry, name: string | undefined): Steps<string> =>
  name === undefined ? names.ownEntitySteps(entry) : names.entitySteps(name);

const standingsOf = (known: Known, entry: Entry, present: WorldDate | null) => ({
  standing: standingOf(known, entry, present),
  atDate: standingOf(known, entry, entry.date?.date ?? present),
});

interface Touched {
  readonly histories: ReadonlyMap<Entry, History>;
  readonly view: Known;
}

/** Of an entry that retcons touch, each of its facts over canon time, and how it stands. */
interface History {
  readonly facts: ClippedSpan[][];
  readonly standings: StandingSpan[];
}

/**
 * The entries that some retcon may touch, or that make one. One view moves along the canon for all of them, and looks again at
 * each stop at those for which something has changed.
 */
function* touchedAmong(
  within: Still,
  known: readonly Entry[],
  stops: CanonStops,
  present: WorldDate | null,
): Generator<void, Touched> {
  const histories = new Map<Entry, History>();
  for (const entry of yield* declaringOrDeclared(within, known)) histories.set(entry, { facts: [], standings: [] });
  if (histories.size === 0) return { histories, view: within };
  const moving = movingView(within);
  const due = new Set(histories.keys());
  const last = stops.positions.at(-1) ?? BEGINNING;
  for (let stop: number | null = 0; stop !== null; ) {
    moving.to(stops.positions[stop] ?? BEGINNING, NOBODY);
    let count = 0;
    for (const entry of due) {
      if (count++ % PAUSE === 0) yield;
      due.delete(entry);
      const answer = moving.watched(
        () =>
          moving.known.has(entry)
            ? { clips: clippedFactsOf(moving.known, entry), ...standingsOf(moving.known, entry, present) }
            : null,
        () => void due.add(entry),
      );
      if (!answer) continue;
      const { facts, standings } = histories.get(entry) as History;
      const from = Math.max(stop, stops.stopOf(entry));
      answer.clips.forEach((clipped, i) => {
        const spans = (facts[i] ??= []);
        const isOther = ({ clipped: last }: ClippedSpan): boolean =>
          last.entity !== clipped.entity || !isSameClipped(last, clipped);
        goOn(spans, from, isOther, (when) => ({ clipped, ...when }));
      });
      const { standing, atDate } = answer;
      goOn(
        standings,
        from,
        (last) => last.standing !== standing || last.atDate !== atDate,
        (when) => ({ standing, atDate, ...when }),
      );
    }
    const next = moving.next();
    stop = next && stops.numberOf(next);
  }
  moving.to(last, NOBODY);
  return { histories, view: moving.known };
}

const NOBODY: ReadonlySet<Entry> = new Set();

/** Ends the last of some spans at a stop where it is another one from there on. */
function goOn<T extends { readonly until: number }>(
  spans: T[],
  stop: number,
  isOther: (last: T) => boolean,
  make: (when: { readonly from: number; readonly until: number }) => T,
): void {
  const last = spans.at(-1);
  if (last && !isOther(last)) return;
  if (last) spans[spans.length - 1] = { ...last, until: stop };
  spans.push(make({ from: stop, until: Infinity }));
}

/** Those that declare something, and those of which something may be declared, whatever a name means at which point. */
function* declaringOrDeclared({ canon }: Still, known: readonly Entry[]): Generator<void, Iterable<Entry>> {
  // Of a few, it is looked up what is declared on them; where it is most of a codex, what all of them declare.
  if (known.length < FEW)
    return known.filter(
      ({ declarations, names }) => declarations.length > 0 || names.some((name) => isFiled(canon, 'declaredOn', name)),
    );
  const found = new Set<Entry>();
  let count = 0;
  for (const [, entry] of tableEntries(canon.entries)) {
    if (count++ % PAUSE === 0) yield;
    if (entry.declarations.length === 0) continue;
    found.add(entry);
    for (const { target } of entry.declarations)
      for (const key of mentionKeys(target.text)) for (const other of filed(canon, 'names', key)) found.add(other);
  }
  return known.filter((entry) => found.has(entry));
}

const FEW = 1000;
