/** Who is who in two canons: the codex of now and that of a commit, where files may have moved and ids been renamed. */
import type { Entry } from '../entry/entry';
import { entryAt } from './canon';
import type { Retcon } from './edges';
import { entryNamed, idOf, type Known, perKnown } from './known';
import { retconsOf } from './retcons';

/** The same entry at another point; in another canon the one with its id, or with which it shares one as an alias. */
export function counterpart(from: Known, to: Known, entry: Entry): Entry | undefined {
  if (from.canon === to.canon) return to.has(entry) ? entry : undefined;
  const found = counterpartsIn(from, to);
  if (!found.has(entry)) found.set(entry, counterpartOf(from, to, entry));
  return found.get(entry);
}

/** Those that were looked for, for each pair of points. */
const counterpartsIn = perKnown((_from: Known, _to: Known): Map<Entry, Entry | undefined> => new Map());

function counterpartOf(from: Known, to: Known, entry: Entry): Entry | undefined {
  const id = idOf(from, entry);
  // Where an id has become ambiguous, the file that had it is still the one.
  const same = entryAt(to.canon, entry.path);
  if (same && to.has(same) && idOf(to, same) === id) return same;
  const later = entryNamed(to, id);
  if (later && (idOf(to, later) === id || hasAlias(later, id))) return later;
  for (const { text } of entry.aliases) {
    const earlier = entryNamed(to, text);
    if (earlier && idOf(to, earlier) === text) return earlier;
  }
  return undefined;
}

const hasAlias = (entry: Entry, id: string): boolean => entry.aliases.some(({ text }) => text === id);

/** Those retcons, in force at one point, that another does not know: of now, what was decided after a point. */
export function unknownAt(other: Known, known: Known, retcons: readonly Retcon[]): readonly Retcon[] {
  return retcons.filter(({ by, old, kind }) => {
    const [theirBy, theirOld] = [counterpart(known, other, by), counterpart(known, other, old)];
    if (!theirBy || !theirOld) return true;
    if (other.canon === known.canon) return false;
    return !retconsOf(other, theirOld).some((one) => one.by === theirBy && one.kind === kind);
  });
}
