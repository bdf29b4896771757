/** How a value begins and ends: a bracket over days that its author left open, an arrow where it has no end. */
import { xOf } from '../rulers/axis';
import type { Tone } from '../paint/drawing';
import type { PictureFrame } from './pictureFrame';
import type { Days } from '../shapes/timelineShape';

/** Narrower brackets are a smear. */
const NARROWEST_BRACKET = 8;

/** Along the upper edge of a bar, over the days in which it begins or ends. */
export function drawBracket(
  { axis, left, right, items }: PictureFrame,
  [from, until]: Days,
  y: number,
  thing: number,
  tone: Tone,
): void {
  if (from === null || until === null) return;
  const [x, end] = [xOf(axis, from), xOf(axis, until)];
  if (!(end - x >= NARROWEST_BRACKET) || end < left || right < x) return;
  const [a, b] = [Math.max(left, x), Math.min(right, end)];
  const points: [number, number][] = [
    [a, y - 1],
    [b, y - 1],
  ];
  if (a === x) points.unshift([a, y + 4]);
  if (b === end) points.push([b, y + 4]);
  items.push({ kind: 'path', role: 'weave', tone, thing, points });
}

/** A small head at `x`, to the left (−1) or to the right (1). */
export function drawArrow(
  { items }: PictureFrame,
  x: number,
  y: number,
  to: -1 | 1,
  tone: Tone,
  opacity: number,
): void {
  const points = [
    [x, y],
    [x - 6 * to, y - 4],
    [x - 6 * to, y + 4],
  ] as const;
  items.push({ kind: 'path', role: 'weave', tone, points, isFilled: true, ...(opacity < 1 && { opacity }) });
}
