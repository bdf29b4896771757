/** What lies under a pixel of a drawing: the item that was painted last. */
import type { Drawing } from '../../server/src/core/picture/drawing';

export function thingAt({ items }: Drawing, x: number, y: number): number | null {
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items[i];
    if (item?.thing === undefined) {
      if (
        item?.kind === 'box' &&
        item.role === 'ground' &&
        item.x <= x &&
        x < item.x + item.width &&
        item.y <= y &&
        y < item.y + item.height
      )
        return null;
      continue;
    }
    if (
      item.kind === 'box' &&
      item.x - 2 <= x &&
      x < item.x + item.width + 2 &&
      item.y <= y &&
      y < item.y + item.height
    )
      return item.thing;
    if (item.kind === 'path' && item.isFilled) {
      const xs = item.points.map(([at]) => at);
      const ys = item.points.map(([, at]) => at);
      if (Math.min(...xs) - 3 <= x && x <= Math.max(...xs) + 3 && Math.min(...ys) - 3 <= y && y <= Math.max(...ys) + 3)
        return item.thing;
    }
    if (item.kind === 'text' && Math.abs(y - item.y) < 8) {
      const width = Math.min(item.maxWidth ?? Infinity, item.text.length * 7);
      const left = item.align === 'end' ? item.x - width : item.x;
      if (left <= x && x < left + width) return item.thing;
    }
  }
  return null;
}
