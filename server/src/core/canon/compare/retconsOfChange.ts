/** Which retcons declare that an answer differs, and the entries that make them. */
import type { Entry } from '../../entry/entry';
import type { Retcon } from '../model/edges';
import type { Known } from '../model/canonValue';
import { type ChangeOnLine, dayOrOpen } from './changesOnLines';
import { counterpart } from './identity';
import { addTo } from '../../text/groups';

/** The entries that make retcons, each once. */
export const makersOf = (retcons: readonly Retcon[]): Entry[] => [...new Set(retcons.map(({ by }) => by))];

/** The retcons of a large set that concern what the entries of a change state: those of other entries change nothing there. */
export function retconsOfParts(
  a: Known,
  b: Known,
  touching: readonly Retcon[],
): (change: ChangeOnLine) => readonly Retcon[] {
  const places = new Map(touching.map((retcon, i) => [retcon, i]));
  const about = new Map<Entry | 'all', Retcon[]>();
  for (const retcon of touching) {
    const { kind, by, old } = retcon;
    // What was brought back can end any other value.
    if (kind === 'restores') addTo(about, 'all', retcon);
    else for (const entry of new Set([by, old])) addTo(about, entry, retcon);
  }
  return ({ before, after }) => {
    const entries = [...before, ...after].flatMap(({ held: { clipped } }) => [
      clipped.entry,
      counterpart(a, b, clipped.entry) ?? clipped.entry,
    ]);
    const found = new Set((['all', ...entries] as const).flatMap((key) => about.get(key) ?? []));
    return [...found].sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
  };
}

/** Whether a retcon can have changed anything in a stretch. A stretch that is over before the retcon takes effect stays as it was. */
export function reaches({ effective }: Retcon, { from, until }: ChangeOnLine): boolean {
  if (effective === 'always') return true;
  const line = from?.line ?? until?.line;
  return line === undefined || (line === effective.line && effective.day < dayOrOpen(until, Infinity));
}
