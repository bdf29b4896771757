/** Makes two states comparable where files of one can't be read: nobody can say that those have changed. */
import { pathsOf } from '../core/canon/canon';
import { CODEX_FILE, createHost } from '../core/host';
import { atOnce, fill, type GitSnapshot, type Snapshot } from './commits';

/**
 * What is established, without what can't be read now; what could not be read then counts as it is now.
 * @param unread files, and folders, that can't be read now
 */
export async function comparable(then: GitSnapshot, now: Snapshot, unread: ReadonlySet<string>): Promise<Snapshot> {
  const isUnread = (file: string): boolean =>
    unread.has(file) || [...unread].some((folder) => file.startsWith(`${folder}/`));
  const before = pathsOf(then.host.canon);
  const kept = before.filter((file) => !isUnread(file));
  const taken = new Set(pathsOf(now.host.canon).filter((file) => then.leftOut.has(file)));
  if (kept.length === before.length && taken.size === 0) return then;
  const textOf = (file: string): string | null =>
    taken.has(file) ? now.textOf(file) : isUnread(file) ? null : then.textOf(file);
  const host = createHost(textOf);
  host.apply(new Map([[CODEX_FILE, textOf(CODEX_FILE)]]));
  if (then.dating) host.date(then.dating);
  const same = { host, textOf };
  await fill(same, [...kept, ...taken], then, atOnce);
  return same;
}
