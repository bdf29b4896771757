/** Contradictions that an author knows of: whoever states the same facts in another file has to know of them too. */
import { type Clipped, type Known, isAcknowledged, rivalsOfFact } from '../../canon';
import type { Entry } from '../../entry/entry';

/** The entries that contradict some facts of an entry, as is known of. */
export function acknowledgedRivals(known: Known, entry: Entry, facts: readonly Clipped[]): Entry[] {
  const rivals = facts.flatMap((fact) => [...rivalsOfFact(known, fact)].map(({ clipped }) => clipped.entry));
  return [...new Set(rivals)].filter((rival) => rival !== entry && isAcknowledged(known, entry, rival));
}
