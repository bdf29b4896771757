/** Texts that may stand several times, held against others. */

/** Whether some texts are among others, each as often. */
export function areAmong(some: readonly string[], others: Iterable<string>): boolean {
  const left = new Map<string, number>();
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1);
  return some.every((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count > 0;
  });
}
