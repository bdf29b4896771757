/** Which part of a family's plan is seen, and how large: from the plan to the screen and back. */
import type { FamilyLayout, PlacedPerson, PlanPoint } from './familyLayout';
import { PERSON_HEIGHT, PERSON_WIDTH } from './familyPlaces';

/** `screen = (plan − [x, y]) · scale`. */
export interface FamilyView {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const onScreen = ({ x, y, scale }: FamilyView, [px, py]: PlanPoint): PlanPoint => [
  (px - x) * scale,
  (py - y) * scale,
];

export function boxIn(view: FamilyView, x: number, y: number): Box {
  const [left, top] = onScreen(view, [x, y]);
  return { x: left, y: top, width: PERSON_WIDTH * view.scale, height: PERSON_HEIGHT * view.scale };
}

const MARGIN = 24;
/** Below this scale a box has no room for words. */
export const LEAST_WORDS = 0.45;
/** Of a family that is too large to be seen as a whole, names and lives can be read. */
const READABLE = 0.75;

/** The whole plan, as large as it fits and no larger than it is; `null`: as large as it is, for a file. */
export function wholeFamily(
  layout: FamilyLayout,
  size: { readonly width: number; readonly height: number } | null,
): FamilyView {
  const width = size?.width ?? layout.width + 2 * MARGIN;
  const height = size?.height ?? layout.height + 2 * MARGIN;
  const fit = Math.min((width - 2 * MARGIN) / layout.width, (height - 2 * MARGIN) / layout.height);
  const scale = layout.width === 0 ? 1 : Math.min(1, Math.max(fit, 0.02));
  return {
    width,
    height,
    scale,
    x: layout.width / 2 - width / 2 / scale,
    y: layout.height * scale < height ? layout.height / 2 - height / 2 / scale : -MARGIN / scale,
  };
}

/** What is seen first: the whole, or as much about somebody as can be read. */
export function openedFamily(
  layout: FamilyLayout,
  size: { readonly width: number; readonly height: number },
  person: PlacedPerson | undefined,
): FamilyView {
  const whole = wholeFamily(layout, size);
  return whole.scale >= LEAST_WORDS || !person ? whole : familyAround(layout, { ...whole, scale: READABLE }, person);
}

/** A view of the same scale with somebody as near to its middle as the edges of the plan allow. */
export function familyAround(layout: FamilyLayout, view: FamilyView, { x, y }: PlacedPerson): FamilyView {
  const { width, height, scale } = view;
  const within = (middle: number, seen: number, whole: number): number =>
    seen > whole ? (whole - seen) / 2 : Math.min(Math.max(middle - seen / 2, 0), whole - seen);
  const rim = MARGIN / scale;
  return {
    ...view,
    x: within(x + PERSON_WIDTH / 2 + rim, width / scale, layout.width + 2 * rim) - rim,
    y: within(y + PERSON_HEIGHT / 2 + rim, height / scale, layout.height + 2 * rim) - rim,
  };
}

/** Whether the whole box of somebody is in view. */
export function isInView(view: FamilyView, { x, y }: PlacedPerson): boolean {
  const box = boxIn(view, x, y);
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= view.width && box.y + box.height <= view.height;
}
