/** A frame: the parts of a picture, where its days lie, and what is drawn so far. */
import { type Axis, makeAxis } from '../rulers/axis';
import type { DrawnItem, PathItem } from '../paint/drawing';
import type { Filtered } from '../shapes/filter';
import type { LanesLayout } from './lanesLayout';
import type { Prepared } from './prepare';
import type { TimelineView } from './timelineView';

/** Where the parts of a picture lie, in pixels. */
export interface PictureParts {
  /** The column of names ends and the plot begins. */
  readonly left: number;
  readonly right: number;
  /** The rulers end and the lanes begin. */
  readonly top: number;
  readonly bottom: number;
}

export interface PictureFrame extends PictureParts {
  readonly prepared: Prepared;
  readonly view: TimelineView;
  readonly axis: Axis;
  /** Index of the canon point. */
  readonly canon: number;
  readonly layout: LanesLayout;
  readonly filtered: Filtered | undefined;
  /** How far the lanes are scrolled. */
  readonly scrollTop: number;
  readonly items: DrawnItem[];
}

/** The two tiers of a ruler: what the ticks lie in, and the ticks. */
export const TIER = 20;
export const RULER_HEIGHT = 2 * TIER;
const NAMES_WIDTH = 190;

export const pictureParts = (prepared: Prepared, { width, height, namesWidth }: TimelineView): PictureParts => {
  const right = Math.max(1, finite(width));
  const left = Math.round(Math.min(finite(namesWidth ?? NAMES_WIDTH), right * 0.35));
  const top = Math.max(1, prepared.rulers.length) * RULER_HEIGHT;
  return { left, right, top, bottom: Math.max(top, finite(height)) };
};

const finite = (size: number): number => (Number.isFinite(size) ? Math.max(0, size) : 0);

/** The index of the canon point in view. */
export function canonOf({ timeline }: Prepared, { canon }: TimelineView): number {
  const last = Math.max(0, timeline.points.length - 1);
  return Math.min(last, Math.max(0, Math.floor(canon ?? last) || 0));
}

export interface Arranged {
  readonly layout: LanesLayout;
  readonly filtered: Filtered | undefined;
}

export function makeFrame(prepared: Prepared, view: TimelineView, arranged: Arranged): PictureFrame {
  const parts = pictureParts(prepared, view);
  const { layout } = arranged;
  const most = Math.max(0, layout.height - (parts.bottom - parts.top));
  return {
    ...parts,
    ...arranged,
    prepared,
    view,
    axis: makeAxis(view.domain, parts.left, parts.right - parts.left),
    canon: canonOf(prepared, view),
    scrollTop: Math.min(most, Math.max(0, finite(view.scrollTop ?? 0))),
    items: [],
  };
}

/** A straight line. */
export const lineItem = (
  role: PathItem['role'],
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  more: Partial<PathItem> = {},
): PathItem => ({
  kind: 'path',
  role,
  points: [
    [x1, y1],
    [x2, y2],
  ],
  ...more,
});
