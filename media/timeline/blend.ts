/** The way from one drawing to the next: what both have moves there, what only one has fades. */
import type { BoxItem, DrawnItem, Drawing, PathItem, TextItem } from '../../server/src/core/picture/paint/drawing';

/** @param part how much of the way is gone, from 0 to 1 */
export function blended(before: Drawing, after: Drawing, part: number): Drawing {
  if (part >= 1) return after;
  const old = new Map(named(before.items));
  const coming: DrawnItem[] = [];
  // What stands for nothing (ground, ticks, names of lanes) is that of the new drawing: only what it stands for changes.
  let fading = 0;
  for (const [name, item] of named(after.items)) {
    if (item.thing === undefined) {
      if (coming.length === fading) fading++;
      coming.push(item);
      continue;
    }
    const was = old.get(name);
    old.delete(name);
    coming.push(was?.kind === item.kind ? between(was, item, part) : faded(item, part));
  }
  const going = [...old.values()].filter(({ thing }) => thing !== undefined).map((item) => faded(item, 1 - part));
  return { ...after, items: [...coming.slice(0, fading), ...going, ...coming.slice(fading)] };
}

/** Each item under a name that it has in every drawing of one picture. */
function named(items: readonly DrawnItem[]): [string, DrawnItem][] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const name = `${item.thing ?? ''} ${item.role} ${item.kind}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return [`${name} ${count}`, item];
  });
}

const faded = (item: DrawnItem, part: number): DrawnItem => ({ ...item, opacity: (item.opacity ?? 1) * part });

function between(before: DrawnItem, after: DrawnItem, part: number): DrawnItem {
  const at = (from: number, to: number): number => from + (to - from) * part;
  const opacity = at(before.opacity ?? 1, after.opacity ?? 1);
  switch (after.kind) {
    case 'box': {
      const { x, y, width, height } = before as BoxItem;
      return {
        ...after,
        opacity,
        x: at(x, after.x),
        y: at(y, after.y),
        width: at(width, after.width),
        height: at(height, after.height),
      };
    }
    case 'text': {
      const { x, y } = before as TextItem;
      return { ...after, opacity, x: at(x, after.x), y: at(y, after.y) };
    }
    case 'path': {
      const { points } = before as PathItem;
      if (points.length !== after.points.length) return { ...after, opacity };
      return {
        ...after,
        opacity,
        points: after.points.map(([x, y], i) => [at(points[i]?.[0] ?? x, x), at(points[i]?.[1] ?? y, y)]),
      };
    }
  }
}
