/** The lanes of a timeline: the values of one attribute of one entity over both axes, span by span. */
import { canonText, type DayRange, type Held, type HeldSpan, type OnBothAxes, type Still } from '../../canon';
import type { AttributeKind } from '../../codex/codex';
import type { Entry } from '../../entry/entry';
import type {
  TimelineLane,
  TimelineSpan,
  Days,
  Timeline,
  TimelineEvent,
  Unplaced,
} from '../../picture/shapes/timelineShape';
import { valueJsonWith } from '../words/answerJson';
import { valueText } from '../words/names';
import { namesAtStops, turnsWithin } from '../words/years';
import {
  type CanonTexts,
  daysOfHeld,
  daysOfRange,
  type WidthOf,
  daysOfDate,
  meetDays,
  widths,
  type EventDraft,
  type RetconDraft,
} from './timelineEvents';
import { compareTexts } from '../../text/sorted';
import { calendarsOn, declarationsOf, isUndeclared, type Moment, readDate, type WorldDate } from '../../chronology';

/** A lane before its line is known. */
export interface LaneDraft {
  readonly entity: string;
  readonly attribute: string;
  readonly kind: AttributeKind;
  /** The entry that describes the entity. */
  readonly describer: Entry | undefined;
  readonly spans: readonly HeldSpan[];
}

/** A span, and what it was made from. */
interface PlacedSpan {
  readonly held: Held;
  /** The canon stops between which it is stated. */
  readonly from: number;
  readonly until: number;
  readonly json: TimelineSpan;
}

/** Writes the spans of a lane. */
type WriteSpans = (lane: LaneDraft) => PlacedSpan[];

const laneJson = ({ entity, attribute, kind, describer }: LaneDraft, spans: readonly TimelineSpan[]): TimelineLane => ({
  entity,
  attribute,
  kind,
  title: describer?.title ?? entity,
  type: describer?.type?.text ?? null,
  file: describer?.path ?? null,
  spans,
});

