/** Timing: milliseconds of one call, and what many of them amount to. */

/** How long a call took, in milliseconds. */
export function timed(run: () => unknown): number {
  const began = performance.now();
  run();
  return performance.now() - began;
}

/** The value below which a share of the sorted values lie. @param share 0.5 is the median */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
