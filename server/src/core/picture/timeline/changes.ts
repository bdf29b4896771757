/**
 * Describes the changes along canon time, stop by stop, each in a sentence: for readers who step through a picture, and for screen
 * readers.
 */
import { quoted } from '../../text/words';
import { isKnownAt, type KnownStretches, type Prepared, undoneAs, MOST_POINTS } from './prepare';
import type { TimelineLane, TimelineSpan } from '../shapes/timelineShape';
import { printInstant } from '../../chronology';
import { chronologyOf } from '../rulers/rulers';

/** One change, at one canon point. */
export interface PictureChange {
  /** Index of the canon point from which it holds. */
  readonly canon: number;
  /** The first world day that differs, if there is one. */
  readonly day: number | null;
  readonly sentence: string;
  /** The new or removed things: indexes into `Prepared.things`. */
  readonly things: readonly number[];
}

/** More values than this are counted, not listed. */
const MOST_LISTED = 3;

/** In canon order; within a point in the order of the lanes: replacements first, then additions. */
export function changesOf(prepared: Prepared): readonly PictureChange[] {
  const changes: PictureChange[] = [];
  const isNew = new Map<number, { readonly lanes: Set<string>; readonly things: number[] }>();
  let start = 0;
  for (const lane of prepared.timeline.lanes) {
    const end = start + lane.spans.length;
    for (const [canon, { gone, come }] of stopsOf(prepared, start, end)) {
      if (gone.length > 0) {
        const change = changeOf(prepared, lane, canon, gone, come);
        if (change) changes.push(change);
        continue;
      }
      const found = isNew.get(canon) ?? { lanes: new Set<string>(), things: [] };
      found.lanes.add(`the ${lane.attribute} of ${lane.title}`);
      found.things.push(...come);
      isNew.set(canon, found);
    }
    start = end;
  }
  changes.push(...eventChanges(prepared));
  for (const [canon, { lanes, things }] of isNew)
    changes.push({
      canon,
      day: null,
      sentence: `${stopName(prepared, canon)} first states ${listed([...lanes])}.`,
      things,
    });
  return changes.sort((a, b) => a.canon - b.canon);
}

interface Stop {
  readonly gone: number[];
  readonly come: number[];
}

/** For each canon point, the values of a lane that end there, and those that begin. */
function stopsOf({ spans }: Prepared, start: number, end: number): Map<number, Stop> {
  const stops = new Map<number, Stop>();
  const at = (canon: number): Stop => {
    const found = stops.get(canon) ?? { gone: [], come: [] };
    stops.set(canon, found);
    return found;
  };
  for (let span = start; span < end; span++) {
    const [from, until] = [spans.canonFrom[span] ?? 0, spans.canonUntil[span] ?? 0];
    if (from > 0) at(from).come.push(span);
    if (until < MOST_POINTS) at(until).gone.push(span);
  }
  return stops;
}

function changeOf(
  prepared: Prepared,
  lane: TimelineLane,
  canon: number,
  allGone: readonly number[],
  allCome: readonly number[],
): PictureChange | undefined {
  const { spans } = prepared;
  const dataOf = (span: number): TimelineSpan => spans.data[span] as TimelineSpan;
  const look = (span: number): string => {
    const { title, from, until } = dataOf(span);
    return JSON.stringify([title, from, until]);
  };
  // The stating and the superseding entries may change without a visible effect.
  const before = new Set(allGone.map(look));
  const after = new Set(allCome.map(look));
  const gone = allGone.filter((span) => !after.has(look(span)));
  const come = allCome.filter((span) => !before.has(look(span)));
  const wasDisputed = allGone.some((span) => isOpenDispute(dataOf(span)));
  if (gone.length + come.length === 0) {
    const isDisputed = allCome.some((span) => isOpenDispute(dataOf(span)));
    if (wasDisputed === isDisputed) return undefined;
    const sentence = `${stopName(prepared, canon)}: The ${lane.attribute} of ${lane.title} is ${isDisputed ? 'disputed now' : 'no longer disputed'}.`;
    return { canon, day: null, sentence, things: allCome };
  }
  const goneTitles = new Set(gone.map((span) => dataOf(span).title));
  const others = come.filter((span) => !goneTitles.has(dataOf(span).title));
  const shown = others.length > 0 ? others : come;
  const day = firstDay(prepared, shown.length > 0 ? shown : gone, shown === others);
  const isDisputed = shown.some((span) => isOpenDispute(dataOf(span)));
  const was = gone.map((span) => valueWords(dataOf(span), 'from'));
  const is = shown.map((span) => valueWords(dataOf(span), 'since'));
  const words = lane.kind === 'set' ? setWords(lane, gone.map(dataOf), shown.map(dataOf)) : stateWords(lane, was, is);
  return {
    canon,
    day,
    sentence: `${stopName(prepared, canon)}: ${words}${isDisputed ? ' This is disputed.' : ''}`,
    things: [...gone, ...come],
  };
}

/** The first day on which one of them begins; or ends, if their ends differ. */
function firstDay({ spans }: Prepared, among: readonly number[], isNew: boolean): number | null {
  let first = Infinity;
  for (const span of among) {
    for (const day of isNew ? [spans.first[span]] : [spans.first[span], spans.until[span]])
      if (day !== undefined && Number.isFinite(day)) first = Math.min(first, day);
  }
  return first === Infinity ? null : first;
}

const isOpenDispute = ({ is_disputed, is_soft }: TimelineSpan): boolean => is_disputed && !is_soft;

