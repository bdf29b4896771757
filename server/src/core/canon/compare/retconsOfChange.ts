/** Which retcons say that an answer is another one, and the entries that make them. */
import type { Entry } from '../../entry/entry';
import type { Retcon } from '../model/edges';
import type { Known } from '../model/known';
import { type ChangeOnLine, dayOrOpen } from './changesOnLines';
import { counterpart } from './identity';

/** A retcon that touches an answer. */
export interface Touching {
  readonly retcon: Retcon;
  readonly place: number;
  /** The place of the first that its entry makes. */
  readonly maker: number;
}

/** An entity may have had several names, all of which a retcon touches. */
export function numberMakers(retcons: readonly Retcon[]): Touching[] {
  const makers = new Map<Entry, number>();
  return [...new Set(retcons)].map((retcon, place) => {
    const maker = makers.get(retcon.by) ?? place;
    makers.set(retcon.by, maker);
    return { retcon, place, maker };
  });
}

/** The entries that make retcons, each once: by their numbers, since a set of thousands is slow to fill for each of thousands of changes. */
export function makersOf(saying: readonly Touching[], count: number): Entry[] {
  const seen = new Uint8Array(count);
  const makers: Entry[] = [];
  for (const { retcon, maker } of saying) {
    if (seen[maker] === 0) makers.push(retcon.by);
    seen[maker] = 1;
  }
  return makers;
}

/** Of a set, the retcons that are about what the entries of a change say: those of others have nothing to do with it. */
export function retconsOfParts(
  a: Known,
  b: Known,
  touching: readonly Touching[],
): (change: ChangeOnLine) => readonly Touching[] {
  const about = new Map<Entry | 'all', Set<Touching>>();
  const add = (key: Entry | 'all', one: Touching): void => void about.set(key, (about.get(key) ?? new Set()).add(one));
  for (const one of touching) {
    const { kind, by, old } = one.retcon;
    // What was brought back can end whatever else is told.
    if (kind === 'restores') add('all', one);
    else for (const entry of [by, old]) add(entry, one);
  }
  return ({ before, after }) => {
    const entries = [...before, ...after].flatMap(({ held: { clipped } }) => [
      clipped.entry,
      counterpart(a, b, clipped.entry) ?? clipped.entry,
    ]);
    const found = new Set((['all', ...entries] as const).flatMap((key) => [...(about.get(key) ?? [])]));
    return [...found].sort((one, other) => one.place - other.place);
  };
}

/** Whether a retcon can have changed anything in a stretch. A stretch that is over before the retcon takes effect stays as it was. */
export function reaches({ effective }: Retcon, { from, until }: ChangeOnLine): boolean {
  if (effective === 'always') return true;
  const line = from?.line ?? until?.line;
  return line === undefined || (line === effective.line && effective.day < dayOrOpen(until, Infinity));
}
