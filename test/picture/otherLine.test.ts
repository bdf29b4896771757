/** A timeline whose dates are on several lines, shown on each of them. */
import { expect, it } from 'vitest';
import { onLine } from '../../server/src/core/picture/shapes/filter';
import { prepare } from '../../server/src/core/picture/timeline/prepare';
import { SAMPLE } from '../media/sampleTimeline';

it('items on the other line get their place, and those of the first lose theirs', () => {
  const other = onLine(SAMPLE, 'era:PR');
  expect(other.events.find(({ title }) => title === 'A Dream')?.days).toEqual([3, 4]);
  expect(other.events.find(({ title }) => title === 'The Founding')?.days).toBeNull();
  const places = SAMPLE.lanes.flatMap(({ spans }) => spans).length + SAMPLE.events.length - 1;
  expect(other.unplaced.length).toBe(places);
  expect(prepare(other).isUndated).toBe(false);
});

it('and back again it is the same', () => {
  const back = onLine(onLine(SAMPLE, 'era:PR'), '');
  expect(back.lanes).toEqual(SAMPLE.lanes);
  expect(back.events).toEqual(SAMPLE.events);
  expect(new Set(back.unplaced)).toEqual(new Set(SAMPLE.unplaced));
});

it('an unknown line is ignored', () => {
  expect(onLine(SAMPLE, 'era:XX')).toBe(SAMPLE);
  expect(onLine(SAMPLE, '')).toBe(SAMPLE);
});
