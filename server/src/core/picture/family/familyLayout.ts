/** The plan of a family's picture, in pixels: boxes of people, signs of unions, and the lines from these to children. */
import { rowsOfFamily } from './arrangeFamily';
import { placeFamily, PERSON_HEIGHT, PERSON_WIDTH } from './familyPlaces';
import type { Family, FamilyUnion } from '../shapes/familyShape';
import { addTo } from '../../text/groups';

export type PlanPoint = readonly [x: number, y: number];

export interface PlacedPerson {
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

export interface PlacedUnion {
  readonly union: FamilyUnion;
  /** Where its sign is. */
  readonly at: PlanPoint;
  /** By partner: the line to the sign. */
  readonly ties: readonly (readonly PlanPoint[])[];
  /** By child: the line from the sign. */
  readonly descents: readonly (readonly PlanPoint[])[];
}

/** It rests on all that ever held: a point on the axes moves nothing of it. */
export interface FamilyLayout {
  readonly width: number;
  readonly height: number;
  /** In the order of `Family.people`. */
  readonly people: readonly PlacedPerson[];
  readonly unions: readonly PlacedUnion[];
}

/** Between a row and the first line below it, between two such lines, and between the last and the next row. */
const [ABOVE_LINES, LINE_STEP, BELOW_LINES] = [20, 9, 26];
/** Two lines that come to one child stand so far apart. */
const PORT = 14;

export function layoutFamily({ people, unions }: Pick<Family, 'people' | 'unions'>): FamilyLayout {
  const rows = rowsOfFamily(people, unions);
  const places = new Map(people.map(({ id }, i) => [id, i]));
  const indicesOf = (ids: readonly string[]): number[] => ids.flatMap((id) => places.get(id) ?? []);
  const drawn = unions.map((union) => ({
    union,
    partners: indicesOf(union.partners),
    children: indicesOf(union.children),
  }));
  const parentsOf = people.map((): number[] => []);
  const childrenOf = people.map((): number[] => []);
  for (const { partners, children } of drawn)
    for (const child of children)
      for (const parent of partners) {
        parentsOf[child]?.push(parent);
        childrenOf[parent]?.push(child);
      }
  const x = placeFamily(rows, parentsOf, childrenOf);
  const rowOf = new Map(rows.flatMap((row, r) => row.flat().map((person) => [person, r] as const)));
  const middleOf = (person: number): number => (x[person] ?? 0) + PERSON_WIDTH / 2;

  const hung = drawn.map((one) => hang(one, x, rowOf));
  const tracks = tracksOf(hung, middleOf);
  const tops: number[] = [];
  let y = 0;
  rows.forEach((_, r) => {
    tops[r] = y;
    const lines = hung.reduce((most, { row }, i) => (row === r ? Math.max(most, (tracks[i] ?? 0) + 1) : most), 0);
    y += PERSON_HEIGHT + ABOVE_LINES + LINE_STEP * lines + BELOW_LINES;
  });
  const topOf = (person: number): number => tops[rowOf.get(person) ?? 0] ?? 0;
  const ports = portsOf(hung);
  const width = people.reduce((most, _, i) => Math.max(most, (x[i] ?? 0) + PERSON_WIDTH), 0);
  return {
    width,
    height: rows.length === 0 ? 0 : (tops.at(-1) ?? 0) + PERSON_HEIGHT + ABOVE_LINES,
    people: people.map((_, index) => ({ index, x: x[index] ?? 0, y: topOf(index) })),
    unions: hung.map(({ union, partners, children, row, side }, i) => {
      const bottom = (tops[row] ?? 0) + PERSON_HEIGHT;
      const line = bottom + ABOVE_LINES + LINE_STEP * (tracks[i] ?? 0);
      const at: PlanPoint = [side.x, side.isBeside ? bottom - PERSON_HEIGHT / 2 : side.isUnder ? bottom + 8 : bottom];
      return {
        union,
        at,
        ties: partners.map((partner) => tieOf(at, side, middleOf(partner), x[partner] ?? 0, topOf(partner))),
        descents: children.map((child, nth) => {
          const to = middleOf(child) + (ports[i]?.[nth] ?? 0);
          return [at, [at[0], line], [to, line], [to, topOf(child)]] as const;
        }),
      };
    }),
  };
}

interface Side {
  readonly x: number;
  /** Its partners stand beside each other, and it between them. */
  readonly isBeside: boolean;
  /** It hangs below its partners, who stand apart. */
  readonly isUnder: boolean;
}

interface Hung {
  readonly union: FamilyUnion;
  readonly partners: readonly number[];
  readonly children: readonly number[];
  /** The row below which its lines run: that of the lower partner. */
  readonly row: number;
  readonly side: Side;
}

function hang(
  one: { readonly union: FamilyUnion; readonly partners: readonly number[]; readonly children: readonly number[] },
  x: Float64Array,
  rowOf: ReadonlyMap<number, number>,
): Hung {
  const [a = 0, b] = one.partners;
  const row = Math.max(...one.partners.map((person) => rowOf.get(person) ?? 0));
  if (b === undefined)
    return { ...one, row, side: { x: (x[a] ?? 0) + PERSON_WIDTH / 2, isBeside: false, isUnder: false } };
  const [left, right] = [x[a] ?? 0, x[b] ?? 0].sort((one_, other) => one_ - other) as [number, number];
  const isNear = rowOf.get(a) === rowOf.get(b) && right - left < PERSON_WIDTH * 1.6;
  const lower = rowOf.get(a) === row ? a : b;
  const middle = isNear
    ? (left + PERSON_WIDTH + right) / 2
    : (x[lower === a && rowOf.get(b) === row ? b : lower] ?? 0) + PERSON_WIDTH / 2;
  return { ...one, row, side: { x: isNear ? middle : middle + PORT, isBeside: isNear, isUnder: !isNear } };
}

/** From a partner to the sign of the union. */
function tieOf([x, y]: PlanPoint, { isBeside, isUnder }: Side, middle: number, left: number, top: number): PlanPoint[] {
  if (isBeside)
    return [
      [left < x ? left + PERSON_WIDTH : left, y],
      [x, y],
    ];
  if (!isUnder)
    return [
      [middle, top + PERSON_HEIGHT],
      [x, y],
    ];
  const from = Math.abs(middle + PORT - x) < 1 ? x : middle - PORT;
  return [
    [from, top + PERSON_HEIGHT],
    [from, y],
    [x, y],
  ];
}

/** Which line below its row each union has, so that no two lie upon each other: from the left, the first that is free. */
function tracksOf(hung: readonly Hung[], middleOf: (person: number) => number): number[] {
  const tracks = hung.map(() => 0);
  const order = hung
    .map(({ row, side, children }, i) => {
      const ends = [side.x, ...children.map(middleOf)];
      return { i, row, left: Math.min(...ends) - PORT, right: Math.max(...ends) + PORT };
    })
    .filter(({ i }) => (hung[i]?.children.length ?? 0) > 0)
    .sort((a, b) => a.left - b.left);
  const free = new Map<string, number>();
  for (const { i, row, left, right } of order) {
    let track = 0;
    while ((free.get(`${row} ${track}`) ?? -Infinity) > left) track++;
    free.set(`${row} ${track}`, right);
    tracks[i] = track;
  }
  return tracks;
}

/** By union and child, how far from the middle of the child its line ends, where several come to one: from the left, as they hang. */
function portsOf(hung: readonly Hung[]): number[][] {
  const comers = new Map<number, number[]>();
  hung.forEach(({ children }, i) => {
    for (const child of children) addTo(comers, child, i);
  });
  const inOrder = (child: number): readonly number[] =>
    (comers.get(child) ?? []).toSorted((a, b) => (hung[a]?.side.x ?? 0) - (hung[b]?.side.x ?? 0));
  return hung.map(({ children }, i) =>
    children.map((child) => {
      const all = inOrder(child);
      return (all.indexOf(i) - (all.length - 1) / 2) * PORT;
    }),
  );
}
