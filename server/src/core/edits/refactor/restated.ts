/** Which facts a change of one value can reach, and why it leaves the others alone. */
import { allEntries, type Clipped, clippedFactsOf, touches, type Known, retconsOf, comparable } from '../../canon';
import type { WorldDate } from '../../chronology';
import { keyOf } from '../../codex/codex';
import type { Entry, Fact } from '../../entry/entry';
import { type Carried, carriedFacts } from './carriedFacts';
import { unclearAudience } from './keptAudience';
import { acknowledgedRivals } from './knownRivals';
import { type FactRow, factRow } from './factRow';
import { notNamed } from './retconQuestions';
import { isRival } from './scope';
import { onlyNames, statesValue, type ValueQuery } from './valueQuery';
import { addTo } from '../../text/groups';

/** What is to be changed, wherever it is stated. */
export interface WantedValue {
  readonly old: ValueQuery;
  readonly value: ValueQuery;
  /** From when in the world; null: it was always so. */
  readonly from: WorldDate | null;
  /** Which of the facts that say the old value are meant. */
  readonly isMeant: (fact: FactRow) => boolean;
}

/** A fact that says the old value and goes on doing so. */
export interface LeftAlone {
  readonly clipped: Clipped;
  /** In words: what stands against it. */
  readonly because: string;
}

/** An entry that says the old value. */
export interface RestatedEntry {
  readonly old: Entry;
  /** The facts whose value changes, in the order written. */
  readonly changed: readonly Clipped[];
  /** These, and all that the same retcon reaches: the facts about the same entities and attributes. */
  readonly carried: readonly Carried[];
}

export interface Reach {
  /** In the order of paths. */
  readonly restated: readonly RestatedEntry[];
  readonly leftAlone: readonly LeftAlone[];
}

/** What holds nowhere any more is history, and in neither list. */
export function rewriteReach(known: Known, wanted: WantedValue): Reach {
  const { old: query, value } = wanted;
  const leftAlone: LeftAlone[] = [];
  const isNamedBy = (fact: Fact): boolean =>
    !statesValue(known, value, fact) && (statesValue(known, query, fact) || onlyNames(known, query, fact));
  const restated = allEntries(known.canon).flatMap((old) => {
    if (!known.has(old) || !old.facts.some(isNamedBy)) return [];
    const changed = clippedFactsOf(known, old).filter((clipped) => {
      const isHistory = clipped.segments.length === 0 && clipped.stated.length > 0;
      if (isHistory || !isNamedBy(clipped.fact) || !wanted.isMeant(factRow(known, clipped))) return false;
      const because = obstacle(known, wanted, clipped);
      if (because !== null) leftAlone.push({ clipped, because });
      return because === null;
    });
    return changed.length > 0 ? restating(known, old, changed, wanted.from) : [];
  });
  return withoutKnownDisputes(known, { restated, leftAlone }, wanted.from);
}

/** Why a fact can't be changed by a retcon of its own; null where it can. */
function obstacle(known: Known, { old, from }: WantedValue, clipped: Clipped): string | null {
  const { entry, fact } = clipped;
  if (!statesValue(known, old, fact))
    return `plain words are no reference: ask for "${fact.value.text}" as it is written to change it too.`;
  const doubt = unclearAudience(known, entry, fact);
  if (doubt !== null) return doubt;
  const unnamed = notNamed(known, entry);
  if (unnamed) return unnamed.refusal;
  if (fact.attribute.text.includes('.'))
    return '`only` can name no attribute with a dot in it: declare a retcon of the whole entry.';
  if (clipped.stated.length === 0) return 'it ends before it begins: mend its dates first.';
  const rival = retconsOf(known, entry).find(
    (retcon) => !retcon.soft && isRival(known, retcon) && touches(known, retcon, clipped.entity, fact.attribute.text),
  );
  if (rival)
    return `${rival.by.title} (${rival.by.path}) has superseded it already: declare the next retcon of that page, or retract it first.`;
  if (from === null) return null;
  // What the page says beside it falls under the same retcon.
  const reached = clippedFactsOf(known, entry).filter((one) => onlyItemKey(one) === onlyItemKey(clipped));
  const elsewhere = reached.flatMap(({ stated }) => stated).find((segment) => !comparable(segment, from.start));
  if (elsewhere)
    return `${(elsewhere.from ?? elsewhere.until)?.text} can't be compared with ${from.text}: give a date in the same era.`;
  const isHeld = restating(known, entry, [clipped], from).carried.some((one) => one.clipped === clipped);
  return isHeld ? null : `it no longer holds at ${from.text}.`;
}

function restating(known: Known, old: Entry, changed: readonly Clipped[], from: WorldDate | null): RestatedEntry {
  const pairs = new Set(changed.map(onlyItemKey));
  const facts = clippedFactsOf(known, old).filter((one) => pairs.has(onlyItemKey(one)));
  const manner = from ? 'from' : 'always';
  const carried = carriedFacts(known, { facts, only: null }, old, manner, from ?? old.date?.date ?? null);
  return { old, changed, carried };
}

/** The facts that one item of `only` reaches: spellings of an attribute are alike there. */
export const onlyItemKey = ({ entity, fact }: Clipped): string => JSON.stringify([entity, keyOf(fact.attribute.text)]);

/** What is reached without some of the pairs. */
export function withoutPairs(
  known: Known,
  { restated, leftAlone }: Reach,
  from: WorldDate | null,
  pairs: ReadonlySet<string>,
  because: string,
): Reach {
  const isLeft = (clipped: Clipped): boolean => pairs.has(onlyItemKey(clipped));
  const left = restated.flatMap(({ changed }) => changed.filter(isLeft).map((clipped) => ({ clipped, because })));
  const kept = restated.flatMap(({ old, changed }) => {
    const still = changed.filter((clipped) => !isLeft(clipped));
    return still.length > 0 ? restating(known, old, still, from) : [];
  });
  return { restated: kept, leftAlone: [...leftAlone, ...left] };
}

/** Two entries with an acknowledged contradiction can't be replaced by one. */
function withoutKnownDisputes(known: Known, reach: Reach, from: WorldDate | null): Reach {
  const stating = new Map<string, Clipped[]>();
  for (const { changed } of reach.restated) for (const one of changed) addTo(stating, onlyItemKey(one), one);
  const disputed = [...stating].filter(([, facts]) => {
    const entries = new Set(facts.map(({ entry }) => entry));
    return [...entries].some((entry) =>
      acknowledgedRivals(
        known,
        entry,
        facts.filter((one) => one.entry === entry),
      ).some((rival) => entries.has(rival)),
    );
  });
  if (disputed.length === 0) return reach;
  const because = 'others that say it contradict it, as is known: declare a retcon of each by itself.';
  return withoutPairs(known, reach, from, new Set(disputed.map(([pair]) => pair)), because);
}
