/** Lays out lanes, events and the margin from top to bottom: by grouping and filter, whatever days are visible. */
import { type Domain, type Axis, makeAxis } from '../rulers/axis';
import type { Filtered } from '../shapes/filter';
import { type Prepared, type PreparedLane, LISTED, UNDATED } from './prepare';
import type { DrawnItem, PathItem } from '../paint/drawing';

/** The visible part of a timeline and its arrangement: everything that changes from one frame to the next. */
export type Grouping = 'entity' | 'type' | 'folder';

export interface TimelineView {
  readonly domain: Domain;
  /** Of the whole picture, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly scrollTop?: number;
  /** An index into `points`; without it, everything known now. */
  readonly canon?: number;
  /** The selected world day. */
  readonly at?: number | null;
  /** Without it, by entity. */
  readonly grouping?: Grouping;
  /** The filter that the reader has typed. */
  readonly filter?: string;
  /** The selected thing. */
  readonly selected?: number | undefined;
  /** The id of the entry whose page is open in the editor. */
  readonly open?: string | undefined;
  /** The width of the column with the names of lanes. */
  readonly namesWidth?: number;
  /** Extra pixels of each row of a lane, for a picture with few rows. */
  readonly rowSpare?: number;
}

/** The vertical layout. */
interface Placed {
  readonly y: number;
  readonly height: number;
}

export interface GroupStrip extends Placed {
  readonly kind: 'group';
  readonly name: string;
  readonly count: number;
}

export interface LaneStrip extends Placed {
  readonly kind: 'lane';
  readonly lane: PreparedLane;
  readonly rowHeight: number;
  /** The one above is of another entity. */
  readonly isFirst: boolean;
}

export interface EventsStrip extends Placed {
  readonly kind: 'events';
  readonly rows: number;
  /** Events with a place on the line, by day. */
  readonly members: Int32Array;
}

export interface MarginStrip extends Placed {
  readonly kind: 'margin';
  readonly columns: number;
  /** Things without a place on the line. */
  readonly members: readonly number[];
}

export type Strip = GroupStrip | LaneStrip | EventsStrip | MarginStrip;

export interface LanesLayout {
  readonly strips: readonly Strip[];
  /** Headings of the strips below them. */
  readonly groups: readonly GroupStrip[];
  readonly height: number;
  /** How many things have no place on the line. */
  readonly unplaced: number;
}

export const GROUP_HEIGHT = 26;
export const LANE_PADDING = 4;
export const EVENT_ROW = 18;
/** The strip of marks without room for their names. */
export const CROWD = 10;
export const MARGIN_ROW = 20;
export const MARGIN_HEAD = 30;
/** Advice for a codex without dates, and a button of the page below its words. */
const ADVICE_HEIGHT = 150;
const MARGIN_COLUMN = 230;

/** The more rows a lane has, the narrower they get. */
const rowHeightOf = (rows: number): number => (rows <= 4 ? 22 : rows <= 12 ? 18 : 14);

/** Few events need few rows. */
const eventRowsOf = (count: number): number => Math.min(4, Math.ceil(Math.sqrt(count) / 1.4));

/** @param filtered `undefined` keeps everything @param rowSpare pixels by which each row is higher than it has to be */
export function layOutLanes(
  prepared: Prepared,
  grouping: Grouping,
  filtered: Filtered | undefined,
  plotWidth: number,
  rowSpare = 0,
): LanesLayout {
  const strips: Strip[] = [];
  let y = 0;
  const put = (height: number): Placed => {
    const placed = { y, height };
    y += height;
    return placed;
  };
  const putEvents = (members: readonly number[]): void => {
    if (members.length === 0) return;
    const rows = eventRowsOf(members.length);
    const height = rows * EVENT_ROW + CROWD + 2 * LANE_PADDING;
    strips.push({ kind: 'events', ...put(height), rows, members: Int32Array.from(members) });
  };
  for (const { name, lanes, events } of groupsOf(prepared, grouping, filtered)) {
    if (grouping !== 'entity')
      strips.push({ kind: 'group', ...put(GROUP_HEIGHT), name, count: lanes.length + events.length });
    putEvents(events);
    let entity: string | undefined;
    for (const lane of lanes) {
      const own = prepared.timeline.lanes[lane.lane]?.entity;
      const rowHeight = rowHeightOf(lane.rows) + rowSpare;
      const placed = put(lane.rows * rowHeight + 2 * LANE_PADDING);
      strips.push({ kind: 'lane', ...placed, lane, rowHeight, isFirst: own !== entity });
      entity = own;
    }
  }
  if (prepared.isUndated) put(ADVICE_HEIGHT);
  const members = unplacedThings(prepared, filtered);
  if (members.length > 0) {
    const columns = Math.max(1, Math.floor(plotWidth / MARGIN_COLUMN));
    const height = MARGIN_HEAD + Math.ceil(members.length / columns) * MARGIN_ROW + 8;
    strips.push({ kind: 'margin', ...put(height), columns, members });
  }
  const groups = strips.filter((strip) => strip.kind === 'group');
  return { strips, groups, height: y, unplaced: members.length };
}