/** @param line the line on which days are counted */
function spanWriter(view: OnBothAxes, texts: CanonTexts, line: string, widthOf: WidthOf): WriteSpans {
  const namesAt = namesAtStops(view);
  const turnsOf = turnsWithin(view);
  const { canon } = view.within;
  const write = (span: HeldSpan, from: number, until: number): PlacedSpan => {
    const { held, disputed } = span;
    const { segment, clipped } = held;
    const said = valueJsonWith(view.within, held, namesAt(from));
    // Written out: spreading the value takes a tenth of the whole time of a timeline.
    const json: Mutable<TimelineSpan> = {
      value: said.value,
      ref: said.ref,
      from: said.from,
      until: said.until,
      approximate: said.approximate,
      entry: said.entry,
      sources: said.sources,
      superseded_by: said.superseded_by,
      canon_from: texts[from] ?? null,
      canon_until: until === Infinity ? null : (texts[until] ?? null),
      days: isOn(held, line) ? daysOfHeld(held) : null,
      canon: canonText(canon, clipped.entry),
      is_disputed: disputed.length > 0,
      title: valueText(held, view.within),
    };
    if (span.isSoft) json.is_soft = true;
    if (segment.from?.approximate) json.from_approximate = true;
    if (segment.until?.approximate) json.until_approximate = true;
    if (segment.endsElsewhere) json.ends_elsewhere = segment.endsElsewhere.text;
    if (json.days) addWidths(json, held, disputed, line, widthOf);
    return { held, from, until, json };
  };
  return ({ spans }) => {
    const placed: PlacedSpan[] = [];
    for (const span of spans) {
      let { from } = span;
      for (const turn of turnsOf(span)) {
        placed.push(write(span, from, turn));
        from = turn;
      }
      placed.push(write(span, from, span.until));
    }
    return placed;
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const isOn = ({ line, except }: Held, main: string): boolean =>
  line === null ? !except.includes(main) : line === main;

function addWidths(
  json: Mutable<TimelineSpan>,
  held: Held,
  disputed: readonly DayRange[],
  line: string,
  widthOf: WidthOf,
): void {
  const { fact, entry } = held.clipped;
  const from = widthOf(held.segment.from, fact.from?.date ?? entry.date?.date);
  if (from) json.from_days = from;
  const until = widthOf(held.segment.until);
  if (until) json.until_days = until;
  if (disputed.length === 0) return;
  const parts = disputed.filter((one) => one.line === null || one.line === line).map(daysOfRange);
  if (parts.some(([first, last]) => first === json.days?.[0] && last === json.days[1])) return;
  json.disputed_days = parts;
}

/** Places the lanes and events of a timeline on one line of days, and explains why the rest has no place there. */
interface Drafts {
  readonly lanes: readonly LaneDraft[];
  readonly events: readonly EventDraft[];
  readonly retcons: readonly RetconDraft[];
  readonly from: WorldDate | null;
  readonly until: WorldDate | null;
}

type Placed = Pick<Timeline, 'lanes' | 'events' | 'retcons' | 'unplaced' | 'line' | 'lines' | 'calendars' | 'present'>;

/** Yields after some lanes. */
export function* placedOnLine(view: OnBothAxes, texts: CanonTexts, drafts: Drafts): Generator<void, Placed> {
  const { chronology, present } = view.within.canon.codex;
  const lines = linesOf(view.within, drafts);
  const line = (drafts.from ?? drafts.until)?.start.line ?? lines[0]?.line ?? chronology.calendars[0]?.line ?? '';
  const window: Days = [drafts.from?.start.day ?? null, drafts.until?.start.day ?? null];
  const isIn = (days: Days | null): boolean => days === null || meetDays(days, window);
  const widthOf = widths(
    view.within,
    drafts.events.flatMap(({ date }) => date ?? []),
  );
  const write = spanWriter(view, texts, line, widthOf);
  const unplaced: Unplaced[] = [];
  const lanes: TimelineLane[] = [];
  for (const [count, draft] of drafts.lanes.entries()) {
    if (count % PAUSE === 0) yield;
    const spans = inOrder(write(draft).filter(({ json }) => isIn(json.days)));
    if (spans.length === 0) continue;
    spans.forEach(({ held, json }, span) => {
      if (held.line === null) unplaced.push({ lane: lanes.length, span, why: 'undated' });
      else if (!json.days) unplaced.push({ lane: lanes.length, span, ...onLine(held.line, daysOfHeld(held)) });
    });
    lanes.push(
      laneJson(
        draft,
        spans.map(({ json }) => json),
      ),
    );
  }
  const events: TimelineEvent[] = [];
  for (const { date, write: writeEvent } of inDateOrder(drafts.events, line)) {
    if (events.length % PAUSE === 0) yield;
    const days = date && daysOfDate(date);
    const isHere = date?.start.line === line;
    if (isHere && !isIn(days)) continue;
    if (!date || !days) unplaced.push({ event: events.length, why: 'undated' });
    else if (!isHere) unplaced.push({ event: events.length, ...onLine(date.start.line, days) });
    events.push(writeEvent(isHere ? days : null));
  }
  return {
    lanes,
    events,
    retcons: drafts.retcons
      .map(({ effective, json }) => ({
        ...json,
        days: effective?.line === line ? (widthOf(effective) ?? dayOf(effective)) : null,
      }))
      .filter(({ days }) => isIn(days)),
    unplaced,
    line,
    lines,
    calendars: declarationsOf(chronology),
    present: present && present.start.line === line ? { text: present.text, days: daysOfDate(present) } : null,
  };
}

/** The number of lanes and events between two yields. */
const PAUSE = 100;

const onLine = (line: string, days: Days) => ({ why: 'other_line', line, line_days: days }) as const;

const dayOf = ({ day }: Moment): Days => (Number.isFinite(day) ? [day, day + 1] : [null, null]);

const inDateOrder = (events: readonly EventDraft[], line: string): readonly EventDraft[] => {
  const startOf = ({ date }: EventDraft): number => (date?.start.line === line ? date.start.day : Infinity);
  return [...events].sort((a, b) => {
    const first = startOf(a);
    const second = startOf(b);
    return first === second ? compareTexts(a.path, b.path) : first - second;
  });
};

/**
 * By beginning, then by canon time; without spans that fill gaps on this line and hold on all others as well: they have no place of
 * their own.
 */
function inOrder(spans: readonly PlacedSpan[]): readonly PlacedSpan[] {
  if (spans.length < 2) return spans;
  const isGapOf = (one: PlacedSpan, other: PlacedSpan): boolean =>
    one.json.days !== null &&
    one.held.clipped.entry === other.held.clipped.entry &&
    one.held.clipped.fact.index === other.held.clipped.fact.index &&
    one.from < other.until &&
    other.from < one.until;
  const startOf = ({ json: { days } }: PlacedSpan): number => (days ? (days[0] ?? -Infinity) : Infinity);
  const isLeft = (one: PlacedSpan): boolean =>
    one.json.days !== null || one.held.line !== null || !spans.some((other) => isGapOf(other, one));
  return spans.filter(isLeft).sort((a, b) => {
    const first = startOf(a);
    const second = startOf(b);
    if (first !== second) return first - second;
    return (
      a.from - b.from ||
      compareTexts(a.json.entry ?? '', b.json.entry ?? '') ||
      a.held.clipped.fact.index - b.held.clipped.fact.index
    );
  });
}

/** The lines that anything lies on, the fullest first. */
function linesOf(within: Still, { lanes, events }: Drafts): Timeline['lines'] {
  const found = new Map<string, { count: number; readonly text: string }>();
  const add = ({ line, text }: Moment): void => {
    const one = found.get(line);
    if (one) one.count++;
    else found.set(line, { count: 1, text });
  };
  const beginningOf = ({ held: { segment } }: HeldSpan): Moment | null => segment.from ?? segment.until;
  for (const { spans } of lanes)
    for (const span of spans) {
      const end = beginningOf(span);
      if (end) add(end);
    }
  for (const { date } of events) if (date) add(date.start);
  return [...found]
    .map(([line, { count, text }]) => ({ line, name: nameOf(within, line, text), count }))
    .sort((a, b) => b.count - a.count || compareTexts(a.line, b.line));
}

/** The name of a line for readers: its calendars, or its undeclared era. @param text of a date on it */
function nameOf({ canon }: Still, line: string, text: string): string {
  const { chronology } = canon.codex;
  if (!isUndeclared(line))
    return (
      calendarsOn(chronology, line)
        .map(({ id }) => id)
        .join(', ') || line
    );
  const reading = readDate(chronology, text);
  return (reading.ok && reading.unknownEra) || text;
}
