/** Timelines and views of any kind, valid or hostile, for properties of every picture. */
import fc from 'fast-check';
import type {
  Days,
  Timeline,
  TimelineEvent,
  TimelineLane,
  TimelineSpan,
} from '../../server/src/core/picture/shapes/timelineShape';
import type { TimelineView } from '../../server/src/core/picture/timeline/lanesLayout';
import { anyText } from '../support/anyText';
import { anyCalendar, reckoning } from '../chronology/calendars';

const POINTS = [null, 'session-1', 'session-2', 'session-3', 'session-4'] as const;

const anyDay = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: -40_000, max: 200_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(-13.8e9 * 365, 40_000 * 365, 0.25, Number.NaN, Infinity) },
);

const anyDays: fc.Arbitrary<Days | null> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(anyDay, fc.integer({ min: 1, max: 30_000 })).map(([a, b]): Days => [a, a + b]) },
  { weight: 2, arbitrary: anyDay.map((a): Days => [a, null]) },
  { weight: 1, arbitrary: anyDay.map((a): Days => [null, a]) },
  { weight: 1, arbitrary: fc.constantFrom<Days | null>([null, null], null) },
);

const anyCanon = fc
  .tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 1, max: 5 }))
  .map(([from, length]) => ({ canon_from: POINTS[from] ?? null, canon_until: POINTS[from + length] ?? null }));

const anyTitle = fc.oneof(
  fc.constantFrom('Maric', 'Aldric', 'Corwin the Elder', 'ファイア', ''),
  anyText({ maxLength: 30 }),
  fc.constant('x'.repeat(10_000)),
);

const anySpan: fc.Arbitrary<TimelineSpan> = fc
  .record({
    title: anyTitle,
    days: anyDays,
    canon: anyCanon,
    isDisputed: fc.boolean(),
    isSoft: fc.boolean(),
    isApproximate: fc.boolean(),
    wide: fc.integer({ min: 0, max: 4000 }),
  })
  .map(({ title, days, canon, isDisputed, isSoft, isApproximate, wide }) => ({
    ...canon,
    value: title,
    ref: null,
    from: days?.[0] == null ? null : `day ${days[0]}`,
    until: days?.[1] == null ? null : `day ${days[1]}`,
    approximate: isApproximate,
    entry: 'entry',
    sources: [],
    superseded_by: null,
    days,
    canon: canon.canon_from,
    is_disputed: isDisputed,
    ...(isSoft && { is_soft: true as const }),
    ...(isApproximate && { from_approximate: true as const, until_approximate: true as const }),
    ...(days?.[0] != null && { from_days: [days[0], days[0] + wide] as const }),
    ...(days?.[1] != null && { until_days: [days[1], days[1] + wide] as const }),
    title,
  }));

const anyLane: fc.Arbitrary<TimelineLane> = fc.record({
  entity: fc.constantFrom('house-vyr', 'maric', 'keep'),
  title: anyTitle,
  attribute: fc.constantFrom('ruler', 'founder', 'member', 'a very long attribute of a very long name indeed'),
  kind: fc.constantFrom('constant' as const, 'state' as const, 'set' as const),
  type: fc.constantFrom('house', 'person', null),
  file: fc.constantFrom('a.md', 'houses/b.md', null),
  spans: fc.array(anySpan, { maxLength: 12 }),
});

const anyEvent: fc.Arbitrary<TimelineEvent> = fc
  .record({ title: anyTitle, days: anyDays, canon: anyCanon, isApproximate: fc.boolean(), fromBlock: fc.boolean() })
  .map(({ title, days, canon, isApproximate, fromBlock }) => ({
    ...canon,
    entry: 'event',
    title,
    type: 'event',
    file: 'events/e.md',
    date: 'some day',
    days,
    approximate: isApproximate,
    standing: 'current',
    canon: null,
    ...(fromBlock && { from_block: true as const }),
  }));

export const anyTimeline: fc.Arbitrary<Timeline> = fc
  .record({
    lanes: fc.array(anyLane, { maxLength: 8 }),
    events: fc.array(anyEvent, { maxLength: 40 }),
    calendars: fc.oneof(
      fc.constant([]),
      fc.constant([reckoning]),
      anyCalendar.map((one) => [one]),
      fc.tuple(anyCalendar, fc.constant(reckoning)),
    ),
    line: fc.constantFrom('', '', '', 'era:XX', 'calendar:none'),
  })
  .map(({ lanes, events, calendars, line }) => ({
    from: null,
    until: null,
    as_of: 'latest',
    for: null,
    lanes,
    events,
    calendars,
    line,
    retcons: lanes.slice(0, 2).map(({ entity, attribute, spans }) => ({
      superseded: 'old',
      by: 'new',
      kind: 'change',
      effective: 'then',
      as_of: null,
      canon: 'session-2',
      reason: null,
      sources: [],
      before: [],
      after: [],
      pairs: [{ entity, attribute }],
      canon_from: 'session-2',
      days: spans[0]?.days ?? null,
    })),
    unplaced: [],
    lines: [],
    present: { text: 'now', days: [100_000, 100_001] as const },
    points: POINTS.map((at) => ({ at })),
  }));

/** Views as a page makes them. */
export const anySoundView: fc.Arbitrary<TimelineView> = fc
  .record({
    from: fc.integer({ min: -50_000, max: 200_000 }),
    length: fc.oneof(fc.integer({ min: 1, max: 300_000 }), fc.constantFrom(5.1e12)),
    width: fc.integer({ min: 120, max: 1800 }),
    height: fc.integer({ min: 60, max: 900 }),
    scrollTop: fc.integer({ min: 0, max: 400 }),
    canon: fc.integer({ min: 0, max: 4 }),
    grouping: fc.constantFrom('entity' as const, 'type' as const, 'folder' as const),
    filter: fc.constantFrom('', '', 'mar'),
    at: fc.option(fc.integer({ min: -50_000, max: 200_000 })),
  })
  .map(({ from, length, ...view }) => ({ ...view, domain: [from, from + length] as const }));

const anyNumber = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Infinity, -Infinity, 0, -1, 2 ** 60));

/** Views that no page makes. */
export const anyView: fc.Arbitrary<TimelineView> = fc.record({
  domain: fc.tuple(anyNumber, anyNumber),
  width: anyNumber.map((n) => Math.min(n, 5000)),
  height: anyNumber.map((n) => Math.min(n, 5000)),
  scrollTop: anyNumber,
  canon: anyNumber,
  at: anyNumber,
  namesWidth: anyNumber,
});
