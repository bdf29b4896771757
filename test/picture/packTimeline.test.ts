/** A timeline arrives at the page as it was sent. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type PackedTimeline, packSteps, unpackTimeline } from '../../server/src/core/picture/shapes/packTimeline';
import type { Timeline } from '../../server/src/core/picture/shapes/timelineShape';
import { atOnce } from '../../server/src/core/text/groups';

const text = fc.oneof(fc.constantFrom('', 'maric', '412 TA'), fc.string());
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });
const days = fc.tuple(maybe(fc.integer()), maybe(fc.integer()));
const span = fc.record(
  {
    value: text,
    ref: maybe(text),
    approximate: fc.boolean(),
    sources: fc.array(text, { maxLength: 2 }),
    days: maybe(days),
    disputed_days: fc.array(days, { minLength: 1, maxLength: 2 }),
    is_soft: fc.constant(true),
    from_days: days,
    ends_elsewhere: text,
  },
  { requiredKeys: ['value', 'ref', 'approximate', 'sources', 'days'] },
);
const lane = fc.record({ entity: text, file: maybe(text), spans: fc.array(span, { maxLength: 5 }) });
const retcon = fc.record({ by: text, before: fc.array(fc.record({ entity: text, value: text }), { maxLength: 3 }) });
const unplaced = fc.oneof(
  fc.record({ lane: fc.nat(), span: fc.nat() }),
  fc.record({ event: fc.nat(), line_days: days }),
);
const timelines = fc.record({
  from: maybe(text),
  as_of: text,
  lanes: fc.array(lane, { maxLength: 8 }),
  events: fc.array(fc.record({ entry: text, days: maybe(days) }), { maxLength: 8 }),
  retcons: fc.array(retcon, { maxLength: 4 }),
  unplaced: fc.array(unplaced, { maxLength: 4 }),
  calendars: fc.array(fc.record({ eras: fc.array(fc.record({ id: text })) }), { maxLength: 2 }),
  present: maybe(fc.record({ text, days })),
});

it('as it was sent', () => {
  fc.assert(
    fc.property(timelines, (timeline) => {
      const sent = timeline as unknown as Timeline;
      expect(unpackTimeline(JSON.parse(atOnce(packSteps(sent))) as PackedTimeline)).toEqual(sent);
    }),
  );
});

it('sends each string once', () => {
  const spans = Array.from({ length: 100 }, () => ({ value: 'Maric Ashhand, the elder', sources: [] }));
  const packed = atOnce(packSteps({ lanes: [{ entity: 'house-vyr', spans }] } as unknown as Timeline));
  expect(packed.split('Maric Ashhand')).toHaveLength(2);
  expect(packed.length).toBeLessThan(1000);
});
