/** Lays out a family's picture, in pixels: boxes of people, signs of unions, and the lines from these to children. */
import { generationsOf, type FamilyRows, orderFamily } from './familyOrder';
import type { FamilyRelation, FamilyUnion, Family } from '../shapes/kinShapes';
import { unionsOf } from './familyUnions';
import type { CanonStop } from '../shapes/timelineShape';
import { addTo } from '../../text/groups';

/**
 * Arranges a family: its unions, its generations, and the order of people. It depends on everything that ever held, on both axes.
 */
interface ArrangedFamily {
  /** By generation, then in their order: indices into the people given. */
  readonly order: readonly number[];
  /** By person; 0 for the person in question. */
  readonly generations: readonly number[];
  readonly unions: readonly FamilyUnion[];
  /** Ids, from parent to child. */
  readonly cycles: readonly (readonly string[])[];
}

/** @param people by rank: in the order of birth, or by name @param asked the index of the person in question */
export function arrangeFamily(
  people: readonly string[],
  relations: readonly FamilyRelation[],
  points: readonly CanonStop[],
  asked: number,
): ArrangedFamily {
  const places = new Map(people.map((id, i) => [id, i]));
  const placeOf = (id: string): number => places.get(id) ?? 0;
  const unions = unionsOf(relations, points);
  const parents = new Map<string, readonly [number, number]>();
  for (const { role, of, to } of relations)
    if (role === 'parent') parents.set(`${of}\n${to}`, [placeOf(of), placeOf(to)]);
  const couples = couplesOf(unions).map(([a, b]) => [placeOf(a), placeOf(b)] as const);
  const found = generationsOf({ count: people.length, parents: [...parents.values()], couples });
  const ranks = people.map((_, i) => i);
  const rows = orderFamily(found, couples, ranks);
  const middle = found.rows[asked] ?? 0;
  return {
    order: rows.flat(2),
    generations: found.rows.map((row) => row - middle),
    unions,
    cycles: found.cycles.map((cycle) => cycle.map((one) => people[one] ?? '')),
  };
}

const couplesOf = (unions: readonly FamilyUnion[]): (readonly [string, string])[] =>
  unions.flatMap(({ partners: [a, b] }) => (a !== undefined && b !== undefined ? [[a, b] as const] : []));

/** The rows of people in their order: partners beside each other are one cluster. People are indices into the list. */
export function rowsOfFamily(
  people: readonly { readonly id: string; readonly generation: number }[],
  unions: readonly FamilyUnion[],
): FamilyRows {
  const heads = new Map(people.map(({ id }) => [id, id]));
  const headOf = (id: string): string => {
    let head = id;
    while (heads.get(head) !== head) head = heads.get(head) ?? head;
    heads.set(id, head);
    return head;
  };
  for (const [a, b] of couplesOf(unions)) if (heads.has(a) && heads.has(b)) heads.set(headOf(a), headOf(b));
  const rows = new Map<number, number[][]>();
  people.forEach(({ id, generation }, i) => {
    const row = rows.get(generation) ?? [];
    rows.set(generation, row);
    const last = row.at(-1);
    const before = last && people[last.at(-1) ?? -1];
    if (last && before && headOf(before.id) === headOf(id)) last.push(i);
    else row.push([i]);
  });
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row);
}

/** The positions of a family's people, in pixels: parents above the middle of their children, without overlaps. */
export const PERSON_WIDTH = 148;
export const PERSON_HEIGHT = 44;
/** The distance between partners, with the sign of their union between them; and between unrelated people. */
export const PARTNER_GAP = 34;
const CLUSTER_GAP = 26;

const SWEEPS = 12;

/**
 * The left edge of each person, 0 the leftmost. Each sweep is linear: a row is placed as near to its wishes as its order allows.
 * @param ties by person: those of other rows to be near to
 */
export function placeFamily(rows: FamilyRows, parentsOf: Ties, childrenOf: Ties): Float64Array {
  const count = rows.reduce((sum, row) => sum + row.flat().length, 0);
  const x = new Float64Array(count);
  for (const row of rows) settle(row, x, () => undefined);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isDown = sweep % 2 === 0;
    const order = isDown ? rows : rows.toReversed();
    const near = isDown ? parentsOf : childrenOf;
    for (const row of order)
      settle(row, x, (person) => {
        const all = near[person] ?? [];
        return all.length === 0 ? undefined : all.reduce((sum, one) => sum + (x[one] ?? 0), 0) / all.length;
      });
  }
  const least = x.reduce((a, b) => Math.min(a, b), Infinity);
  return count === 0 ? x : x.map((one) => one - least);
}

type Ties = readonly (readonly number[])[];

/** Places a row: each cluster where its members want to be, pushed apart by no more than necessary. */
function settle(row: FamilyRows[number], x: Float64Array, wantedBy: (person: number) => number | undefined): void {
  const step = PERSON_WIDTH + PARTNER_GAP;
  let before = 0;
  const wishes = row.map((cluster) => {
    const offset = before;
    before += cluster.length * step - PARTNER_GAP + CLUSTER_GAP;
    const wanted = cluster.flatMap((person, i) => {
      const one = wantedBy(person);
      return one === undefined ? [] : one - i * step;
    });
    const isTied = wanted.length > 0;
    const place = isTied ? wanted.reduce((sum, one) => sum + one, 0) / wanted.length : (x[cluster[0] ?? 0] ?? 0);
    // People without ties give way.
    return { value: place - offset, weight: isTied ? wanted.length : 0.01, offset };
  });
  const values = neverFalling(wishes);
  row.forEach((cluster, k) =>
    cluster.forEach((person, i) => (x[person] = (values[k] ?? 0) + (wishes[k]?.offset ?? 0) + i * step)),
  );
}

/** The nearest numbers, by weighted squares, in ascending order: pool adjacent violators. */
export function neverFalling(wishes: readonly { readonly value: number; readonly weight: number }[]): number[] {
  const pools: { value: number; weight: number; length: number }[] = [];
  for (const { value, weight } of wishes) {
    let pool = { value, weight, length: 1 };
    for (let last = pools.at(-1); last && last.value > pool.value; last = pools.at(-1)) {
      pools.pop();
      const sum = last.weight + pool.weight;
      pool = {
        value: (last.value * last.weight + pool.value * pool.weight) / sum,
        weight: sum,
        length: last.length + pool.length,
      };
    }
    pools.push(pool);
  }
  return pools.flatMap(({ value, length }) => Array.from({ length }, () => value));
}

/** The plan. */
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

/** It depends on everything that ever held: a point on the axes moves nothing. */
export interface FamilyLayout {
  readonly width: number;
  readonly height: number;
  /** In the order of `Family.people`. */
  readonly people: readonly PlacedPerson[];
  readonly unions: readonly PlacedUnion[];
}

/** The distances between a row and the first line below it, between two such lines, and between the last and the next row. */
const [ABOVE_LINES, LINE_STEP, BELOW_LINES] = [20, 9, 26];
/** The distance between two lines that meet one child. */
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
  /** Its partners are beside each other, and it is between them. */
  readonly isBeside: boolean;
  /** It is below its partners, who are apart. */
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

/** The level of each union's line below its row, so that no two overlap: from the left, the first that is free. */
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

/**
 * By union and child, the distance from the middle of the child to the end of its line, if there are several: from the left, in
 * their order.
 */
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
