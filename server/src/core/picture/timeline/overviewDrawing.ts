/** Draws the whole of time in one strip: a ribbon of beginnings and ends that is higher where there are more of them. */
import { makeAxis, xOf } from '../rulers/axis';
import { type Drawing, type DrawnItem, textWidth } from '../paint/drawing';
import { isKnownAt, type Prepared } from './prepare';
import { ticksOf } from '../rulers/ticks';
import { arranged } from './timelineDrawing';
import type { TimelineView } from './lanesLayout';

/** The width of a bin in pixels. */
const BIN = 3;
/** Years are written above the ribbon. */
const LABELS = 13;

/** @param view its domain is that of the strip, its size that of the strip */
export function overviewDrawing(prepared: Prepared, view: TimelineView): Drawing {
  const { width, height } = view;
  const axis = makeAxis(view.domain, 0, width);
  const items: DrawnItem[] = [{ kind: 'box', role: 'ground', x: 0, y: 0, width, height }];
  const counts = countsOf(prepared, view, Math.max(1, Math.ceil(width / BIN)), axis);
  const most = Math.max(1, ...counts);
  const [base, room] = [height - 1, height - LABELS - 2];
  // Ten times as many are twice as high, so that rare ones stay visible.
  const heightOf = (count: number): number =>
    count === 0 ? 0 : 2 + (room - 2) * (Math.log1p(count) / Math.log1p(most));
  for (const [i, count] of counts.entries())
    if (count > 0) {
      const high = heightOf(count);
      items.push({
        kind: 'box',
        role: 'density',
        x: i * BIN,
        y: base - high,
        width: BIN - 0.5,
        height: high,
        opacity: 0.75,
      });
    }
  drawYears(prepared, axis, height, items);
  return { width, height, items, things: prepared.things };
}

/** The number of known things that begin, end or happen in each bin. */
function countsOf(prepared: Prepared, view: TimelineView, bins: number, axis: ReturnType<typeof makeAxis>): number[] {
  const counts = Array.from({ length: bins }, () => 0);
  const { spans, events } = prepared;
  const last = Math.max(0, prepared.timeline.points.length - 1);
  const canon = Math.min(last, Math.max(0, view.canon ?? last));
  const { filtered } = arranged(prepared, view);
  const count = (day: number): void => {
    const bin = Math.floor(xOf(axis, day) / BIN);
    if (bin >= 0 && bin < bins) counts[bin] = (counts[bin] ?? 0) + 1;
  };
  for (let span = 0; span < spans.first.length; span++) {
    if (!isKnownAt(spans, span, canon) || (filtered?.spans[span] ?? 1) === 0) continue;
    count(spans.first[span] ?? Number.NaN);
    count(spans.until[span] ?? Number.NaN);
  }
  for (const event of events.placed) {
    if (!isKnownAt(events, event, canon) || (filtered?.events[event] ?? 1) === 0) continue;
    count(events.first[event] ?? Number.NaN);
  }
  return counts;
}

/** Labels for orientation, in the years of the first calendar. */
function drawYears({ rulers }: Prepared, axis: ReturnType<typeof makeAxis>, height: number, items: DrawnItem[]): void {
  const [ruler] = rulers;
  if (!ruler) return;
  let free = 0;
  for (const { day, label: short, date } of ticksOf(ruler, axis).ticks) {
    // Without a year above it, as on a ruler, a day needs its month, and a month its year. A year is longest with its commas.
    const label = date.length > short.length ? date : short;
    const x = xOf(axis, day);
    if (x < free || x + textWidth(label, 'small') + 6 > axis.width) continue;
    items.push({
      kind: 'path',
      role: 'tick',
      points: [
        [x, 0],
        [x, height],
      ],
    });
    items.push({ kind: 'text', role: 'tickName', x: x + 4, y: LABELS / 2 + 1, text: label, size: 'small' });
    free = x + textWidth(label, 'small') + 90;
  }
}
