/** Finding what may concern a key, in order, without scanning the rest. */
import { describe, expect, it } from 'vitest';
import { limitedTo } from '../../server/src/core/text/sorted';

const keysOf = (one: number): string[] | null =>
  one % 5 === 0 ? null : [`by three: ${one % 3}`, `by two: ${one % 2}`];
const numbers = Array.from({ length: 40 }, (_, i) => 40 - i);

describe('what may concern some keys', () => {
  const find = limitedTo(numbers, keysOf);
  const meant = (keys: string[]): number[] =>
    numbers.filter((one) => (keysOf(one) ?? keys).some((key) => keys.includes(key)));

  it.each([[['by three: 1']], [['by two: 0']], [['by three: 1', 'by two: 0']], [['by two: 0', 'by two: 0']]])(
    'is found for %j, each once and in their order',
    (keys) => {
      expect([...find(keys)]).toEqual(meant(keys));
    },
  );

  it('is everything limited to nothing, where there is nothing else', () => {
    expect([...find(['nobody'])]).toEqual([40, 35, 30, 25, 20, 15, 10, 5]);
    expect([...limitedTo(numbers, () => null)(['any'])]).toEqual(numbers);
  });

  it('excludes what is limited to others', () => {
    expect([...limitedTo(numbers, () => ['one'])(['other'])]).toEqual([]);
  });

  it('may be all of a few, which are scanned one by one', () => {
    expect([...limitedTo([1, 2], () => ['one'])(['other'])]).toEqual([1, 2]);
  });
});
