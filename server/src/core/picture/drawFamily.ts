/** Draws a family at one point of both axes: what holds then in full, what holds at other times faintly, disputes hatched. Only who lived then is filled. */
import type { DrawnItem, Drawing, PathItem, Thing, Tone } from './drawing';
import { relationsBetween, type RelationsBetween, unionItems, unionThings } from './drawUnions';
import { boxIn, type Box, type FamilyView } from './familyView';
import type { FamilyLayout } from './familyLayout';
import { type FamilyMoment, lifeText, OPACITY } from './familyMoment';
import type { Family } from './familyShape';
import { perFamily } from './perFamily';
import { shortened } from './textWidth';

/** What is marked: the thing that has the focus, and whose pages are open. */
export interface FamilyMarks {
  /** Its index in `things`. */
  readonly selected?: number;
  /** Files. */
  readonly open?: ReadonlySet<string>;
}

/** Below this scale a box has no room for words. */
const LEAST_WORDS = 0.45;
/** Words stay legible, however faint the rest is. */
const LEAST_INK = 0.6;

/** The person of index i is the thing of index i; the unions come behind them. */
export function drawFamily(
  family: Family,
  layout: FamilyLayout,
  moment: FamilyMoment,
  view: FamilyView,
  marks: FamilyMarks = {},
): Drawing {
  const { width, height } = view;
  const items: DrawnItem[] = [{ kind: 'box', role: 'ground', x: 0, y: 0, width, height }];
  const told = relationsBetween(family);
  layout.unions.forEach((placed, i) => items.push(...unionItems(placed, moment, told, family.people.length + i, view)));
  const tones = tonesOfFamily(family);
  for (const { index, x, y } of layout.people) {
    const box = boxIn(view, x, y);
    const isSeen = box.x + box.width > 0 && box.x < width && box.y + box.height > 0 && box.y < height;
    if (isSeen) items.push(...personItems(family, index, box, moment, tones, view.scale, marks));
  }
  return { width, height, items, things: thingsOfFamily(family, told, moment) };
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
    // Nobody says that they lived then: only the outline is left.
    ...(is === null && strength !== 'absent'
      ? [{ kind: 'box', role: 'ground', ...grown(box, -1), radius: 3, thing: index } as const]
      : []),
    { kind: 'box', role: 'weave', ...box, width: 8 * scale, ...drawn },
  ];
  // Nobody has written a page of them, or not yet.
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
    items.push({ ...text, role: 'tickName', y: middle + 9, text: shortened(words, room, 'small'), size: 'small' });
  return items;
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

/** The asked one, those before and those after, and all others: each has its own pattern too. */
const [ASKED, ANCESTOR, DESCENDANT, OTHER]: readonly Tone[] = [1, 0, 2, 7];

const tonesOfFamily = perFamily(({ entity, relations }): ReadonlyMap<string, Tone> => {
  const tones = new Map<string, Tone>([[entity, ASKED ?? 0]]);
  const steps = (isUp: boolean, tone: Tone): void => {
    const next = new Map<string, string[]>();
    for (const { role, of, to } of relations) {
      const [from, on] = isUp ? [of, to] : [to, of];
      if (role === 'parent') next.set(from, [...(next.get(from) ?? []), on]);
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

function thingsOfFamily(family: Family, told: RelationsBetween, moment: FamilyMoment): Thing[] {
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
    ...unionThings(family, told, moment),
  ];
}
