/** The entries that somebody may have meant by a name to which no entry answers. */
import type { Entry } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import { slipsBetween } from '../../text/nearNames';
import { entryAt } from './canon';
import { compareTexts } from './edges';
import type { Known } from './known';
import { type ReadableMap, flat } from './table';

const MOST = 3;
const MOST_SLIPS = 6;
/** Better than any slip: all the words, at the beginning of a name or anywhere in it. `Session 3` is no slip for `Session 11`. */
const BEGINS_WHOLE = 0.25;
const HOLDS_WHOLE = 0.5;
/** Worse than any number of slips: the beginning of a name, then words of it. */
const BEGINS = 100;
const HOLDS = 200;

/** At most three entries with a name near to a text, the nearest first, then by path. */
export function nearEntries(known: Known, text: string): Entry[] {
  const { base, over } = flat(known.canon.names);
  const wanted = nameKey(text);
  const changed = scan({ base: over, names: lettered([...over.keys()]), isMeant: isKnown }, wanted);
  const isInBase = (one: Near): boolean => !over.has(one.name) && isKnown(one);
  let unchanged = nearInBase(base, wanted);
  const isCut = unchanged.length === MOST_KEPT;
  unchanged = unchanged.filter(isInBase);
  if (isCut && pathsOf(unchanged).length < MOST)
    unchanged = scan({ base, names: keptOf(base).names, isMeant: isInBase }, wanted);
  return pathsOf([...changed, ...unchanged].sort(inOrder))
    .slice(0, MOST)
    .flatMap((path) => entryAt(known.canon, path) ?? []);

  function isKnown({ path }: Near): boolean {
    const entry = entryAt(known.canon, path);
    return entry !== undefined && known.has(entry);
  }
}

/** A path under one of its names, and how far that is from the wanted one. */
interface Near {
  readonly path: string;
  readonly name: string;
  readonly far: number;
}

const inOrder = (a: Near, b: Near): number => a.far - b.far || compareTexts(a.path, b.path);
const pathsOf = (near: readonly Near[]): string[] => [...new Set(near.map(({ path }) => path))];

/** Some names, where they are filed, and which of those near to a text are looked for. */
interface Scanned {
  readonly base: Pick<ReadableMap<readonly string[]>, 'get'>;
  readonly names: Lettered;
  readonly isMeant: (one: Near) => boolean;
}

/** More than are asked for: some may have changed since, or not be known at the point that is asked about. */
const MOST_KEPT = 24;

/** The nearest, in order. What is further than all that are kept is not looked at closely. */
function scan({ base, names: { joined, ends, letters }, isMeant }: Scanned, wanted: string): Near[] {
  const { isFar, distance } = distancesFrom(wanted);
  const best: Near[] = [];
  let last: Near | undefined;
  for (let i = 0, begin = 0, end = 0; i < ends.length; i++, begin = end) {
    end = ends[i] ?? 0;
    const limit = last?.far ?? Infinity;
    if (isFar(end - begin, letters[i] ?? 0, limit)) continue;
    const name = joined.slice(begin, end);
    const far = distance(name, limit);
    if (far === null) continue;
    for (const path of base.get(name) ?? []) {
      const one = { path, name, far };
      if ((last && inOrder(last, one) <= 0) || !isMeant(one)) continue;
      best.push(one);
      best.sort(inOrder).splice(MOST_KEPT);
      last = best[MOST_KEPT - 1];
    }
  }
  return best;
}

/** How many texts are remembered: a slip is asked about again with every key, and a page can have many. */
const TEXTS = 500;

interface Kept {
  readonly names: Lettered;
  readonly near: Map<string, readonly Near[]>;
}

/** The names of a codex and what was near to which text: they are asked for at every key, and few of them change. */
const remembered = new WeakMap<ReadableMap<unknown>, Kept>();

function keptOf(base: ReadableMap<unknown>): Kept {
  let kept = remembered.get(base);
  // While a codex is read for the first time, its names grow in place.
  if (kept?.names.ends.length !== base.size)
    remembered.set(base, (kept = { names: lettered([...base.keys()]), near: new Map() }));
  return kept;
}

/** What is near to a text among names that do not change from key to key. */
function nearInBase(base: ReadableMap<readonly string[]>, wanted: string): readonly Near[] {
  const { names, near } = keptOf(base);
  let found = near.get(wanted);
  if (!found) {
    if (near.size > TEXTS) near.clear();
    found = scan({ base, names, isMeant: () => true }, wanted);
    near.set(wanted, found);
  }
  return found;
}

/** Names one after the other, where each ends, and its letters: few are looked at closely, and only those are made. */
interface Lettered {
  readonly joined: string;
  readonly ends: Uint32Array;
  readonly letters: Int32Array;
}

function lettered(names: readonly string[]): Lettered {
  const [ends, letters] = [new Uint32Array(names.length), new Int32Array(names.length)];
  let end = 0;
  for (const [i, name] of names.entries()) {
    ends[i] = end += name.length;
    letters[i] = lettersOf(name);
  }
  return { joined: names.join(''), ends, letters };
}

/** What tells how far names are from the wanted one. */
interface Distances {
  /** Whether a name of this length and these letters is too far from what was meant. This rules most names out. */
  isFar(length: number, letters: number, limit: number): boolean;
  /** Null where the name is too far from what was meant. */
  distance(name: string, limit: number): number | null;
}

function distancesFrom(wanted: string): Distances {
  const worst = Math.min(Math.max(1, Math.floor(wanted.length / 4)), MOST_SLIPS);
  const ownLetters = lettersOf(wanted);
  const whole = wordsOf(wanted);
  const words = whole.filter((word) => word.length > 2);
  const inWords = lettersOf(words.join(''));
  return {
    isFar(length, letters, limit) {
      const most = Math.min(worst, limit);
      const isNoSlip =
        Math.abs(length - wanted.length) > most ||
        bits(ownLetters & ~letters) > most ||
        bits(letters & ~ownLetters) > most;
      return isNoSlip && (inWords & ~letters) !== 0;
    },
    distance(name, limit) {
      if (words.length > 0 && whole.every((word) => name.includes(word))) {
        const own = wordsOf(name);
        if (whole.every((word, at) => own[at] === word)) return BEGINS_WHOLE;
        if (whole.every((word) => own.includes(word))) return HOLDS_WHOLE;
      }
      const most = Math.floor(Math.min(worst, limit));
      const slips = slipsBetween(wanted, name, most);
      if (slips <= most && slips < name.length) return slips;
      if (wanted.length > 2 && name.startsWith(wanted)) return BEGINS;
      return words.length > 0 && words.every((word) => name.includes(word)) ? HOLDS : null;
    },
  };
}

const wordsOf = (name: string): string[] => name.match(/[\p{L}\p{N}]+/gu) ?? [];

/** A bit for each letter that occurs; each slip brings or takes one at most. */
function lettersOf(name: string): number {
  let letters = 0;
  for (let i = 0; i < name.length; i++) letters |= 1 << (name.charCodeAt(i) & 31);
  return letters;
}

/** How many are set: by twos, by fours, by eights, and the four bytes together. */
function bits(set: number): number {
  const twos = set - ((set >>> 1) & 0x55555555);
  const fours = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
