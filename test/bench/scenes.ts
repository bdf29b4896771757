/**
 * The picture of a generated timeline of 60,000 values and 20,000 events, 200 lanes of it in view: without a canvas, in
 * this process.
 */
import { prepare } from '../../server/src/core/picture/timeline/prepare';
import { timelineDrawing } from '../../server/src/core/picture/timeline/timelineDrawing';
import type { Timeline, TimelineEvent, TimelineSpan } from '../../server/src/core/picture/shapes/timelineShape';
import { median, quantile, RUNS, timed } from './measure';

const SPANS = 60_000;
const EVENTS = 20_000;
const LANES = 200;
const POINTS = 60;
/** High enough for all lanes. */
const VIEW = { width: 1600, height: 8000 };
const FRAMES = 200;

/** The same numbers in each run. */
function makeDice(): (sides: number) => number {
  let seed = 7;
  return (sides) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * sides);
  };
}

const pointAt = (index: number): string | null => (index > 0 && index < POINTS ? `session-${index}` : null);

/** A retcon cuts every fourth value short at some session. */
function spansOf(dice: (sides: number) => number, lane: number): TimelineSpan[] {
  const spans: TimelineSpan[] = [];
  let day = dice(3000);
  for (let i = 0; spans.length < SPANS / LANES; i++) {
    const length = 1 + dice(2200);
    const value = `value-${dice(40)}`;
    const span = (until: number, from: number, to: number): TimelineSpan => ({
      value,
      ref: null,
      from: `day ${day}`,
      until: `day ${until}`,
      approximate: false,
      entry: `entry-${lane}-${i}`,
      sources: [],
      superseded_by: null,
      days: [day, until],
      canon: pointAt(from),
      canon_from: pointAt(from),
      canon_until: pointAt(to),
      is_disputed: i % 31 === 0,
      from_days: [day, day + 365],
      title: `Value number ${i}`,
    });
    const session = 1 + dice(POINTS - 2);
    if (i % 4 === 0) spans.push(span(day + length, 0, session), span(day + 1 + (length >> 1), session, 0));
    else spans.push(span(day + length, 0, 0));
    day += length;
  }
  return spans;
}

function madeTimeline(): Timeline {
  const dice = makeDice();
  const lanes = Array.from({ length: LANES }, (_, lane) => ({
    entity: `entity-${lane >> 1}`,
    title: `Entity ${lane >> 1}`,
    attribute: lane % 2 === 0 ? 'ruler' : 'seat',
    kind: 'state' as const,
    type: `type-${lane % 5}`,
    file: `folder-${lane % 7}/page.md`,
    spans: spansOf(dice, lane),
  }));
  const events = Array.from({ length: EVENTS }, (_, i): TimelineEvent => {
    const day = dice(330_000);
    const about = { entry: `event-${i}`, title: `What happened as number ${i}`, type: 'event', file: 'events.md' };
    const stands = { approximate: i % 9 === 0, standing: 'current', canon: null, canon_from: null, canon_until: null };
    return { ...about, date: `day ${day}`, days: [day, day + 1], ...stands };
  });
  const points = Array.from({ length: POINTS }, (_, i) => ({ at: pointAt(i) }));
  const context = { from: null, until: null, as_of: 'latest', for: null, line: '', lines: [], present: null };
  return { ...context, lanes, events, retcons: [], unplaced: [], calendars: [], points };
}

export function sceneFigures() {
  const timeline = madeTimeline();
  const prepares: number[] = [];
  for (let run = 0; run < RUNS; run++) prepares.push(timed(() => prepare(timeline)));
  const prepared = prepare(timeline);
  const [first, last] = prepared.whole;
  const frames = (viewAt: (i: number) => { readonly domain: readonly [number, number]; readonly canon: number }) =>
    Array.from({ length: FRAMES }, (_, i) => timed(() => timelineDrawing(prepared, { ...VIEW, ...viewAt(i) })));
  const zoom = (i: number) => {
    // There and back, from all days to a hundredth of them.
    const length = (last - first) / 10 ** (2 * Math.abs(1 - (2 * i) / FRAMES));
    const middle = first + (last - first) * 0.4;
    return { domain: [middle - length / 2, middle + length / 2] as const, canon: POINTS - 1 };
  };
  // Code that has not run before is slow for a while.
  frames(zoom);
  const zooms = frames(zoom);
  const moves = frames((i) => ({ domain: prepared.whole, canon: i % POINTS }));
  return {
    scenePrepared: median(prepares),
    sceneZoom: median(zooms),
    sceneZoomP95: quantile(zooms, 0.95),
    sceneCanon: median(moves),
    sceneCanonP95: quantile(moves, 0.95),
  };
}
