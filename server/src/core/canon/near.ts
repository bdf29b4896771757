/** Which entries somebody may have meant by a name that nobody answers to. */
import type { Entry } from '../entry/entry';
import { nameKey } from '../entry/slug';

import { slipsBetween } from '../text/near';
import { entryAt } from './canon';
import type { Known } from './known';
import { at, type Base, flat } from './table';

const MOST = 3;
const MOST_SLIPS = 6;
/** Worse than any number of slips: the beginning of a name, then words of it. */
const BEGINS = 100;
const HOLDS = 200;

/** At most three entries with a name near to a text, the nearest first, then by path. */
export function nearEntries(known: Known, text: string): Entry[] {
  const names = flat(known.canon.names);
  const distance = distanceFrom(nameKey(text));
  /** The nearest so far, in order. */
  const best: { readonly path: string; readonly entry: Entry; readonly far: number }[] = [];
  const weigh = (name: string, letters: number): void => {
    // What is further than all of them is not looked at closely.
    const far = distance(name, letters, best[MOST - 1]?.far ?? Infinity);
    if (far === null) return;
    for (const path of at(names, name) ?? []) {
      const entry = entryAt(known.canon, path);
      const same = best.findIndex((one) => one.path === path);
      if (!entry || !known.has(entry) || (best[same]?.far ?? Infinity) <= far) continue;
      if (same >= 0) best.splice(same, 1);
      const after = best.findIndex((one) => one.far > far || (one.far === far && one.path > path));
      best.splice(after < 0 ? best.length : after, 0, { path, entry, far });
      best.length = Math.min(best.length, MOST);
    }
  };
  const lettered = letteredNames(names.base);
  for (const [i, name] of lettered.names.entries()) weigh(name, lettered.letters[i] ?? 0);
  for (const name of names.over.keys()) weigh(name, lettersOf(name));
  return best.map(({ entry }) => entry);
}

interface Lettered {
  readonly names: readonly string[];
  readonly letters: Int32Array;
}

const lettered = new WeakMap<Base<unknown>, Lettered>();

/** The names of a codex with the letters of each: they are asked for at every key, and few of them change. */
function letteredNames(base: Base<unknown>): Lettered {
  let found = lettered.get(base);
  // While a codex is read for the first time, its names grow in place.
  if (found?.names.length !== base.size) {
    const names = [...base.keys()];
    lettered.set(base, (found = { names, letters: Int32Array.from(names, lettersOf) }));
  }
  return found;
}

/** How far a name is from the wanted one; null where nobody could have meant it. Most are ruled out by their letters. */
function distanceFrom(wanted: string): (name: string, letters: number, limit: number) => number | null {
  const worst = Math.min(Math.max(1, Math.floor(wanted.length / 4)), MOST_SLIPS);
  const own = lettersOf(wanted);
  const words = wanted.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
  const inWords = lettersOf(words.join(''));
  return (name, letters, limit) => {
    const most = Math.min(worst, limit);
    if (Math.abs(name.length - wanted.length) <= most && bits(own & ~letters) <= most && bits(letters & ~own) <= most) {
      const slips = slipsBetween(wanted, name, most);
      if (slips <= most && slips < name.length) return slips;
    }
    if (limit < BEGINS || (inWords & ~letters) !== 0) return null;
    if (wanted.length > 2 && name.startsWith(wanted)) return BEGINS;
    return words.length > 0 && words.every((word) => name.includes(word)) ? HOLDS : null;
  };
}

/** A bit for each letter that occurs; each slip brings or takes one at most. */
function lettersOf(name: string): number {
  let letters = 0;
  for (let i = 0; i < name.length; i++) letters |= 1 << (name.charCodeAt(i) & 31);
  return letters;
}

function bits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}
