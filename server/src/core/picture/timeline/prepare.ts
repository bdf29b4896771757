/** Prepares the data of a picture independently of the view: sorted arrays, rows and tones, computed once. */
import { type Tone, type Thing, shortened, textWidth, tonesByLane } from '../paint/drawing';
import type { Days, Timeline, TimelineSpan, TimelineEvent } from '../shapes/timelineShape';
import { type Domain, openingDomain } from '../rulers/axis';
import { type Ruler, rulersOf } from '../rulers/rulers';

/** Flags of a span. */
export const DISPUTED = 1;
export const SOFT = 2;
export const FROM_APPROXIMATE = 4;
export const UNTIL_APPROXIMATE = 8;
/** It holds at all times, since it is undated. */
export const UNDATED = 16;
export const ENDS_ELSEWHERE = 32;
/** It has no place on the line at all: it is in the margin. */
export const LISTED = 64;

/** After every canon point. */
export const MOST_POINTS = 2 ** 30;

/** All spans as arrays of numbers, by lane and then in the order of the timeline. */
interface PreparedSpans {
  readonly first: Float64Array;
  readonly until: Float64Array;
  /** Indexes into `points`: known from the first, up to but without the second. */
  readonly canonFrom: Int32Array;
  readonly canonUntil: Int32Array;
  readonly tone: Uint8Array;
  readonly flags: Uint8Array;
  /** The spans of each row by beginning. */
  readonly order: Int32Array;
  /** For each position in `order`, the latest end up to it in its row. */
  readonly reach: Float64Array;
  readonly data: readonly TimelineSpan[];
}

/** The number for a missing day, which places nothing. */
const isDay = (day: number | null): boolean => day === null || Number.isFinite(day);

const placeOf = (days: Days | null): number =>
  days === null || !isDay(days[0]) || !isDay(days[1])
    ? LISTED | UNDATED
    : days[0] === null && days[1] === null
      ? UNDATED
      : 0;

function prepareSpans(timeline: Timeline, pointIndex: ReadonlyMap<string | null, number>): PreparedSpans {
  const data: TimelineSpan[] = [];
  for (const { spans } of timeline.lanes) for (let i = 0; i < spans.length; i++) data.push(spans[i] as TimelineSpan);
  const count = data.length;
  const first = new Float64Array(count);
  const until = new Float64Array(count);
  const canonFrom = new Int32Array(count);
  const canonUntil = new Int32Array(count);
  const flags = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const span = data[i] as TimelineSpan;
    const place = placeOf(span.days);
    first[i] = place === 0 ? (span.days?.[0] ?? -Infinity) : -Infinity;
    until[i] = place === 0 ? (span.days?.[1] ?? Infinity) : Infinity;
    canonFrom[i] = span.canon_from === null ? 0 : (pointIndex.get(span.canon_from) ?? 0);
    canonUntil[i] = span.canon_until === null ? MOST_POINTS : (pointIndex.get(span.canon_until) ?? MOST_POINTS);
    flags[i] =
      (span.is_disputed ? DISPUTED : 0) |
      (span.is_soft ? SOFT : 0) |
      (span.from_approximate ? FROM_APPROXIMATE : 0) |
      (span.until_approximate ? UNTIL_APPROXIMATE : 0) |
      place |
      (span.ends_elsewhere === undefined ? 0 : ENDS_ELSEWHERE);
  }
  const order = new Int32Array(count);
  return {
    first,
    until,
    canonFrom,
    canonUntil,
    tone: new Uint8Array(0),
    flags,
    order,
    reach: new Float64Array(count),
    data,
  };
}

/** Tones as their type. */
export const toneAt = (spans: PreparedSpans, index: number): Tone => ((spans.tone[index] ?? 7) & 7) as Tone;

/** The greatest width of an event's name. */
const WIDEST_EVENT_NAME = 190;

interface PreparedEvents {
  readonly first: Float64Array;
  readonly until: Float64Array;
  readonly canonFrom: Int32Array;
  readonly canonUntil: Int32Array;
  /** Events that have a place on the line, by their day. */
  readonly placed: Int32Array;
  readonly isPlaced: Uint8Array;
  /** For each event, the first one in `placed` that is the same event at another canon point; or itself. */
  readonly slot: Int32Array;
  /** Width of the name, and the name as it is drawn. */
  readonly nameWidth: Float64Array;
  readonly names: readonly string[];
  readonly things: readonly Thing[];
  /** The index of the first event among the things. */
  readonly firstThing: number;
}

/** The standing of an event that never happened: superseded at its own date, or retracted. Empty: it happened. */
export function undoneAs({ standing, standing_then = standing }: TimelineEvent): 'superseded' | 'retracted' | '' {
  return standing_then === 'superseded' || standing_then === 'retracted' ? standing_then : '';
}

function prepareEvents(
  { events }: Timeline,
  pointIndex: ReadonlyMap<string | null, number>,
  firstThing: number,
): PreparedEvents {
  const count = events.length;
  const first = new Float64Array(count);
  const until = new Float64Array(count);
  const canonFrom = new Int32Array(count);
  const canonUntil = new Int32Array(count);
  const slot = new Int32Array(count);
  const isPlaced = new Uint8Array(count);
  const nameWidth = new Float64Array(count);
  const names: string[] = [];
  const placed: number[] = [];
  const slots = new Map<string, number>();
  for (const [i, { days, entry, title, canon_from, canon_until }] of events.entries()) {
    const from = days?.[0] ?? days?.[1] ?? Number.NaN;
    const to = days?.[1] ?? from;
    first[i] = from;
    until[i] = Math.max(from, to);
    canonFrom[i] = pointIndex.get(canon_from) ?? 0;
    canonUntil[i] = canon_until === null ? MOST_POINTS : (pointIndex.get(canon_until) ?? MOST_POINTS);
    if (Number.isFinite(from) && !Number.isNaN(to)) {
      isPlaced[i] = 1;
      placed.push(i);
    }
    const name = shortened(title, WIDEST_EVENT_NAME, 'small');
    names.push(name);
    nameWidth[i] = textWidth(name, 'small');
    const key = `${entry}\n${from}\n${to}\n${name}`;
    slot[i] = slots.get(key) ?? i;
    if (slot[i] === i) slots.set(key, i);
  }
  placed.sort((a, b) => (first[a] ?? 0) - (first[b] ?? 0) || a - b);
  const things = events.map(({ title, entry, days }, index): Thing => ({ kind: 'event', title, entry, days, index }));
  return {
    first,
    until,
    canonFrom,
    canonUntil,
    placed: Int32Array.from(placed),
    isPlaced,
    slot,
    nameWidth,
    names,
    things,
    firstThing,
  };
}

