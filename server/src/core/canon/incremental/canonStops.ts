/** The stops of the canon axis, at which anything can change, and the answers and names from stop to stop. */
import { BEGINNING, type CanonPosition, comparePositions } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';
import { withVersions } from '../../entry/versions';
import { positionOf, filed } from '../model/canon';
import type { Known, Still, Canon } from '../model/canonValue';
import { knowing, allOf, entityNamed, entityOf, entryNamed, idOf } from '../model/known';
import { memoized } from '../../text/groups';
import { mentionKeys } from '../model/indexKeys';

/** The positions at which anything enters the canon, numbered in their order. */
export interface CanonStops {
  /** In order; the first is the beginning. */
  readonly positions: readonly CanonPosition[];
  /** The number of a position; it must be a stop. */
  readonly numberOf: (position: CanonPosition) => number;
  /** The number of the stop at which an entry becomes known. */
  readonly stopOf: (entry: Entry) => number;
  /** The canon at a stop. */
  readonly knownAt: (stop: number) => Known;
}

/**
 * Finds the stops; yields after some entries.
 * @param within only entries known here have a stop
 * @param entries all entries that `within` may know
 * @param more other positions that are stops too
 */
export function* stopsOf(
  within: Still,
  entries: readonly Entry[],
  more: readonly CanonPosition[],
): Generator<void, CanonStops> {
  const { canon } = within;
  const found = new Map<string, CanonPosition>([[keyOf(BEGINNING), BEGINNING]]);
  const keys = new Map<Entry, string>();
  for (const position of more) found.set(keyOf(position), position);
  let count = 0;
  for (const entry of entries.flatMap(withVersions)) {
    if (count++ % PAUSE === 0) yield;
    if (!within.has(entry)) continue;
    const position = positionOf(canon, entry);
    const key = keyOf(position);
    keys.set(entry, key);
    found.set(key, position);
  }
  const positions = [...found.values()].sort(comparePositions);
  const numbers = new Map(positions.map((position, i) => [keyOf(position), i]));
  const numberOf = (position: CanonPosition): number => numbers.get(keyOf(position)) ?? 0;
  const stops = new Map<Entry, number>();
  for (const [entry, key] of keys) stops.set(entry, numbers.get(key) ?? 0);
  const stopOf = (entry: Entry): number =>
    stops.get(entry) ?? numbers.get(keyOf(positionOf(canon, entry))) ?? positions.length;
  const views: Known[] = [];
  return {
    positions,
    numberOf,
    stopOf,
    knownAt: (stop) => (views[stop] ??= knowing(canon, (entry) => within.has(entry) && stopOf(entry) <= stop)),
  };
}

/** A step ends after this many entries. */
const PAUSE = 1000;

const keyOf = ({ time, rank }: CanonPosition): string => `${time} ${rank}`;

/** An answer, and the span of canon time in which it does not change. */
export interface AnswerSpan<T> {
  readonly from: CanonPosition;
  /** Exclusive; null: no end. */
  readonly until: CanonPosition | null;
  readonly value: T;
}

/**
 * Evaluates a function at every canon point where its result can change, earliest first. These points are few: a result stays the
 * same until an entry becomes known that the function looked for in vain. So the function may read only the `Known` that it gets,
 * which is a new one at each point.
 * @param within entries unknown here are never known
 */
export function answersOverCanonTime<T>(
  canon: Canon,
  ask: (known: Known) => T,
  within: Known = allOf(canon),
): AnswerSpan<T>[] {
  const spans: AnswerSpan<T>[] = [];
  for (let from: CanonPosition | null = BEGINNING; from; ) {
    const span: AnswerSpan<T> = { ...answerAround(canon, ask, from, within), from };
    spans.push(span);
    from = span.until;
  }
  return spans;
}

/**
 * Evaluates a function at one canon point, or reuses its last result if nothing can have changed in between. The result must not
 * read the `Known` later on.
 * @param last the last results by key; updated
 * @param key identifies the function and its arguments, except for the canon point
 */
export function answerNear<T>(
  last: Map<string, AnswerSpan<T>>,
  key: string,
  at: CanonPosition,
  canon: Canon,
  ask: (known: Known) => T,
): T {
  const kept = last.get(key);
  if (kept && comparePositions(kept.from, at) <= 0 && (!kept.until || comparePositions(at, kept.until) < 0))
    return kept.value;
  const span = answerAround(canon, ask, at, allOf(canon));
  last.set(key, span);
  return span.value;
}

