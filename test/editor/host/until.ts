/** Waiting for what the window does by itself, however busy the machine is. */

/**
 * Looks until there is something to be seen: whatever is neither `undefined`, `null` nor `false`, which it answers.
 * @param what names it, for the error where it never comes
 */
export async function until<T>(what: string, look: () => Promise<T> | T): Promise<NonNullable<T>> {
  for (const end = Date.now() + 180_000; Date.now() < end; ) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`timed out waiting for ${what}`);
}
