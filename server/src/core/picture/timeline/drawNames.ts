/** Draws the names of groups and lanes, the margin, and marks over the lanes. */
import { firstPast } from '../../text/sorted';
import {
  type PictureFrame,
  lineItem,
  EVENT_ROW,
  GROUP_HEIGHT,
  type GroupStrip,
  LANE_PADDING,
  type Strip,
  MARGIN_HEAD,
  MARGIN_ROW,
  type MarginStrip,
  type LaneStrip,
} from './lanesLayout';
import { shortened, textWidth, type BoxItem, type DrawnItem } from '../paint/drawing';
import type { Timeline } from '../shapes/timelineShape';
import { xOf } from '../rulers/axis';
import { isThingKnown, type Prepared } from './prepare';

/** The least distance from the middle of a name to the lower edge of its strip. */
const NAME_FOOT = 12;

/** The names of the visible strips, in the column to the left of the plot. */
export function drawAllNames(frame: PictureFrame, strips: readonly Strip[], yOf: (strip: Strip) => number): void {
  // If an entity's first lane is scrolled away, the first lane with room shows the name.
  const bearer = strips.findIndex((strip) => yOf(strip) + strip.height - NAME_FOOT >= frame.top + NAME_FOOT / 2);
  for (const [i, strip] of strips.entries()) drawNames(frame, strip, yOf(strip), i - bearer);
}

/** @param fromBearer the distance in strips to the one that shows the entity's name instead of its first lane */
function drawNames(frame: PictureFrame, strip: Strip, y: number, fromBearer: number): void {
  const { prepared, left, right, items, view } = frame;
  if (strip.kind === 'group') return drawGroup(frame, strip, y);
  if (strip.kind === 'events') {
    items.push({
      kind: 'text',
      role: 'laneName',
      x: 10,
      y: inSightOf(frame, strip, y, y + LANE_PADDING + EVENT_ROW / 2),
      text: shortened('Events', left - 16),
      maxWidth: left - 16,
    });
    items.push(lineItem('tick', 0, y + strip.height, right, y + strip.height));
    return;
  }
  if (strip.kind === 'margin') return;
  const lane = prepared.timeline.lanes[strip.lane.lane];
  if (!lane) return;
  const thing = prepared.firstLane + strip.lane.lane;
  const middle = inSightOf(frame, strip, y, y + LANE_PADDING + strip.rowHeight / 2);
  if (strip.isFirst && y > frame.top) items.push(lineItem('tick', 0, y, right, y));
  const attribute = shortened(lane.attribute, left * 0.5, 'small');
  const taken = textWidth(attribute, 'small');
  items.push({
    kind: 'text',
    role: 'tickName',
    thing,
    x: left - 10,
    y: middle,
    text: attribute,
    align: 'end',
    size: 'small',
  });
  if (view.open !== undefined && lane.entity === view.open)
    items.push({ kind: 'box', role: 'open', x: 0, y, width: 3, height: strip.height });
  if (fromBearer !== 0 && (!strip.isFirst || fromBearer < 0)) return;
  const room = left - taken - 36;
  const text = shortened(lane.title, room);
  if (text !== '') items.push({ kind: 'text', role: 'laneName', thing, x: 10, y: middle, text, maxWidth: room });
}

interface StuckGroup {
  readonly strip: GroupStrip;
  readonly y: number;
}

/** The name of the group at the upper edge stays there when it is scrolled away, until the next group pushes it off. */
export function stuckGroup({ layout: { groups, strips }, scrollTop, top }: PictureFrame): StuckGroup | undefined {
  const next = firstPast(groups, ({ y }) => y >= scrollTop);
  const strip = groups[next - 1];
  if (!strip) return undefined;
  const last = strips.at(-1);
  const end = groups[next]?.y ?? (last?.kind === 'margin' ? last.y : Infinity);
  return { strip, y: top + Math.min(0, end - scrollTop - GROUP_HEIGHT) };
}

export function drawGroup({ right, items }: PictureFrame, { name, count, height }: GroupStrip, y: number): void {
  const middle = y + height / 2;
  const text = shortened(name, right - 80);
  // Text that is scrolled away behind it must not shine through.
  items.push({ kind: 'box', role: 'ground', x: 0, y, width: right, height });
  items.push({ kind: 'box', role: 'lane', x: 0, y, width: right, height });
  items.push({ kind: 'text', role: 'laneName', x: 10, y: middle, text });
  items.push({
    kind: 'text',
    role: 'tickName',
    x: 18 + textWidth(text),
    y: middle,
    text: `${count}`,
    size: 'small',
  });
}

