/** How facts that were told are named in a message. */
import { entityOfFact, type Known } from '../../canon';
import type { Entry, Fact } from '../../entry/entry';
import type { Compared } from './baselineComparison';

export const renderFactName = (known: Known, entry: Entry, fact: Fact, verb = 'is'): string =>
  `${fact.attribute.text} of ${entityOfFact(known, entry, fact)} ${verb} ${fact.value.text}`;

/** One fact, or how many there are and the first of them. */
export function renderFactList({ baseline }: Compared, was: Entry, facts: readonly Fact[]): string {
  const [first] = facts;
  const words = first ? `that ${renderFactName(baseline, was, first)}` : '';
  return facts.length > 1 ? `${facts.length} facts, first ${words}` : words;
}
