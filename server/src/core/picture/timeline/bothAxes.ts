/** Draws one lane on both axes: world time across, canon time up, each value a rectangle, and a cross at the selected point. */
import { dayAtX, makeAxis, xOf } from '../rulers/axis';
import { type Drawing, shortened, TYPE_SIZES } from '../paint/drawing';
import { drawGrid, drawRulers, ticksInSight } from './drawRulers';
import {
  canonOf,
  lineItem,
  type PictureFrame,
  type PictureParts,
  pictureParts,
  type TimelineView,
} from './lanesLayout';
import { type Prepared, LISTED } from './prepare';
import { drawBar } from './drawSpans';

/** The distance between the panels of concurrent values. */
const GAP = 10;
const LEAST_PANEL = 48;

/** The position of one panel, and the height of one canon point in it. */
interface Panel {
  readonly top: number;
  readonly bottom: number;
  readonly step: number;
}

/**
 * The picture of the lane with an index in the timeline. Values that hold at the same time, at one canon point, are in separate
 * panels, below each other; a drawing of many panels is higher than the view.
 */
export function bothAxesDrawing(prepared: Prepared, lane: number, view: TimelineView): Drawing {
  const own = prepared.lanes[lane];
  const parts = partsOf(prepared, lane, view);
  const { rows, bottom: height } = parts;
  const frame: PictureFrame = {
    ...parts,
    prepared,
    view,
    axis: makeAxis(view.domain, parts.left, parts.right - parts.left),
    canon: canonOf(prepared, view),
    layout: { strips: [], groups: [], height: 0, unplaced: 0 },
    filtered: undefined,
    scrollTop: 0,
    items: [],
  };
  frame.items.push({ kind: 'box', role: 'ground', x: 0, y: 0, width: frame.right, height });
  const rulers = ticksInSight(frame);
  drawGrid(frame, rulers);
  const panels = Array.from({ length: rows }, (_, row) => panelOf(frame, row, rows));
  for (const panel of panels) drawPoints(frame, panel);
  if (own) for (const [row, panel] of panels.entries()) drawRectangles(frame, own.rowStarts, row, panel);
  frame.items.push(lineItem('tick', frame.left, frame.top, frame.left, height));
  drawRulers(frame, rulers);
  for (const panel of panels) drawCross(frame, panel);
  return { width: frame.right, height, items: frame.items, things: prepared.things };
}

/** The point of both axes at a pixel of that picture: a world day, with its fraction, and the index of a canon point. */
export function pointOnBothAxes(
  prepared: Prepared,
  lane: number,
  view: TimelineView,
  { x, y }: { readonly x: number; readonly y: number },
): { readonly day: number; readonly canon: number } {
  const parts = partsOf(prepared, lane, view);
  const { left, right, top, bottom, rows } = parts;
  const row = Math.floor(((y - top) / (bottom - top)) * rows);
  const panel = panelOf({ ...parts, prepared }, Math.min(Math.max(row, 0), rows - 1), rows);
  const last = Math.max(0, prepared.timeline.points.length - 1);
  return {
    day: dayAtX(makeAxis(view.domain, left, right - left), Math.min(Math.max(x, left), right)),
    canon: Math.min(Math.max(Math.floor((panel.bottom - y) / panel.step), 0), last),
  };
}

function partsOf(prepared: Prepared, lane: number, view: TimelineView): PictureParts & { readonly rows: number } {
  const parts = pictureParts(prepared, view);
  const rows = Math.max(1, prepared.lanes[lane]?.rows ?? 0);
  return { ...parts, rows, bottom: Math.max(parts.bottom, parts.top + rows * (LEAST_PANEL + GAP)) };
}

function panelOf(
  { top, bottom, prepared }: Pick<PictureFrame, 'top' | 'bottom' | 'prepared'>,
  row: number,
  rows: number,
): Panel {
  const height = (bottom - top) / rows;
  const first = top + row * height + GAP / 2;
  const last = first + height - GAP;
  return { top: first, bottom: last, step: (last - first) / Math.max(1, prepared.timeline.points.length) };
}

/** The upper edge of the band of a canon point. */
const topOf = ({ bottom, step }: Panel, canon: number): number => bottom - (canon + 1) * step;

/** The names of the canon points, as many as fit, from the present one on. */
function drawPoints({ prepared, canon, left, right, items }: PictureFrame, panel: Panel): void {
  const { points } = prepared.timeline;
  const each = Math.max(1, Math.ceil((TYPE_SIZES.small + 4) / panel.step));
  for (const [index, { at, title }] of points.entries()) {
    const y = topOf(panel, index);
    if (panel.step >= 6) items.push(lineItem('tick', left, y, right, y, { opacity: 0.6 }));
    const isHere = index === canon;
    if (!isHere && (index % each !== 0 || Math.abs(index - canon) < each)) continue;
    const name = at === null ? 'the beginning' : title === undefined || title === at ? at : `${at} · ${title}`;
    const text = shortened(name, left - 20, 'small');
    const middle = y + panel.step / 2;
    items.push({
      kind: 'text',
      role: isHere ? 'laneName' : 'tickName',
      x: left - 10,
      y: middle,
      text,
      align: 'end',
      size: 'small',
    });
  }
  items.push(lineItem('tick', 0, panel.bottom, right, panel.bottom));
}

function drawRectangles(frame: PictureFrame, rowStarts: readonly number[], row: number, panel: Panel): void {
  const { prepared, axis, left, right } = frame;
  const { spans } = prepared;
  const count = Math.max(1, prepared.timeline.points.length);
  for (let place = rowStarts[row] ?? 0; place < (rowStarts[row + 1] ?? 0); place++) {
    const span = spans.order[place] ?? 0;
    if (((spans.flags[span] ?? 0) & LISTED) !== 0) continue;
    const x = Math.max(left, xOf(axis, spans.first[span] ?? 0));
    const width = Math.min(right, xOf(axis, spans.until[span] ?? 0)) - x;
    if (!(width > 0)) continue;
    const top = topOf(panel, Math.min(count, spans.canonUntil[span] ?? 0) - 1);
    const bottom = topOf(panel, (spans.canonFrom[span] ?? 0) - 1);
    const name = drawBar(
      frame,
      span,
      x,
      top + 1,
      Math.max(1.5, width),
      Math.max(2, bottom - top - 2),
      1,
      spans.flags[span] ?? 0,
    );
    if (!name || bottom - top < TYPE_SIZES.normal + 4) continue;
    const { text, x: start, inside: maxWidth } = name;
    const y = Math.min(top + 14, (top + bottom) / 2);
    if (shortened(text, maxWidth) !== '')
      frame.items.push({ kind: 'text', role: 'spanName', thing: span, x: start, y, text, maxWidth });
  }
}

/** Lines of both handles, and a ring where they meet. */
function drawCross({ view, axis, canon, left, right, items }: PictureFrame, panel: Panel): void {
  const y = topOf(panel, canon) + panel.step / 2;
  items.push(lineItem('cross', left, y, right, y, { isDashed: true }));
  if (view.at == null) return;
  const x = xOf(axis, view.at);
  if (!(left <= x && x <= right)) return;
  items.push(lineItem('cross', x, panel.top, x, panel.bottom, { isDashed: true }));
  const ring = Array.from({ length: 17 }, (_, i) => {
    const turn = (i / 16) * 2 * Math.PI;
    return [x + 6 * Math.cos(turn), y + 6 * Math.sin(turn)] as const;
  });
  items.push({ kind: 'path', role: 'cross', points: ring });
}
