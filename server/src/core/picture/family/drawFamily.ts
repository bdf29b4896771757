/**
 * Draws a family at one point of both axes: relations that hold then in full, others faintly, disputes hatched. Only people who
 * lived then are filled.
 */
import {
  type DrawnItem,
  type DrawnRole,
  type PathItem,
  type Thing,
  type Drawing,
  type Tone,
  shortened,
} from '../paint/drawing';
import type { PlacedUnion, PlanPoint, FamilyLayout } from './familyLayout';
import { type FamilyMoment, OPACITY, type ShownRelation, type Strength, lifeText } from './familyUnions';
import { type Family, type FamilyRelation, type FamilyUnion, perFamily } from '../shapes/kinShapes';
import { type Bloodline, type FamilyView, onScreen, bloodlineOf, boxIn, type Box, LEAST_WORDS } from './familyView';
import { addTo } from '../../text/groups';

/** The relations of two people, by both ids; the one whose fact it is first. */
type RelationsBetween = (of: string, to: string) => readonly FamilyRelation[];

const relationsBetween = perFamily(({ relations }): RelationsBetween => {
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

/** The strongest of some lines, and whether it is disputed; null: the relation was never stated. */
function strongest(all: readonly ShownRelation[]): Line | null {
  const [first] = all.toSorted((a, b) => ORDER.indexOf(a.strength) - ORDER.indexOf(b.strength));
  return first ? { strength: first.strength, isDisputed: first.isDisputed } : null;
}

/** The line of a marriage, whichever of the two states it; null if two only have children together. */
const marriageOf = (
  relationsOf: RelationsBetween,
  moment: FamilyMoment,
  [a = '', b = '']: readonly string[],
): Line | null =>
  strongest(
    [...relationsOf(a, b), ...relationsOf(b, a)].filter(({ role }) => role === 'spouse').map(moment.relationOf),
  );

/** The line of a child to each partner of a union. */
const parenthood = (
  relationsOf: RelationsBetween,
  moment: FamilyMoment,
  child: string,
  partners: readonly string[],
): Line[] =>
  partners.flatMap(
    (partner) =>
      strongest(
        relationsOf(child, partner)
          .filter(({ role }) => role === 'parent')
          .map(moment.relationOf),
      ) ?? [],
  );

/** The line of a child to a union, as weak as that to the weaker partner: if it is the other's alone, another union shows it. */
function descentOf(relationsOf: RelationsBetween, moment: FamilyMoment, child: string, union: FamilyUnion): Line {
  const lines = parenthood(relationsOf, moment, child, union.partners);
  const weakest = lines.reduce((most, { strength }) => Math.max(most, ORDER.indexOf(strength)), 0);
  return { strength: ORDER[weakest] ?? 'full', isDisputed: lines.some(({ isDisputed }) => isDisputed) };
}

/** @param followed the line of the selected person, which is drawn in another colour */
function unionItems(
  { union, at, ties, descents }: PlacedUnion,
  moment: FamilyMoment,
  relationsOf: RelationsBetween,
  thing: number,
  view: FamilyView,
  followed?: Bloodline,
): DrawnItem[] {
  const marriage = marriageOf(relationsOf, moment, union.partners);
  const below = union.children.map((child) => descentOf(relationsOf, moment, child, union));
  const items: DrawnItem[] = [];
  descents.forEach((points, i) => {
    const line = below[i] ?? { strength: 'full', isDisputed: false };
    const path = pathOf(points, line, thing, view, line.isDisputed);
    items.push(followed?.hasDescent(union, union.children[i] ?? '') ? { ...path, role: 'focus' } : path);
    if (line.isDisputed && line.strength !== 'absent') items.push(...disputeSign(points.at(-1) ?? at, thing, view));
  });
  // Partners are joined as long as they are married, or have a child in common.
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

/** A diamond: filled for a marriage, hollow if they only had children. */
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

/** A small hatched box where the line of a disputed parent meets the child. */
function disputeSign(end: PlanPoint, thing: number, view: FamilyView): DrawnItem[] {
  const [x, y] = onScreen(view, end);
  const size = Math.max(6, 12 * view.scale);
  return [
    { kind: 'box', role: 'ground', x: x - size / 2, y: y - size, width: size, height: size, pattern: 'hatched', thing },
  ];
}

/** The unions in words, for their tooltips: `Ysa and Oren; married; child: Ada`. */
function unionThings(family: Family, relationsOf: RelationsBetween, moment: FamilyMoment): Thing[] {
  const titles = new Map(
    family.people.map(({ id, title, is_unknown }) => [id, is_unknown ? 'somebody unknown' : title]),
  );
  const named = (ids: readonly string[]): string[] => ids.map((id) => titles.get(id) ?? id);
  return family.unions.map(({ partners, children }) => {
    const marriage = marriageOf(relationsOf, moment, partners);
    const words = [
      ...(marriage === null ? [] : [marriage.strength === 'full' ? 'married' : 'married at another time']),
      ...(children.length > 0
        ? [`${children.length === 1 ? 'child' : 'children'}: ${named(children).join(', ')}`]
        : []),
    ];
    return { kind: 'union', title: [named(partners).join(' and '), ...words].join('; '), entry: null, days: null };
  });
}

/** The marks: the focused thing, and the open pages. */
interface FamilyMarks {
  /** Its index in `things`. */
  readonly selected?: number;
  /** Files. */
  readonly open?: ReadonlySet<string>;
}

/** Words stay legible, however faint the rest is: this much of the ink has 4.5:1 on every ground. */
export const LEAST_INK = 0.7;
/** While the line of a person is followed, the strength of everything else. */
const ASIDE = 0.35;

/** The thing of index i is the person of index i; the unions follow. */
export function drawFamily(
  family: Family,
  layout: FamilyLayout,
  moment: FamilyMoment,
  view: FamilyView,
  marks: FamilyMarks = {},
): Drawing {
  const { width, height } = view;
  const items: DrawnItem[] = [{ kind: 'box', role: 'ground', x: 0, y: 0, width, height }];
  const relationsOf = relationsBetween(family);
  const chosen = family.people[marks.selected ?? -1];
  const line = chosen && bloodlineOf(family, chosen.id);
  layout.unions.forEach((placed, i) => {
    const drawn = unionItems(placed, moment, relationsOf, family.people.length + i, view, line);
    items.push(...(line && !line.hasUnion(placed.union) ? drawn.map(aside) : drawn));
  });
  const tones = tonesOfFamily(family);
  for (const { index, x, y } of layout.people) {
    const box = boxIn(view, x, y);
    // Keys also reach people who are out of view, as far as one would drag the picture to.
    const isNear =
      box.x + box.width > -width && box.x < 2 * width && box.y + box.height > -height && box.y < 2 * height;
    if (!isNear) continue;
    const drawn = personItems(family, index, box, moment, tones, view.scale, marks);
    items.push(...(isAside(family, index, line) ? drawn.map(aside) : drawn));
  }
  return { width, height, items, things: thingsOfFamily(family, relationsOf, moment) };
}

function personItems(
  family: Family,
  index: number,
  box: Box,
  moment: FamilyMoment,
  tones: ReadonlyMap<string, Tone>,
  scale: number,
  marks: FamilyMarks,
): DrawnItem[] {
  const person = family.people[index];
  if (!person) return [];
  const { strength, is, life } = moment.personOf(person);
  const drawn = { thing: index, opacity: OPACITY[strength], tone: tones.get(person.id) ?? 7 } as const;
  const items: DrawnItem[] = [
    { kind: 'box', role: 'span', ...box, radius: 4, ...drawn },
    // No page says that they lived then: only the outline is left.
    ...(is === null && strength !== 'absent'
      ? [{ kind: 'box', role: 'ground', ...grown(box, -1), radius: 3, thing: index } as const]
      : []),
    { kind: 'box', role: 'weave', ...box, width: 8 * scale, ...drawn },
  ];
  // Their page is not written, or not yet.
  if (strength === 'absent' || person.file === null)
    items.push({ ...outline(box), role: 'open', isDashed: true, ...drawn });
  if (person.file !== null && marks.open?.has(person.file)) {
    const y = box.y + box.height + 3;
    items.push({
      kind: 'path',
      role: 'present',
      thing: index,
      points: [
        [box.x, y],
        [box.x + box.width, y],
      ],
    });
  }
  if (marks.selected === index) items.push({ ...outline(grown(box, 3)), role: 'focus', thing: index });
  if (scale < LEAST_WORDS) return items;
  const words = scale > 0.7 ? lifeText(life) : '';
  const room = box.width - 20 * scale;
  const text = {
    kind: 'text',
    x: box.x + 14 * scale,
    maxWidth: room,
    thing: index,
    opacity: Math.max(drawn.opacity, LEAST_INK),
  } as const;
  const middle = box.y + box.height / 2;
  const name = shortened(person.is_unknown ? '?' : person.title, room);
  items.push({ ...text, role: 'spanName', y: words === '' ? middle : middle - 8, text: name });
  if (words !== '')
    items.push({ ...text, role: 'spanName', y: middle + 9, text: shortened(words, room, 'small'), size: 'small' });
  return items;
}

const isAside = ({ people }: Family, index: number, line: Bloodline | undefined): boolean =>
  line !== undefined && !line.hasPerson(people[index]?.id ?? '');

/** The background of a box hides the lines that pass behind it. */
function aside(item: DrawnItem): DrawnItem {
  if (item.role === 'ground') return item;
  const opacity = (item.opacity ?? 1) * ASIDE;
  return { ...item, opacity: item.kind === 'text' ? Math.max(opacity, LEAST_INK) : opacity };
}

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

const outline = ({ x, y, width, height }: Box): Omit<PathItem, 'role'> => ({
  kind: 'path',
  points: [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
    [x, y],
  ],
});

/** The person in question, ancestors and descendants, and all others: each has its own pattern too. */
const [ASKED, ANCESTOR, DESCENDANT, OTHER]: readonly Tone[] = [1, 0, 2, 7];

const tonesOfFamily = perFamily(({ entity, relations }): ReadonlyMap<string, Tone> => {
  const tones = new Map<string, Tone>([[entity, ASKED ?? 0]]);
  const steps = (isUp: boolean, tone: Tone): void => {
    const next = new Map<string, string[]>();
    for (const { role, of, to } of relations) {
      const [from, on] = isUp ? [of, to] : [to, of];
      if (role === 'parent') addTo(next, from, on);
    }
    const line = new Set([entity]);
    for (const id of line)
      for (const one of next.get(id) ?? []) {
        line.add(one);
        if (!tones.has(one)) tones.set(one, tone);
      }
  };
  steps(true, ANCESTOR ?? 0);
  steps(false, DESCENDANT ?? 0);
  for (const { of, to } of relations) for (const id of [of, to]) if (!tones.has(id)) tones.set(id, OTHER ?? 7);
  return tones;
});

function thingsOfFamily(family: Family, relationsOf: RelationsBetween, moment: FamilyMoment): Thing[] {
  return [
    ...family.people.map((person): Thing => {
      const { life } = moment.personOf(person);
      return {
        kind: 'person',
        title: [person.is_unknown ? 'unknown' : person.title, lifeText(life)].filter((part) => part !== '').join(', '),
        entry: person.file === null ? null : person.id,
        days: life?.days ?? null,
      };
    }),
    ...unionThings(family, relationsOf, moment),
  ];
}
