/** Marks over the lanes: where retcons take effect, what is selected, and what the open page states. */
import { xOf } from '../rulers/axis';
import type { BoxItem, DrawnItem } from '../paint/drawing';
import { type PictureFrame, lineItem } from './pictureFrame';
import type { LaneStrip } from './lanesLayout';
import type { Prepared } from './prepare';

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

/** What was never so has no day at which it ends: it points to before all days. */
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

/** The retcons that bear on each lane, by its index. */
export function retconsByLane(prepared: Prepared): ReadonlyMap<number, readonly number[]> {
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

/** Around what is selected, and around what the open page states. */
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