/** `The founder of House Vyr was Maric from 200 TA; it is Aldric since 412 TA.` */
function stateWords({ attribute, title }: TimelineLane, was: readonly string[], is: readonly string[]): string {
  const subject = `he ${attribute} of ${title}`;
  if (was.length === 0) return `T${subject} is ${listed(is)} as well.`;
  return `T${subject} was ${listed(was)}; ${is.length === 0 ? 'nothing takes its place' : `it is ${listed(is)}`}.`;
}

function setWords(
  { attribute, title }: TimelineLane,
  gone: readonly TimelineSpan[],
  come: readonly TimelineSpan[],
): string {
  const now = new Set(come.map((span) => span.title));
  const left = gone.filter((span) => !now.has(span.title)).map((span) => valueWords(span, 'from'));
  const is = come.map((span) => valueWords(span, 'since'));
  const parts = [
    ...(left.length > 0 ? [`no longer ${listed(left)}`] : []),
    ...(is.length > 0 ? [`now ${listed(is)}`] : []),
  ];
  return `Of ${title}, ${attribute}: ${parts.join('; ')}.`;
}

function valueWords({ title: whole, from, until }: TimelineSpan, open: 'from' | 'since'): string {
  const title = quoted(whole);
  if (from === null) return until === null ? title : `${title} until ${until}`;
  return until === null ? `${title} ${open} ${from}` : `${title} from ${from} to ${until}`;
}

/** `a`, `a and b`, `a, b, c and 4 more`. */
function listed(words: readonly string[]): string {
  const rest = words.length - MOST_LISTED;
  const all = rest > 1 ? [...words.slice(0, MOST_LISTED), `${rest} more`] : words;
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

const stopName = ({ timeline }: Prepared, canon: number): string => timeline.points[canon]?.at ?? 'The beginning';

/** Whether all of the data was decided after that canon point. */
export const isNothingDecided = ({ spans, events }: Prepared, canon: number): boolean =>
  spans.canonFrom.length + events.canonFrom.length > 0 &&
  [spans.canonFrom, events.canonFrom].every((all) => all.every((from) => canon < from));

/** Events whose standing at their own date is changed by a retcon. */
function eventChanges(prepared: Prepared): PictureChange[] {
  const { timeline, events } = prepared;
  const changes: PictureChange[] = [];
  const last = new Map<string, number>();
  for (const [index, event] of timeline.events.entries()) {
    const key = `${event.entry}\n${event.title}\n${event.date}`;
    const before = timeline.events[last.get(key) ?? -1];
    last.set(key, index);
    const canon = events.canonFrom[index] ?? 0;
    if (!before || canon === 0) continue;
    const [was, is] = [before, event].map((one) => undoneAs(one) === '');
    if (was === is) continue;
    const day = events.first[index] ?? Number.NaN;
    changes.push({
      canon,
      day: Number.isFinite(day) ? day : null,
      sentence: `${stopName(prepared, canon)}: ${event.title}, ${event.date}, ${is ? 'happened after all' : 'never happened'}.`,
      things: [events.firstThing + index],
    });
  }
  return changes;
}

/** The next day, in either direction, on which something known begins or ends, in a sentence. */
interface DayStop {
  readonly day: number;
  readonly sentence: string;
  readonly things: readonly number[];
}

/** More than this are counted rather than listed. */
const MOST_STOPS_LISTED = 3;

/** null: there is nothing further in that direction. */
export function nextDayStop(prepared: Prepared, canon: number, day: number, by: 1 | -1): DayStop | null {
  const { spans, events } = prepared;
  let next = by * Infinity;
  const look = (days: Float64Array, known: KnownStretches): void => {
    for (let i = 0; i < days.length; i++) {
      const one = days[i] ?? Number.NaN;
      const isNearer = by > 0 ? day < one && one < next : next < one && one < day;
      if (isNearer && isKnownAt(known, i, canon)) next = one;
    }
  };
  look(spans.first, spans);
  look(spans.until, spans);
  look(events.first, events);
  return Number.isFinite(next) ? stopAt(prepared, canon, next) : null;
}

function stopAt(prepared: Prepared, canon: number, day: number): DayStop {
  const { spans, events, timeline, things } = prepared;
  const stated: string[] = [];
  const found: number[] = [];
  const about = (span: number): string => {
    const lane = timeline.lanes[things[span]?.lane ?? -1];
    return lane ? `the ${lane.attribute} of ${lane.title}` : '';
  };
  const isSet = (span: number): boolean => timeline.lanes[things[span]?.lane ?? -1]?.kind === 'set';
  const begun = new Set<string>();
  for (let span = 0; span < spans.first.length; span++) {
    if (spans.first[span] !== day || !isKnownAt(spans, span, canon)) continue;
    found.push(span);
    begun.add(about(span));
    stated.push(`${about(span)} is ${isSet(span) ? 'also ' : ''}${quoted(things[span]?.title ?? '')}`);
  }
  for (let span = 0; span < spans.until.length; span++) {
    if (spans.until[span] !== day || !isKnownAt(spans, span, canon)) continue;
    // If another one begins, that is reported instead.
    if (begun.has(about(span)) && !isSet(span)) continue;
    found.push(span);
    stated.push(`${about(span)} is no longer ${quoted(things[span]?.title ?? '')}`);
  }
  for (let event = 0; event < events.first.length; event++) {
    if (events.first[event] !== day || !isKnownAt(events, event, canon)) continue;
    found.push(events.firstThing + event);
    stated.unshift(quoted(timeline.events[event]?.title ?? ''));
  }
  const rest = stated.length - MOST_STOPS_LISTED;
  const words = rest > 1 ? [...stated.slice(0, MOST_STOPS_LISTED), `${rest} more`] : stated;
  return {
    day,
    sentence: `${printInstant(chronologyOf(timeline.calendars), { line: timeline.line, day })}: ${words.join('; ')}.`,
    things: found,
  };
}
