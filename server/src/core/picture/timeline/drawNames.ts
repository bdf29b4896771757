/** The names of groups, and the column of names: whose lanes these are, and what is told in each. */
import { firstPast } from '../../text/sorted';
import { type PictureFrame, lineItem } from './pictureFrame';
import { EVENT_ROW, GROUP_HEIGHT, type GroupStrip, LANE_PADDING, type Strip } from './lanesLayout';
import { shortened, textWidth } from '../paint/textWidth';

/** From the middle of a name to the lower edge of its strip, at least. */
const NAME_FOOT = 12;

/** The names of the strips in sight, in the column to the left of the plot. */
export function drawAllNames(frame: PictureFrame, strips: readonly Strip[], yOf: (strip: Strip) => number): void {
  // Of an entity whose first lane is scrolled away, the first lane with room for it has the name.
  const bearer = strips.findIndex((strip) => yOf(strip) + strip.height - NAME_FOOT >= frame.top + NAME_FOOT / 2);
  for (const [i, strip] of strips.entries()) drawNames(frame, strip, yOf(strip), i - bearer);
}

/** @param fromBearer so many strips below the one that has the name of its entity for want of its first lane */
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

export interface StuckGroup {
  readonly strip: GroupStrip;
  readonly y: number;
}

/** The group at the upper edge stays named there when its own name is scrolled away, until what comes after it pushes it off. */
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
  // What is scrolled away behind it does not shine through.
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

/** A name stays in sight as long as any of its strip is. */
const inSightOf = ({ top }: PictureFrame, { height }: Strip, y: number, middle: number): number =>
  Math.min(Math.max(middle, top + 13), y + height - NAME_FOOT);