/** A name stays visible as long as any of its strip is. */
const inSightOf = ({ top }: PictureFrame, { height }: Strip, y: number, middle: number): number =>
  Math.min(Math.max(middle, top + 13), y + height - NAME_FOOT);

/** Draws the visible part of the margin. Returns its upper edge, where the lines of the plot end. */
export function drawMargin(frame: PictureFrame, margin: MarginStrip, y: number): number {
  const { bottom } = frame;
  if (y < bottom) drawList(frame, margin, y);
  const isBelow = bottom < y + MARGIN_HEAD && drawCount(frame, margin);
  return Math.min(y, isBelow ? bottom - COUNT_HEIGHT : bottom);
}

function drawList(frame: PictureFrame, { columns, members, height }: MarginStrip, y: number): void {
  const { prepared, left, right, top, bottom, items } = frame;
  items.push({ kind: 'box', role: 'margin', x: 0, y, width: right, height });
  items.push(lineItem('tick', 0, y, right, y));
  const count = countOf(frame, members);
  if (count === 0) return;
  items.push({ kind: 'text', role: 'laneName', x: left + 6, y: y + MARGIN_HEAD / 2, text: marginTitle(count) });
  const width = (right - left) / columns;
  const firstRow = Math.max(0, Math.floor((top - y - MARGIN_HEAD) / MARGIN_ROW));
  const lastRow = Math.ceil((bottom - y - MARGIN_HEAD) / MARGIN_ROW);
  for (let i = firstRow * columns; i < Math.min(members.length, lastRow * columns); i++) {
    const thing = members[i] ?? 0;
    if (!isThingKnown(prepared, thing, frame.canon)) continue;
    const x = left + 6 + (i % columns) * width;
    const middle = y + MARGIN_HEAD + (Math.floor(i / columns) + 0.5) * MARGIN_ROW;
    const text = shortened(unplacedName(prepared.timeline, prepared.things[thing]), width - 16, 'small');
    items.push({ kind: 'text', role: 'marginName', thing, x, y: middle, text, maxWidth: width - 16, size: 'small' });
  }
}

const countOf = ({ prepared, canon }: PictureFrame, members: readonly number[]): number =>
  members.reduce((count, thing) => count + (isThingKnown(prepared, thing, canon) ? 1 : 0), 0);

const marginTitle = (count: number): string => (count === 1 ? '1 undated' : `${count} undated`);

const COUNT_HEIGHT = 22;

/** Stays at the lower edge while the list itself is below it. Returns whether there is anything to count. */
function drawCount(frame: PictureFrame, margin: MarginStrip): boolean {
  const { left, right, bottom, items } = frame;
  const count = countOf(frame, margin.members);
  if (count === 0) return false;
  const y = bottom - COUNT_HEIGHT;
  items.push({ kind: 'box', role: 'margin', x: 0, y, width: right, height: COUNT_HEIGHT });
  items.push(lineItem('tick', 0, y, right, y));
  const text = `${marginTitle(count)} ↓`;
  items.push({ kind: 'text', role: 'marginName', x: left + 6, y: bottom - COUNT_HEIGHT / 2, text, size: 'small' });
  return true;
}

/** `House Vyr, motto: We endure`; `The Flood (12 XX)`. */
function unplacedName(
  { lanes, events }: Timeline,
  thing: { readonly kind: string; readonly lane?: number; readonly index?: number; readonly title: string } | undefined,
): string {
  if (!thing) return '';
  if (thing.kind === 'event') {
    const date = events[thing.index ?? -1]?.date ?? '';
    return date === '' ? thing.title : `${thing.title} (${date})`;
  }
  const lane = lanes[thing.lane ?? -1];
  const from = lane?.spans[thing.index ?? -1]?.from ?? null;
  const when = from === null ? '' : ` (${from})`;
  return lane ? `${lane.title}, ${lane.attribute}: ${thing.title}${when}` : thing.title;
}

