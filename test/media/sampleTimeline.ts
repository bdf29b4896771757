/** A small timeline: a house, its rulers and its seat, with a retcon, a dispute, events, and something undated. */
import type {
  Timeline,
  TimelineEvent,
  TimelineLane,
  TimelineSpan,
} from '../../server/src/core/picture/shapes/timelineShape';

/** The first day of a year of 365. */
const year = (number: number): number => number * 365;

export const span = (
  value: string,
  [from, until]: readonly [number | null, number | null],
  more: Partial<TimelineSpan> = {},
): TimelineSpan => ({
  value,
  title: value,
  ref: null,
  from: from === null ? null : `${from} TA`,
  until: until === null ? null : `${until} TA`,
  approximate: false,
  entry: `${value.toLowerCase()}-page`,
  sources: [],
  superseded_by: null,
  days: [from === null ? null : year(from), until === null ? null : year(until)],
  canon: 'session-1',
  is_disputed: false,
  canon_from: 'session-1',
  canon_until: null,
  ...more,
});

export const lane = (title: string, attribute: string, spans: readonly TimelineSpan[]): TimelineLane => ({
  entity: title.toLowerCase().replaceAll(' ', '-'),
  title,
  attribute,
  kind: 'state',
  type: 'house',
  file: `houses/${title}.md`,
  spans,
});

export const event = (title: string, at: number, more: Partial<TimelineEvent> = {}): TimelineEvent => ({
  entry: title.toLowerCase().replaceAll(' ', '-'),
  title,
  type: 'event',
  file: `events/${title}.md`,
  date: `${at} TA`,
  days: [year(at), year(at + 1)],
  approximate: false,
  standing: 'current',
  canon: 'session-1',
  canon_from: 'session-1',
  canon_until: null,
  ...more,
});

const later = { canon: 'session-2', canon_from: 'session-2' } as const;

export const SAMPLE: Timeline = {
  from: null,
  until: null,
  as_of: 'latest',
  for: null,
  lanes: [
    lane('House Vyr', 'founder', [
      span('Maric', [200, null], { canon_until: 'session-2' }),
      span('Maric', [200, 412], { canon_from: 'session-2', superseded_by: 'aldric-page' }),
      span('Aldric', [412, null], later),
    ]),
    lane('House Vyr', 'ruler', [
      span('Maric', [200, 310]),
      span('Lysa', [310, 412], { is_disputed: true }),
      span('Ilse', [390, 440], { is_disputed: true, until_approximate: true }),
      span('Oda', [440, null]),
    ]),
    lane('House Vyr', 'seat', [span('Vyrhold', [null, null])]),
    lane('Ilse', 'home', [span('The Ford', [380, null])]),
  ],
  events: [
    event('The Founding', 200),
    event('The Burning of the Bridge', 310, { canon_until: 'session-2' }),
    event('The Burning of the Bridge', 310, { canon_from: 'session-2', standing: 'superseded' }),
    event('The Cutting of the Bridge', 310, later),
    event('A Feast', 430, { from_block: true }),
    event('A Dream', 0, { days: null, date: '3 PR' }),
  ],
  retcons: [
    {
      superseded: 'maric-page',
      by: 'aldric-page',
      kind: 'change',
      effective: '412 TA',
      as_of: '200 TA',
      canon: 'session-2',
      reason: 'The players found the charter.',
      sources: [],
      before: [{ entity: 'house-vyr', attribute: 'founder', value: 'Maric', at: '412 TA' }],
      after: [{ entity: 'house-vyr', attribute: 'founder', value: 'Aldric', at: '412 TA' }],
      pairs: [{ entity: 'house-vyr', attribute: 'founder' }],
      canon_from: 'session-2',
      days: [year(412), year(413)],
    },
  ],
  unplaced: [
    { lane: 2, span: 0, why: 'undated' },
    { event: 5, why: 'other_line', line: 'era:PR', line_days: [3, 4] },
  ],
  line: '',
  lines: [
    { line: '', name: 'TA', count: 12 },
    { line: 'era:PR', name: 'PR', count: 1 },
  ],
  calendars: [
    {
      id: 'reckoning',
      months: ['Frostwane', 'Thaw', 'Bloom', 'Harvestmoon', 'Smokefall'].map((name) => ({ name, days: 73 })),
      leap: [],
      weekdays: [],
      eras: [{ id: 'TA', names: ['Third Age'], epoch: 0, direction: 'forward', yearZero: false }],
      offsetDays: 365,
    },
  ],
  present: { text: '450 TA', days: [year(450), year(451)] },
  points: [
    { at: null },
    { at: 'session-1', title: 'Session 1', date: '2026-01-10' },
    { at: 'session-2', title: 'Session 2', date: '2026-02-14' },
    { at: 'session-3', title: 'Session 3', is_open: true },
  ],
};
