/** A timeline on another of its lines: what lies there gets its days, and what had its place before is unplaced. */
import type { Days, Timeline, TimelineEvent, TimelineSpan, Unplaced } from './timelineShape';

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

/** What is undated holds at all times, on whatever line. */
const hasPlace = (days: Days | null): days is Days => days !== null && (days[0] !== null || days[1] !== null);
