/** Finds forks: entries that supersede the same facts of one entry, where nothing decides which of them holds (model §5). */
import type { Retcon } from '../model/edges';
import type { Entry, Fact } from '../../entry/entry';
import { allFactsOf } from '../../entry/versions';
import type { Known } from '../model/canonValue';
import { perKnown } from '../model/known';
import { retconsOf } from './inForce';
import { isUndone, standingOf } from './standing';
import { factsTouched } from './touchedFacts';

/** The retcons of an entry that could form a fork with each other, in canon order. */
export const prongsOf = perKnown((known: Known, old: Entry): readonly Retcon[] =>
  retconsOf(known, old).filter(
    ({ kind, soft, by, replaces }) =>
      kind === 'supersedes' && !soft && !replaces && !isUndone(standingOf(known, by, null)),
  ),
);

/** Whether a retcon could be a prong of a fork. */
export const isProng = (known: Known, retcon: Retcon): boolean => prongSet(known, retcon.old).has(retcon);

const prongSet = perKnown((known: Known, old: Entry): ReadonlySet<Retcon> => new Set(prongsOf(known, old)));

/** Whether two retcons of one entry touch a fact in common. An entry without facts counts as one fact. */
function meet(known: Known, a: Retcon, b: Retcon): boolean {
  if (allFactsOf(a.old).length === 0) return !a.only && !b.only;
  const [some, others] = [touchedBy(known, a), touchedBy(known, b)];
  // Without `only` all of them are touched.
  if (!a.only || !b.only) return some.size > 0 && others.size > 0;
  const [few, many] = some.size < others.size ? [some, others] : [others, some];
  for (const fact of few) if (many.has(fact)) return true;
  return false;
}

const touchedBy = perKnown(
  (known: Known, retcon: Retcon): ReadonlySet<Fact> => new Set(factsTouched(known, retcon).map(({ fact }) => fact)),
);

/** The retcons that form a fork with a retcon, in canon order. @param most stop after this many */
export function rivalsOfRetcon(known: Known, retcon: Retcon, most = Infinity): readonly Retcon[] {
  const found: Retcon[] = [];
  for (const other of prongsOf(known, retcon.old)) {
    if (found.length === most) break;
    if (other.by !== retcon.by && meet(known, retcon, other)) found.push(other);
  }
  return found;
}

/** The prongs of the fork at an entry, in canon order; empty if there is no fork. */
export const forkOf = (known: Known, old: Entry): readonly Retcon[] =>
  prongsOf(known, old).filter((prong) => rivalsOfRetcon(known, prong, 1).length > 0);
