/**
 * The visible part of a family's plan and its scale, the grid of its table, and the line of ancestors and descendants of a person.
 */
import { type FamilyLayout, type PlacedPerson, type PlanPoint, PERSON_HEIGHT, PERSON_WIDTH } from './familyLayout';
import { type FamilyMoment, type ShownPerson, type ShownRelation, lifeText } from './familyUnions';
import { type Family, type FamilyPerson, type FamilyRelation, type FamilyUnion, perFamily } from '../shapes/kinShapes';
import { addTo } from '../../text/groups';

/** `screen = (plan − [x, y]) · scale`. */
export interface FamilyView {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const onScreen = ({ x, y, scale }: FamilyView, [px, py]: PlanPoint): PlanPoint => [
  (px - x) * scale,
  (py - y) * scale,
];

export function boxIn(view: FamilyView, x: number, y: number): Box {
  const [left, top] = onScreen(view, [x, y]);
  return { x: left, y: top, width: PERSON_WIDTH * view.scale, height: PERSON_HEIGHT * view.scale };
}

const MARGIN = 24;
/** Below this scale a box has no room for words. */
export const LEAST_WORDS = 0.45;
/** In a family that is too large to be seen as a whole, names and lives can be read. */
const READABLE = 0.75;

/** The whole plan, scaled down if it does not fit; `null`: in full size, for a file. */
export function wholeFamily(
  layout: FamilyLayout,
  size: { readonly width: number; readonly height: number } | null,
): FamilyView {
  const width = size?.width ?? layout.width + 2 * MARGIN;
  const height = size?.height ?? layout.height + 2 * MARGIN;
  const fit = Math.min((width - 2 * MARGIN) / layout.width, (height - 2 * MARGIN) / layout.height);
  const scale = layout.width === 0 ? 1 : Math.min(1, Math.max(fit, 0.02));
  return {
    width,
    height,
    scale,
    x: layout.width / 2 - width / 2 / scale,
    y: layout.height * scale < height ? layout.height / 2 - height / 2 / scale : -MARGIN / scale,
  };
}

/** The initial view: the whole, or as much around a person as can be read. */
export function openedFamily(
  layout: FamilyLayout,
  size: { readonly width: number; readonly height: number },
  person: PlacedPerson | undefined,
): FamilyView {
  const whole = wholeFamily(layout, size);
  return whole.scale >= LEAST_WORDS || !person ? whole : familyAround(layout, { ...whole, scale: READABLE }, person);
}

/** A view of the same scale with a person as near to its middle as the edges of the plan allow. */
export function familyAround(layout: FamilyLayout, view: FamilyView, { x, y }: PlacedPerson): FamilyView {
  const { width, height, scale } = view;
  const within = (middle: number, seen: number, whole: number): number =>
    seen > whole ? (whole - seen) / 2 : Math.min(Math.max(middle - seen / 2, 0), whole - seen);
  const rim = MARGIN / scale;
  return {
    ...view,
    x: within(x + PERSON_WIDTH / 2 + rim, width / scale, layout.width + 2 * rim) - rim,
    y: within(y + PERSON_HEIGHT / 2 + rim, height / scale, layout.height + 2 * rim) - rim,
  };
}

/** Whether the whole box of somebody is in view. */
export function isInView(view: FamilyView, { x, y }: PlacedPerson): boolean {
  const box = boxIn(view, x, y);
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= view.width && box.y + box.height <= view.height;
}

/** A person in a cell: `full` holds at the point, the others at another time or at another canon point. */
export interface KinInCell extends Pick<ShownRelation, 'strength' | 'isDisputed'> {
  readonly id: string;
  readonly name: string;
}

export interface FamilyRow {
  /** The index in `Family.people`. */
  readonly index: number;
  readonly person: FamilyPerson;
  readonly name: string;
  readonly life: string;
  readonly shown: ShownPerson;
  readonly parents: readonly KinInCell[];
  readonly spouses: readonly KinInCell[];
  readonly children: readonly KinInCell[];
}

const personName = ({ title, is_unknown }: FamilyPerson): string => (is_unknown ? 'unknown' : title);

/** Relations of other canon points are left out. */
export function familyTable(family: Family, moment: FamilyMoment): FamilyRow[] {
  const names = new Map(family.people.map((person) => [person.id, personName(person)]));
  const cells = { parents: lists(), spouses: lists(), children: lists() };
  const put = (list: Lists, id: string, other: string, relation: FamilyRelation): void => {
    const { strength, isDisputed } = moment.relationOf(relation);
    if (strength === 'absent') return;
    const all = list.get(id) ?? [];
    list.set(id, all);
    // Both may state one marriage.
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

/** The line of a person in a family: ancestors and descendants, and the unions that lead from one to the next. */
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

/** Everything that the steps reach, the first included; each is visited once. */
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
