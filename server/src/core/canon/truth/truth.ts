/** What was true of an entity (model §4): `wasTrueAt`, which every surface asks, and which values contradict each other. */
import { endDay, startDay } from '../model/segments';
import type { Stretch } from './dovetail';
import type { WorldDate } from '../../chronology';
import type { AttributeKind } from '../../codex/codex';
import type { Entry, Fact } from '../../entry/entry';
import { type Clipped, clippedFact } from '../retcons/clips';
import type { Retcon } from '../model/edges';
import { retconsOf } from '../retcons/inForce';
import { positionOf } from '../model/canon';
import { pairsTouched } from '../retcons/touchedFacts';
import { refuseChainPast } from '../retcons/versionChain';
import { describersOf, factsAbout, factsOn, pairOf, type StatedFact } from '../model/statedFacts';
import { isStill, keptBeside, perKnown, valueEntry } from '../model/known';
import type { Known } from '../model/canonValue';
import { type Limit, LIMITS, limitAt, limitIn, limitOfFacts, mayBePast, refuse } from '../model/limits';
import { stretchesAmong } from './stretchesAmong';
import { compareTexts } from '../../text/sorted';
import { groupBy } from '../../text/groups';

/** Whether two values refer to the same entry or are the same text (model §4). */
export const isSameValue = (a: Held, b: Held): boolean =>
  (a.ref !== undefined && a.ref === b.ref) || a.clipped.fact.value.text === b.clipped.fact.value.text;

/** Whether two values hold at the same time on a line they share. A value that ends on another line is undecided everywhere, and overlaps nothing. */
export function overlap(a: Stretch, b: Stretch): boolean {
  if (a.segment.endsElsewhere || b.segment.endsElsewhere) return false;
  if (a.line !== null && b.line !== null && a.line !== b.line) return false;
  if (b.line !== null && a.except.includes(b.line)) return false;
  if (a.line !== null && b.except.includes(a.line)) return false;
  return startDay(a.segment) < endDay(b.segment) && startDay(b.segment) < endDay(a.segment);
}

/** Whether two different values hold at the same time. */
export const contradict = (a: Held, b: Held): boolean => !isSameValue(a, b) && overlap(a, b);

/**
 * Whether each value has ended when the next one begins, as most have: then none contradicts another.
 * @param values in the order of beginning
 */
export function followEachOther(values: readonly Stretch[]): boolean {
  let ended = -Infinity;
  for (const { segment, line } of values) {
    if (line !== values[0]?.line || startDay(segment) < ended) return false;
    ended = endDay(segment);
  }
  return true;
}

/** Gives the values that contradict one of them, in the order of beginning. */
type Rivals = (one: Held) => Iterable<Held>;

/** Finds contradicting values with a tree over their stretches (an interval tree). @param values of one attribute, in the order of beginning */
export function rivalsAmong(values: readonly Held[]): Rivals {
  let parts = values.map(
    (held): Part => ({
      from: startDay(held.segment),
      until: endDay(held.segment),
      says: meaningOf(held),
      held,
      halves: [],
    }),
  );
  while (parts.length > 1) parts = inPairs(parts);
  const [root] = parts;
  return (one) => within(root, one, startDay(one.segment), endDay(one.segment), meaningOf(one));
}

/** A node of the tree, over neighbouring values: the days on which any of them holds, and their meaning, if it is the same for all. */
interface Part {
  readonly from: number;
  readonly until: number;
  readonly says: unknown;
  /** The value of a leaf; null in an inner node. */
  readonly held: Held | null;
  readonly halves: readonly Part[];
}

const SEVERAL = Symbol('several meanings');

/** Values with equal meanings are the same value. Values with different meanings may still be: see `isSameValue`. */
const meaningOf = ({ ref, clipped }: Held): unknown => ref ?? clipped.fact.value.text;

function inPairs(parts: readonly Part[]): Part[] {
  const pairs: Part[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const [a, b] = [parts[i], parts[i + 1]];
    if (a && b)
      pairs.push({
        from: Math.min(a.from, b.from),
        until: Math.max(a.until, b.until),
        says: a.says === b.says ? a.says : SEVERAL,
        held: null,
        halves: [a, b],
      });
    else if (a) pairs.push(a);
  }
  return pairs;
}

function* within(part: Part | undefined, one: Held, from: number, until: number, says: unknown): Generator<Held> {
  if (!part || part.until <= from || until <= part.from || part.says === says) return;
  if (part.held) {
    if (contradict(one, part.held)) yield part.held;
  } else for (const half of part.halves) yield* within(half, one, from, until, says);
}

/** A stretch over which a stated fact holds, and the entry that its value refers to. */
export interface Held extends Stretch {
  readonly ref: Entry | undefined;
}

/** The values of one attribute at the world time in question. */
export interface Answer {
  readonly attribute: string;
  readonly kind: AttributeKind;
  readonly isDisputed: boolean;
  readonly values: readonly Held[];
}

