/** Clips all facts at every stop of canon time in one pass, for the timeline and the history of answers. */
import type { WorldDate } from '../../chronology';
import { BEGINNING } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';
import { isEverDated, withVersions } from '../../entry/versions';
import { isNamed } from '../model/canon';
import type { Known, Still } from '../model/canonValue';
import { type Clipped, clippedIn, isSameClipped, untouchedFact } from '../retcons/clips';
import { datesKnown, type Standing, standingOf, untouchedStanding } from '../retcons/standing';
import type { CanonStops, NameSteps, Steps } from './canonStops';
import { movingView } from './movingView';

/** A fact as the retcons leave it at the stops `[from, until)`; Infinity: no end. */
export interface ClippedSpan {
  readonly clipped: Clipped;
  readonly from: number;
  readonly until: number;
}

/** The standing of an entry at the stops `[from, until)`. */
export interface StandingSpan {
  /** At the present, or at the end of time where there is none. */
  readonly standing: Standing;
  /** At its own date. */
  readonly atDate: Standing;
  /** The version of the page whose dates are its own there. */
  readonly dates: Entry;
  readonly from: number;
  readonly until: number;
}

/** All facts of an entity and an attribute. */
export interface PairFacts {
  readonly entity: string;
  readonly attribute: string;
  /** In the order of paths, then as written, then of stops. */
  readonly spans: readonly ClippedSpan[];
}

export interface OverCanonTime {
  readonly pairs: readonly PairFacts[];
  /** For each page that has, or had, a date. */
  readonly standings: ReadonlyMap<Entry, readonly StandingSpan[]>;
  /** The entries that some retcon may touch, and the entries that make one. */
  readonly touched: Iterable<Entry>;
  /** The canon at the last stop, with many memos filled in. */
  readonly known: Known;
}

/** A step ends after this many entries. */
const PAUSE = 50;

/** @param entries in the order of paths @param names, stops of the same view */
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
  const known = entries.flatMap(withVersions).filter(within.has);
  const { histories, view } = yield* touchedAmong(within, known, stops, present);
  let count = 0;
  for (const entry of known) {
    if (count++ % PAUSE === 0) yield;
    const history = histories.get(entry);
    if (history) {
      history.facts.flat().forEach(put);
      if (!entry.versionOf && isEverDated(entry)) standings.set(entry, history.standings);
      continue;
    }
    const from = stops.stopOf(entry);
    if (entry.date?.date) {
      const standing = untouchedStanding(entry, present);
      const atDate = untouchedStanding(entry, entry.date.date);
      standings.set(entry, [{ standing, atDate, dates: entry, from, until: Infinity }]);
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

function standingsOf(known: Known, entry: Entry, present: WorldDate | null) {
  const dates = datesKnown(known, entry);
  return {
    standing: standingOf(known, entry, present),
    atDate: standingOf(known, entry, dates.date?.date ?? present),
    dates,
  };
}

interface Touched {
  readonly histories: ReadonlyMap<Entry, History>;
  readonly view: Known;
}

/** The facts and standings of an entry over canon time. `facts` has the spans of each fact by its index. */
interface History {
  readonly facts: ClippedSpan[][];
  readonly standings: StandingSpan[];
}

/**
 * The histories of all entries that some retcon may touch, or that make one. One moving view goes along canon time, and at each stop
 * recomputes the entries for which something has changed.
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
            ? { clips: clippedIn(moving.known, entry), ...standingsOf(moving.known, entry, present) }
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
      const { standing, atDate, dates } = answer;
      goOn(
        standings,
        from,
        (last) => last.standing !== standing || last.atDate !== atDate || last.dates !== dates,
        (when) => ({ standing, atDate, dates, ...when }),
      );
    }
    const next = moving.next();
    stop = next && stops.numberOf(next);
  }
  moving.to(last, NOBODY);
  return { histories, view: moving.known };
}

const NOBODY: ReadonlySet<Entry> = new Set();

/** Ends the last span at a stop and appends another, if the value changes there. */
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

/** The entries that declare a retcon, and those that any retcon may name, at whatever canon point. */
function* declaringOrDeclared({ canon }: Still, known: readonly Entry[]): Generator<void, Iterable<Entry>> {
  const found: Entry[] = [];
  for (const [i, entry] of known.entries()) {
    if (i % MANY === MANY - 1) yield;
    const { declarations, formerly, versionOf } = entry;
    if (declarations.length + formerly.length > 0 || versionOf || isNamed(canon, 'declaredOn', entry))
      found.push(entry);
  }
  return found;
}

/** So many entries are looked up in one step. */
const MANY = 1000;
