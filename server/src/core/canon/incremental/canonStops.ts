/** The stops of the canon axis, and which names and answers change at which of them. */
import { BEGINNING, type CanonPosition, comparePositions } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';
import { positionOf, filed } from '../model/canon';
import type { Known, Still, Canon } from '../model/canonValue';
import { knowing, allOf, entityNamed, entityOf, entryNamed, idOf } from '../model/known';
import { memoized } from '../../text/groups';
import { mentionKeys } from '../model/indexKeys';

/** The stops of the canon axis: the positions at which anything enters the canon, as numbers in their order. */
export interface CanonStops {
  /** In order; the first is the beginning. */
  readonly positions: readonly CanonPosition[];
  /** The number of a position that is one of them. */
  readonly numberOf: (position: CanonPosition) => number;
  /** The number of the stop at which an entry becomes known. */
  readonly stopOf: (entry: Entry) => number;
  /** What is known at a stop. */
  readonly knownAt: (stop: number) => Known;
}

/** Yields after some entries. @param within nothing else has a stop @param entries all that it may know @param more positions at which to stop too */
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
  for (const entry of entries) {
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

/** After so many entries others have their turn. */
const PAUSE = 1000;

const keyOf = ({ time, rank }: CanonPosition): string => `${time} ${rank}`;

/** One answer, and where it is given. */
export interface AnswerSpan<T> {
  readonly from: CanonPosition;
  /** Exclusive; null: it is the answer now. */
  readonly until: CanonPosition | null;
  readonly value: T;
}

/**
 * Asks a question at every canon point where its answer can change, earliest first. These points are few: an answer stays the
 * same until an entry becomes known that the question asked for while it was unknown. So the question must ask through `Known`
 * alone, which is made anew for each point.
 * @param within what it does not know stays unknown
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
 * Asks a question at one canon point. Where it was last asked at another, and no answer can change between the two, that one is
 * given. The answer may ask nothing more of what was known, once it is given.
 * @param last the last answer by question: this one takes its place
 * @param key all of the question but the point
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

/** Asks a question at one canon point; the span goes back to the last entry that the question asked for and that was known. */
function answerAround<T>(canon: Canon, ask: (known: Known) => T, at: CanonPosition, within: Known): AnswerSpan<T> {
  const asked: { last: CanonPosition; next: CanonPosition | null } = { last: BEGINNING, next: null };
  const known = knowing(canon, (entry) => {
    if (!within.has(entry)) return false;
    const position = positionOf(canon, entry);
    const isKnown = comparePositions(position, at) <= 0;
    if (isKnown && comparePositions(position, asked.last) > 0) asked.last = position;
    if (!isKnown && (!asked.next || comparePositions(position, asked.next) < 0)) asked.next = position;
    return isKnown;
  });
  const value = ask(known);
  return { from: asked.last, until: asked.next, value };
}

/** A value from one stop of the canon on, up to the next step. */
export interface Step<T> {
  readonly from: number;
  readonly value: T;
}

/** In order, the first from the beginning on. */
export type Steps<T> = readonly Step<T>[];

export interface NameSteps {
  readonly idSteps: (entry: Entry) => Steps<string>;
  /** The one entry that a name refers to. */
  readonly entrySteps: (name: string) => Steps<Entry | undefined>;
  /** The entity that a name means. */
  readonly entitySteps: (name: string) => Steps<string>;
  /** The entity that an entry describes. */
  readonly ownEntitySteps: (entry: Entry) => Steps<string>;
}

export const nameStepAt = <T>(steps: Steps<T>, stop: number): T => {
  let i = steps.length - 1;
  while (i > 0 && stop < (steps[i] as Step<T>).from) i--;
  return (steps[i] as Step<T>).value;
};

/** @param stops of the same view */
export function nameSteps(within: Still, stops: CanonStops): NameSteps {
  const { canon } = within;
  const asked = <T>(ask: (known: Known) => T): Steps<T> => {
    const steps: Step<T>[] = [];
    for (const { from, value } of answersOverCanonTime(canon, ask, within))
      if (steps.length === 0 || steps.at(-1)?.value !== value) steps.push({ from: stops.numberOf(from), value });
    return steps;
  };
  /** The only entry that can ever be meant by a name; null: none, undefined: there are several, or it is a path. */
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
    return asked((known) => idOf(known, entry));
  });
  const ownEntitySteps = memoized(
    (entry: Entry): Steps<string> => (entry.entity ? asked((known) => entityOf(known, entry)) : idSteps(entry)),
  );
  return {
    idSteps,
    ownEntitySteps,
    entrySteps: memoized((name: string) => {
      const only = sole(name);
      if (only === undefined) return asked((known) => entryNamed(known, name));
      if (only === null || !within.has(only)) return NOTHING;
      const from = stops.stopOf(only);
      return from === 0 ? [{ from, value: only }] : [...NOTHING, { from, value: only }];
    }),
    entitySteps: memoized((name: string) => {
      const only = sole(name);
      // Before its page is written, an entity goes by the name that the page will have.
      if (only && !only.entity) {
        const id = only.writtenId?.text ?? only.derivedId;
        if (sole(id) === only) return always(id);
      }
      return only === null ? always(entityNamed(within, name)) : asked((known) => entityNamed(known, name));
    }),
  };
}

const always = <T>(value: T): Steps<T> => [{ from: 0, value }];

const NOTHING: Steps<undefined> = always(undefined);
