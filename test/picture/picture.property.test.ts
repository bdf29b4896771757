/** Properties of every picture, whatever it is made from and whatever part of it is in view. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bothAxesDrawing } from '../../server/src/core/picture/timeline/bothAxes';
import { changesOf, nextDayStop } from '../../server/src/core/picture/timeline/changes';
import { type Drawing, type DrawnItem, type TextItem, textWidth } from '../../server/src/core/picture/paint/drawing';
import { prepare } from '../../server/src/core/picture/timeline/prepare';
import { svgOf } from '../../server/src/core/picture/paint/svg';
import { tableRows } from '../../server/src/core/picture/timeline/tableRows';
import { timelineDrawing } from '../../server/src/core/picture/timeline/timelineDrawing';
import { anySoundView, anyTimeline, anyView } from './anyTimeline';

const RUNS = Number(process.env.FUZZ_RUNS ?? 50);

const numbersOf = (item: DrawnItem): number[] =>
  item.kind === 'path'
    ? item.points.flat()
    : Object.values(item).filter((value): value is number => typeof value === 'number');

const wrongNumbers = ({ items }: Drawing): DrawnItem[] =>
  items.filter((item) => numbersOf(item).some((n) => !Number.isFinite(n)) || (item.kind === 'box' && item.width < 0));

interface Area {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

const areaOf = ({ text, x, y, align = 'start', size = 'normal', maxWidth = Infinity }: TextItem): Area => {
  const width = Math.min(textWidth(text, size), maxWidth);
  const left = align === 'start' ? x : align === 'end' ? x - width : x - width / 2;
  return { text, left, right: left + width, y };
};

const COVERS = new Set(['ground', 'lane', 'margin', 'era']);

/** The texts that nothing is painted over. */
function textsOf({ items }: Drawing): Area[] {
  return items.flatMap((item, i) => {
    if (item.kind !== 'text') return [];
    const isCovered = items
      .slice(i + 1)
      .some(
        (over) =>
          over.kind === 'box' &&
          COVERS.has(over.role) &&
          over.x <= item.x &&
          item.x <= over.x + over.width &&
          over.y <= item.y &&
          item.y <= over.y + over.height,
      );
    return isCovered ? [] : areaOf(item);
  });
}

function overlapping(areas: readonly Area[]): string[] {
  return areas.flatMap((a, i) =>
    areas
      .slice(i + 1)
      .filter((b) => Math.abs(a.y - b.y) < 8 && a.left + 0.5 < b.right && b.left + 0.5 < a.right)
      .map(
        (b) =>
          `${a.text.slice(0, 30)} (${a.left} to ${a.right}, ${a.y}) over ${b.text.slice(0, 30)} (${b.left} to ${b.right}, ${b.y})`,
      ),
  );
}

describe('a picture of anything', () => {
  it('has finite coordinates only, and is well-formed SVG', () => {
    fc.assert(
      fc.property(anyTimeline, fc.oneof(anyView, anySoundView), (timeline, view) => {
        const prepared = prepare(timeline);
        const drawing = timelineDrawing(prepared, view);
        expect(wrongNumbers(drawing)).toEqual([]);
        expect(svgOf(drawing, { title: 'a', description: 'b' })).not.toMatch(/="[^"]*(?:NaN|Infinity|undefined)/);
        expect(wrongNumbers(bothAxesDrawing(prepared, 0, view))).toEqual([]);
        expect(tableRows(prepared, view, 5).rows.length).toBeLessThanOrEqual(5);
        expect(changesOf(prepared).every(({ sentence }) => sentence.endsWith('.'))).toBe(true);
        nextDayStop(prepared, 0, view.domain[0], 1);
      }),
      { numRuns: RUNS },
    );
  });

  it('has no text over another', () => {
    fc.assert(
      fc.property(anyTimeline, anySoundView, (timeline, view) => {
        expect(overlapping(textsOf(timelineDrawing(prepare(timeline), view)))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('keeps every value in its row, whatever canon point is in view', () => {
    fc.assert(
      fc.property(anyTimeline, anySoundView, (timeline, view) => {
        const prepared = prepare(timeline);
        const rows = new Map<number, number>();
        for (const canon of timeline.points.keys()) {
          for (const item of timelineDrawing(prepared, { ...view, canon }).items) {
            if (item.kind !== 'box' || item.role !== 'span' || item.thing === undefined) continue;
            expect(item.y).toBe(rows.get(item.thing) ?? item.y);
            rows.set(item.thing, item.y);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('never draws two values over each other, except in the last row of very many', () => {
    fc.assert(
      fc.property(anyTimeline, anySoundView, (timeline, view) => {
        const { items } = timelineDrawing(prepare(timeline), view);
        const bars = items.flatMap((item) =>
          item.kind === 'box' && item.role === 'weave' ? [{ ...item, right: item.x + item.width }] : [],
        );
        for (const [i, a] of bars.entries())
          for (const b of bars.slice(i + 1))
            if (a.y === b.y) expect(a.right <= b.x + 0.01 || b.right <= a.x + 0.01).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('drops nothing: each known thing is in view, in the margin, or outside the days in view', () => {
    fc.assert(
      fc.property(anyTimeline, (timeline) => {
        const prepared = prepare(timeline);
        const last = timeline.points.length - 1;
        const known = [...timeline.lanes.flatMap(({ spans }) => spans), ...timeline.events].filter(
          ({ canon_from, canon_until }) =>
            timeline.points.findIndex(({ at }) => at === canon_from) <= last && canon_until === null,
        );
        const everything = { domain: [-6e12, 6e12] as const, width: 900, height: 400 };
        expect(tableRows(prepared, everything).count).toBe(known.length);
      }),
      { numRuns: RUNS },
    );
  });
});