/** Further spans share the last row; the table beside the picture separates them. */
const MOST_ROWS = 300;

interface Rows {
  readonly rows: number;
  readonly rowStarts: readonly number[];
  readonly isPlaced: boolean;
}

/** A row while it is being filled. */
interface OpenRow {
  readonly members: number[];
  /** Its members that may still overlap a later span. */
  active: number[];
  /** Whether its members overlap: it takes all spans that no other row has room for. */
  isFull: boolean;
}

/**
 * Puts each span of `[start, end)` into the first row where it overlaps no other: two spans overlap if both their world times and
 * their canon times do. A row that ends with the same value is preferred. Writes `order` and `reach` of the same positions.
 */
export function rowsOfLane(spans: PreparedSpans, start: number, end: number): Rows {
  const { first, until, canonFrom, flags } = spans;
  const sorted = Array.from({ length: end - start }, (_, i) => start + i);
  const order = (a = 0, b = 0): number => compare(first[a], first[b]) || compare(canonFrom[a], canonFrom[b]) || a - b;
  // Mostly in the order of the timeline.
  if (sorted.some((span, i) => i > 0 && order(sorted[i - 1], span) > 0)) sorted.sort(order);
  const rows: OpenRow[] = [];
  let hasPlace = false;
  for (const span of sorted) {
    if (((flags[span] ?? 0) & UNDATED) === 0) hasPlace = true;
    const row = rowFor(spans, rows, span);
    row.members.push(span);
    if (!row.isFull) row.active.push(span);
  }
  const rowStarts: number[] = [];
  let place = start;
  for (const { members } of rows) {
    rowStarts.push(place);
    let reach = -Infinity;
    for (const member of members) {
      reach = Math.max(reach, until[member] ?? 0);
      spans.order[place] = member;
      spans.reach[place] = reach;
      place++;
    }
  }
  return { rows: rows.length, rowStarts: [...rowStarts, place], isPlaced: hasPlace };
}

const compare = (a = 0, b = 0): number => (a < b ? -1 : a > b ? 1 : 0);

function rowFor(spans: PreparedSpans, rows: OpenRow[], span: number): OpenRow {
  const { first, until, data } = spans;
  const from = first[span] ?? 0;
  let free: OpenRow | undefined;
  for (const row of rows) {
    if (row.isFull) break;
    if (row.active.length > 0) row.active = row.active.filter((one) => from < (until[one] ?? 0));
    if (row.active.some((one) => meetInCanon(spans, one, span))) continue;
    const last = row.members.at(-1);
    if (last !== undefined && data[last]?.value === data[span]?.value) return row;
    free ??= row;
  }
  if (free) return free;
  const lastRow = rows[MOST_ROWS - 1];
  if (lastRow) {
    lastRow.isFull = true;
    return lastRow;
  }
  const made: OpenRow = { members: [], active: [], isFull: false };
  rows.push(made);
  return made;
}

function meetInCanon({ canonFrom, canonUntil }: PreparedSpans, a: number, b: number): boolean {
  return (canonFrom[a] ?? 0) < (canonUntil[b] ?? 0) && (canonFrom[b] ?? 0) < (canonUntil[a] ?? 0);
}

/** The prepared data. */
export interface PreparedLane {
  /** Its index in the timeline. */
  readonly lane: number;
  /** The number of rows for its spans, over all canon points. */
  readonly rows: number;
  /** For row r, the positions in `PreparedSpans.order` from `rowStarts[r]` up to `rowStarts[r + 1]`. */
  readonly rowStarts: readonly number[];
  /** Some span of it has a place on the line. */
  readonly isPlaced: boolean;
}

/** Whether a span or an event has been decided at a canon point, and not taken back. */
export const isKnownAt = ({ canonFrom, canonUntil }: KnownStretches, index: number, canon: number): boolean =>
  (canonFrom[index] ?? 0) <= canon && canon < (canonUntil[index] ?? 0);

export type KnownStretches = Pick<PreparedSpans, 'canonFrom' | 'canonUntil'>;

/** The same, of a thing that is one of the two. */
export function isThingKnown({ spans, events }: Prepared, thing: number, canon: number): boolean {
  const event = thing - events.firstThing;
  return event >= 0 ? isKnownAt(events, event, canon) : isKnownAt(spans, thing, canon);
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
  /** For each retcon, the index of the canon point from which it is known. */
  readonly retconFrom: Int32Array;
  /** From the first stated day to the last, with some margin. */
  readonly whole: Domain;
  /** The days that contain most of it: the initial view. */
  readonly opening: Domain;
  /** No date lies on the line. */
  readonly isUndated: boolean;
  readonly pointIndex: ReadonlyMap<string | null, number>;
}

/** The domain if nothing has a date. */
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

/** From the first day to the last; undefined if there is no day. */
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
