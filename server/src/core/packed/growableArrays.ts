/** Arrays of numbers that grow. */

type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** The array, or a longer copy of it where it has no room for `length` numbers. */
export function grownTo<T extends Numbers>(array: T, length: number): T {
  if (length <= array.length) return array;
  const longer = new (array.constructor as new (length: number) => T)(Math.max(64, length, array.length * 2));
  longer.set(array);
  return longer;
}

/** What of it is in use, in an array of its own: nothing of the room is held. */
export const trimmedTo = <T extends Numbers>(array: T, length: number): T =>
  array.length === length ? array : (array.slice(0, length) as T);

/** The place of a hash in a table whose length is a power of two. */
export const hashSlot = (hash: number, { length }: Uint32Array): number => (hash ^ (hash >>> 15)) & (length - 1);
