/** The dated values of a state by line and by the day on which they begin, and where each of them is ended by the next: while they come and go. */
import type { Moment } from '../../chronology';
import type { Entry } from '../../entry/entry';
import { firstPast } from '../../text/sorted';
import type { Known } from '../model/known';
import { compareTexts } from '../../text/compareTexts';
import { isSameMoment, type Segment, startDay } from '../model/segments';
import type { Clipped } from '../retcons/clips';
import { endedByNext, tierRank } from '../truth/dovetail';
import type { Held } from '../truth/truth';

/** A fact, as long as what the retcons leave of it and what its value refers to stay the same. */
export interface PlacedFact {
  readonly clipped: Clipped;
  readonly ref: Entry | undefined;
  /** Among all facts, by path, then as written. */
  readonly place: number;
}

/** A stretch of a fact, and what is held of it now. */
export interface Piece {
  readonly fact: PlacedFact;
  readonly segment: Segment;
  readonly line: string;
  held: Held | null;
}

/** What begins on one day, in one tier: all of it is ended by the same next one. */
interface Group {
  readonly day: number;
  readonly rank: number | undefined;
  /** In the order of their facts. */
  readonly pieces: Piece[];
  next: Moment | null;
}

export interface Beginnings {
  /** Tells whether others may end elsewhere by that: else it begins with one that does the same. */
  put(piece: Piece): boolean;
  take(piece: Piece): boolean;
  /** Where the next one begins that ends a piece, as it was last found. */
  nextOf(piece: Piece): Moment | null;
  /** Finds again what a day ends, and what ends what begins on it; gives the pieces that something else ends than before. */
  endAgain(line: string, day: number): Piece[];
  /** All pieces, by line, then in the order of beginning, then of facts. */
  all(): readonly Piece[];
}

/** @param ranks of the tiers of all that is ever put */
export function openBeginnings(known: Known, ranks: Iterable<number | undefined>): Beginnings {
  const lines = new Map<string, Group[]>();
  let least = Infinity;
  for (const rank of ranks) least = Math.min(least, rank ?? Infinity);
  /** Whether nothing that began before it can hold any more, of whatever tier. */
  const endsAll = ({ rank }: Group): boolean => rank === undefined || rank <= least;

  function groupsOn(line: string): Group[] {
    let all = lines.get(line);
    if (!all) lines.set(line, (all = []));
    return all;
  }

  /** The group of a piece, and its place among those of its line. */
  function groupOf({ fact, segment, line }: Piece): { readonly group: Group; readonly at: number } {
    const all = groupsOn(line);
    const [day, rank] = [startDay(segment), tierRank(known, fact.clipped.entry)];
    const at = firstPast(all, (one) => day < one.day || (day === one.day && (rank ?? -1) <= (one.rank ?? -1)));
    const found = all[at];
    if (found?.day === day && found.rank === rank) return { group: found, at };
    const group: Group = { day, rank, pieces: [], next: null };
    all.splice(at, 0, group);
    return { group, at };
  }

  const placeIn = ({ pieces }: Group, { place }: PlacedFact): number =>
    firstPast(pieces, ({ fact }) => place <= fact.place);

  return {
    put(piece) {
      const { group } = groupOf(piece);
      const place = placeIn(group, piece.fact);
      group.pieces.splice(place, 0, piece);
      return place === 0;
    },
    take(piece) {
      const { group, at } = groupOf(piece);
      const place = placeIn(group, piece.fact);
      group.pieces.splice(place, 1);
      if (group.pieces.length === 0) groupsOn(piece.line).splice(at, 1);
      return place === 0;
    },
    nextOf: (piece) => groupOf(piece).group.next,
    endAgain: (line, day) => endedAgain(known, aroundDay(groupsOn(line), day, endsAll)),
    all: () =>
      [...lines]
        .sort(([a], [b]) => compareTexts(a, b))
        .flatMap(([, groups]) => groups.flatMap(({ pieces }) => pieces).sort(inOrderOnLine)),
  };
}

const inOrderOnLine = (a: Piece, b: Piece): number =>
  startDay(a.segment) - startDay(b.segment) || a.fact.place - b.fact.place;

/** Some groups that follow each other, and the day of the last of them, behind which there are others; null: none are. */
interface Around {
  readonly groups: readonly Group[];
  readonly lastDay: number | null;
}

/** From the last day before one on which something ends all to the first behind it. */
function aroundDay(all: readonly Group[], day: number, endsAll: (group: Group) => boolean): Around {
  let first = firstPast(all, (one) => day <= one.day) - 1;
  while (first > 0 && !endsAll(all[first] as Group)) first--;
  let last = firstPast(all, (one) => day < one.day);
  while (last < all.length && !endsAll(all[last] as Group)) last++;
  const [from, lastDay] = [all[first]?.day ?? -Infinity, all[last]?.day ?? null];
  const isBehind = (one: Group): boolean => lastDay !== null && lastDay < one.day;
  return {
    groups: all.slice(
      firstPast(all, (one) => from <= one.day),
      firstPast(all, isBehind),
    ),
    lastDay,
  };
}

/** The pieces that something else ends than before. */
function endedAgain(known: Known, { groups, lastDay }: Around): Piece[] {
  const heads = groups
    .map((group) => ({ group, head: group.pieces[0] as Piece }))
    .sort((a, b) => a.group.day - b.group.day || a.head.fact.place - b.head.fact.place);
  // What one piece of a group is ended by ends all of them.
  const ended = endedByNext(
    known,
    heads.map(({ head: { fact, segment, line } }) => {
      return { clipped: fact.clipped, segment: { from: segment.from, until: null }, line, except: [] };
    }),
  );
  return heads.flatMap(({ group }, i) => {
    const next = ended[i]?.segment.until ?? null;
    // What ends those of the last day was not looked at, and is as it was.
    if (group.day === lastDay || isSameMoment(next, group.next)) return [];
    group.next = next;
    return group.pieces;
  });
}
