/** Timing: milliseconds of one call, and statistics of many. */

/** How many times a figure is measured; the median is reported. */
export const RUNS = 5;

/** How long a call took, in milliseconds. */
export function timed(run: () => unknown): number {
  const began = performance.now();
  run();
  return performance.now() - began;
}

/** Like `timed`, for a promise. */
export async function timedAsync(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

/** The value below which a share of the values lie. @param share 0.5 is the median */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The median, over the runs, of a quantile of many calls: a single hiccup of the machine does not count. */
export async function quantileOfRuns(
  share: number,
  times: number,
  call: (i: number) => Promise<unknown>,
): Promise<number> {
  const found: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const values: number[] = [];
    for (let i = 0; i < times; i++) values.push(await timedAsync(() => call(run * times + i)));
    found.push(quantile(values, share));
  }
  return median(found);
}