interface Answers {
  /** By attribute, in the order of their names; attributes without a value are left out. */
  readonly facts: readonly Answer[];
  /** Values that can't be compared with the world time in question. */
  readonly undecided: readonly Answer[];
}

/**
 * What was true of an entity over a stretch of world time, as far as is known at a canon point. A stretch wider than a day is
 * answered with every value it meets, in the order of time.
 * @param at null: the end of time on every line
 */
export function wasTrueAt(
  known: Known,
  entity: string,
  { at, attribute }: { readonly at: WorldDate | null; readonly attribute?: string | undefined },
): Answers {
  const facts: Answer[] = [];
  const undecided: Answer[] = [];
  for (const name of attribute === undefined ? attributesOf(known, entity) : [attribute]) {
    const held = stretchesOfPair(known, pairOf(entity, name));
    const values: Held[] = [];
    const unplaced: Stretch[] = [];
    for (const one of held) {
      const isMet = meets(one, at);
      if (isMet === undefined) unplaced.push(one);
      // Resolving a value is slow, so only the values of the answer are resolved.
      else if (isMet) values.push(referring(known, one));
    }
    const kind = kindOfAttribute(known, name);
    if (values.length > 0) facts.push({ attribute: name, kind, isDisputed: isDisputed(kind, values), values });
    if (unplaced.length === 0) continue;
    // What holds on every line but those of dated values can be placed anywhere.
    const decided = new Set([...values, ...held.filter(({ line }) => line === null)].map((one) => one.clipped.fact));
    const open = unplaced.flatMap((one) => (decided.has(one.clipped.fact) ? [] : referring(known, one)));
    if (open.length > 0) undecided.push({ attribute: name, kind, isDisputed: false, values: open });
  }
  return { facts, undecided };
}

/** The kind that codex.yaml declares; else membership of circles is a set (model §11), and everything else a state. */
export function kindOfAttribute(known: Known, attribute: string): AttributeKind {
  const { attributes, membership } = known.canon.codex;
  const isMembership = membership.ofCircle.includes(attribute) || membership.ofMember.includes(attribute);
  return attributes.get(attribute) ?? (isMembership ? 'set' : 'state');
}

/** The facts stated about an entity, by attribute, in the order of paths, then as written. */
const statedByAttribute = perKnown(
  (known: Known, entity: string): ReadonlyMap<string, readonly StatedFact[]> =>
    groupBy(factsAbout(known, entity), ({ fact }) => fact.attribute.text),
);

/** The attributes of an entity, in the order of their names. */
export const attributesOf = perKnown((known: Known, entity: string): readonly string[] =>
  [...statedByAttribute(known, entity).keys()].sort(compareTexts),
);

/**
 * Every fact of an entity and attribute, as the retcons leave it, by path, then as written.
 * @throws {PastLimit} if there are too many
 */
export const clippedOf = withinLimits((known, pair): readonly Clipped[] => {
  const start = pair.indexOf(' ') + 1;
  const end = start + Number.parseInt(pair, 10);
  const [entity, attribute] = [pair.slice(start, end), pair.slice(end)];
  const stated = statedOn(known, entity, attribute);
  refuse(limitOfFacts(known, entity, attribute, stated));
  return stated.map(({ entry, fact }) => clippedFact(known, fact, entry));
});

/** Whether an entity and attribute are past a limit. */
export const limitOfPair = (known: Known, pair: string): Limit | null => stretchesOfPair.limit(known, pair);

/** Whether the facts about an entity and attribute change at too many canon positions. */
export const limitOfChanges = perKnown((known: Known, pair: string): Limit | null => {
  const stated = clippedOf(known, pair);
  const [first] = stated;
  const isFew = stated.length ** 2 <= LIMITS.changes.most;
  if (!first || isFew || kindOfAttribute(known, first.fact.attribute.text) === 'set') return null;
  const positions = stated.flatMap(({ entry }) => [
    positionOf(known.canon, entry),
    ...retconsOf(known, entry).map(({ position }) => position),
  ]);
  const count = new Set(positions.map(({ time, rank }) => `${time} ${rank}`)).size;
  return limitAt('changes', count * stated.length, first.entity, first);
});

/** What is worked out for pairs, or the limit that they are past. */
function withinLimits<T extends object>(compute: (known: Known, pair: string) => T) {
  const found = perKnown((known: Known, pair: string): T | Limit => {
    try {
      return compute(known, pair);
    } catch (error) {
      return limitIn(error);
    }
  });
  const isLimit = (one: T | Limit): one is Limit => 'what' in one;
  const limit = (known: Known, pair: string): Limit | null => {
    const one = found(known, pair);
    return isLimit(one) ? one : null;
  };
  const within = (known: Known, pair: string): T => {
    refuse(limit(known, pair));
    return found(known, pair) as T;
  };
  return Object.assign(within, { limit });
}

