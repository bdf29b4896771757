/** Where undated values of a state fill the gaps between dated ones, while both come and go. */
import type { Known } from '../model/known';
import { isSameMoment, lineOf, type Segment } from '../model/segments';
import { areSameFurther, fillingGaps, leftAmong, type Stretch, tierRank } from '../truth/dovetail';
import type { Held } from '../truth/truth';
import type { PlacedFact } from './beginnings';
import type { HeldChange } from './stretchesNow';

export interface GapsNow {
  put(fact: PlacedFact): void;
  take(fact: PlacedFact): void;
  /** @param dated all dated values, by line, then in the order of beginning; null: they are as they were */
  settle(dated: readonly Held[] | null): HeldChange;
}

/** Undated values that have the same gaps: these are looked for once. */
interface Alike {
  readonly key: string;
  /** One of them, as if nothing else held. */
  readonly alone: Stretch;
  /** The gaps as one of them holds them; null: they have not been looked for. */
  gaps: readonly Stretch[] | null;
  /** What each of them holds, in the order of the gaps. */
  readonly held: Map<PlacedFact, Held[]>;
}

/** @param mostGaps so many are told of each value on each line */
export function openGaps(known: Known, mostGaps: number): GapsNow {
  const all = new Map<string, Alike>();
  const byFact = new Map<PlacedFact, readonly Alike[]>();
  let leftBeside = leftAmong(known, []);
  let due: PlacedFact[] = [];
  let gone: Held[] = [];

  function alikeWith({ clipped }: PlacedFact, segment: Segment): Alike {
    const { until } = segment;
    const key = `${tierRank(known, clipped.entry)} ${until?.line} ${until?.day} ${until?.approximate} ${until?.text}`;
    let alike = all.get(key);
    if (!alike) {
      const alone = { clipped, segment, line: lineOf(segment), except: [] };
      all.set(key, (alike = { key, alone, gaps: null, held: new Map() }));
    }
    return alike;
  }

  const gapsFor = ({ alone }: Alike): readonly Stretch[] =>
    fillingGaps(alone, leftBeside(tierRank(known, alone.clipped.entry)), mostGaps);

  /** Finds the gaps again, and puts those that are others into what each value holds. */
  function fillAgain(alike: Alike, come: Held[]): void {
    const before = alike.gaps;
    if (!before) return;
    const after = gapsFor(alike);
    const { first, behind } = sameAtEnds(before, after);
    alike.gaps = after;
    const others = after.slice(first, after.length - behind);
    for (const [fact, own] of alike.held) {
      const now = others.map((gap) => heldIn(fact, gap));
      for (const one of own.slice(first, before.length - behind)) gone.push(one);
      for (const one of now) come.push(one);
      alike.held.set(fact, [...own.slice(0, first), ...now, ...own.slice(before.length - behind)]);
    }
  }

  return {
    put(fact) {
      const undated = fact.clipped.segments.filter(({ from }) => from === null);
      byFact.set(
        fact,
        undated.map((segment) => alikeWith(fact, segment)),
      );
      due.push(fact);
    },
    take(fact) {
      for (const { key, held } of byFact.get(fact) ?? []) {
        gone.push(...(held.get(fact) ?? []));
        held.delete(fact);
        if (held.size === 0) all.delete(key);
      }
      byFact.delete(fact);
    },
    settle(dated) {
      const come: Held[] = [];
      if (dated) {
        leftBeside = leftAmong(known, dated);
        for (const alike of all.values()) fillAgain(alike, come);
      }
      for (const fact of due)
        for (const alike of byFact.get(fact) ?? []) {
          alike.gaps ??= gapsFor(alike);
          const held = alike.gaps.map((gap) => heldIn(fact, gap));
          alike.held.set(fact, held);
          come.push(...held);
        }
      const change = { come, gone };
      [due, gone] = [[], []];
      return change;
    },
  };
}

const heldIn = ({ clipped, ref }: PlacedFact, { segment, line, except, further }: Stretch): Held => ({
  clipped,
  segment,
  line,
  except,
  further,
  ref,
});

/** How many gaps are the same at the beginning, and how many behind all others. */
function sameAtEnds(before: readonly Stretch[], after: readonly Stretch[]): { first: number; behind: number } {
  const least = Math.min(before.length, after.length);
  let first = 0;
  while (first < least && isSameGap(before[first] as Stretch, after[first] as Stretch)) first++;
  let behind = 0;
  while (first + behind < least && isSameGap(before.at(-1 - behind) as Stretch, after.at(-1 - behind) as Stretch))
    behind++;
  return { first, behind };
}

/** The ends of a gap say on which line it lies; one that has none lies on all lines but some. */
const isSameGap = (a: Stretch, b: Stretch): boolean =>
  isSameMoment(a.segment.from, b.segment.from) &&
  isSameMoment(a.segment.until, b.segment.until) &&
  areSameFurther(a.further, b.further) &&
  a.except.length === b.except.length &&
  a.except.every((line, i) => line === b.except[i]);
