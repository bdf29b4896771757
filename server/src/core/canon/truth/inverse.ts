/** The other end of facts: what of others has an entity as its value. What holds when is asked of `truth.ts`, as ever. */
import type { WorldDate } from '../../chronology';
import { filed } from '../model/canon';
import { mentionKeys } from '../model/indexKeys';
import type { Entry, Fact, Ref } from '../../entry/entry';
import { describersOf, pairOf } from '../model/statedFacts';
import { entityNamed, entityOf, entityOfFact, perKnown, resolve, valueEntry } from '../model/known';
import type { Known } from '../model/canonValue';
import { type Answer, type Held, wasTrueAt } from './truth';
import { addTo } from '../../text/groups';

/** An attribute of somebody that has the entity as a value at some time, or would have if no retcon had taken it away. */
export interface NamingPair {
  readonly entity: string;
  readonly attribute: string;
}

/**
 * The pairs of others whose stated facts name an entity as their value, each once: by the paths of the files that state them,
 * then as written. They are found as they are asked for.
 */
function* eachPairNaming(known: Known, named: string): Generator<NamingPair> {
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

/** So few are looked through for each name. */
const FEW = 32;

/** The facts of an entry whose values go by one of some names, in the order written: a page of thousands is looked through once for all names. */
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

export const pairsNaming = perKnown((known: Known, named: string): readonly NamingPair[] => [
  ...eachPairNaming(known, named),
]);

/** Where thousands name it, somebody who waits is shown the first of them. */
const MOST = 200;

/** The first of these pairs, and whether there are more. */
export const firstPairsNaming = perKnown(
  (known: Known, named: string): { readonly pairs: readonly NamingPair[]; readonly isCut: boolean } => {
    const pairs: NamingPair[] = [];
    for (const pair of eachPairNaming(known, named)) {
      if (pairs.length === MOST) return { pairs, isCut: true };
      pairs.push(pair);
    }
    return { pairs, isCut: false };
  },
);

/**
 * The entity that a value means: that of the entry it refers to, or one that no entry describes and that goes by these words.
 * undefined: mere words, which an entry answers to without being meant.
 */
export function valueEntity(known: Known, value: Pick<Ref, 'text' | 'linked'>): string | undefined {
  const entry = valueEntry(known, value);
  if (entry) return entityOf(known, entry);
  return resolve(known, value.text).kind === 'none' ? entityNamed(known, value.text) : undefined;
}

/** Whether a value means an entity. */
export const isValue = (known: Known, { clipped }: Held, entity: string): boolean =>
  valueEntity(known, clipped.fact.value) === entity;

/** Where an entity is a value of somebody's attribute at the asked time; `values` holds those alone that refer to it. */
export interface InverseAnswer extends Answer {
  readonly entity: string;
  /** It can't be placed against the asked time. */
  readonly isUndecided: boolean;
}

/** Nobody reads more. */
const MOST_ANSWERED = 1000;

/**
 * By attribute, then in the order of beginning, then by entity; of more than a thousand the first, and how many are left out.
 * @param attributes of the others; all where left out
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
