/** What has no place on the line: a list below the lanes, and a count of it that is always in sight. */
import { type PictureFrame, lineItem } from './pictureFrame';
import { MARGIN_HEAD, MARGIN_ROW, type MarginStrip } from './lanesLayout';
import { shortened } from '../paint/textWidth';
import type { Timeline } from '../shapes/timelineShape';

/** Draws what is in sight of the margin. Answers where it begins: the lines of the plot end there. */
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
    if (!isKnown(frame, thing)) continue;
    const x = left + 6 + (i % columns) * width;
    const middle = y + MARGIN_HEAD + (Math.floor(i / columns) + 0.5) * MARGIN_ROW;
    const text = shortened(unplacedName(prepared.timeline, prepared.things[thing]), width - 16, 'small');
    items.push({ kind: 'text', role: 'marginName', thing, x, y: middle, text, maxWidth: width - 16, size: 'small' });
  }
}

/** Whether it has been decided at the canon point, and not taken back. */
function isKnown({ prepared: { spans, events }, canon }: PictureFrame, thing: number): boolean {
  const event = thing - events.firstThing;
  const [from, until] =
    event >= 0
      ? [events.canonFrom[event], events.canonUntil[event]]
      : [spans.canonFrom[thing], spans.canonUntil[thing]];
  return (from ?? 0) <= canon && canon < (until ?? 0);
}

const countOf = (frame: PictureFrame, members: readonly number[]): number =>
  members.reduce((count, thing) => count + (isKnown(frame, thing) ? 1 : 0), 0);

const marginTitle = (count: number): string =>
  count === 1 ? 'One thing has no place on this line' : `${count} things have no place on this line`;

const COUNT_HEIGHT = 22;

/** Stays at the lower edge while the list itself is below it. Answers whether there is anything to count. */
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
export function unplacedName(
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
