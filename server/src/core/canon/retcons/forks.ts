/** Forks: entries that supersede the same facts of one entry, with nothing to say which of them holds (model §5). */
import type { Retcon } from '../model/edges';
import type { Entry } from '../../entry/entry';
import type { Known } from '../model/canonValue';
import { perKnown } from '../model/known';
import { limitedTo } from '../../text/sorted';
import { retconsOf } from './inForce';
import { standingOf } from './standing';
import { pairsTouched } from './touchedFacts';

/** The retcons of an entry that could make a fork with each other. */
export const prongsOf = (known: Known, { old }: Pick<Retcon, 'old'>): readonly Retcon[] => prongsOn(known, old);

const prongsOn = perKnown((known: Known, old: Entry): readonly Retcon[] =>
  retconsOf(known, old).filter(
    ({ kind, soft, by }) =>
      kind === 'supersedes' && !soft && !/^(?:superseded|retracted)$/.test(standingOf(known, by, null)),
  ),
);

export const isProng = (known: Known, retcon: Retcon): boolean => prongSet(known, retcon.old).has(retcon);

const prongSet = perKnown((known: Known, old: Entry): ReadonlySet<Retcon> => new Set(prongsOn(known, old)));

/** Whether two retcons of one entry touch a fact in common; what states none is one thing. */
export function meet(known: Known, a: Retcon, b: Retcon): boolean {
  if (a.old.facts.length === 0) return !a.only && !b.only;
  const [some, others] = [touchedBy(known, a), touchedBy(known, b)];
  // Without `only` all of them are touched.
  if (!a.only || !b.only) return some.size > 0 && others.size > 0;
  const [few, many] = some.size < others.size ? [some, others] : [others, some];
  for (const pair of few.keys()) if (many.has(pair)) return true;
  return false;
}

const touchedBy = perKnown((known: Known, retcon: Retcon) => pairsTouched(known, retcon));

/** By what they touch: a page may state thousands of facts, each of which has a retcon of its own. */
const prongsByPair = perKnown((known: Known, old: Entry) =>
  limitedTo(prongsOn(known, old), (retcon) => (retcon.only ? touchedBy(known, retcon).keys() : null)),
);

/** Those that make a fork with a retcon, in canon order. @param most how many are looked for */
export function rivalsOfRetcon(known: Known, retcon: Retcon, most = Infinity): readonly Retcon[] {
  const found: Retcon[] = [];
  const near = prongsByPair(known, retcon.old);
  for (const other of retcon.only ? near(touchedBy(known, retcon).keys()) : prongsOf(known, retcon)) {
    if (found.length === most) break;
    if (other.by !== retcon.by && meet(known, retcon, other)) found.push(other);
  }
  return found;
}

/** The retcons of an entry that form a fork with another of its retcons; empty where it is not forked. */
export function forkOf(known: Known, old: Retcon['old']): readonly Retcon[] {
  const prongs = prongsOf(known, { old });
  return prongs.filter((one) => rivalsOfRetcon(known, one, 1).length > 0);
}