/** @throws {PastLimit} if a chain of pages of some entity, or one of its attributes, is past a limit */
export function refusePast(known: Known, entities: Iterable<string>): void {
  for (const entity of entities) {
    for (const page of describersOf(known, entity)) refuseChainPast(known, page);
    if (mayBePast(known, entity))
      for (const attribute of attributesOf(known, entity)) refuse(limitOfPair(known, pairOf(entity, attribute)));
  }
}

/** @throws {PastLimit} if the chain of a retcon, or an attribute that it touches, is past a limit */
export function refuseRetconPast(known: Known, retcon: Retcon): void {
  refuseChainPast(known, retcon.old);
  for (const { entity, attribute } of pairsTouched(known, retcon).values())
    if (mayBePast(known, entity)) refuse(limitOfPair(known, pairOf(entity, attribute)));
}

/** The first requested attribute of an entity is searched alone. With the second, all facts about the entity are grouped. */
function statedOn(known: Known, entity: string, attribute: string): readonly StatedFact[] {
  const isFirst = !statedByAttribute.isWorkedOut(known, entity) && isFirstAttribute(known, entity, attribute);
  return isFirst ? factsOn(known, entity, attribute) : (statedByAttribute(known, entity).get(attribute) ?? []);
}

/** The first requested attribute of each entity. It only chooses the faster of two ways to the same facts. */
const firstAttributes = keptBeside(() => new Map<string, string>());

function isFirstAttribute(known: Known, entity: string, attribute: string): boolean {
  if (!isStill(known)) return true;
  const all = firstAttributes(known);
  const first = all.get(entity);
  if (first === undefined) all.set(entity, attribute);
  return first === undefined || first === attribute;
}

/** Where each stated value of a pair holds, in the order of beginning, then by entry id, then as written. */
export const heldOf = perKnown((known: Known, pair: string): readonly Held[] =>
  stretchesOfPair(known, pair).map((one) => referring(known, one)),
);

/** Whether no value of a pair can contradict another, judged only by where they hold, without resolving them. */
export const isUndisputed = perKnown(
  (known: Known, pair: string): boolean =>
    // Fast path: most pairs are stated once.
    clippedOf(known, pair).length < 2 || followEachOther(stretchesOfPair(known, pair)),
);

/** The values that contradict each value of a pair. */
export const rivalsOf = perKnown((known: Known, pair: string): Rivals => rivalsAmong(heldOf(known, pair)));

/** The values that contradict a stated fact anywhere; a value may come more than once. */
export function* rivalsOfFact(known: Known, { entity, fact }: Clipped): Generator<Held> {
  const attribute = fact.attribute.text;
  if (kindOfAttribute(known, attribute) === 'set') return;
  const pair = pairOf(entity, attribute);
  const rivals = rivalsOf(known, pair);
  for (const one of heldByFact(known, pair).get(fact) ?? []) yield* rivals(one);
}

/** Where each fact of a pair holds. */
export const heldByFact = perKnown(
  (known: Known, pair: string): ReadonlyMap<Fact, readonly Held[]> =>
    groupBy(heldOf(known, pair), ({ clipped }) => clipped.fact),
);

const referring = (known: Known, { clipped, segment, line, except }: Stretch): Held => ({
  clipped,
  segment,
  line,
  except,
  ref: valueEntry(known, clipped.fact.value),
});

const stretchesOfPair = withinLimits((known, pair): readonly Stretch[] => {
  const clipped = clippedOf(known, pair);
  const kind = kindOfAttribute(known, clipped[0]?.fact.attribute.text ?? '');
  return stretchesAmong(known, clipped, kind);
});

/** Whether a value holds at some time of a stretch; undefined if that can't be decided. @param at null: the end of time */
export function meets(held: Stretch, at: WorldDate | null): boolean | undefined {
  const { segment, line, except } = held;
  const { endsElsewhere } = segment;
  if (at === null) return endDay(segment) === Infinity && except.length === 0 && !endsElsewhere;
  if (line === null) return !except.includes(at.start.line);
  if (endsElsewhere?.line === at.start.line) return endsElsewhere.day <= at.start.day ? false : undefined;
  if (line !== at.start.line) return undefined;
  const isInside = startDay(segment) < at.end.day && at.start.day < endDay(segment);
  return isInside && endsElsewhere ? undefined : isInside;
}

/**
 * Whether a state or constant has more than one distinct value at one time.
 * @param values any, or those that meet one stretch: two values that overlap, and both meet a stretch, overlap within it
 */
export function isDisputed(kind: AttributeKind, values: readonly Held[]): boolean {
  if (kind === 'set' || values.length < 2) return false;
  const rivals = rivalsAmong(values);
  for (const one of values) for (const _ of rivals(one)) return true;
  return false;
}
