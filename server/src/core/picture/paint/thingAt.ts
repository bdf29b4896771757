/** What lies under a pixel of a drawing: the thing whose item was painted last. */
import type { Drawing, DrawnItem, TextItem } from './drawing';
import { textWidth, TYPE_SIZES } from './textWidth';

/** What is narrow can be missed by so many pixels. */
const NEAR = 3;

/** An index into the drawing's things; null: there is nothing, or only ground. */
export function thingAt({ items }: Drawing, x: number, y: number): number | null {
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items[i];
    if (!item || !isAt(item, x, y)) continue;
    if (item.thing !== undefined) return item.thing;
    // What it covers is not to be seen.
    if (item.kind === 'box' && item.role === 'ground') return null;
  }
  return null;
}

function isAt(item: DrawnItem, x: number, y: number): boolean {
  switch (item.kind) {
    case 'box': {
      const near = item.thing === undefined ? 0 : Math.max(0, NEAR - item.width / 2);
      return item.x - near <= x && x < item.x + item.width + near && item.y <= y && y < item.y + item.height;
    }
    case 'path': {
      if (item.thing === undefined) return false;
      let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
      for (const [px, py] of item.points) {
        [left, right] = [Math.min(left, px), Math.max(right, px)];
        [top, bottom] = [Math.min(top, py), Math.max(bottom, py)];
      }
      return left - NEAR <= x && x <= right + NEAR && top - NEAR <= y && y <= bottom + NEAR;
    }
    case 'text':
      return item.thing !== undefined && isOnText(item, x, y);
  }
}

function isOnText(
  { x: at, y: middle, text, maxWidth = Infinity, align, size }: TextItem,
  x: number,
  y: number,
): boolean {
  if (Math.abs(y - middle) > TYPE_SIZES[size ?? 'normal'] * 0.75) return false;
  const width = Math.min(textWidth(text, size), maxWidth);
  const left = align === 'end' ? at - width : align === 'middle' ? at - width / 2 : at;
  return left <= x && x < left + width;
}
