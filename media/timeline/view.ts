/** What of the picture is shown: what the reader has set, as it is kept from one visit to the next. */
import type { Prepared } from '../../server/src/core/picture/timeline/prepare';
import type { Grouping } from '../../server/src/core/picture/timeline/timelineView';
import type { Thing } from '../../server/src/core/picture/paint/drawing';
import type { Domain } from './domain';

export interface View {
  /** Where there are several lines of days, the one that is shown; null: the one with the most. */
  readonly line: string | null;
  /** Days in view; null: all there are. */
  readonly domain: Domain | null;
  readonly scrollTop: number;
  /** The canon point of the handle, as `as_of` takes it; undefined: now. */
  readonly asOf?: string | null;
  /** The world day asked about; null: none. */
  readonly at: number | null;
  readonly grouping: Grouping;
  readonly filter: string;
  /** The name of what is selected, which stays the same when the codex changes. */
  readonly selected: string | null;
  readonly hasTable: boolean;
  readonly hasAxes: boolean;
}

/** The view as it is drawn: with its names looked up in the data. */
export interface Shown {
  readonly prepared: Prepared;
  readonly title: string;
  readonly view: View;
  readonly domain: Domain;
  /** The index of the canon point. */
  readonly canon: number;
  /** The number of the selected thing. */
  readonly selected: number | null;
  /** The id of the entry that is open in the editor. */
  readonly open: string | null;
}

export const FIRST_VIEW: View = {
  line: null,
  domain: null,
  scrollTop: 0,
  at: null,
  grouping: 'entity',
  filter: '',
  selected: null,
  hasTable: false,
  hasAxes: true,
};

const isDomain = (value: unknown): value is Domain =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isFinite) && Number(value[0]) < Number(value[1]);

/** What was kept, as far as it can be used: it may have been written by an older version. */
export function readView(kept: unknown): View {
  if (typeof kept !== 'object' || kept === null) return FIRST_VIEW;
  const { line, domain, scrollTop, asOf, at, grouping, filter, selected, hasTable, hasAxes } = kept as Record<
    string,
    unknown
  >;
  return {
    line: typeof line === 'string' ? line : null,
    domain: isDomain(domain) ? domain : null,
    scrollTop: typeof scrollTop === 'number' && scrollTop >= 0 ? scrollTop : 0,
    ...((asOf === null || typeof asOf === 'string') && { asOf }),
    at: typeof at === 'number' && Number.isFinite(at) ? at : null,
    grouping: grouping === 'type' || grouping === 'folder' ? grouping : 'entity',
    filter: typeof filter === 'string' ? filter : '',
    selected: typeof selected === 'string' ? selected : null,
    hasTable: hasTable === true,
    hasAxes: hasAxes !== false,
  };
}

/** The index of the canon point of a view: the last one that there is for a point that is gone. */
export function canonOf({ pointIndex, timeline }: Prepared, { asOf }: View): number {
  const last = timeline.points.length - 1;
  return asOf === undefined ? last : (pointIndex.get(asOf) ?? last);
}

/** The canon point at an index, as a view has it: the last one is now, whatever comes after it. */
export const asOfAt = (
  { timeline: { points } }: Prepared,
  index: number,
): { readonly asOf: string | null | undefined } => ({
  asOf: index >= points.length - 1 ? undefined : (points[Math.max(index, 0)]?.at ?? null),
});

/** A name for a thing that it has in every version of a codex in which it is the same. */
export function nameOfThing({ timeline: { lanes, events, retcons } }: Prepared, thing: Thing): string {
  const lane = lanes[thing.lane ?? -1];
  if (thing.kind === 'lane') return JSON.stringify(['lane', lane?.entity, lane?.attribute]);
  if (thing.kind === 'span') {
    const span = lane?.spans[thing.index ?? -1];
    return JSON.stringify([lane?.entity, lane?.attribute, span?.entry, span?.value, span?.from, span?.canon_from]);
  }
  if (thing.kind === 'retcon') {
    const retcon = retcons[thing.index ?? -1];
    return JSON.stringify(['retcon', retcon?.by, retcon?.superseded]);
  }
  const event = events[thing.index ?? -1];
  return JSON.stringify(['event', event?.entry, event?.title, event?.date, event?.canon_from]);
}

/** The number of the thing with a name; null: it is gone. */
export function thingNamed(prepared: Prepared, name: string | null): number | null {
  if (name === null) return null;
  const { lanes } = prepared.timeline;
  // Few can be meant, and only their names are made.
  const isNear = ({ lane, entry }: Thing): boolean => name.includes(lanes[lane ?? -1]?.entity ?? entry ?? '');
  const found = prepared.things.findIndex((thing) => isNear(thing) && nameOfThing(prepared, thing) === name);
  return found < 0 ? null : found;
}
