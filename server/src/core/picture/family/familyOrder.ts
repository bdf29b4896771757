/** Orders a family in its rows: partners side by side, children below their parents, few lines across each other. */
import { addTo } from '../../text/groups';

/** People are numbers from 0 on. */
interface Kinship {
  readonly count: number;
  /** `[child, parent]`, each once. */
  readonly parents: readonly (readonly [child: number, parent: number])[];
  /** Spouses, and those who have a child together; each pair once. */
  readonly couples: readonly (readonly [number, number])[];
}

interface Generations {
  /** By person: 0 for the first row, one more for each below it. */
  readonly rows: readonly number[];
  /** Groups of people side by side: a number for each person, the same for all of one group. */
  readonly groups: readonly number[];
  /** Loops of people, from parent to child, who are their own ancestors; the step from the last to the first was left out. */
  readonly cycles: readonly (readonly number[])[];
  /** The remaining steps. */
  readonly parents: readonly (readonly [child: number, parent: number])[];
}

/** Everything in it is linear in people and steps. */
export function generationsOf({ count, parents, couples }: Kinship): Generations {
  const { kept, cycles } = withoutCycles(count, parents);
  const together = joined(count, couples);
  // Two in one row may make a loop of rows: somebody marries an ancestor. They are separated.
  const apart = inLoops(count, together, kept);
  const groups = together.map((group, person) => (apart.has(group) ? count + person : group));
  return { rows: layered(groups, kept), groups, cycles, parents: kept };
}

/** Lists of children by parent, or of whatever the pairs lead to. */
function listed(count: number, pairs: readonly (readonly [number, number])[]): number[][] {
  const lists = Array.from({ length: count }, (): number[] => []);
  for (const [to, from] of pairs) lists[from]?.push(to);
  return lists;
}

/** Leaves out each step that closes a loop. */
function withoutCycles(count: number, parents: Kinship['parents']) {
  const children = listed(count, parents);
  const [unseen, open, done] = [0, 1, 2];
  const state = new Uint8Array(count);
  const cycles: number[][] = [];
  const closing = new Set<string>();
  for (let first = 0; first < count; first++) {
    if (state[first] !== unseen) continue;
    const way: { person: number; next: number }[] = [{ person: first, next: 0 }];
    state[first] = open;
    for (let top = way.at(-1); top; top = way.at(-1)) {
      const child = children[top.person]?.[top.next++];
      if (child === undefined) {
        state[top.person] = done;
        way.pop();
      } else if (state[child] === open) {
        closing.add(`${child} ${top.person}`);
        const begin = way.findIndex(({ person }) => person === child);
        cycles.push(way.slice(begin).map(({ person }) => person));
      } else if (state[child] === unseen) {
        state[child] = open;
        way.push({ person: child, next: 0 });
      }
    }
  }
  return { kept: parents.filter(([child, parent]) => !closing.has(`${child} ${parent}`)), cycles };
}

/** One number for all joined people, the smallest of them. */
function joined(count: number, pairs: readonly (readonly [number, number])[]): number[] {
  const heads = Array.from({ length: count }, (_, i) => i);
  const headOf = (one: number): number => {
    let head = one;
    while (heads[head] !== head) head = heads[head] = heads[heads[head] as number] as number;
    return head;
  };
  for (const [a, b] of pairs) {
    const [x, y] = [headOf(a), headOf(b)];
    heads[Math.max(x, y)] = Math.min(x, y);
  }
  return heads.map((_, i) => headOf(i));
}

/** The groups from which steps lead back to themselves. */
function inLoops(count: number, groups: readonly number[], parents: Kinship['parents']): ReadonlySet<number> {
  const steps = parents.map(([child, parent]) => [groups[child] ?? 0, groups[parent] ?? 0] as const);
  const below = listed(count, steps);
  const looped = new Set(steps.flatMap(([child, parent]) => (child === parent ? child : [])));
  // Tarjan's strongly connected components, without recursion: families are deep.
  const index = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const isOnStack = new Uint8Array(count);
  const stack: number[] = [];
  let next = 0;
  for (const first of new Set(groups)) {
    if (index[first] !== -1) continue;
    const way: { group: number; child: number }[] = [];
    const enter = (group: number): void => {
      index[group] = low[group] = next++;
      stack.push(group);
      isOnStack[group] = 1;
      way.push({ group, child: 0 });
    };
    enter(first);
    for (let top = way.at(-1); top; top = way.at(-1)) {
      const { group } = top;
      const child = below[group]?.[top.child++];
      if (child !== undefined) {
        if (index[child] === -1) enter(child);
        else if (isOnStack[child]) low[group] = Math.min(low[group] as number, index[child] as number);
        continue;
      }
      way.pop();
      const above = way.at(-1);
      if (above) low[above.group] = Math.min(low[above.group] as number, low[group] as number);
      if (low[group] !== index[group]) continue;
      const members = stack.splice(stack.indexOf(group));
      for (const member of members) isOnStack[member] = 0;
      if (members.length > 1) for (const member of members) looped.add(member);
    }
  }
  return looped;
}

