/** Draws the unions of a family: the line between partners, and those that come down to children. */
import type { DrawnItem, DrawnRole, PathItem, Thing } from '../paint/drawing';
import type { PlacedUnion, PlanPoint } from './familyLayout';
import { type FamilyMoment, OPACITY, type ShownRelation, type Strength } from './familyMoment';
import type { Family, FamilyRelation, FamilyUnion } from '../shapes/familyShape';
import type { Bloodline } from './bloodline';
import { type FamilyView, onScreen } from './familyView';
import { perFamily } from '../shapes/perFamily';
import { addTo } from '../../text/groups';

/** What is told of two people, by both ids; the one whose fact it is first. */
export type RelationsBetween = (of: string, to: string) => readonly FamilyRelation[];

export const relationsBetween = perFamily(({ relations }): RelationsBetween => {
  const found = new Map<string, Map<string, FamilyRelation[]>>();
  for (const relation of relations) {
    let others = found.get(relation.of);
    if (!others) found.set(relation.of, (others = new Map()));
    addTo(others, relation.to, relation);
  }
  return (of, to) => found.get(of)?.get(to) ?? [];
});

interface Line {
  readonly strength: Strength;
  readonly isDisputed: boolean;
}

const ORDER: readonly Strength[] = ['full', 'faint', 'absent'];

/** The strongest of some, and whether that is disputed; null: nobody ever told it. */
function strongest(all: readonly ShownRelation[]): Line | null {
  const [first] = all.toSorted((a, b) => ORDER.indexOf(a.strength) - ORDER.indexOf(b.strength));
  return first ? { strength: first.strength, isDisputed: first.isDisputed } : null;
}

/** How a marriage is shown, whoever of the two tells of it; null where two only have children together. */
const marriageOf = (told: RelationsBetween, moment: FamilyMoment, [a = '', b = '']: readonly string[]): Line | null =>
  strongest([...told(a, b), ...told(b, a)].filter(({ role }) => role === 'spouse').map(moment.relationOf));

/** How a child hangs on each partner of a union. */
const parenthood = (told: RelationsBetween, moment: FamilyMoment, child: string, partners: readonly string[]): Line[] =>
  partners.flatMap(
    (partner) =>
      strongest(
        told(child, partner)
          .filter(({ role }) => role === 'parent')
          .map(moment.relationOf),
      ) ?? [],
  );

/** It hangs on a union as on the weaker of its partners: that it is the other's alone, another union says. */
function descentOf(told: RelationsBetween, moment: FamilyMoment, child: string, union: FamilyUnion): Line {
  const lines = parenthood(told, moment, child, union.partners);
  const weakest = lines.reduce((most, { strength }) => Math.max(most, ORDER.indexOf(strength)), 0);
  return { strength: ORDER[weakest] ?? 'full', isDisputed: lines.some(({ isDisputed }) => isDisputed) };
}

/** @param followed the line of who is selected, which is drawn in another colour */
export function unionItems(
  { union, at, ties, descents }: PlacedUnion,
  moment: FamilyMoment,
  told: RelationsBetween,
  thing: number,
  view: FamilyView,
  followed?: Bloodline,
): DrawnItem[] {
  const marriage = marriageOf(told, moment, union.partners);
  const below = union.children.map((child) => descentOf(told, moment, child, union));
  const items: DrawnItem[] = [];
  descents.forEach((points, i) => {
    const line = below[i] ?? { strength: 'full', isDisputed: false };
    const path = pathOf(points, line, thing, view, line.isDisputed);
    items.push(followed?.hasDescent(union, union.children[i] ?? '') ? { ...path, role: 'focus' } : path);
    if (line.isDisputed && line.strength !== 'absent') items.push(...disputeSign(points.at(-1) ?? at, thing, view));
  });
  // Partners belong together as long as they are married, or have a child in common.
  const [strength = 'absent'] = [...(marriage ? [marriage] : []), ...below]
    .map((line) => line.strength)
    .toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  for (const points of ties)
    items.push(
      pathOf(
        points,
        { strength: marriage?.strength ?? strength, isDisputed: marriage?.isDisputed ?? false },
        thing,
        view,
        marriage === null,
      ),
    );
  if (union.partners.length > 1) items.push(sign(at, marriage === null, strength, thing, view));
  return items;
}

function pathOf(
  points: readonly PlanPoint[],
  line: Line,
  thing: number,
  view: FamilyView,
  isDashed: boolean,
): PathItem {
  const role: DrawnRole = line.isDisputed ? 'retcon' : 'open';
  const dashed = isDashed || line.strength === 'absent';
  return {
    kind: 'path',
    role,
    points: points.map((point) => onScreen(view, point)),
    thing,
    opacity: OPACITY[line.strength],
    ...(dashed && { isDashed: true as const }),
  };
}

/** A diamond: filled for a marriage, hollow where they only had children. */
function sign(at: PlanPoint, isHollow: boolean, strength: Strength, thing: number, view: FamilyView): PathItem {
  const [x, y] = onScreen(view, at);
  const r = Math.max(3, 6 * view.scale);
  return {
    kind: 'path',
    role: 'open',
    tone: 7,
    points: [
      [x - r, y],
      [x, y - r],
      [x + r, y],
      [x, y + r],
      [x - r, y],
    ],
    thing,
    opacity: OPACITY[strength],
    ...(!isHollow && { isFilled: true as const }),
  };
}

/** A small hatched box where the line of a disputed parent comes to the child. */
function disputeSign(end: PlanPoint, thing: number, view: FamilyView): DrawnItem[] {
  const [x, y] = onScreen(view, end);
  const size = Math.max(6, 12 * view.scale);
  return [
    { kind: 'box', role: 'ground', x: x - size / 2, y: y - size, width: size, height: size, pattern: 'hatched', thing },
  ];
}

/** The unions in words, for their tips: `Ysa and Oren; married; child: Ada`. */
export function unionThings(family: Family, told: RelationsBetween, moment: FamilyMoment): Thing[] {
  const titles = new Map(
    family.people.map(({ id, title, is_unknown }) => [id, is_unknown ? 'somebody unknown' : title]),
  );
  const named = (ids: readonly string[]): string[] => ids.map((id) => titles.get(id) ?? id);
  return family.unions.map(({ partners, children }) => {
    const marriage = marriageOf(told, moment, partners);
    const words = [
      ...(marriage === null ? [] : [marriage.strength === 'full' ? 'married' : 'married at another time']),
      ...(children.length > 0
        ? [`${children.length === 1 ? 'child' : 'children'}: ${named(children).join(', ')}`]
        : []),
    ];
    return { kind: 'union', title: [named(partners).join(' and '), ...words].join('; '), entry: null, days: null };
  });
}
