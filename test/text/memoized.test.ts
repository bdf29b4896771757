/** What is memoized of a function, and for how long. */
import { expect, it, vi } from 'vitest';
import { lastOfTurn } from '../../server/src/core/text/groups';

it('keeps its last result until the turn is over', async () => {
  const compute = vi.fn<(key: string) => { key: string }>((key) => ({ key }));
  const kept = lastOfTurn(compute);
  const first = kept('a');
  expect([kept('a'), kept('a')]).toEqual([first, first]);
  expect(kept('a')).toBe(first);
  expect(compute).toHaveBeenCalledTimes(1);
  expect(kept('b')).toEqual({ key: 'b' });
  expect(kept('a')).not.toBe(first);
  expect(compute).toHaveBeenCalledTimes(3);
  const last = kept('a');
  await Promise.resolve();
  expect(kept('a')).not.toBe(last);
});
