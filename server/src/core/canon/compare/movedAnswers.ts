/** Finds the answers that a change of codex.yaml has moved although the pages did not change (model §10). */
import { dayNames, hasShiftedEras, type Instant } from '../../chronology';
import type { Entry, Fact } from '../../entry/entry';
import { entryAt } from '../model/canon';
import { entityOfFact } from '../model/known';
import type { Known } from '../model/canonValue';
import { tableEntries } from '../model/table';
import { heldOf, isDisputed, kindOfAttribute } from '../truth/truth';
import { type Pair, pairOf } from '../model/statedFacts';
import { type Difference, differencesOf, differenceSteps } from './answerDifferences';
import { entityInOther } from './identity';
import { allFactsOf } from '../../entry/versions';

/** An earlier state as it was read, the same pages as today's codex.yaml reads them, and today's state. */
interface MovedStates {
  readonly asRead: Known;
  readonly reread: Known;
  readonly now: Known;
  /** Whether the dates of an entry of the earlier state count. */
  readonly isCounted: (entry: Entry) => boolean;
}

/** The answers that differ under today's codex.yaml although the pages did not change, and that still differ with today's pages. */
export function* answersMoved(states: MovedStates): Generator<void, readonly Pair[]> {
  const { asRead, reread, now } = states;
  const isSilent = ({ before, isOfJoined, isDeclared }: Difference): boolean =>
    (before.length > 0 || isOfJoined) && !isDeclared;
  const found = new Map<string, Pair>();
  for (const one of (yield* differenceSteps(asRead, reread)).filter(isSilent)) {
    const { attribute } = one;
    const entity = entityInOther(now, reread, one.entity);
    if (found.has(pairOf(entity, attribute))) continue;
    if (differencesOf(asRead, now, entity, attribute).some(isSilent))
      found.set(pairOf(entity, attribute), { entity, attribute });
    yield;
  }
  // If a page declares the difference, it is not the work of codex.yaml.
  for (const one of [...(yield* judgedOtherwise(states)), ...(yield* onOtherDays(states))]) {
    const differences = differencesOf(asRead, now, one.entity, one.attribute);
    if (differences.length === 0 || differences.some(isSilent)) found.set(pairOf(one.entity, one.attribute), one);
    yield;
  }
  return [...found.values()];
}

/** The attributes whose kind has changed between set and single value, if that makes or ends a dispute. */
function* judgedOtherwise({ asRead, now }: MovedStates): Generator<void, Pair[]> {
  const found = new Map<string, Pair>();
  for (const [, entry] of tableEntries(now.canon.entries)) {
    for (const fact of now.has(entry) ? allFactsOf(entry) : []) {
      const attribute = fact.attribute.text;
      if (kindOfAttribute(asRead, attribute) === kindOfAttribute(now, attribute)) continue;
      const entity = entityOfFact(now, entry, fact);
      const is = { entity, attribute };
      const was = { entity: entityInOther(asRead, now, entity), attribute };
      if (isEverDisputed(asRead, was) !== isEverDisputed(now, is)) found.set(pairOf(entity, attribute), is);
    }
    yield;
  }
  return [...found.values()];
}

const isEverDisputed = (known: Known, { entity, attribute }: Pair): boolean =>
  isDisputed(kindOfAttribute(known, attribute), heldOf(known, pairOf(entity, attribute)));

/** The facts that begin or end on another day although their dates are written as before: an epoch was moved, or a month made longer. */
function* onOtherDays({ asRead, reread, now, isCounted }: MovedStates): Generator<void, Pair[]> {
  const found = new Map<string, Pair>();
  if (!hasOtherDays(asRead, reread)) return [];
  for (const [path, was] of tableEntries(asRead.canon.entries)) {
    yield;
    const is = entryAt(reread.canon, path);
    if (!is || !isCounted(was)) continue;
    const again = new Map(allFactsOf(is).map((fact) => [fact.value.span.start, fact]));
    for (const fact of allFactsOf(was)) {
      const same = again.get(fact.value.span.start);
      if (!same || !endsOf(was, fact).some((end, i) => isElsewhere(end, endsOf(is, same)[i]))) continue;
      const attribute = fact.attribute.text;
      const entity = entityInOther(now, asRead, entityOfFact(asRead, was, fact));
      found.set(pairOf(entity, attribute), { entity, attribute });
    }
  }
  return [...found.values()];
}

/** Whether dates may mean other days. A shift of all eras by one distance, for an era before all others, does not count. */
export function hasOtherDays(asRead: Known, reread: Known): boolean {
  const [was, is] = [asRead.canon.codex.chronology, reread.canon.codex.chronology];
  return !dayNames(was, is).keepsYears && !hasShiftedEras(was, is);
}

const endsOf = (entry: Entry, fact: Fact): readonly (Instant | undefined)[] => [
  fact.from?.date?.start ?? entry.date?.date?.start,
  fact.until?.moment ?? entry.until?.moment,
];

/** Whether an end is on another day. An end in an undeclared era was on no particular day. */
export const isElsewhere = (was: Instant | undefined, is: Instant | undefined): boolean =>
  was !== undefined && !was.line.startsWith('era:') && (was.line !== is?.line || was.day !== is.day);
