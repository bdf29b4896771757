/** The line of somebody in a family: those before them and after them, and the unions that lead from one to the next. */
import type { Family, FamilyUnion } from '../shapes/familyShape';
import { perFamily } from '../shapes/perFamily';
import { addTo } from '../../text/groups';

export interface Bloodline {
  readonly hasPerson: (id: string) => boolean;
  readonly hasUnion: (union: FamilyUnion) => boolean;
  /** Whether the way from a union to one of its children is on it. */
  readonly hasDescent: (union: FamilyUnion, child: string) => boolean;
}

/** @param id of a person */
export function bloodlineOf(family: Family, id: string): Bloodline {
  const { ofChild, ofPartner } = unionsBy(family);
  const before = reached(id, (one) => ofChild.get(one)?.flatMap(({ partners }) => partners));
  const after = reached(id, (one) => ofPartner.get(one)?.flatMap(({ children }) => children));
  const isAfter = ({ partners }: FamilyUnion): boolean => partners.some((one) => after.has(one));
  const married = new Set([...after].flatMap((one) => ofPartner.get(one)?.flatMap(({ partners }) => partners) ?? []));
  return {
    hasPerson: (one) => before.has(one) || after.has(one) || married.has(one),
    hasUnion: (union) => isAfter(union) || union.children.some((child) => before.has(child)),
    hasDescent: (union, child) => isAfter(union) || before.has(child),
  };
}

/** All that steps lead to, the first included; a circle ends where it began. */
function reached(first: string, next: (one: string) => readonly string[] | undefined): ReadonlySet<string> {
  const found = new Set([first]);
  for (const one of found) for (const other of next(one) ?? []) found.add(other);
  return found;
}

type UnionsOf = ReadonlyMap<string, readonly FamilyUnion[]>;

const unionsBy = perFamily(({ unions }): { readonly ofChild: UnionsOf; readonly ofPartner: UnionsOf } => {
  const by = (idsOf: (union: FamilyUnion) => readonly string[]): UnionsOf => {
    const found = new Map<string, FamilyUnion[]>();
    for (const union of unions) for (const id of idsOf(union)) addTo(found, id, union);
    return found;
  };
  return { ofChild: by(({ children }) => children), ofPartner: by(({ partners }) => partners) };
});
