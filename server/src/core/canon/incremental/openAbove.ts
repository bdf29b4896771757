/** What stands above an entry, all that supersedes, retracts or restores it: kept from one entry to the next, at the cost of what is not the same. */
import type { Entry } from '../../entry/entry';
import { edgesOf } from '../model/edges';
import type { Known, Still } from '../model/known';
import { findTangles } from '../../text/tangles';
import { addTo } from '../../text/groups';

export interface Above {
  /** The entry with everything that supersedes, retracts or restores it, directly or through others. */
  readonly all: ReadonlySet<Entry>;
  /** Goes to an entry. @returns what came or went on the way */
  readonly to: (entry: Entry) => readonly Entry[];
}

const superseding = (known: Known, entry: Entry): Entry[] => edgesOf(known, entry).map(({ by }) => by);

/**
 * It counts how often each entry is led to. What supersedes each other in a circle is counted as one, by the entry that stands for
 * all of it: otherwise the circle would hold itself when nothing else leads to it any more.
 */
export function openAbove(known: Still): Above {
  const standIn = new Map<Entry, Entry>();
  const circles = new Map<Entry, Entry[]>();
  const counts = new Map<Entry, number>();
  const all = new Set<Entry>();
  let at: Entry | null = null;

  const circleOf = (entry: Entry): Entry => {
    if (!standIn.has(entry))
      for (const one of findTangles(entry, (each) => superseding(known, each), standIn)) {
        const other = standIn.get(one) ?? one;
        addTo(circles, other, one);
      }
    return standIn.get(entry) ?? entry;
  };
  const within = (one: Entry): readonly Entry[] => circles.get(one) ?? [one];
  const ledTo = (one: Entry): Entry[] =>
    within(one)
      .flatMap((entry) => superseding(known, entry).map(circleOf))
      .filter((other) => other !== one);

  /** Counts one way more to an entry, or one less, and where it comes or goes so do the ways that lead on from it. */
  function count(start: Entry, step: 1 | -1, changed: Entry[]): void {
    const due = [start];
    for (let one = due.pop(); one; one = due.pop()) {
      const [was, is] = [counts.get(one) ?? 0, (counts.get(one) ?? 0) + step];
      if (is === 0) counts.delete(one);
      else counts.set(one, is);
      if (was !== 0 && is !== 0) continue;
      for (const entry of within(one)) {
        if (step === 1) all.add(entry);
        else all.delete(entry);
        changed.push(entry);
      }
      for (const other of ledTo(one)) due.push(other);
    }
  }

  return {
    all,
    to(entry) {
      const [before, now] = [at, circleOf(entry)];
      const changed: Entry[] = [];
      at = now;
      // First what comes: what stays is neither taken away nor put back.
      count(now, 1, changed);
      if (before) count(before, -1, changed);
      return changed;
    },
  };
}
