/** A family at one point of both axes as rows of a table: what the picture shows, in its order, for keys, screen readers and terminals. */
import type { FamilyMoment, ShownPerson, ShownRelation } from './familyMoment';
import { lifeText } from './familyMoment';
import type { Family, FamilyPerson, FamilyRelation } from '../shapes/familyShape';

/** Somebody in a cell: `full` holds there and then, the others at another time or at another canon point. */
export interface KinInCell extends Pick<ShownRelation, 'strength' | 'isDisputed'> {
  readonly id: string;
  readonly name: string;
}

export interface FamilyRow {
  /** The place in `Family.people`. */
  readonly index: number;
  readonly person: FamilyPerson;
  readonly name: string;
  readonly life: string;
  readonly shown: ShownPerson;
  readonly parents: readonly KinInCell[];
  readonly spouses: readonly KinInCell[];
  readonly children: readonly KinInCell[];
}

export const personName = ({ title, is_unknown }: FamilyPerson): string => (is_unknown ? 'unknown' : title);

/** What is told at another canon point only is left out. */
export function familyTable(family: Family, moment: FamilyMoment): FamilyRow[] {
  const names = new Map(family.people.map((person) => [person.id, personName(person)]));
  const cells = { parents: lists(), spouses: lists(), children: lists() };
  const put = (list: Lists, id: string, other: string, relation: FamilyRelation): void => {
    const { strength, isDisputed } = moment.relationOf(relation);
    if (strength === 'absent') return;
    const all = list.get(id) ?? [];
    list.set(id, all);
    // Both may tell of one marriage.
    if (!all.some((one) => one.id === other))
      all.push({ id: other, name: names.get(other) ?? other, strength, isDisputed });
  };
  for (const relation of family.relations) {
    const { role, of, to } = relation;
    put(role === 'parent' ? cells.parents : cells.spouses, of, to, relation);
    put(role === 'parent' ? cells.children : cells.spouses, to, of, relation);
  }
  const places = new Map(family.people.map(({ id }, i) => [id, i]));
  const inOrder = (all: readonly KinInCell[] = []): KinInCell[] =>
    all.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  return family.people.flatMap((person, index) => {
    const shown = moment.personOf(person);
    if (shown.strength === 'absent') return [];
    return {
      index,
      person,
      name: personName(person),
      life: lifeText(shown.life),
      shown,
      parents: inOrder(cells.parents.get(person.id)),
      spouses: inOrder(cells.spouses.get(person.id)),
      children: inOrder(cells.children.get(person.id)),
    };
  });
}

type Lists = Map<string, KinInCell[]>;

const lists = (): Lists => new Map();
