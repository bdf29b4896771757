/** Which facts of its old entry a retcon touches, and which retcons touch an entity. */
import { keyOf } from '../../codex/codex';
import type { Entry, Fact } from '../../entry/entry';
import { pageOf } from '../../entry/versions';
import { groupBy } from '../../text/groups';
import { attributesIn, partOn, type Retcon, type RetconPart, touches, versionsTouched } from '../model/edges';
import { entityOfFact } from '../model/known';
import { type Known, isShown } from '../model/canonValue';
import { type Pair, pairOf, describersOf, statingCandidates } from '../model/statedFacts';
import { type Clipped, clippedFact, clippedIn } from './clips';
import { inRetconOrder } from './canonOrder';
import { retconsOf } from './inForce';

/** The facts that a retcon touches, as the retcons leave them, in the order written. */
export function factsTouched(known: Known, retcon: RetconPart): readonly Clipped[] {
  const versions = versionsTouched(known, retcon);
  if (!retcon.only) return versions.flatMap((old) => clippedIn(known, old));
  return versions.flatMap((old) => {
    const part = partOn(retcon, old);
    return mayBeTouched(old, part)
      .map((fact) => clippedFact(known, fact, old))
      .filter(({ entity, fact }) => touches(known, part, entity, fact.attribute.text, fact.value));
  });
}

/** The entity and attribute of every fact that a retcon touches, each once, in the order written, by `pairOf`. */
export function pairsTouched(known: Known, retcon: Retcon): ReadonlyMap<string, Pair> {
  const pairs = new Map<string, Pair>();
  for (const fact of versionsTouched(known, retcon).flatMap((old) => mayBeTouched(old, partOn(retcon, old)))) {
    const entity = entityOfFact(known, retcon.old, fact);
    const attribute = fact.attribute.text;
    const pair = pairOf(entity, attribute);
    if (!pairs.has(pair) && touches(known, retcon, entity, attribute, fact.value))
      pairs.set(pair, { entity, attribute });
  }
  return pairs;
}

/** Up to this many facts are searched one by one. */
const FEW = 8;

/** The facts with an attribute of the retcon's `only`. Indexed, since a page may state thousands of facts, each with its own retcon. */
function mayBeTouched(old: Entry, { only }: Pick<Retcon, 'only'>): readonly Fact[] {
  if (!only || old.facts.length <= FEW) return old.facts;
  let kept = byAttribute.get(old);
  if (!kept) byAttribute.set(old, (kept = groupBy(old.facts, ({ attribute }) => keyOf(attribute.text))));
  const found = kept;
  return [...new Set(attributesIn(only))].flatMap((key) => found.get(key) ?? []).sort((a, b) => a.index - b.index);
}

const byAttribute = new WeakMap<Entry, ReadonlyMap<string, readonly Fact[]>>();

/**
 * The retcons in force that touch an entry that describes an entity, or a fact about it, in canon order.
 * @param attribute only those that touch a fact with this attribute
 */
export function touchingRetcons(known: Known, entity: string, attribute?: string): readonly Retcon[] {
  const describers = describersOf(known, entity);
  const touching: Retcon[] = [];
  const isAsked = (one: Clipped): boolean =>
    one.entity === entity && (attribute === undefined || one.fact.attribute.text === attribute);
  for (const old of statingCandidates(known, entity)) {
    const isOwn = attribute === undefined && describers.includes(pageOf(old));
    for (const retcon of retconsOf(known, old))
      if (isOwn || factsTouched(known, retcon).some(isAsked)) touching.push(retcon);
  }
  return inRetconOrder(
    known,
    [...new Set(touching)].filter(({ by, old }) => isShown(known, by) && isShown(known, old)),
  );
}