/** Marks over the lanes: the effects of retcons, the selection, and the facts of the open page. */
export function drawMarks(frame: PictureFrame, lanes: readonly LaneStrip[], yOf: (strip: LaneStrip) => number): void {
  outline(frame);
  const { retcons } = frame.prepared.timeline;
  for (const strip of lanes) {
    const all = retconsByLane(frame.prepared).get(strip.lane.lane) ?? [];
    const y = yOf(strip);
    for (const retcon of all) drawRetcon(frame, retcon, strip, y);
    const corrections = all.filter(
      (retcon) => retcons[retcon]?.effective === 'always' && frame.canon >= (frame.prepared.retconFrom[retcon] ?? 0),
    );
    corrections.forEach((retcon, nth) => drawCorrection(frame, retcon, y, nth));
  }
}

/** A fact that never held has no last day: its mark points before all days. */
function drawCorrection({ prepared, left, items }: PictureFrame, index: number, y: number, nth: number): void {
  const x = left + 2 + 9 * nth;
  const points = [
    [x, y + 4.5],
    [x + 7, y],
    [x + 7, y + 9],
  ] as const;
  items.push({ kind: 'path', role: 'retcon', thing: prepared.firstRetcon + index, points, isFilled: true });
}

/** A notch at the upper edge of the lane, and a line down through it. */
function drawRetcon(
  { prepared, axis, canon, left, right, items }: PictureFrame,
  index: number,
  strip: LaneStrip,
  y: number,
): void {
  const day = prepared.timeline.retcons[index]?.days?.[0];
  if (day == null || canon < (prepared.retconFrom[index] ?? 0)) return;
  const x = xOf(axis, day);
  if (!(left <= x && x <= right)) return;
  const thing = prepared.firstRetcon + index;
  const points = [
    [x - 4.5, y],
    [x + 4.5, y],
    [x, y + 7],
  ] as const;
  items.push(lineItem('retcon', x, y, x, y + strip.height, { thing, opacity: 0.7 }));
  items.push({ kind: 'path', role: 'retcon', thing, points, isFilled: true });
}

const byLane = new WeakMap<Prepared, ReadonlyMap<number, readonly number[]>>();

/** The retcons that concern each lane, by its index. */
function retconsByLane(prepared: Prepared): ReadonlyMap<number, readonly number[]> {
  const kept = byLane.get(prepared);
  if (kept) return kept;
  const { lanes, retcons } = prepared.timeline;
  const key = (entity: string, attribute: string): string => `${entity}\n${attribute}`;
  const laneOf = new Map(lanes.map(({ entity, attribute }, lane) => [key(entity, attribute), lane] as const));
  const found = new Map<number, number[]>();
  for (const [index, { pairs }] of retcons.entries()) {
    for (const { entity, attribute } of pairs) {
      const lane = laneOf.get(key(entity, attribute));
      if (lane === undefined) continue;
      const own = found.get(lane) ?? [];
      if (own.at(-1) !== index) own.push(index);
      found.set(lane, own);
    }
  }
  byLane.set(prepared, found);
  return found;
}

/** Around the selection, and around the facts of the open page. */
function outline({ items, view, prepared }: PictureFrame): void {
  if (view.selected === undefined && view.open === undefined) return;
  const around: DrawnItem[] = [];
  for (const item of items) {
    if (item.thing === undefined) continue;
    const isBar =
      item.kind === 'box' && item.role === 'span' && item.pattern !== undefined ? true : item.role === 'span';
    const isSelected = item.thing === view.selected;
    if (item.kind === 'box' && isBar) {
      if (isSelected) around.push(frameAround(item, 'focus'));
      else if (view.open !== undefined && prepared.things[item.thing]?.entry === view.open)
        around.push(frameAround(item, 'open'));
    } else if (isSelected && item.kind === 'path' && item.role === 'event' && item.points.length > 2) {
      const [x, y] = [item.points[0]?.[0] ?? 0, item.points[1]?.[1] ?? 0];
      around.push(frameAround({ x: x - 6, y: y - 6, width: 12, height: 12 }, 'focus'));
    }
  }
  items.push(...around);
}

const frameAround = (
  { x, y, width, height }: Pick<BoxItem, 'x' | 'y' | 'width' | 'height'>,
  role: 'focus' | 'open',
): DrawnItem => ({
  kind: 'path',
  role,
  points: [
    [x - 1, y - 1],
    [x + width + 1, y - 1],
    [x + width + 1, y + height + 1],
    [x - 1, y + height + 1],
    [x - 1, y - 1],
  ],
});
