/** Dovetails the values of one entity and attribute: dated values end each other, and undated values fill the gaps (model §4.3). */
import type { Moment } from '../../chronology';
import type { Entry } from '../../entry/entry';
import { versionKey } from '../../entry/versions';
import { firstPast, compareTexts } from '../../text/sorted';
import type { Clipped } from '../retcons/clips';
import { type Outlives, ownBeginning } from '../retcons/beginnings';
import { idOf } from '../model/known';
import { limitAt, refuse } from '../model/limits';
import type { Known } from '../model/canonValue';
import { before, endDay, lineOf, onwards, type Segment, startDay } from '../model/segments';
import { addTo } from '../../text/groups';

/** A stretch of world time over which a stated fact holds, after retcons and neighbouring facts have been applied. */
export interface Stretch {
  readonly clipped: Clipped;
  readonly segment: Segment;
  /** The line it lies on; null: every line but those of `except`. */
  readonly line: string | null;
  readonly except: readonly string[];
}

/** Compares by beginning, then by entry id, then as written. */
export const byBeginning =
  (known: Known) =>
  (a: Stretch, b: Stretch): number =>
    startDay(a.segment) - startDay(b.segment) ||
    compareTexts(idOf(known, a.clipped.entry), idOf(known, b.clipped.entry)) ||
    a.clipped.fact.index - b.clipped.fact.index ||
    compareTexts(a.line ?? '', b.line ?? '');

/** The stretch over which a fact holds in a segment. */
export const holding = (clipped: Clipped, segment: Segment, except: readonly string[] = []): Stretch => ({
  clipped,
  segment,
  line: lineOf(segment),
  except,
});

/**
 * A state has one value at a time: each dated stretch ends where the next begins, and undated ones fill what is left.
 * @param stretches by path, then as written @param outlivesOf whose facts end a stretch only up to a day, or not at all
 * @throws {PastLimit} where undated ones fill too many gaps
 */
export function dovetailed(
  known: Known,
  stretches: readonly Stretch[],
  outlivesOf: (stretch: Stretch) => Outlives,
): Stretch[] {
  const dated = stretches.filter(({ segment }) => segment.from !== null);
  const undated = stretches.filter(({ segment }) => segment.from === null);
  const ended = endedByNext(known, dated, outlivesOf);
  const [first] = undated;
  if (!first) return ended;
  refuse(limitAt('gaps', undated.length * dated.length, first.clipped.entity, first.clipped));
  const leftBeside = leftAmong(known, ended);
  const gapsOf = (one: Stretch) => fillingGaps(one, leftBeside(tierRank(known, one.clipped.entry)));
  return [...ended, ...undated.flatMap(gapsOf)];
}

/** A stretch that may end those that began before it; `rank` is -1 if it is unranked, and then it ends any. */
interface Later {
  readonly from: Moment | null;
  readonly rank: number;
}

const byLineThenBeginning = (a: Stretch, b: Stretch): number =>
  compareTexts(a.line ?? '', b.line ?? '') || startDay(a.segment) - startDay(b.segment);

/** @param dated by path, then as written */
function endedByNext(known: Known, dated: readonly Stretch[], outlivesOf: (one: Stretch) => Outlives): Stretch[] {
  const inOrder = [...dated].sort(byLineThenBeginning);
  const ended: Stretch[] = [...inOrder];
  const parted: Stretch[] = [];
  // A stack of the stretches that begin later on the line, the next one on top. A stretch of a lower tier behind one of a higher
  // tier is dropped: the nearer one ends everything that the farther one would end.
  const later: Later[] = [];
  let onSameDay: Later[] = [];
  for (let i = inOrder.length - 1; i >= 0; i--) {
    const [one, after] = [inOrder[i], inOrder[i + 1]];
    if (!one) continue;
    const { segment, line, clipped } = one;
    if (after?.line !== line) {
      later.length = 0;
      onSameDay = [];
    } else if (startDay(segment) < startDay(after.segment)) {
      for (const begun of onSameDay) {
        while ((later.at(-1)?.rank ?? -Infinity) >= begun.rank) later.pop();
        later.push(begun);
      }
      onSameDay = [];
    }
    const rank = tierRank(known, clipped.entry);
    const outlives = outlivesOf(one);
    if (hasOwnEnd(one) || outlives.size > 0) {
      const [first, ...more] = endedByEach(known, one, inOrder, i, outlives);
      ended[i] = { ...one, segment: first ?? segment };
      for (const part of more) parted.push({ ...one, segment: part });
    } else {
      const next = later[firstPast(later, (other) => (rank ?? Infinity) < other.rank) - 1];
      const left = upToNext(segment, next?.from ?? null);
      if (left !== segment) ended[i] = { ...one, segment: left };
    }
    onSameDay.push({ from: segment.from, rank: rank ?? -1 });
  }
  return parted.length > 0 ? [...ended, ...parted].sort(byLineThenBeginning) : ended;
}

/** Whether a fact itself says until when it holds: then it does, and only what begins on the last of its days ends it before. */
const hasOwnEnd = ({ clipped: { fact } }: Stretch): boolean => fact.until !== null || fact.endsLater === true;

/**
 * What later stretches leave of one that not all of them end, or not for good.
 * @param inOrder by line and beginning @param place of the one among them
 */
