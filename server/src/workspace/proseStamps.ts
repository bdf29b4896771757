/** What is noted of a file whose prose was read, to tell at the next start whether it still is what it was. */
import { COARSE, lookedAt } from './fileStamps';

/** Another text whenever a file may read differently; null where that can't be told by looking at it, so shortly after a change. */
export function proseStamp(root: string, file: string): string | null {
  const stats = lookedAt(root, file);
  if (!stats?.isFile()) return null;
  const { size, mtimeMs, ctimeMs, ino } = stats;
  return Date.now() - Math.max(mtimeMs, ctimeMs) < COARSE ? null : `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}
