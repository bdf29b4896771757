/** The stops of the canon axis: the positions at which anything enters the canon, as numbers in their order. */
import { BEGINNING, type CanonPosition, comparePositions } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';
import { positionOf } from '../model/canonPosition';
import type { Known, Still } from '../model/canonValue';
import { knowing } from '../model/known';

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
