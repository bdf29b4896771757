/** What lies where on a drawing of kin: under the pointer, and next in a direction. */
import type { BoxItem, Drawing } from '../../server/src/core/picture/paint/drawing';

const boxesIn = ({ items }: Drawing): (BoxItem & { readonly thing: number })[] =>
  items.flatMap((item) =>
    item.kind === 'box' && item.role === 'span' && item.thing !== undefined ? { ...item, thing: item.thing } : [],
  );

/** What was painted last lies on top. */
export const hitIn = (drawing: Drawing, x: number, y: number): number | undefined =>
  boxesIn(drawing).findLast((box) => box.x <= x && x < box.x + box.width && box.y <= y && y < box.y + box.height)
    ?.thing;

/** The nearest in a direction; without a start, the first of all. */
export function nearestIn(drawing: Drawing, from: number | undefined, dx: number, dy: number): number | undefined {
  const boxes = boxesIn(drawing);
  const start = boxes.find(({ thing }) => thing === from);
  if (!start) return boxes[0]?.thing;
  const middle = ({ x, y, width, height }: BoxItem): readonly [number, number] => [x + width / 2, y + height / 2];
  const [sx, sy] = middle(start);
  let best: { readonly thing: number; readonly cost: number } | undefined;
  for (const box of boxes) {
    const [x, y] = middle(box);
    const along = (x - sx) * dx + (y - sy) * dy;
    const aside = Math.abs((x - sx) * dy) + Math.abs((y - sy) * dx);
    if (along < 2) continue;
    // The next row goes before those behind it; in a row, what lies aside is farther than it looks.
    const cost = dy === 0 ? along + 3 * aside : 3 * along + aside;
    if (!best || cost < best.cost) best = { thing: box.thing, cost };
  }
  return best?.thing ?? from;
}
