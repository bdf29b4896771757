/** What pages have changed by themselves, where codex.yaml was changed as well: what that has done is told there. */
import { withFormerEras } from '../../chronology';
import { entryAt, knownAt, LATEST, withEntries } from '../../canon';
import type { Entry } from '../../entry/entry';
import { readEntry } from '../../entry/readEntry';
import { type ChangedEntry, changedFrom, type Compared } from './baselineComparison';

/**
 * What is found of a changed page. It is nothing where the page only says under codex.yaml of now what it said under that of
 * then; where its keys have another name now, and it has followed them, it is what differs from what was told by the old ones.
 */
export function changedByPage<T>(
  compared: Compared,
  changed: ChangedEntry,
  findIn: (compared: Compared, changed: ChangedEntry) => T[],
): T[] {
  const found = findIn(compared, changed);
  const then = asReadThen(compared);
  if (!then) return found;
  const was = entryAt(then.baseline.canon, changed.was.path);
  const find = (here: Compared): T[] => {
    const one = was && changedFrom(here, was);
    return one ? findIn(here, one) : [];
  };
  const foundThen = find(then);
  if (foundThen.length === 0) return [];
  const alone = asIfAlone(then, changed);
  return alone && find(alone).length > 0 ? foundThen : found;
}

/** The same of what an entry says that was not there as it is. */
export function newByPage<T>(compared: Compared, findIn: (compared: Compared) => T[]): T[] {
  const found = findIn(compared);
  const then = found.length > 0 ? asReadThen(compared) : null;
  return then && findIn(then).length === 0 ? [] : found;
}

/** As if codex.yaml had stayed: what was told as it was read then. */
function asReadThen(compared: Compared): Compared | null {
  const { baselineAsRead } = compared;
  if (!baselineAsRead) return null;
  let then = readThen.get(compared);
  if (!then) readThen.set(compared, (then = { ...compared, baseline: baselineAsRead, reach: null }));
  return then;
}

/** One for each, for which more is kept. */
const readThen = new WeakMap<Compared, Compared>();

/** As if one page had been changed, and nothing else, nor codex.yaml. Null where nobody has touched it. */
function asIfAlone(then: Compared, { was, is }: ChangedEntry): Compared | null {
  const { canon } = then.baseline;
  const text = is && then.textOf?.(is.path);
  if (is && (text == null || then.isUntouched?.(is.path) === true)) return null;
  const changes = new Map<string, Entry | null>([[was.path, null]]);
  // Dates that the page calls by another name of their era are not its doing either.
  const chronology = withFormerEras(canon.codex.chronology, then.now.canon.codex.chronology);
  if (is && text != null) changes.set(is.path, readEntry(is.path, text, { ...canon.codex, chronology }));
  return { ...then, now: knownAt(withEntries(canon, changes), LATEST) };
}
