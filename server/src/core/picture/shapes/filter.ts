/**
 * Filters a timeline as one types: keeps everything whose names contain all of the words, without regard to case and accents. And
 * changes its line.
 */
import { foldedWords, wordsFolded } from '../../text/query';
import type { Timeline, Days, TimelineEvent, TimelineSpan, Unplaced } from './timelineShape';

/** The parts of a timeline that a filter keeps. */
export interface Filtered {
  /** By the indexes of the timeline. A lane is kept whole if its own names match. */
  readonly lanes: Uint8Array;
  readonly events: Uint8Array;
  /** By number of the span. */
  readonly spans: Uint8Array;
}

export interface Filter {
  /** undefined: everything is kept. */
  readonly of: (typed: string) => Filtered | undefined;
}

/** The words are folded when something is typed for the first time. */
export function makeFilter(timeline: Timeline): Filter {
  let names: Names | undefined;
  let last: { readonly typed: string; readonly found: Filtered | undefined } = { typed: '', found: undefined };
  return {
    of(typed) {
      if (typed === last.typed) return last.found;
      const words = wordsFolded(typed);
      if (words.length > 0) names ??= namesOf(timeline);
      last = { typed, found: words.length > 0 && names ? matching(timeline, names, words) : undefined };
      return last.found;
    },
  };
}

/** Folded words, each with a blank before it. */
interface Names {
  readonly lanes: readonly string[];
  readonly spans: readonly string[];
  readonly events: readonly string[];
}

function namesOf({ lanes, events }: Timeline): Names {
  const kept = new Map<string, string>();
  const folded = (text: string | null): string => {
    if (text === null) return '';
    let found = kept.get(text);
    if (found === undefined) {
      found = foldedWords(text.slice(0, 500))
        .map((word) => ` ${word.text}`)
        .join('');
      kept.set(text, found);
    }
    return found;
  };
  return {
    lanes: lanes.map(({ title, entity, attribute, type, file }) =>
      [title, entity, attribute, type, file].map(folded).join(''),
    ),
    spans: lanes.flatMap(({ spans }) => spans.map(({ title, value, ref }) => [title, value, ref].map(folded).join(''))),
    events: events.map(({ title, entry, type, file }) => [title, entry, type, file].map(folded).join('')),
  };
}

function matching({ lanes }: Timeline, names: Names, words: readonly string[]): Filtered {
  const has = (name: string, more = ''): boolean =>
    words.every((word) => name.includes(` ${word}`) || more.includes(` ${word}`));
  const found = {
    lanes: new Uint8Array(lanes.length),
    events: Uint8Array.from(names.events, (name) => Number(has(name))),
    spans: new Uint8Array(names.spans.length),
  };
  let span = 0;
  for (const [lane, { spans }] of lanes.entries()) {
    const own = names.lanes[lane] ?? '';
    const isWhole = has(own);
    for (let i = 0; i < spans.length; i++, span++) {
      if (!isWhole && !has(names.spans[span] ?? '', own)) continue;
      found.spans[span] = 1;
      found.lanes[lane] = 1;
    }
    if (isWhole) found.lanes[lane] = 1;
  }
  return found;
}

/** A timeline on another of its lines: things on that line get their days, and those that were placed before are unplaced. */
export function onLine(timeline: Timeline, line: string): Timeline {
  if (line === timeline.line || !timeline.lines.some((one) => one.line === line)) return timeline;
  const lanes = timeline.lanes.map(({ spans }): (Days | null)[] => spans.map(() => null));
  const events: (Days | null)[] = timeline.events.map(() => null);
  const unplaced: Unplaced[] = [];
  for (const one of timeline.unplaced) {
    if (one.why === 'undated' || one.line !== line) unplaced.push(one);
    else if ('event' in one) events[one.event] = one.line_days;
    else {
      const days = lanes[one.lane];
      if (days) days[one.span] = one.line_days;
    }
  }
  for (const [lane, { spans }] of timeline.lanes.entries())
    for (const [span, { days }] of spans.entries()) {
      if (!hasPlace(days)) continue;
      unplaced.push({ lane, span, why: 'other_line', line: timeline.line, line_days: days });
    }
  for (const [event, { days }] of timeline.events.entries())
    if (days) unplaced.push({ event, why: 'other_line', line: timeline.line, line_days: days });
  return {
    ...timeline,
    line,
    lanes: timeline.lanes.map((lane, i) => ({
      ...lane,
      spans: lane.spans.map(
        (span, j): TimelineSpan => ({ ...span, days: lanes[i]?.[j] ?? (hasPlace(span.days) ? null : span.days) }),
      ),
    })),
    events: timeline.events.map((event, i): TimelineEvent => ({ ...event, days: events[i] ?? null })),
    retcons: timeline.retcons.map((retcon) => ({ ...retcon, days: null })),
    unplaced,
    present: null,
  };
}

/** An undated thing holds at all times, on every line. */
const hasPlace = (days: Days | null): days is Days => days !== null && (days[0] !== null || days[1] !== null);
