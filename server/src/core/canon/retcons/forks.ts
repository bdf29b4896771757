/** Forks: entries that supersede the same facts of one entry, with nothing to say which of them holds (model §5). */
import { clippedFactsOf } from './clips';
import { type Retcon, touches } from '../model/edges';
import type { Known } from '../model/known';
import { retconsOf } from './inForce';
import { standingOf } from './standing';

/** The retcons of an entry that could make a fork with each other. */
export const prongsOf = (known: Known, { old }: Pick<Retcon, 'old'>): Retcon[] =>
  retconsOf(known, old).filter(
    ({ kind, soft, by }) =>
      kind === 'supersedes' && !soft && !/^(?:superseded|retracted)$/.test(standingOf(known, by, null)),
  );

/** Whether two retcons of one entry touch a fact in common; what states none is one thing. */
export function meet(known: Known, a: Retcon, b: Retcon): boolean {
  if (a.old.facts.length === 0) return !a.only && !b.only;
  return clippedFactsOf(known, a.old).some(({ entity, fact }) =>
    [a, b].every((retcon) => touches(known, retcon, entity, fact.attribute.text)),
  );
}

/** The retcons of an entry that form a fork with another of its retcons; empty where it is not forked. */
export function forkOf(known: Known, old: Retcon['old']): readonly Retcon[] {
  const prongs = prongsOf(known, { old });
  return prongs.filter((one) => prongs.some((other) => other.by !== one.by && meet(known, one, other)));
}