function endedByEach(
  known: Known,
  one: Stretch,
  inOrder: readonly Stretch[],
  place: number,
  outlives: Outlives,
): readonly Segment[] {
  const { clipped, line } = one;
  const rank = tierRank(known, clipped.entry);
  const lastDay = hasOwnEnd(one)
    ? (clipped.fact.until?.inclusive && clipped.fact.until.date?.start) || null
    : undefined;
  if (lastDay === null) return [one.segment];
  let left: readonly Segment[] = [one.segment];
  const first = lastDay ? firstFrom(inOrder, place, lastDay.day) : place + 1;
  for (let i = first; i < inOrder.length && left.length > 0; i++) {
    const next = inOrder[i] as Stretch;
    const { from } = next.segment;
    if (next.line !== line || from === null || endDay(one.segment) <= from.day) break;
    if (from.day === startDay(one.segment)) continue;
    if (lastDay && lastDay.day < from.day) break;
    if (lastDay && !beginsByItself(next)) continue;
    if ((rank ?? Infinity) < (tierRank(known, next.clipped.entry) ?? -1)) continue;
    const again = outlives.get(versionKey(next.clipped.entry));
    if (again === null) continue;
    left = left.flatMap((part) => [...before(part, from), ...(again ? onwards(part, again) : [])]);
  }
  return left;
}

/** The place behind another of the first stretch of its line that begins on a day or later. */
function firstFrom(inOrder: readonly Stretch[], place: number, day: number): number {
  const { line } = inOrder[place] as Stretch;
  const isPast = (other: Stretch): boolean =>
    other.line === line ? day <= startDay(other.segment) : compareTexts(line ?? '', other.line ?? '') < 0;
  return Math.max(place + 1, firstPast(inOrder, isPast));
}

/** Whether a stretch begins where its fact or its entry says, and not with a retcon. */
const beginsByItself = ({ clipped: { entry, fact }, segment }: Stretch): boolean =>
  ownBeginning(entry, fact)?.day === startDay(segment);

/** @param next where the stretch begins that ends this one */
const upToNext = (segment: Segment, next: Moment | null): Segment =>
  next && next.day < endDay(segment) ? { ...segment, until: next } : segment;

/** The rank of an entry's tier, 0 the highest; undefined: unranked. */
export function tierRank(known: Known, entry: Pick<Entry, 'tier'>): number | undefined {
  const { tier } = entry;
  if (!tier) return undefined;
  return ranksOf(known.canon.codex.tiers).get(tier.text.toLowerCase());
}

const ranks = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

/** The rank of each tier, by its name in lower case. */
function ranksOf(tiers: readonly string[]): ReadonlyMap<string, number> {
  let found = ranks.get(tiers);
  // The first of two tiers with the same name counts.
  if (!found)
    ranks.set(
      tiers,
      (found = new Map([...tiers].reverse().map((one, i) => [one.toLowerCase(), tiers.length - 1 - i]))),
    );
  return found;
}

/** The world time that dated values leave to undated values of one tier. */
interface LeftBeside {
  /** The gaps of each line, earliest first. */
  readonly gaps: ReadonlyMap<string, readonly Segment[]>;
  /** The lines on which dated values take any time. */
  readonly taken: readonly string[];
}

/**
 * A dated value of a lower tier takes nothing from an undated value: the two hold side by side. Values of one tier have the same
 * gaps, which are computed once. @param dated each ended by the next
 */
function leftAmong(known: Known, dated: readonly Stretch[]): (rank: number | undefined) => LeftBeside {
  const ranked = dated.map((stretch) => ({ stretch, rank: tierRank(known, stretch.clipped.entry) }));
  const found = new Map<number | undefined, LeftBeside>();
  return (rank) => {
    let left = found.get(rank);
    if (!left) {
      const byLine = new Map<string, Stretch[]>();
      for (const { stretch, rank: other } of ranked) {
        if (stretch.line === null || (rank !== undefined && other !== undefined && rank < other)) continue;
        addTo(byLine, stretch.line, stretch);
      }
      const gaps = new Map([...byLine].map(([line, onLine]) => [line, gapsBetween(onLine)] as const));
      const isTaken = (line: string): boolean => !gaps.get(line)?.some((gap) => lineOf(gap) === null);
      found.set(rank, (left = { gaps, taken: [...gaps.keys()].filter(isTaken) }));
    }
    return left;
  };
}

const EVER: Segment = { from: null, until: null };

/** An undated value holds only where no dated value does: in the gaps of each line with dated values, and on all other lines. */
function fillingGaps({ clipped, segment, line }: Stretch, left: LeftBeside): Stretch[] {
  const { gaps, taken } = left;
  if (line !== null) return filled(clipped, gaps.get(line), segment.until);
  const held = taken.flatMap((one) => filled(clipped, gaps.get(one), null));
  // Lines on which dated values take nothing count among all the others.
  return [...held, holding(clipped, segment, taken)];
}

/**
 * Where an undated value holds in the gaps of a line.
 * @param gaps left out: no dated value holds on the line
 * @param until where the value ends
 */
function filled(clipped: Clipped, gaps: readonly Segment[] = [EVER], until: Moment | null): Stretch[] {
  if (!until) return gaps.map((gap) => holding(clipped, gap));
  const begun = gaps.slice(
    0,
    firstPast(gaps, (gap) => until.day <= startDay(gap)),
  );
  return begun.map((gap) => holding(clipped, until.day <= endDay(gap) ? { from: gap.from, until } : gap));
}

/** The segments of a line where no dated value holds. @param taken the dated values of the line, earliest first */
function gapsBetween(taken: readonly Stretch[]): Segment[] {
  const gaps: Segment[] = [];
  let from: Moment | null = null;
  for (const { segment } of taken) {
    if (startDay(segment) > (from?.day ?? -Infinity)) gaps.push({ from, until: segment.from });
    if (segment.until === null) return gaps;
    if (segment.until.day > (from?.day ?? -Infinity)) from = segment.until;
  }
  return [...gaps, { from, until: null }];
}
