/** What was told, read as codex.yaml of now reads it: what differs then is its own doing, and what differs from now that of pages. */
import { withFormerEras } from '../../chronology';
import { type Codex, addedRevisions } from '../../codex/codex';
import { entryFilter } from '../../codex/pathRules';
import type { Entry } from '../../entry/entry';
import { readEntry } from '../../entry/readEntry';
import type { Canon, Known } from '../model/canonValue';
import { entryAt, pathsOf, withEntries } from '../model/canon';
import { knownAt, LATEST } from '../model/canonPoint';
import { tableKeys } from '../model/table';

/** A state that was told, with its texts. */
export interface RereadState {
  readonly canon: Canon;
  /** The text of a file as it was told; null where there was none. */
  readonly textOf: (path: string) => string | null;
  /** Whether a file has the same text now. */
  readonly isUntouched: (path: string) => boolean;
  /** Whether codex.yaml has since been changed only in what means nothing to its pages. */
  readonly isContinued?: boolean;
}

/** Kept as long as the same was told, under the same codex.yaml of now: pages change far more often. */
const reread = new WeakMap<Canon, WeakMap<Codex, Canon>>();

/** What was told, as codex.yaml reads it now; `baselineAsRead` besides, as it was read then, where that is not the same. */
export function rereadBaseline(
  then: RereadState,
  now: Canon,
): { readonly baseline: Known; readonly baselineAsRead?: Known } {
  const asRead = knownAt(then.canon, LATEST);
  const isReadAlike = addedRevisions(then.canon.codex, now.codex)?.size === 0;
  if (then.isContinued === true || isReadAlike) return { baseline: asRead };
  let under = reread.get(then.canon);
  if (!under) reread.set(then.canon, (under = new WeakMap()));
  let canon = under.get(now.codex);
  if (!canon) under.set(now.codex, (canon = rereadEntries(then, now)));
  return { baseline: knownAt(canon, LATEST), baselineAsRead: asRead };
}

function rereadEntries({ canon, textOf, isUntouched }: RereadState, now: Canon): Canon {
  const isWanted = entryFilter(now.codex);
  // That an era has another name is told of codex.yaml, and not of each page that calls it so.
  const chronology = withFormerEras(now.codex.chronology, canon.codex.chronology);
  const codex = chronology === now.codex.chronology ? now.codex : { ...now.codex, chronology };
  const changes = new Map<string, Entry | null>();
  for (const path of tableKeys(now.entries)) if (!entryAt(canon, path)) changes.set(path, null);
  for (const path of pathsOf(canon)) {
    const isShared = entryAt(now, path) !== undefined && isUntouched(path);
    const text = isShared || !isWanted(path) ? null : textOf(path);
    if (!isShared) changes.set(path, text === null ? null : readEntry(path, text, codex));
  }
  const read = withEntries(now, changes);
  return { ...read, committed: now.committed && canon.committed ? canon.committed : now.committed };
}
