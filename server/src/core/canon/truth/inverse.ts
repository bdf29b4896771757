/** Inverse questions: which attributes of other entities have an entity as their value, and when, by `truth.ts`. */
import type { WorldDate } from '../../chronology';
import { filed } from '../model/canon';
import { mentionKeys } from '../model/indexKeys';
import type { Entry, Fact, Ref } from '../../entry/entry';
import { describersOf, type Pair, pairOf } from '../model/statedFacts';
import { entityNamed, entityOf, entityOfFact, perKnown, resolve, valueEntry } from '../model/known';
import type { Known } from '../model/canonValue';
import { type Answer, type Held, wasTrueAt } from './truth';
import { addTo } from '../../text/groups';

/**
 * The pairs of other entities whose stated facts have an entity as their value, whether or not a retcon has ended them, each once: by the paths of the files that state
 * them, then as written. Lazy, since there may be thousands.
 */
function* eachPairNaming(known: Known, named: string): Generator<Pair> {
  const names = new Set([...mentionKeys(named), ...describersOf(known, named).flatMap((entry) => entry.names)]);
  const entries = new Set([...names].flatMap((name) => filed(known.canon, 'valued', name)));
  const seen = new Set<string>();
  for (const entry of [...entries].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    if (!known.has(entry)) continue;
    for (const fact of factsValued(entry, names)) {
      if (valueEntity(known, fact.value) !== named) continue;
      const entity = entityOfFact(known, entry, fact);
      const attribute = fact.attribute.text;
      const pair = pairOf(entity, attribute);
      if (entity === named || seen.has(pair)) continue;
      seen.add(pair);
      yield { entity, attribute };
    }
  }
}

/** Up to this many facts are searched one by one. */
const FEW = 32;

/** The facts of an entry whose value is one of some names, in the order written. A page of thousands of facts is indexed by value. */
function factsValued(entry: Entry, names: ReadonlySet<string>): readonly Fact[] {
  const { facts } = entry;
  if (facts.length <= FEW) return facts.filter(({ value }) => mentionKeys(value.text).some((key) => names.has(key)));
  let byName = valuesOf.get(entry);
  if (!byName) {
    valuesOf.set(entry, (byName = new Map()));
    for (const fact of facts) for (const key of new Set(mentionKeys(fact.value.text))) addTo(byName, key, fact);
  }
  const named = new Set([...names].flatMap((name) => byName?.get(name) ?? []));
  return [...named].sort((a, b) => a.index - b.index);
}

const valuesOf = new WeakMap<Entry, Map<string, Fact[]>>();

/** All pairs of other entities that have an entity as their value. */
export const pairsNaming = perKnown((known: Known, named: string): readonly Pair[] => [
  ...eachPairNaming(known, named),
]);

/** The most pairs for a request that has to answer at once. */
const MOST = 200;

/** The first of these pairs, and whether there are more. */
export const firstPairsNaming = perKnown(
  (known: Known, named: string): { readonly pairs: readonly Pair[]; readonly isCut: boolean } => {
    const pairs: Pair[] = [];
    for (const pair of eachPairNaming(known, named)) {
      if (pairs.length === MOST) return { pairs, isCut: true };
      pairs.push(pair);
    }
    return { pairs, isCut: false };
  },
);

/**
 * The entity that a value means: that of the entry it refers to, or an entity of this name that no entry describes. Undefined if
 * the value is plain text that happens to be a name of an entry.
 */
export function valueEntity(known: Known, value: Pick<Ref, 'text' | 'linked'>): string | undefined {
  const entry = valueEntry(known, value);
  if (entry) return entityOf(known, entry);
  return resolve(known, value.text).kind === 'none' ? entityNamed(known, value.text) : undefined;
}

/** Whether a value means an entity. */
export const isValue = (known: Known, { clipped }: Held, entity: string): boolean =>
  valueEntity(known, clipped.fact.value) === entity;

/** An attribute that has the entity as a value at the world time in question; `values` contains only the values that refer to it. */
export interface InverseAnswer extends Answer {
  readonly entity: string;
  /** The values can't be compared with the world time in question. */
  readonly isUndecided: boolean;
}

/** More answers would not be read. */
const MOST_ANSWERED = 1000;

/**
 * By attribute, then in the order of beginning, then by entity; at most the first thousand, and how many pairs are left out.
 * @param attributes of the other entities; left out: all
 */
export function inverseAt(
  known: Known,
  named: string,
  { at, attributes }: { readonly at: WorldDate | null; readonly attributes?: readonly string[] | undefined },
): { readonly answers: readonly InverseAnswer[]; readonly leftOut: number } {
  const pairs = pairsNaming(known, named).filter(({ attribute }) => attributes?.includes(attribute) !== false);
  const found = pairs.slice(0, MOST_ANSWERED).flatMap(({ entity, attribute }): InverseAnswer[] => {
    const { facts, undecided } = wasTrueAt(known, entity, { at, attribute });
    const kept = (answers: readonly Answer[], isUndecided: boolean): InverseAnswer[] =>
      answers.flatMap((answer) => {
        const values = answer.values.filter((held) => isValue(known, held, named));
        return values.length > 0 ? { ...answer, entity, isUndecided, values } : [];
      });
    return [...kept(facts, false), ...kept(undecided, true)];
  });
  const begins = ({ values }: InverseAnswer): number => values[0]?.segment.from?.day ?? -Infinity;
  found.sort(
    (a, b) => compare(a.attribute, b.attribute) || compare(begins(a), begins(b)) || compare(a.entity, b.entity),
  );
  return { answers: found, leftOut: Math.max(pairs.length - MOST_ANSWERED, 0) };
}

const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
