/** Which generation each of a family belongs to: parents above their children, couples side by side wherever that is possible. */

/** People are numbers from 0 on. */
export interface Kinship {
  readonly count: number;
  /** `[child, parent]`, each once. */
  readonly parents: readonly (readonly [child: number, parent: number])[];
  /** Spouses, and those who have a child together; each pair once. */
  readonly couples: readonly (readonly [number, number])[];
}

export interface Generations {
  /** By person: 0 for the first row, one more for each below it. */
  readonly rows: readonly number[];
  /** Those who stand side by side: a number for each person, the same for all of one group. */
  readonly groups: readonly number[];
  /** Loops of people, from parent to child, each of whom is their own ancestor; the step from the last to the first was left out. */
  readonly cycles: readonly (readonly number[])[];
  /** The steps that are left. */
  readonly parents: readonly (readonly [child: number, parent: number])[];
}

/** Everything in it is linear in people and steps. */
export function generationsOf({ count, parents, couples }: Kinship): Generations {
  const { kept, cycles } = withoutCycles(count, parents);
  const together = joined(count, couples);
  // Two who stand in one row may make a loop of rows: somebody marries an ancestor. Those stand apart.
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

/** One number for all who are joined, the smallest of them. */
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

/** The longest way down to each group; who has no parents here stands right above the children. */
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