/** Evaluates a function at one canon point. The span begins at the last entry that the function read, and ends at the first it missed. */
function answerAround<T>(canon: Canon, ask: (known: Known) => T, at: CanonPosition, within: Known): AnswerSpan<T> {
  const nearest: { last: CanonPosition; next: CanonPosition | null } = { last: BEGINNING, next: null };
  const known = knowing(canon, (entry) => {
    if (!within.has(entry)) return false;
    const position = positionOf(canon, entry);
    const isKnown = comparePositions(position, at) <= 0;
    if (isKnown && comparePositions(position, nearest.last) > 0) nearest.last = position;
    if (!isKnown && (!nearest.next || comparePositions(position, nearest.next) < 0)) nearest.next = position;
    return isKnown;
  });
  const value = ask(known);
  return { from: nearest.last, until: nearest.next, value };
}

/** A value from one stop of the canon on, up to the next step. */
interface Step<T> {
  readonly from: number;
  readonly value: T;
}

/** In order; the first begins at the first stop. */
export type Steps<T> = readonly Step<T>[];

/** What names mean from stop to stop. */
export interface NameSteps {
  readonly idSteps: (entry: Entry) => Steps<string>;
  /** The one entry that a name refers to. */
  readonly entrySteps: (name: string) => Steps<Entry | undefined>;
  /** The entity that a name means. */
  readonly entitySteps: (name: string) => Steps<string>;
  /** The entity that an entry describes. */
  readonly ownEntitySteps: (entry: Entry) => Steps<string>;
}

/** The value at a stop. */
export const nameStepAt = <T>(steps: Steps<T>, stop: number): T => {
  let i = steps.length - 1;
  while (i > 0 && stop < (steps[i] as Step<T>).from) i--;
  return (steps[i] as Step<T>).value;
};

/** Finds what names mean from stop to stop. @param stops the stops of the same view */
export function nameSteps(within: Still, stops: CanonStops): NameSteps {
  const { canon } = within;
  const evaluated = <T>(ask: (known: Known) => T): Steps<T> => {
    const steps: Step<T>[] = [];
    for (const { from, value } of answersOverCanonTime(canon, ask, within))
      if (steps.length === 0 || steps.at(-1)?.value !== value) steps.push({ from: stops.numberOf(from), value });
    return steps;
  };
  /** The only entry that a name can ever mean; null: none; undefined: several, or the name is a path. */
  const sole = (name: string): Entry | null | undefined => {
    const keys = mentionKeys(name);
    let found: Entry | null = null;
    for (const key of keys)
      for (const entry of filed(canon, 'names', key)) {
        if (keys.length > 1 || (found && found !== entry)) return undefined;
        found = entry;
      }
    return found;
  };
  const idSteps = memoized((entry: Entry): Steps<string> => {
    const { writtenId, derivedId } = entry;
    if (writtenId || sole(derivedId) === entry) return always(writtenId?.text ?? derivedId);
    return evaluated((known) => idOf(known, entry));
  });
  const ownEntitySteps = memoized(
    (entry: Entry): Steps<string> => (entry.entity ? evaluated((known) => entityOf(known, entry)) : idSteps(entry)),
  );
  return {
    idSteps,
    ownEntitySteps,
    entrySteps: memoized((name: string) => {
      const only = sole(name);
      if (only === undefined) return evaluated((known) => entryNamed(known, name));
      if (only === null || !within.has(only)) return NOTHING;
      const from = stops.stopOf(only);
      return from === 0 ? [{ from, value: only }] : [...NOTHING, { from, value: only }];
    }),
    entitySteps: memoized((name: string) => {
      const only = sole(name);
      // Before its page is written, an entity already goes by the id of that page.
      if (only && !only.entity) {
        const id = only.writtenId?.text ?? only.derivedId;
        if (sole(id) === only) return always(id);
      }
      return only === null ? always(entityNamed(within, name)) : evaluated((known) => entityNamed(known, name));
    }),
  };
}

const always = <T>(value: T): Steps<T> => [{ from: 0, value }];

const NOTHING: Steps<undefined> = always(undefined);
