/** Which part of a family's plan is seen, and how large: from the plan to the screen and back. */
import type { FamilyLayout, PlanPoint } from './familyLayout';
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