/** The longest way down to each group; people without parents here are right above their children. */
function layered(groups: readonly number[], parents: Kinship['parents']): number[] {
  const steps = parents.map(([child, parent]) => [groups[child] ?? 0, groups[parent] ?? 0] as const);
  const below = listed(2 * groups.length, steps);
  const waiting = new Map<number, number>([...new Set(groups)].map((group) => [group, 0]));
  for (const [child] of steps) waiting.set(child, (waiting.get(child) ?? 0) + 1);
  const roots = [...waiting].flatMap(([group, count]) => (count === 0 ? group : []));
  const order = [...roots];
  const layers = new Map<number, number>(roots.map((group) => [group, 0]));
  for (const group of order)
    for (const child of below[group] ?? []) {
      layers.set(child, Math.max(layers.get(child) ?? 0, (layers.get(group) ?? 0) + 1));
      const left = (waiting.get(child) ?? 0) - 1;
      waiting.set(child, left);
      if (left === 0) order.push(child);
    }
  for (const group of roots) {
    const children = (below[group] ?? []).map((child) => layers.get(child) ?? 0);
    if (children.length > 0) layers.set(group, children.reduce((least, one) => Math.min(least, one)) - 1);
  }
  return groups.map((group) => layers.get(group) ?? 0);
}

/** People beside each other in one row. */
type Cluster = readonly number[];

/** By row, from left to right. */
export type FamilyRows = readonly (readonly Cluster[])[];

interface Ordered {
  readonly rows: Cluster[][];
  /** By person. */
  readonly parentsOf: readonly (readonly number[])[];
  readonly childrenOf: readonly (readonly number[])[];
}

/** The number of sweeps; the best order is kept. */
const SWEEPS = 6;

/**
 * Linear in people and steps, except for sorting.
 * @param couples in the order of their marriages
 * @param ranks by person: in the order of birth, or by name
 */
export function orderFamily(
  { rows: rowOf, groups, parents }: Generations,
  couples: readonly (readonly [number, number])[],
  ranks: readonly number[],
): FamilyRows {
  const count = rowOf.length;
  const byRank = (a: number, b: number): number => (ranks[a] ?? 0) - (ranks[b] ?? 0);
  const lists = (pairs: readonly (readonly [number, number])[]): number[][] => {
    const all = Array.from({ length: count }, (): number[] => []);
    for (const [from, to] of pairs) all[from]?.push(to);
    return all;
  };
  const parentsOf = lists(parents);
  const childrenOf = lists(parents.map(([child, parent]) => [parent, child] as const)).map((all) => all.sort(byRank));
  const partnersOf = lists(couples.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
  const clusters = clustersOf(groups, partnersOf, byRank);
  const rows = firstOrder(clusters, rowOf, { parentsOf, childrenOf }, byRank);
  return swept({ rows, parentsOf, childrenOf });
}

/** The members of each group, so that partners are neighbours as far as a row allows. By person, the same for all of a group. */
function clustersOf(
  groups: readonly number[],
  partnersOf: readonly (readonly number[])[],
  byRank: (a: number, b: number) => number,
): readonly Cluster[] {
  const members = new Map<number, number[]>();
  groups.forEach((group, person) => {
    addTo(members, group, person);
  });
  const clusters: Cluster[] = Array.from({ length: groups.length }, () => []);
  for (const all of members.values()) {
    const inGroup = new Set(all);
    const near = (person: number): readonly number[] => partnersOf[person]?.filter((one) => inGroup.has(one)) ?? [];
    // Begin at a person with one partner: if somebody married three times, the first partner is on the left, the others on the
    // right.
    const inTurn = all.sort((a, b) => near(a).length - near(b).length || byRank(a, b));
    const placed = new Set<number>();
    for (const first of inTurn) {
      const waiting = [first];
      for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
        if (placed.has(one)) continue;
        placed.add(one);
        waiting.push(
          ...near(one)
            .filter((other) => !placed.has(other))
            .reverse(),
        );
      }
    }
    const cluster = [...placed];
    for (const person of cluster) clusters[person] = cluster;
  }
  return clusters;
}

/** Visits the family from its eldest, children in the order of birth, and appends everybody to their row. */
function firstOrder(
  clusters: readonly Cluster[],
  rowOf: readonly number[],
  { parentsOf, childrenOf }: Pick<Ordered, 'parentsOf' | 'childrenOf'>,
  byRank: (a: number, b: number) => number,
): Cluster[][] {
  const least = rowOf.reduce((a, b) => Math.min(a, b), 0);
  const rows: Cluster[][] = Array.from({ length: rowOf.reduce((a, b) => Math.max(a, b), 0) - least + 1 }, () => []);
  const seen = new Set<Cluster>();
  const people = rowOf.map((_, person) => person).sort((a, b) => (rowOf[a] ?? 0) - (rowOf[b] ?? 0) || byRank(a, b));
  for (const person of people) {
    const waiting = [clusters[person] ?? []];
    for (let cluster = waiting.pop(); cluster; cluster = waiting.pop()) {
      if (seen.has(cluster)) continue;
      seen.add(cluster);
      rows[(rowOf[cluster[0] ?? 0] ?? 0) - least]?.push(cluster);
      const near = (lists: readonly (readonly number[])[]): Cluster[] =>
        cluster.flatMap((one) => lists[one]?.map((other) => clusters[other] ?? []) ?? []);
      // The last one pushed is visited first.
      waiting.push(...near(parentsOf).reverse(), ...near(childrenOf).reverse());
    }
  }
  return rows;
}

