/** A succession as a timeline: a lane for each holder, in the order in which they came, to be drawn as one. */
import type { Succession } from '../shapes/successionShape';
import type { Timeline, TimelineLane } from '../shapes/timelineShape';
import { groupBy } from '../../text/groups';

export function successionTimeline(succession: Succession): Timeline {
  const { attribute, kind, spans, holders, line, calendars, present, points, as_of } = succession;
  const files = new Map(holders.map(({ id, file }) => [id, file]));
  const byHolder = groupBy(spans, (span) => span.ref ?? span.value);
  const lanes = [...byHolder].map(
    ([entity, own]): TimelineLane => ({
      entity,
      title: own[0].title,
      attribute,
      kind,
      type: null,
      file: files.get(entity) ?? null,
      spans: own,
    }),
  );
  return {
    from: null,
    until: null,
    as_of,
    for: null,
    lanes,
    events: [],
    retcons: [],
    unplaced: lanes.flatMap((lane, i) =>
      lane.spans.flatMap(({ days }, span) =>
        days === null || (days[0] === null && days[1] === null) ? { lane: i, span, why: 'undated' as const } : [],
      ),
    ),
    line,
    lines: [{ line, name: '', count: spans.length }],
    calendars,
    present,
    points,
  };
}
