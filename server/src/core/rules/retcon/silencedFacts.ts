/** What an entry stated and states no longer, where neither a retcon says so nor the story has gone on. */
import { entityInOther, entityOfFact, idOf, type Known, type Retcon, retconsOf, touches, unknownAt } from '../../canon';
import type { Entry, Fact } from '../../entry/entry';
import { changedAnswers, isSameMeaning } from './changedAnswers';
import { type Compared, hasMoved, meaningsIn } from './baselineComparison';
import { isFactGiven } from './givenByRetcons';
import { isErratum } from './slipsLetThrough';
import { hasSameEnds, isStory } from './storyGoesOn';

/** A fact that was told and is no longer stated, with the new one that seems to have taken its place. */
export interface Silenced {
  readonly fact: Fact;
  readonly instead: Fact | undefined;
}

/** The facts of an entry that it no longer states, nor another page as if it always had. */
export const missingFacts = (compared: Compared, was: Entry, is: Entry | undefined): readonly Fact[] => {
  const after = is && meaningsIn(compared, compared.now, is);
  return [...meaningsIn(compared, compared.baseline, was)].flatMap(([meaning, fact]) =>
    after?.has(meaning) === true || isStatedElsewhere(compared, meaning, was, fact) ? [] : [fact],
  );
};

/** Whether another page tells a fact, and it is answered as it was. */
function isStatedElsewhere(compared: Compared, meaning: string, was: Entry, fact: Fact): boolean {
  if (!hasMoved(compared, meaning, was)) return false;
  const { baseline, now } = compared;
  const entity = entityInOther(now, baseline, entityOfFact(baseline, was, fact));
  return changedAnswers(compared, entity, fact.attribute.text).every(({ isDeclared }) => isDeclared);
}

/** The retcons of an entry that nobody knew then, and that end something. A draft declares nothing: it may go again unseen. */
export const declaredSince = ({ baseline, now }: Compared, is: Entry): readonly Retcon[] =>
  unknownAt(baseline, now, retconsOf(now, is)).filter(
    ({ by, soft, kind }) => !soft && kind !== 'restores' && !by.draft,
  );

/** What is told already by a retcon of a page that was changed as well: `: b says already what is so from 412 TA on, …`. */
export function saysAlready(now: Known, { by, effective }: Retcon): string {
  const from = effective === 'always' ? '' : ` from ${effective.text} on`;
  return `: ${idOf(now, by)} says already what is so${from}, and what was told before that stays as it was.`;
}

/** What an entry has silenced of what it was, where no retcon says so. */
export function silencedFacts(compared: Compared, was: Entry, is: Entry): Silenced[] {
  const missing = missingFacts(compared, was, is);
  if (missing.length === 0) return [];
  const { baseline, now } = compared;
  const before = meaningsIn(compared, baseline, was);
  const fresh = new Set(
    [...meaningsIn(compared, now, is)].flatMap(([meaning, fact]) => (before.has(meaning) ? [] : [fact])),
  );
  const declared = declaredSince(compared, is);
  const found = missing.map((fact): Silenced => {
    const entity = entityInOther(now, baseline, entityOfFact(baseline, was, fact));
    const likely = [...fresh].filter(
      (one) => one.attribute.text === fact.attribute.text && entityOfFact(now, is, one) === entity,
    );
    const instead = likely.find((one) => isSameMeaning(compared, fact, one)) ?? likely[0];
    if (instead) fresh.delete(instead);
    return { fact, instead };
  });
  return found.filter(({ fact, instead }) => {
    const entity = entityInOther(now, baseline, entityOfFact(baseline, was, fact));
    const touching = declared.filter((retcon) => touches(now, retcon, entity, fact.attribute.text));
    const isGiven = (): boolean =>
      !instead || isFactGiven(compared, touching, { entry: was, fact }, { entry: is, fact: instead });
    if (touching.length > 0 && isGiven() && isCoveredByRetcons(compared, was, fact, entity)) return false;
    if (isErratum(compared, entity, { fact, instead }))
      return !instead || !hasSameEnds(compared, was, fact, is, instead);
    return !instead || !isStory(compared, was, fact, is, instead);
  });
}

/** Whether the retcons since say all that is answered otherwise where a fact held: one that takes effect later says nothing of before. */
const isCoveredByRetcons = (compared: Compared, was: Entry, fact: Fact, entity: string): boolean =>
  changedAnswers(compared, entity, fact.attribute.text)
    .filter(({ before }) => before.some(({ clipped }) => clipped.entry === was && clipped.fact === fact))
    .every(({ isDeclared }) => isDeclared);