/** Moves each cluster to the middle of its relatives, downward and upward by turns. */
function swept(family: Ordered): FamilyRows {
  let best = family.rows.map((row) => [...row]);
  let fewest = crossings(best, family.parentsOf);
  let rows = best.map((row) => [...row]);
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    rows = sweep % 2 === 0 ? sweptOnce(rows, family.parentsOf, true) : sweptOnce(rows, family.childrenOf, false);
    const found = crossings(rows, family.parentsOf);
    if (found >= fewest) continue;
    [best, fewest] = [rows.map((row) => [...row]), found];
  }
  return best;
}

function sweptOnce(rows: Cluster[][], near: Ordered['parentsOf'], isDown: boolean): Cluster[][] {
  const places = placesIn(rows);
  const order = rows.map((_, i) => (isDown ? i : rows.length - 1 - i));
  const result = rows.map((row) => [...row]);
  for (const i of order) {
    const row = result[i] ?? [];
    const wanted = new Map(row.map((cluster) => [cluster, wantedBy(cluster, near, places)]));
    const turned = row.map((cluster) => facing(cluster, near, places));
    const keys = new Map(
      turned.map((cluster, k) => [cluster, wanted.get(row[k] ?? []) ?? placeOf(row[k] ?? [], places)]),
    );
    result[i] = turned.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
    setPlaces(result[i], places);
  }
  return result;
}

/** The middle of all relatives of a cluster; undefined if it has none. */
function wantedBy(cluster: Cluster, near: Ordered['parentsOf'], places: Float64Array): number | undefined {
  const all = cluster.flatMap((person) => near[person]?.map((one) => places[one] ?? 0) ?? []);
  return all.length === 0 ? undefined : all.reduce((sum, one) => sum + one, 0) / all.length;
}

/** The cluster, reversed if its members would rather be the other way round. */
function facing(cluster: Cluster, near: Ordered['parentsOf'], places: Float64Array): Cluster {
  if (cluster.length < 2) return cluster;
  const wishes = cluster.flatMap((person, i) => {
    const wanted = wantedBy([person], near, places);
    return wanted === undefined ? [] : [[i, wanted] as const];
  });
  const middle = wishes.reduce((sum, [i]) => sum + i, 0) / Math.max(1, wishes.length);
  const slope = wishes.reduce((sum, [i, wanted]) => sum + (i - middle) * wanted, 0);
  return slope < 0 ? cluster.toReversed() : cluster;
}

const placeOf = (cluster: Cluster, places: Float64Array): number =>
  cluster.reduce((sum, person) => sum + (places[person] ?? 0), 0) / Math.max(1, cluster.length);

/** The positions of everybody, with the middle of each row at 0. */
function placesIn(rows: readonly (readonly Cluster[])[]): Float64Array {
  const count = rows.reduce((sum, row) => sum + row.reduce((all, cluster) => all + cluster.length, 0), 0);
  const places = new Float64Array(count);
  for (const row of rows) setPlaces(row, places);
  return places;
}

function setPlaces(row: readonly Cluster[], places: Float64Array): void {
  const people = row.flat();
  people.forEach((person, i) => (places[person] = i - (people.length - 1) / 2));
}

/** How many lines from children to parents in the next row cross. */
function crossings(rows: FamilyRows, parentsOf: readonly (readonly number[])[]): number {
  const place = new Map(rows.flatMap((row) => row.flat().map((person, i) => [person, i] as const)));
  const rowOf = new Map(rows.flatMap((row, r) => row.flat().map((person) => [person, r] as const)));
  let total = 0;
  rows.forEach((row, r) => {
    const above = rows[r - 1]?.reduce((sum, cluster) => sum + cluster.length, 0) ?? 0;
    // The number of lines so far that end at each position or left of it: a Fenwick tree.
    const tree = new Int32Array(above + 1);
    let seen = 0;
    for (const person of row.flat()) {
      const ends = (parentsOf[person] ?? [])
        .filter((one) => rowOf.get(one) === r - 1)
        .map((one) => place.get(one) ?? 0);
      for (const end of ends) {
        let left = 0;
        for (let i = end + 1; i > 0; i -= i & -i) left += tree[i] ?? 0;
        total += seen - left;
      }
      for (const end of ends) for (let i = end + 1; i <= above; i += i & -i) tree[i] = (tree[i] ?? 0) + 1;
      seen += ends.length;
    }
  });
  return total;
}
