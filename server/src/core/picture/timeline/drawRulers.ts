/** Draws the rulers above the lanes, one for each calendar of the line, and their lines down through the picture. */
import { xOf } from '../rulers/axis';
import { type PictureFrame, lineItem, RULER_HEIGHT, TIER } from './lanesLayout';
import { shortened, textWidth } from '../paint/drawing';
import type { Band, Ticks } from '../shapes/timelineShape';
import { ticksOf, WIDEST_LABEL } from '../rulers/ticks';

/** The distance between the names of two bands, and beside them. */
const BAND_GAP = 8;

/** The ticks and bands of each ruler. */
export const ticksInSight = ({ prepared, axis }: PictureFrame): readonly Ticks[] =>
  prepared.rulers.map((ruler) => ticksOf(ruler, axis));

/** Behind the lanes: lines at the ticks of the first calendar, and its feasts. */
export function drawGrid(frame: PictureFrame, rulers: readonly Ticks[]): void {
  const { axis, left, right, top, bottom, items } = frame;
  const [first] = rulers;
  if (!first) return;
  for (const { from, until } of first.feasts) {
    const [x, end] = [Math.max(left, xOf(axis, from)), Math.min(right, xOf(axis, until))];
    if (end > x) items.push({ kind: 'box', role: 'feast', x, y: top, width: end - x, height: bottom - top });
  }
  for (const { day } of first.ticks) {
    const x = xOf(axis, day);
    if (left < x && x < right) items.push(lineItem('tick', x, top, x, bottom, { opacity: 0.6 }));
  }
  for (const { from } of first.bands) {
    const x = xOf(axis, from);
    if (left < x && x < right) items.push(lineItem('tick', x, top, x, bottom));
  }
}

export function drawRulers(frame: PictureFrame, rulers: readonly Ticks[]): void {
  const { left, right, top, items, prepared } = frame;
  items.push({ kind: 'box', role: 'ground', x: 0, y: 0, width: right, height: top });
  for (const [i, ticks] of rulers.entries()) {
    const y = i * RULER_HEIGHT;
    items.push({ kind: 'box', role: 'era', x: left, y, width: right - left, height: TIER });
    for (const band of ticks.bands) drawBand(frame, band, y);
    drawTicks(frame, ticks, y + TIER);
    const name = prepared.rulers[i]?.name ?? '';
    if (rulers.length > 1 && name !== '') {
      const text = shortened(name, left - 24, 'small');
      items.push({
        kind: 'text',
        role: 'tickName',
        x: left - 10,
        y: y + TIER * 1.5,
        text,
        align: 'end',
        size: 'small',
      });
    }
    if (i > 0) items.push(lineItem('tick', 0, y, right, y));
  }
  items.push(lineItem('tick', 0, top, right, top));
}

/** Its name stays visible as long as any of the band is. */
function drawBand({ axis, left, right, items }: PictureFrame, { from, until, labels }: Band, y: number): void {
  const x = xOf(axis, from);
  const [start, end] = [Math.max(left, x), Math.min(right, xOf(axis, until))];
  if (end <= start) return;
  if (left < x) items.push(lineItem('tick', x, y, x, y + TIER));
  const room = end - start - BAND_GAP;
  const text = labels.find((label) => textWidth(label, 'small', room + 1) <= room) ?? cut(labels[0], room);
  if (text)
    items.push({ kind: 'text', role: 'eraName', x: start + 6, y: y + TIER / 2, text, maxWidth: room, size: 'small' });
}

/** Shortened only if enough remains to be understood. */
const cut = (label: string | undefined, room: number): string | undefined =>
  label === undefined || room < 48 ? undefined : shortened(label, room, 'small');

function drawTicks({ axis, left, right, items }: PictureFrame, { ticks, minor, feasts }: Ticks, y: number): void {
  for (const day of minor) {
    const x = xOf(axis, day);
    if (left <= x && x < right) items.push(lineItem('tick', x, y + TIER - 4, x, y + TIER));
  }
  const named: NamedTick[] = [
    ...ticks.map(({ day, label, isFirst = false }) => ({ day, label, isFirst, isFeast: false })),
    ...feasts.map(({ from, name }) => ({ day: from, label: name, isFirst: false, isFeast: true })),
  ].sort((a, b) => a.day - b.day);
  // Where an era begins, its first year is labelled before others are.
  const firsts = named.filter(({ isFirst }) => isFirst).map(({ day }) => xOf(axis, day));
  let free = left;
  let nextFirst = 0;
  for (const [i, { day, label, isFeast, isFirst }] of named.entries()) {
    const x = xOf(axis, day);
    if (x < left || right <= x) continue;
    items.push(lineItem('tick', x, y + (isFeast ? TIER - 4 : TIER - 7), x, y + TIER));
    while (nextFirst < firsts.length && (firsts[nextFirst] ?? 0) <= x) nextFirst++;
    const next = named[i + 1];
    const end = Math.min(
      right,
      isFeast && next ? xOf(axis, next.day) : right,
      isFirst ? right : (firsts[nextFirst] ?? right),
    );
    const text = shortened(label, WIDEST_LABEL, 'small');
    const width = textWidth(text, 'small');
    const start = x + 4;
    if (start < free || end < start + width) continue;
    items.push({ kind: 'text', role: 'tickName', x: start, y: y + TIER / 2 - 1, text, size: 'small' });
    free = start + width + 6;
  }
}

interface NamedTick {
  readonly day: number;
  readonly label: string;
  readonly isFirst: boolean;
  readonly isFeast: boolean;
}
