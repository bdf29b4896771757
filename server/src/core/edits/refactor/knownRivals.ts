/** Contradictions that an author knows of: whoever states the same facts in another file has to know of them too. */
import {
  type Clipped,
  type Known,
  isAcknowledged,
  heldByFact,
  kindOfAttribute,
  pairOf,
  rivalsOf,
  rivalsOfWhole,
} from '../../canon';
import type { Entry } from '../../entry/entry';

/** The entries that contradict some facts of an entry, as is known of. */
export function acknowledgedRivals(known: Known, entry: Entry, facts: readonly Clipped[]): Entry[] {
  const rivals = facts.flatMap((clipped) => {
    const attribute = clipped.fact.attribute.text;
    if (kindOfAttribute(known, attribute) === 'set') return [];
    const pair = pairOf(clipped.entity, attribute);
    const against = rivalsOf(known, pair);
    const own = heldByFact(known, pair).get(clipped.fact) ?? [];
    return own.flatMap((one) => [...rivalsOfWhole(against, one)].map((other) => other.clipped.entry));
  });
  return [...new Set(rivals)].filter((rival) => rival !== entry && isAcknowledged(known, entry, rival));
}
