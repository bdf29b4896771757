/** Which answers of an earlier state a change of codex.yaml has moved, though the pages say what they said. */
import { dayNames, hasShiftedEras, type Instant } from '../../chronology';
import type { Entry, Fact } from '../../entry/entry';
import { entryAt } from '../model/canon';
import { entityOfFact } from '../model/known';
import type { Known } from '../model/canonValue';
import { tableEntries } from '../model/table';
import { heldOf, isDisputed, kindOfAttribute } from '../truth/truth';
import { pairOf } from '../model/statedFacts';
import { type Difference, differencesOf, differenceSteps } from './answerDifferences';
import { entityInOther } from './identity';

/** A state, the same pages as codex.yaml of now reads them, and the state of now. */
export interface MovedStates {
  readonly asRead: Known;
  readonly reread: Known;
  readonly now: Known;
  /** Whether the dates of an entry of the earlier state count. */
  readonly isCounted: (entry: Entry) => boolean;
}

export interface MovedAnswer {
  readonly entity: string;
  readonly attribute: string;
}

/** What is answered otherwise under codex.yaml of now, though the pages say what they said; and still is, by the pages of now. */
export function* answersMoved(states: MovedStates): Generator<void, readonly MovedAnswer[]> {
  const { asRead, reread, now } = states;
  const isSilent = ({ before, isDeclared }: Difference): boolean => before.length > 0 && !isDeclared;
  const found = new Map<string, MovedAnswer>();
  for (const one of (yield* differenceSteps(asRead, reread)).filter(isSilent)) {
    const { attribute } = one;
    const entity = entityInOther(now, reread, one.entity);
    if (found.has(pairOf(entity, attribute))) continue;
    if (differencesOf(asRead, now, entity, attribute).some(isSilent))
      found.set(pairOf(entity, attribute), { entity, attribute });
    yield;
  }
  // Where answers are others, and pages say so, that is their doing.
  for (const one of [...(yield* judgedOtherwise(states)), ...(yield* onOtherDays(states))]) {
    const differences = differencesOf(asRead, now, one.entity, one.attribute);
    if (differences.length === 0 || differences.some(isSilent)) found.set(pairOf(one.entity, one.attribute), one);
    yield;
  }
  return [...found.values()];
}

/** What has one value now and had any number, or had one, where that makes a dispute of values that are the same, or ends one. */
function* judgedOtherwise({ asRead, now }: MovedStates): Generator<void, MovedAnswer[]> {
  const found = new Map<string, MovedAnswer>();
  for (const [, entry] of tableEntries(now.canon.entries)) {
    for (const fact of now.has(entry) ? entry.facts : []) {
      const attribute = fact.attribute.text;
      if (kindOfAttribute(asRead, attribute) === kindOfAttribute(now, attribute)) continue;
      const entity = entityOfFact(now, entry, fact);
      const asked = { entity, attribute };
      const then = { entity: entityInOther(asRead, now, entity), attribute };
      if (isEverDisputed(asRead, then) !== isEverDisputed(now, asked)) found.set(pairOf(entity, attribute), asked);
    }
    yield;
  }
  return [...found.values()];
}

const isEverDisputed = (known: Known, { entity, attribute }: MovedAnswer): boolean =>
  isDisputed(kindOfAttribute(known, attribute), heldOf(known, pairOf(entity, attribute)));

/** Facts that begin or end on another day now, though no date of theirs has changed: an era's epoch was moved, a month made longer. */
function* onOtherDays({ asRead, reread, now, isCounted }: MovedStates): Generator<void, MovedAnswer[]> {
  const found = new Map<string, MovedAnswer>();
  if (!hasOtherDays(asRead, reread)) return [];
  for (const [path, was] of tableEntries(asRead.canon.entries)) {
    yield;
    const is = entryAt(reread.canon, path);
    if (!is || !isCounted(was)) continue;
    const again = new Map(is.facts.map((fact) => [fact.value.span.start, fact]));
    for (const fact of was.facts) {
      const same = again.get(fact.value.span.start);
      if (!same || !endsOf(was, fact).some((end, i) => isElsewhere(end, endsOf(is, same)[i]))) continue;
      const attribute = fact.attribute.text;
      const entity = entityInOther(now, asRead, entityOfFact(asRead, was, fact));
      found.set(pairOf(entity, attribute), { entity, attribute });
    }
  }
  return [...found.values()];
}

/** Whether dates may mean other days; where an era was put before all others, they may all be counted on from it. */
export function hasOtherDays(asRead: Known, reread: Known): boolean {
  const [was, is] = [asRead.canon.codex.chronology, reread.canon.codex.chronology];
  return !dayNames(was, is).keepsYears && !hasShiftedEras(was, is);
}

const endsOf = (entry: Entry, fact: Fact): readonly (Instant | undefined)[] => [
  fact.from?.date?.start ?? entry.date?.date?.start,
  fact.until?.moment ?? entry.until?.moment,
];

/** In an era that nobody declared it was on no day in particular. */
export const isElsewhere = (was: Instant | undefined, is: Instant | undefined): boolean =>
  was !== undefined && !was.line.startsWith('era:') && (was.line !== is?.line || was.day !== is.day);
