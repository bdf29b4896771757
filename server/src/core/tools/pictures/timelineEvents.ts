/** The events of a timeline: entries with a date, with their standing over canon time. */
import { canonText, isShown, nameStepAt, type OnBothAxes, type StandingSpan } from '../../canon';
import type { Entry } from '../../entry/entry';
import { cutFrontmatter } from '../../entry/frontmatter';
import { readTimelineBlocks } from '../../entry/timelineBlocks';
import type { WorldDate } from '../../chronology';
import type { Days, TimelineEvent } from '../../picture/shapes/timelineShape';
import type { ReadText } from '../asked/loreTypes';
import { type CanonTexts, stretchJson } from './timelineCanon';

/** An event, before it is known on which line it is drawn. */
export interface EventDraft {
  /** null: a block says a date that can't be read. */
  readonly date: WorldDate | null;
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
    for (const span of isShown(within, entry) ? (standings.get(entry) ?? []) : [])
      for (const date of datesOf(entry))
        drafts.push({ date, path: entry.path, write: (days) => write(entry, date, span, days) });
  return drafts;
}

/**
 * What some pages keep in code blocks.
 * @param textOf the text of a file @param isWanted whether an event of a page is to be in the picture
 */
export function* blockEventDrafts(
  { within, stops, names }: OnBothAxes,
  texts: CanonTexts,
  entries: Iterable<Entry>,
  textOf: ReadText,
  isWanted: (entry: Entry, links: readonly string[]) => boolean,
): Generator<void, readonly EventDraft[]> {
  const { codex, eyes } = within.canon;
  const drafts: EventDraft[] = [];
  for (const entry of entries) {
    if (!entry.hasEvents || !within.has(entry) || !isShown(within, entry)) continue;
    yield;
    const text = textOf(entry.path) ?? '';
    // Of a page that somebody does not know whole, only what they do know of its prose is read.
    const shown = eyes ? eyes.proseOf(entry.path, text) : text;
    const from = stops.stopOf(entry);
    for (const event of readTimelineBlocks(codex.chronology, shown, cutFrontmatter(shown)?.body ?? 0)) {
      if (!isWanted(entry, event.links)) continue;
      drafts.push({
        date: event.when,
        path: entry.path,
        write: (days) => ({
          entry: nameStepAt(names.idSteps(entry), from),
          title: event.title,
          type: entry.type?.text ?? null,
          file: entry.path,
          date: event.when?.text ?? event.date,
          days,
          approximate: event.when?.approximate === true,
          standing: 'current',
          canon: canonText(within.canon, entry),
          ...stretchJson(texts, from, Infinity),
          from_block: true,
          ...(event.text !== '' && { text: event.text }),
        }),
      });
    }
  }
  return drafts;
}

/** The dates of an entry: of several stretches each. */
function datesOf({ date, parts }: Entry): WorldDate[] {
  if (parts.length > 0) return parts.map(({ from }) => from.date);
  return date?.date ? [date.date] : [];
}
