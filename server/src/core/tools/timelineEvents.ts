/** The events of a timeline: entries with a date, with their standing over canon time. */
import { canonText, nameStepAt, type OnBothAxes, type StandingSpan } from '../canon';
import type { Entry } from '../entry/entry';
import type { WorldDate } from '../chronology/types';
import type { Days, TimelineEvent } from '../picture/timelineShape';
import { type CanonTexts, stretchJson } from './timelineCanon';

/** An event, before it is known on which line it is drawn. */
export interface EventDraft {
  readonly date: WorldDate;
  /** Where it is told. */
  readonly path: string;
  readonly write: (days: Days | null) => TimelineEvent;
}

/** @param entries in the order of their paths */
export function eventDrafts(
  { within, names }: OnBothAxes,
  texts: CanonTexts,
  entries: Iterable<Entry>,
  standings: ReadonlyMap<Entry, readonly StandingSpan[]>,
): EventDraft[] {
  const write = (entry: Entry, date: WorldDate, span: StandingSpan, days: Days | null): TimelineEvent => {
    const { standing, atDate, from, until } = span;
    const event: TimelineEvent = {
      entry: nameStepAt(names.idSteps(entry), from),
      title: entry.title,
      type: entry.type?.text ?? null,
      file: entry.path,
      date: date.text,
      days,
      approximate: date.approximate,
      standing,
      canon: canonText(within.canon, entry),
      ...stretchJson(texts, from, until),
    };
    return atDate === standing ? event : { ...event, standing_then: atDate };
  };
  const drafts: EventDraft[] = [];
  for (const entry of entries)
    for (const span of standings.get(entry) ?? [])
      for (const date of datesOf(entry))
        drafts.push({ date, path: entry.path, write: (days) => write(entry, date, span, days) });
  return drafts;
}

/** The dates of an entry: of several stretches each. */
function datesOf({ date, parts }: Entry): WorldDate[] {
  if (parts.length > 0) return parts.map(({ from }) => from.date);
  return date?.date ? [date.date] : [];
}
