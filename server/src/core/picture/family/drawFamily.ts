/** Draws a family at one point of both axes: what holds then in full, what holds at other times faintly, disputes hatched. Only who lived then is filled. */
import type { DrawnItem, Drawing, PathItem, Thing, Tone } from '../paint/drawing';
import { relationsBetween, type RelationsBetween, unionItems, unionThings } from './drawUnions';
import { type Bloodline, bloodlineOf } from './bloodline';
import { boxIn, type Box, type FamilyView, LEAST_WORDS } from './familyView';
import type { FamilyLayout } from './familyLayout';
import { type FamilyMoment, lifeText, OPACITY } from './familyMoment';
import type { Family } from '../shapes/familyShape';
import { perFamily } from '../shapes/perFamily';
import { shortened } from '../paint/textWidth';
import { addTo } from '../../text/groups';

/** What is marked: the thing that has the focus, and whose pages are open. */
export interface FamilyMarks {
  /** Its index in `things`. */
  readonly selected?: number;
  /** Files. */
  readonly open?: ReadonlySet<string>;
}

/** Words stay legible, however faint the rest is: so much of the ink has 4.5:1 on every ground. */
export const LEAST_INK = 0.7;
/** Where the line of somebody is followed, how much is left of all that is not on it. */
const ASIDE = 0.35;

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
  const chosen = family.people[marks.selected ?? -1];
  const line = chosen && bloodlineOf(family, chosen.id);
  layout.unions.forEach((placed, i) => {
    const drawn = unionItems(placed, moment, told, family.people.length + i, view, line);
    items.push(...(line && !line.hasUnion(placed.union) ? drawn.map(aside) : drawn));
  });
  const tones = tonesOfFamily(family);
  for (const { index, x, y } of layout.people) {
    const box = boxIn(view, x, y);
    // Keys go on to who is out of sight, as far as one would draw the picture to.
    const isNear =
      box.x + box.width > -width && box.x < 2 * width && box.y + box.height > -height && box.y < 2 * height;
    if (!isNear) continue;
    const drawn = personItems(family, index, box, moment, tones, view.scale, marks);
    items.push(...(isAside(family, index, line) ? drawn.map(aside) : drawn));
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
    items.push({ ...text, role: 'spanName', y: middle + 9, text: shortened(words, room, 'small'), size: 'small' });
  return items;
}

const isAside = ({ people }: Family, index: number, line: Bloodline | undefined): boolean =>
  line !== undefined && !line.hasPerson(people[index]?.id ?? '');

/** The ground beneath a box hides the lines that pass behind it, wherever it is. */
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

/** The asked one, those before and those after, and all others: each has its own pattern too. */
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