interface Group {
  readonly name: string;
  readonly lanes: PreparedLane[];
  readonly events: number[];
}

/** Groups by name, the nameless last; by entity there is one group, with all events before the lanes. */
function groupsOf(prepared: Prepared, grouping: Grouping, filtered: Filtered | undefined): Group[] {
  const { timeline, lanes, events } = prepared;
  const groups = new Map<string, Group>();
  const groupOf = (type: string | null, file: string | null): Group => {
    const name =
      grouping === 'entity' ? '' : grouping === 'type' ? (type ?? '') : (file ?? '').replace(/\/?[^/]*$/, '');
    const found = groups.get(name) ?? { name, lanes: [], events: [] };
    groups.set(name, found);
    return found;
  };
  for (const event of events.placed) {
    const of = timeline.events[event];
    if (of && (filtered?.events[event] ?? 1) === 1) groupOf(of.type, of.file).events.push(event);
  }
  for (const lane of lanes) {
    const of = timeline.lanes[lane.lane];
    if (of && lane.isPlaced && (filtered?.lanes[lane.lane] ?? 1) === 1) groupOf(of.type, of.file).lanes.push(lane);
  }
  const nameless = grouping === 'type' ? 'Without a type' : 'At the top';
  return [...groups.values()]
    .sort((a, b) => Number(a.name === '') - Number(b.name === '') || (a.name < b.name ? -1 : 1))
    .map((group) => (group.name === '' ? { ...group, name: nameless } : group));
}

/** Lanes whose values all lack a place, and values and events of other lines: a picture leaves nothing out. */
function unplacedThings({ timeline, lanes, spans, events }: Prepared, filtered: Filtered | undefined): number[] {
  const found: number[] = [];
  let start = 0;
  for (const { lane, isPlaced } of lanes) {
    const end = start + (timeline.lanes[lane]?.spans.length ?? 0);
    for (let span = start; span < end; span++) {
      if (((spans.flags[span] ?? 0) & (isPlaced ? LISTED : UNDATED)) === 0) continue;
      if (!filtered || filtered.spans[span] === 1) found.push(span);
    }
    start = end;
  }
  for (let event = 0; event < timeline.events.length; event++)
    if (events.isPlaced[event] === 0 && (!filtered || filtered.events[event] === 1))
      found.push(events.firstThing + event);
  return found;
}

/** The positions of the parts of a picture, in pixels. */
export interface PictureParts {
  /** The column of names ends and the plot begins. */
  readonly left: number;
  readonly right: number;
  /** The rulers end and the lanes begin. */
  readonly top: number;
  readonly bottom: number;
}

export interface PictureFrame extends PictureParts {
  readonly prepared: Prepared;
  readonly view: TimelineView;
  readonly axis: Axis;
  /** Index of the canon point. */
  readonly canon: number;
  readonly layout: LanesLayout;
  readonly filtered: Filtered | undefined;
  /** The scroll offset of the lanes. */
  readonly scrollTop: number;
  readonly items: DrawnItem[];
}

/** The two tiers of a ruler: bands, and ticks. */
export const TIER = 20;
export const RULER_HEIGHT = 2 * TIER;
const NAMES_WIDTH = 190;

export const pictureParts = (prepared: Prepared, { width, height, namesWidth }: TimelineView): PictureParts => {
  const right = Math.max(1, finite(width));
  const left = Math.round(Math.min(finite(namesWidth ?? NAMES_WIDTH), right * 0.35));
  const top = Math.max(1, prepared.rulers.length) * RULER_HEIGHT;
  return { left, right, top, bottom: Math.max(top, finite(height)) };
};

const finite = (size: number): number => (Number.isFinite(size) ? Math.max(0, size) : 0);

/** The index of the canon point in view. */
export function canonOf({ timeline }: Prepared, { canon }: TimelineView): number {
  const last = Math.max(0, timeline.points.length - 1);
  return Math.min(last, Math.max(0, Math.floor(canon ?? last) || 0));
}

export interface Arranged {
  readonly layout: LanesLayout;
  readonly filtered: Filtered | undefined;
}

export function makeFrame(prepared: Prepared, view: TimelineView, arranged: Arranged): PictureFrame {
  const parts = pictureParts(prepared, view);
  const { layout } = arranged;
  const most = Math.max(0, layout.height - (parts.bottom - parts.top));
  return {
    ...parts,
    ...arranged,
    prepared,
    view,
    axis: makeAxis(view.domain, parts.left, parts.right - parts.left),
    canon: canonOf(prepared, view),
    scrollTop: Math.min(most, Math.max(0, finite(view.scrollTop ?? 0))),
    items: [],
  };
}

/** A straight line. */
export const lineItem = (
  role: PathItem['role'],
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  more: Partial<PathItem> = {},
): PathItem => ({
  kind: 'path',
  role,
  points: [
    [x1, y1],
    [x2, y2],
  ],
  ...more,
});
