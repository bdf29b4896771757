/** What a picture needs of its data whatever is in sight: sorted arrays, rows and tones, worked out once. */
import type { Thing } from '../paint/drawing';
import type { Domain } from '../rulers/axis';
import { openingDomain } from '../rulers/opening';
import { type PreparedEvents, prepareEvents } from './prepareEvents';
import { type Ruler, rulersOf } from '../rulers/rulers';
import { type PreparedSpans, prepareSpans } from './spanArrays';
import { rowsOfLane } from './spanRows';
import type { Timeline, TimelineSpan } from '../shapes/timelineShape';
import { tonesByLane } from '../paint/tones';

export interface PreparedLane {
  /** Its index in the timeline. */
  readonly lane: number;
  /** How many rows its spans take, at any canon point. */
  readonly rows: number;
  /** Of row r, the places in `PreparedSpans.order` from `rowStarts[r]` up to `rowStarts[r + 1]`. */
  readonly rowStarts: readonly number[];
  /** Some span of it has a place on the line. */
  readonly isPlaced: boolean;
}

export interface Prepared {
  readonly timeline: Timeline;
  readonly rulers: readonly Ruler[];
  readonly lanes: readonly PreparedLane[];
  readonly spans: PreparedSpans;
  readonly events: PreparedEvents;
  /** Spans first, in their order; then events, retcons and lanes. */
  readonly things: readonly Thing[];
  readonly firstLane: number;
  readonly firstRetcon: number;
  /** Of each retcon, the index of the canon point from which it is known. */
  readonly retconFrom: Int32Array;
  /** From the first day to the last that anything says, with some room. */
  readonly whole: Domain;
  /** Where most of it is: what a picture opens on. */
  readonly opening: Domain;
  /** No date lies on the line. */
  readonly isUndated: boolean;
  readonly pointIndex: ReadonlyMap<string | null, number>;
}

/** What is in view where nothing has a date. */
const NO_DAYS: Domain = [0, 365];

/** @param tonesOf the tone of each span, in the order of the lanes */
export function prepare(timeline: Timeline, tonesOf: (timeline: Timeline) => Uint8Array = tonesByLane): Prepared {
  const pointIndex = new Map(timeline.points.map(({ at }, index) => [at, index] as const));
  const spans = prepareSpans(timeline, pointIndex);
  const lanes: PreparedLane[] = [];
  let start = 0;
  for (const [lane, { spans: own }] of timeline.lanes.entries()) {
    const end = start + own.length;
    lanes.push({ lane, ...rowsOfLane(spans, start, end) });
    start = end;
  }
  const events = prepareEvents(timeline, pointIndex, spans.data.length);
  const firstRetcon = spans.data.length + timeline.events.length;
  const things = spanThings(timeline).concat(events.things, retconThings(timeline), laneThings(timeline));
  const extent = extentOf(spans, events, timeline.present);
  return {
    timeline,
    rulers: rulersOf(timeline),
    lanes,
    spans: { ...spans, tone: tonesOf(timeline) },
    events,
    things,
    firstLane: firstRetcon + timeline.retcons.length,
    firstRetcon,
    retconFrom: Int32Array.from(timeline.retcons, (one) => pointIndex.get(one.canon_from) ?? 0),
    whole: extent ?? NO_DAYS,
    opening: openingDomain([spans.first, spans.until, events.first], extent ?? NO_DAYS),
    isUndated: extent === undefined,
    pointIndex,
  };
}

/** From the first day to the last; undefined where no day is said. */
function extentOf(spans: PreparedSpans, events: PreparedEvents, present: Timeline['present']): Domain | undefined {
  let [low, high] = [Infinity, -Infinity];
  for (const days of [spans.first, spans.until, events.first, events.until]) {
    for (let i = 0; i < days.length; i++) {
      const day = days[i] ?? Infinity;
      if (!Number.isFinite(day)) continue;
      if (day < low) low = day;
      if (day > high) high = day;
    }
  }
  if (low > high) return undefined;
  const now = present?.days[0] ?? low;
  const room = Math.max((Math.max(high, now) - Math.min(low, now)) * 0.04, 30);
  // The name of the last event stands behind its mark.
  return [Math.min(low, now) - room, Math.max(high, now) + 2.5 * room];
}

function spanThings({ lanes }: Timeline): Thing[] {
  const things: Thing[] = [];
  for (const [lane, { spans }] of lanes.entries())
    for (let index = 0; index < spans.length; index++) {
      const { title, entry, days } = spans[index] as TimelineSpan;
      things.push({ kind: 'span', title, entry, days, lane, index });
    }
  return things;
}

const retconThings = ({ retcons }: Timeline): Thing[] =>
  retcons.map(({ by, superseded, days }, index) => ({
    kind: 'retcon',
    title: `${by} retcons ${superseded}`,
    entry: by,
    days,
    index,
  }));

const laneThings = ({ lanes }: Timeline): Thing[] =>
  lanes.map(({ title, attribute, entity }, lane) => ({
    kind: 'lane',
    title: `${title}, ${attribute}`,
    entry: entity,
    days: null,
    lane,
  }));
