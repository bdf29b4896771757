/** The view of the picture: what the reader has set, as it is kept from one visit to the next, and how gestures move it. */
import type { CanonStop } from '../../server/src/core/picture/shapes/timelineShape';
import { type Domain, heldWithin, SHORTEST, zoomedDomain } from '../../server/src/core/picture/rulers/axis';
import type { Prepared } from '../../server/src/core/picture/timeline/prepare';
import type { Grouping } from '../../server/src/core/picture/timeline/lanesLayout';
import type { Thing } from '../../server/src/core/picture/paint/drawing';

/** The stretch of world time in view: how gestures, keys and the brush move it. */
export type { Domain };

export const widthOf = ([first, last]: Domain): number => last - first;

/** @param by a fraction of the view; more than 0 goes to later days */
export function panned(domain: Domain, by: number, whole: Domain): Domain {
  const days = by * widthOf(domain);
  return heldWithin([domain[0] + days, domain[1] + days], whole);
}

/** @param at the fraction of the view that stays where it is */
export const zoomedAt = (domain: Domain, factor: number, at: number, whole: Domain): Domain =>
  zoomedDomain(domain, whole, factor, domain[0] + at * widthOf(domain));

/** A view under a gesture: a point at `x` pixels moves to `ratio * x + shift`. */
export interface Motion {
  readonly ratio: number;
  readonly shift: number;
}

/** @param width of the view in pixels */
export function moved(domain: Domain, { ratio, shift }: Motion, width: number, whole: Domain): Domain {
  if (Math.abs(ratio - 1) < 1e-9) return panned(domain, -shift / width, whole);
  const first = panned(domain, -(shift + (ratio - 1) * (width / 2)) / ratio / width, whole);
  return zoomedAt(first, ratio, 0.5, whole);
}

/** The same width around some days, if these are out of view. */
export function revealing(domain: Domain, [first, last]: Domain, whole: Domain): Domain {
  if (first < domain[1] && domain[0] <= last) return domain;
  const middle = Number.isFinite(last) ? (first + last) / 2 : first;
  const half = widthOf(domain) / 2;
  return heldWithin([middle - half, middle + half], whole);
}

/** The part of the brush that is held; `elsewhere`: none, the strip was clicked. */
export type Grip = 'first' | 'last' | 'both' | 'elsewhere';

/** The least size of a brush that can be seen and held, in pixels. */
const LEAST = 10;

/** The ends of a brush on a strip. @param width of the strip in pixels */
export function brushOf(domain: Domain, whole: Domain, width: number): readonly [left: number, right: number] {
  const xOf = (day: number): number => Math.min(Math.max(((day - whole[0]) / widthOf(whole)) * width, 0), width);
  const [left, right] = [xOf(domain[0]), xOf(domain[1])];
  if (right - left >= LEAST) return [left, right];
  const first = Math.min(Math.max((left + right - LEAST) / 2, 0), width - LEAST);
  return [first, first + LEAST];
}

/** @param part how far the grip moved, as a fraction of the strip; for a click `elsewhere`: its position */
export function brushed(domain: Domain, whole: Domain, grip: Grip, part: number): Domain {
  const days = part * widthOf(whole);
  const [first, last] = domain;
  if (grip === 'both') return heldWithin([first + days, last + days], whole);
  if (grip === 'first') return [Math.min(Math.max(first + days, whole[0]), last - SHORTEST), last];
  if (grip === 'last') return [first, Math.max(Math.min(last + days, whole[1]), first + SHORTEST)];
  const middle = whole[0] + days;
  const half = (last - first) / 2;
  return heldWithin([middle - half, middle + half], whole);
}

/** What the reader has set. */
export interface View {
  /** The line that is shown if there are several lines of days; null: the one with the most. */
  readonly line: string | null;
  /** Days in view; null: all. */
  readonly domain: Domain | null;
  readonly scrollTop: number;
  /** The canon point of the handle, as `as_of` takes it; undefined: now. */
  readonly asOf?: string | null;
  /** The selected world day; null: none. */
  readonly at: number | null;
  readonly grouping: Grouping;
  readonly filter: string;
  /** The name of the selection, which stays the same when the codex changes. */
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

/** The kept view, as far as it is usable: an older version may have written it. */
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

/** The index of the canon point of a view; for a point that is gone, the last one. */
export function canonOf({ pointIndex, timeline }: Prepared, { asOf }: View): number {
  const last = timeline.points.length - 1;
  return asOf === undefined ? last : (pointIndex.get(asOf) ?? last);
}

/** The canon point at an index, as a view stores it: the last one is now, whatever is added later. */
export const asOfAt = (
  { timeline: { points } }: Prepared,
  index: number,
): { readonly asOf: string | null | undefined } => ({
  asOf: index >= points.length - 1 ? undefined : (points[Math.max(index, 0)]?.at ?? null),
});

/** A name for a thing that stays the same in every version of a codex that has the thing. */
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
  // Only a few things are candidates, and only their names are made.
  const isNear = ({ lane, entry }: Thing): boolean => name.includes(lanes[lane ?? -1]?.entity ?? entry ?? '');
  const found = prepared.things.findIndex((thing) => isNear(thing) && nameOfThing(prepared, thing) === name);
  return found < 0 ? null : found;
}

/** The sessions of campaigns among the canon points, those of one table in one row. */
export function tableMarks(
  points: readonly CanonStop[],
): readonly { readonly index: number; readonly row: number; readonly campaign: string }[] {
  const rows = [...new Set(points.flatMap(({ campaign }) => campaign ?? []))];
  return points.flatMap(({ campaign }, index) =>
    campaign === undefined ? [] : [{ index, row: rows.indexOf(campaign), campaign }],
  );
}
