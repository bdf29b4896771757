/** Where everybody of a family stands, in pixels: parents above the middle of their children, nobody upon another. */
import type { FamilyRows } from './familyOrder';

export const PERSON_WIDTH = 148;
export const PERSON_HEIGHT = 44;
/** Between partners, where the sign of their union is; and between people who have nothing to do with each other. */
export const PARTNER_GAP = 34;
const CLUSTER_GAP = 26;

const SWEEPS = 12;

/**
 * The left edge of each person, 0 the leftmost. Each sweep is linear: a row is placed as near as its order allows to where it
 * would be.
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

/** Places a row: each cluster where its members want to be, pushed apart by no more than it takes. */
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
    // Who is tied to nobody gives way.
    return { value: place - offset, weight: isTied ? wanted.length : 0.01, offset };
  });
  const values = neverFalling(wishes);
  row.forEach((cluster, k) =>
    cluster.forEach((person, i) => (x[person] = (values[k] ?? 0) + (wishes[k]?.offset ?? 0) + i * step)),
  );
}

/** The nearest numbers, by weighted squares, of which none is less than the one before: pool adjacent violators. */
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
