/** The next day, in either direction, on which something that is known begins or ends, in a sentence. */
import { printInstant } from '../../chronology';
import { inSentence } from './changes';
import type { Prepared } from './prepare';
import { chronologyOf } from '../rulers/rulers';

export interface DayStop {
  readonly day: number;
  readonly sentence: string;
  readonly things: readonly number[];
}

/** More than this are counted, not told. */
const MOST_LISTED = 3;

/** null: nothing further that way. */
export function nextDayStop(prepared: Prepared, canon: number, day: number, by: 1 | -1): DayStop | null {
  const { spans, events } = prepared;
  let next = by * Infinity;
  const look = (days: Float64Array, from: Int32Array, until: Int32Array): void => {
    for (let i = 0; i < days.length; i++) {
      const one = days[i] ?? Number.NaN;
      const isNearer = by > 0 ? day < one && one < next : next < one && one < day;
      if (isNearer && (from[i] ?? 0) <= canon && canon < (until[i] ?? 0)) next = one;
    }
  };
  look(spans.first, spans.canonFrom, spans.canonUntil);
  look(spans.until, spans.canonFrom, spans.canonUntil);
  look(events.first, events.canonFrom, events.canonUntil);
  return Number.isFinite(next) ? stopAt(prepared, canon, next) : null;
}

function stopAt(prepared: Prepared, canon: number, day: number): DayStop {
  const { spans, events, timeline, things } = prepared;
  const told: string[] = [];
  const found: number[] = [];
  const isKnown = (from: Int32Array, until: Int32Array, i: number): boolean =>
    (from[i] ?? 0) <= canon && canon < (until[i] ?? 0);
  const about = (span: number): string => {
    const lane = timeline.lanes[things[span]?.lane ?? -1];
    return lane ? `the ${lane.attribute} of ${lane.title}` : '';
  };
  const isSet = (span: number): boolean => timeline.lanes[things[span]?.lane ?? -1]?.kind === 'set';
  const begun = new Set<string>();
  for (let span = 0; span < spans.first.length; span++) {
    if (spans.first[span] !== day || !isKnown(spans.canonFrom, spans.canonUntil, span)) continue;
    found.push(span);
    begun.add(about(span));
    told.push(`${about(span)} is ${isSet(span) ? 'also ' : ''}${inSentence(things[span]?.title ?? '')}`);
  }
  for (let span = 0; span < spans.until.length; span++) {
    if (spans.until[span] !== day || !isKnown(spans.canonFrom, spans.canonUntil, span)) continue;
    // Where another one begins, that is told.
    if (begun.has(about(span)) && !isSet(span)) continue;
    found.push(span);
    told.push(`${about(span)} is no longer ${inSentence(things[span]?.title ?? '')}`);
  }
  for (let event = 0; event < events.first.length; event++) {
    if (events.first[event] !== day || !isKnown(events.canonFrom, events.canonUntil, event)) continue;
    found.push(events.firstThing + event);
    told.unshift(inSentence(timeline.events[event]?.title ?? ''));
  }
  const rest = told.length - MOST_LISTED;
  const words = rest > 1 ? [...told.slice(0, MOST_LISTED), `${rest} more`] : told;
  return {
    day,
    sentence: `${printInstant(chronologyOf(timeline.calendars), { line: timeline.line, day })}: ${words.join('; ')}.`,
    things: found,
  };
}
