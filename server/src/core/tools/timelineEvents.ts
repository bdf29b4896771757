/** The events of a timeline: entries with a date, with their standing over canon time. */
import { canonText, idOf, type OnBothAxes, type StandingSpan } from '../canon';
import type { DateWritten, Entry } from '../entry/entry';
import type { WorldDate } from '../chronology/types';
import type { TimelineEvent } from '../picture/timelineShape';
import { type CanonTexts, stretchJson } from './timelineCanon';

/** An event, and what it takes to place it on a line. */
export interface EventDraft {
  readonly date: WorldDate;
  readonly json: Omit<TimelineEvent, 'days'>;
}

/** @param entries in the order of their paths */
export function eventDrafts(
  { within, stops }: OnBothAxes,
  texts: CanonTexts,
  entries: Iterable<Entry>,
  standings: ReadonlyMap<Entry, readonly StandingSpan[]>,
): EventDraft[] {
  const drafts: EventDraft[] = [];
  for (const entry of entries)
    for (const { standing, atDate, from, until } of standings.get(entry) ?? [])
      for (const date of datesOf(entry))
        drafts.push({
          date,
          json: {
            entry: idOf(stops.knownAt(from), entry),
            title: entry.title,
            type: entry.type?.text ?? null,
            file: entry.path,
            date: date.text,
            approximate: date.approximate,
            standing,
            ...(atDate !== standing && { standing_then: atDate }),
            canon: canonText(within.canon, entry),
            ...stretchJson(texts, from, until),
          },
        });
  return drafts;
}

/** The dates of an entry: of several stretches each. */
function datesOf({ date, parts }: Entry): WorldDate[] {
  const written: (DateWritten | null)[] = parts.length > 0 ? parts.map(({ from }) => from) : [date];
  return written.flatMap((one) => one?.date ?? []);
}
