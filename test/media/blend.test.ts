/** The transition between two drawings: shared items move, the others fade, and both ends are the drawings themselves. */
import { describe, expect, it } from 'vitest';
import { blended } from '../../media/timeline/painter';
import type { BoxItem, Drawing, DrawnItem, Thing } from '../../server/src/core/picture/paint/drawing';

const things: readonly Thing[] = [];
const drawing = (...items: DrawnItem[]): Drawing => ({ width: 100, height: 50, items, things });
const box = (thing: number | undefined, x: number, width: number): BoxItem => ({
  kind: 'box',
  role: 'span',
  ...(thing !== undefined && { thing }),
  x,
  y: 0,
  width,
  height: 10,
});
const ground: BoxItem = { ...box(undefined, 0, 100), role: 'ground' };
const line: DrawnItem = {
  kind: 'path',
  role: 'handle',
  points: [
    [5, 0],
    [5, 50],
  ],
};

describe('halfway', () => {
  const half = blended(
    drawing(ground, box(1, 0, 40), box(2, 40, 20), line),
    drawing(ground, box(1, 20, 80), box(3, 0, 10), line),
    0.5,
  );

  it('shared items are in between', () => {
    expect(half.items).toContainEqual({ ...box(1, 10, 60), opacity: 1 });
  });

  it('items of one drawing are half as strong', () => {
    expect(half.items).toContainEqual({ ...box(2, 40, 20), opacity: 0.5 });
    expect(half.items).toContainEqual({ ...box(3, 0, 10), opacity: 0.5 });
  });

  it('vanishing items are painted on the ground, and under the lines', () => {
    const roles = half.items.map(({ role, thing }) => `${role} ${thing ?? ''}`.trim());
    expect(roles).toEqual(['ground', 'span 2', 'span 1', 'span 3', 'handle']);
  });
});

it('the end is the second drawing', () => {
  const after = drawing(ground, box(1, 20, 80));
  expect(blended(drawing(ground), after, 1)).toBe(after);
});

it('several items of one thing stay separate', () => {
  const two = drawing(box(1, 0, 10), box(1, 50, 10));
  expect(blended(two, drawing(box(1, 10, 10), box(1, 60, 10)), 0.5).items.map((item) => (item as BoxItem).x)).toEqual([
    5, 55,
  ]);
});
