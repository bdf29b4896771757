/** The thing under the pointer, compared with what is drawn there. */
import { expect, it } from 'vitest';
import { bothAxesDrawing, pointOnBothAxes } from '../../server/src/core/picture/timeline/bothAxes';
import { overviewDrawing } from '../../server/src/core/picture/timeline/overviewDrawing';
import { prepare } from '../../server/src/core/picture/timeline/prepare';
import { thingAt } from '../../server/src/core/picture/paint/drawing';
import { thingStrip, timelineDrawing } from '../../server/src/core/picture/timeline/timelineDrawing';
import type { TimelineView } from '../../server/src/core/picture/timeline/lanesLayout';
import { SAMPLE } from '../media/sampleTimeline';

const prepared = prepare(SAMPLE);
const view: TimelineView = { domain: prepared.whole, width: 1400, height: 700 };
const drawing = timelineDrawing(prepared, view);

it('the middle of each bar and mark belongs to it', () => {
  const bars = drawing.items.flatMap((item) => (item.kind === 'box' && item.role === 'span' ? [item] : []));
  expect(bars.length).toBeGreaterThan(5);
  for (const { x, y, width, height, thing } of bars)
    expect(thingAt(drawing, x + width / 3, y + height / 2)).toBe(thing);
  const names = drawing.items.flatMap((item) => (item.kind === 'text' && item.thing !== undefined ? [item] : []));
  for (const { x, y, thing, align } of names) expect(thingAt(drawing, align === 'end' ? x - 2 : x + 2, y)).toBe(thing);
});

it('the ground and the rulers belong to nothing', () => {
  expect(thingAt(drawing, 700, 690)).toBeNull();
  expect(thingAt(drawing, 700, 5)).toBeNull();
});

it('each drawn value has its strip, and what is filtered out has none', () => {
  for (const item of drawing.items)
    if (item.role === 'span' && item.kind === 'box') {
      const strip = thingStrip(prepared, view, item.thing ?? -1) ?? expect.fail();
      expect(40 + strip.y).toBeLessThanOrEqual(item.y);
      expect(item.y + item.height).toBeLessThanOrEqual(40 + strip.y + strip.height);
    }
  expect(thingStrip(prepared, { ...view, filter: 'nobody' }, 0)).toBeNull();
});

it('a pixel of both axes is the day and the canon point that are drawn there', () => {
  const axes: TimelineView = { ...view, width: 500, height: 400, namesWidth: 100 };
  const { items } = bothAxesDrawing(prepared, 0, axes);
  const spans = SAMPLE.lanes[0]?.spans ?? [];
  for (const item of items) {
    if (item.kind !== 'box' || item.role !== 'span') continue;
    const span = spans[item.thing ?? -1];
    const point = { x: item.x + item.width / 2, y: item.y + item.height / 2 };
    const { day, canon } = pointOnBothAxes(prepared, 0, axes, point);
    const [first, until] = span?.days ?? [null, null];
    expect(first ?? -Infinity).toBeLessThanOrEqual(day);
    expect(day).toBeLessThan(until ?? Infinity);
    expect(prepared.pointIndex.get(span?.canon_from ?? null)).toBeLessThanOrEqual(canon);
    expect(canon).toBeLessThan(span?.canon_until == null ? 4 : (prepared.pointIndex.get(span.canon_until) ?? 0));
  }
});

it('the strip of all time is highest where it has the most items', () => {
  const strip: TimelineView = { domain: prepared.whole, width: 600, height: 34 };
  const bars = overviewDrawing(prepared, strip).items.flatMap((item) =>
    item.kind === 'box' && item.role === 'density' ? [item] : [],
  );
  const highest = bars.reduce((best, bar) => (bar.height > best.height ? bar : best));
  const day = prepared.whole[0] + (highest.x / 600) * (prepared.whole[1] - prepared.whole[0]);
  // At 412 TA one founder ends, one begins, and a ruler ends; at 310 TA a ruler ends, one begins, and two events happen.
  expect([310, 412].some((year) => Math.abs(day - year * 365) < 5 * 365)).toBe(true);
  for (const { y, height } of bars) expect(y).toBeGreaterThanOrEqual(34 - 1 - height - 1e-9);
});
