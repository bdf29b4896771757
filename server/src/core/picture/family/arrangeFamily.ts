/** Arranges a family: its unions, its generations, and the order in which people stand. It rests on all that ever held, on both axes. */
import { generationsOf } from './familyGenerations';
import { type FamilyRows, orderFamily } from './familyOrder';
import type { FamilyRelation, FamilyUnion } from '../shapes/familyShape';
import { unionsOf } from './familyUnions';
import type { CanonStop } from '../shapes/timelineShape';

export interface ArrangedFamily {
  /** By generation, then as they stand: indices into the people given. */
  readonly order: readonly number[];
  /** By person; that of the asked one is 0. */
  readonly generations: readonly number[];
  readonly unions: readonly FamilyUnion[];
  /** Ids, from parent to child. */
  readonly cycles: readonly (readonly string[])[];
}

/** @param people by rank: who was born first, or comes first by name @param asked the index of the one in the middle */
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

/** The rows of people who stand as they are listed: partners beside each other are one cluster. People are indices into the list. */
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
