/** What tables of texts are made of: rows of numbers that grow, and a hash of each text. */

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array;

/** The array, or a longer copy of it if it has no room for `length` numbers. */
export function grownTo<T extends Numbers>(array: T, length: number): T {
  if (length <= array.length) return array;
  const longer = new (array.constructor as new (length: number) => T)(Math.max(64, length, array.length * 2));
  longer.set(array);
  return longer;
}

/** The used part in an array of its own: spare room is not kept. */
export const trimmedTo = <T extends Numbers>(array: T, length: number): T =>
  array.length === length ? array : (array.slice(0, length) as T);

/** The hash of an empty text, from which that of each text is made unit by unit. */
export const FNV_OFFSET = 0x811c9dc5 | 0;
export const withUnit = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

/** FNV-1a over the units of a text, in 32 bits with a sign. */
export function hashOf(text: string): number {
  let hash = FNV_OFFSET;
  for (let i = 0; i < text.length; i++) hash = withUnit(hash, text.charCodeAt(i));
  return hash;
}
