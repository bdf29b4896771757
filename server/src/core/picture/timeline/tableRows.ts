/** A picture as a table: the days in view in words, in the order of the drawing, scrolled to or not. */
import { makeAxis } from '../rulers/axis';
import { type LaneStrip, type Strip, canonOf, type TimelineView } from './lanesLayout';
import { isThingKnown, type Prepared, undoneAs, LISTED } from './prepare';
import { arranged } from './timelineDrawing';

export interface TimelineRow {
  /** Index into `Prepared.things`. */
  readonly thing: number;
  /** The entity and attribute of its lane: `House Vyr, ruler`. */
  readonly lane: string;
  readonly value: string;
  /** As the author would write them; empty if they are open or unknown. */
  readonly from: string;
  readonly until: string;
  /** The canon point at which it was decided; empty: from the beginning. */
  readonly decided: string;
  /** Of a value: the id of the entry that superseded it. */
  readonly superseded: string;
  /** Of an event that never happened: why. */
  readonly undone: 'superseded' | 'retracted' | '';
  readonly disputed: 'disputed' | 'both stand' | '';
  /** It has no place on the line. */
  readonly isUnplaced?: true;
}

export interface TimelineRows {
  readonly rows: readonly TimelineRow[];
  /** The total, including rows that are left out. */
  readonly count: number;
}

/** The first `most` rows of the things in the visible days that are known at the canon point of the view. */
export function tableRows(prepared: Prepared, view: TimelineView, most = Infinity): TimelineRows {
  const { from, until } = makeAxis(view.domain, 0, 1);
  const canon = canonOf(prepared, view);
  const rows: TimelineRow[] = [];
  let count = 0;
  const put = (thing: number, isUnplaced = false): void => {
    count++;
    const row = rows.length < most ? rowOf(prepared, thing) : undefined;
    if (row) rows.push(isUnplaced ? { ...row, isUnplaced } : row);
  };
  const { layout, filtered } = arranged(prepared, view);
  for (const strip of layout.strips) {
    for (const thing of thingsOf(prepared, strip)) {
      if (!isThingKnown(prepared, thing, canon)) continue;
      const [first, last] = daysOf(prepared, thing);
      if (strip.kind === 'margin') put(thing, true);
      else if (first < until && from < last && (!filtered || isKept(prepared, filtered, thing))) put(thing);
    }
  }
  return { rows, count };
}

function thingsOf(prepared: Prepared, strip: Strip): readonly number[] {
  if (strip.kind === 'margin') return strip.members;
  if (strip.kind === 'events') return Array.from(strip.members, (event) => prepared.events.firstThing + event);
  return strip.kind === 'lane' ? spansOf(prepared, strip) : [];
}

/** The spans of a lane that have a place, row by row. */
function spansOf({ spans }: Prepared, { lane: { rowStarts } }: LaneStrip): number[] {
  const places = spans.order.subarray(rowStarts[0] ?? 0, rowStarts.at(-1) ?? 0);
  return [...places].filter((span) => ((spans.flags[span] ?? 0) & LISTED) === 0);
}

function daysOf({ spans, events }: Prepared, thing: number): readonly [first: number, until: number] {
  const event = thing - events.firstThing;
  if (event < 0) return [spans.first[thing] ?? 0, spans.until[thing] ?? 0];
  const first = events.first[event] ?? 0;
  return [first, Math.max(first + 1, events.until[event] ?? 0)];
}

const isKept = (
  { events }: Prepared,
  filtered: { readonly spans: Uint8Array; readonly events: Uint8Array },
  thing: number,
): boolean => (thing < events.firstThing ? filtered.spans[thing] : filtered.events[thing - events.firstThing]) === 1;

/** One thing in words; undefined: it is neither a value nor an event. */
function rowOf({ timeline, things }: Prepared, thing: number): TimelineRow | undefined {
  const of = things[thing];
  const lane = timeline.lanes[of?.lane ?? -1];
  const span = of?.kind === 'span' ? lane?.spans[of.index ?? -1] : undefined;
  if (lane && span) {
    const disputed = span.is_soft ? 'both stand' : span.is_disputed ? 'disputed' : '';
    return {
      thing,
      lane: `${lane.title}, ${lane.attribute}`,
      value: span.title,
      from: span.from ?? '',
      until: span.until ?? '',
      decided: span.canon ?? '',
      superseded: span.superseded_by ?? '',
      undone: '',
      disputed,
    };
  }
  const event = of?.kind === 'event' ? timeline.events[of.index ?? -1] : undefined;
  if (!event) return undefined;
  const { title, date, canon } = event;
  return {
    thing,
    lane: 'Events',
    value: title,
    from: date,
    until: '',
    decided: canon ?? '',
    superseded: '',
    undone: undoneAs(event),
    disputed: '',
  };
}
