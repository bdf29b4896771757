/** The lanes of a timeline: what was told of one attribute of one entity, span by span. */
import { canonText, type DayRange, type Held, type HeldSpan, type OnBothAxes } from '../../canon';
import type { AttributeKind } from '../../codex/codex';
import type { Entry } from '../../entry/entry';
import type { TimelineLane, TimelineSpan } from '../../picture/shapes/timelineShape';
import { valueJsonWith } from '../words/answerJson';
import { namesAtStops, turnsWithin } from '../words/namesAtStops';
import type { CanonTexts } from './timelineCanon';
import { daysOfHeld, daysOfRange, type WidthOf } from './timelineDays';

/** A lane before it is known on which line it is drawn. */
export interface LaneDraft {
  readonly entity: string;
  readonly attribute: string;
  readonly kind: AttributeKind;
  /** The entry that describes the entity. */
  readonly describer: Entry | undefined;
  readonly spans: readonly HeldSpan[];
}

/** A span, and what it was made of. */
export interface PlacedSpan {
  readonly held: Held;
  /** The stops of the canon between which it is told so. */
  readonly from: number;
  readonly until: number;
  readonly json: TimelineSpan;
}

/** Writes the spans of a lane. */
export type WriteSpans = (lane: LaneDraft) => PlacedSpan[];

export const laneJson = (
  { entity, attribute, kind, describer }: LaneDraft,
  spans: readonly TimelineSpan[],
): TimelineLane => ({
  entity,
  attribute,
  kind,
  title: describer?.title ?? entity,
  type: describer?.type?.text ?? null,
  file: describer?.path ?? null,
  spans,
});

/** @param line on which days are counted */
export function spanWriter(view: OnBothAxes, texts: CanonTexts, line: string, widthOf: WidthOf): WriteSpans {
  const namesAt = namesAtStops(view);
  const turnsOf = turnsWithin(view);
  const { canon } = view.within;
  const write = (span: HeldSpan, from: number, until: number): PlacedSpan => {
    const { held, disputed } = span;
    const { segment, ref, clipped } = held;
    const said = valueJsonWith(view.within, held, namesAt(from));
    // Written out: to spread the value takes a tenth of all the time that a timeline takes.
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
      title: ref?.title ?? clipped.fact.value.text,
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
