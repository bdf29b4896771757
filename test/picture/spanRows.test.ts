/** The rows of a lane: hundreds at most, of which the last takes all that have no place in another. */
import { expect, it } from 'vitest';
import { prepare, rowsOfLane } from '../../server/src/core/picture/timeline/prepare';
import { lane, SAMPLE, span } from '../media/sampleTimeline';

it('are 300 for thousands of values that all hold at once', () => {
  const values = Array.from({ length: 4000 }, (_, i) => span(`q${i}`, [i % 7, 1000]));
  const prepared = prepare({ ...SAMPLE, lanes: [lane('Keep', 'ruler', values)] });
  const { rows, rowStarts } = rowsOfLane(prepared.spans, 0, values.length);
  expect(rows).toBe(300);
  expect(rowStarts.slice(0, 3)).toEqual([0, 1, 2]);
  expect(rowStarts.at(-1)).toBe(values.length);
  expect(new Set(prepared.spans.order).size).toBe(values.length);
});

it('are used again where what was in them has ended, though the last is full', () => {
  const values = Array.from({ length: 400 }, (_, i) => span(`q${i}`, [1, 10]));
  const prepared = prepare({ ...SAMPLE, lanes: [lane('Keep', 'ruler', [...values, span('late', [20, 30])])] });
  const { rowStarts } = rowsOfLane(prepared.spans, 0, values.length + 1);
  expect([...prepared.spans.order].slice(0, rowStarts[1])).toEqual([0, 400]);
});
