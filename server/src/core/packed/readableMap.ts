/** What can be asked like a map and never changes under whoever asks: a map itself, or keys and values that are packed. */
export interface ReadableMap<V> extends Iterable<readonly [string, V]> {
  readonly size: number;
  get(key: string): V | undefined;
  has(key: string): boolean;
  keys(): Iterable<string>;
  /** Every key and value, with values that are made for this walk alone: what they are made of may be kept. */
  passing?(): Iterable<readonly [string, V]>;
  /** How long the longest list is that stands under one of some keys, where the values are lists: 0, 1, or 2 for more. */
  longestAt?(keys: readonly string[]): 0 | 1 | 2;
}
