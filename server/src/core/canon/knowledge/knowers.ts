/** Knowers: entities, circles and their members, and when a knower belongs to which circle (model §11). */
import type { Moment, WorldDate } from '../../chronology';
import type { Learned, Known } from '../model/canonValue';
import {
  before,
  lineOf,
  onwards,
  type Segment,
  startDay,
  ownSegments,
  haveSameDays,
  joinSegments,
} from '../model/segments';
import type { Codex } from '../../codex/codex';
import { AUTHOR, EVERYONE, NO_ONE } from '../../codex/knowledgeKeys';
import type { Entry, Fact } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import { withVersions } from '../../entry/versions';
import { addTo, lastOfTurn } from '../../text/groups';
import { filed } from '../model/canon';
import { mentionKeys } from '../model/indexKeys';
import { describersOf, isAnythingStated, pairOf } from '../model/statedFacts';
import { circleCalled, entityNamed, entityOfFact, knowerOrCircle, perKnown, resolve } from '../model/known';
import { isAttributeAmong, limitOfCircle, refuse, memberNamed } from '../model/limits';
import { clippedFact } from '../retcons/clips';
import { datesKnown, describerOf } from '../retcons/standing';
import { attributesOf, clippedOf } from '../truth/truth';

/** All times of all lines. */
export const EVER: Segment = { from: null, until: null };

/** Whether a list of segments is exactly all times. */
const isEver = ([first, ...others]: readonly Segment[]): boolean =>
  first !== undefined && others.length === 0 && lineOf(first) === null && !first.endsElsewhere;

/** The intersection of two lists of segments; segments that can't be compared have none. */
export function common(some: readonly Segment[], others: readonly Segment[]): Segment[] {
  if (isEver(some)) return others.filter(({ endsElsewhere }) => !endsElsewhere);
  if (isEver(others)) return some.filter(({ endsElsewhere }) => !endsElsewhere);
  return some.flatMap((one) => others.flatMap((other) => shared(one, other)));
}

function shared(one: Segment, other: Segment): Segment[] {
  const [a, b] = [lineOf(one), lineOf(other)];
  if ((a !== null && b !== null && a !== b) || one.endsElsewhere || other.endsElsewhere) return [];
  const begun = other.from ? onwards(one, other.from) : [one];
  const { until } = other;
  return until ? begun.flatMap((segment) => before(segment, until)) : begun;
}

/** The parts of some segments from a moment on. @param moment null: no limit */
export const from = (segments: readonly Segment[], moment: Moment | null): readonly Segment[] =>
  moment ? segments.flatMap((segment) => onwards(segment, moment)) : segments;

/** Whether a moment has come by the end of a stretch. @param until null: the end of time on every line */
export const hasCome = ({ line, day }: Moment, until: WorldDate | null): boolean =>
  until === null || (line === until.end.line && day < until.end.day);

/** The first moment of some segments that has come by the end of a stretch of world time; undefined: none has. */
export function firstLearned(segments: readonly Segment[], until: WorldDate | null): Learned | undefined {
  let first: Learned | undefined;
  for (const segment of segments) {
    const [line, day] = [lineOf(segment), startDay(segment)];
    if (until !== null && line !== null && (line !== until.end.line || until.end.day <= day)) continue;
    if (!first || day < first.day) first = { line, day, text: segment.from?.text ?? null };
  }
  return first;
}

/** Words for knowers, which can't be names: `everyone`, `nobody` and the author. */
export const knowerWords: ReadonlySet<string> = new Set([EVERYONE, NO_ONE, AUTHOR]);
export const isWordForKnowers = (name: string): boolean => knowerWords.has(nameKey(name));

/** One who can know something, and whose view of the canon can be asked for. */
export interface Knower {
  /** The id of an entity, or the name of a circle or a member as it is written. */
  readonly name: string;
  /** As `knowerKey` gives it; null: anyone, who knows only what everyone knows. */
  readonly key: string | null;
  /** When the knower lives, and so can learn. */
  readonly life: readonly Segment[];
  /** The circles to which the knower belongs, directly or through other circles, by key, and when. */
  readonly circles: ReadonlyMap<string, readonly Segment[]>;
}

type Circles = Codex['circles'];

/** The key by which knowers are compared. */
export const knowerKey = (known: Known, name: string): string => nameKey(knowerOrCircle(known, name));

/** The knower that knows only what everyone knows. */
export const anyone: Knower = { name: EVERYONE, key: null, life: [EVER], circles: new Map() };

/** The knower of a name; undefined if the name is not a knower. */
export function knowerNamed(known: Known, name: string): Knower | undefined {
  if (nameKey(name) === EVERYONE) return anyone;
  if (!isKnower(known, name)) return undefined;
  const entity = knowerOrCircle(known, name);
  const key = nameKey(entity);
  const isListed = circleCalled(known.canon, entity) !== undefined;
  const own = resolve(known, name).kind === 'none' ? writtenIn(known, key) : undefined;
  return {
    name: own ?? (arePlayers(known, name) ? PLAYERS : entity),
    key,
    life: isListed ? [EVER] : lifeOf(known, entity),
    circles: circlesOf(known, entity),
  };
}

/** Whether a name is an entry, an entity of some fact, a circle, or a member of one. */
export function isKnower(known: Known, name: string): boolean {
  if (isWordForKnowers(name) || nameKey(name) === '') return false;
  if (circleCalled(known.canon, name) !== undefined) return true;
  const entity = entityNamed(known, name);
  if (resolve(known, name).kind === 'one' || describersOf(known, entity).length > 0) return true;
  if (resolve(known, name).kind === 'many') return false;
  const key = nameKey(entity);
  return (
    isAnythingStated(known, entity) ||
    writtenIn(known, key) !== undefined ||
    isValueOfMembership(known, key) ||
    arePlayers(known, name)
  );
}

/** The circle of those who play, which is there without being declared. */
export const PLAYERS = 'players';

/** Whether a name means those who play: codex.yaml names no circle, and nothing else is called so. */
export const arePlayers = (known: Known, name: string): boolean =>
  nameKey(name) === PLAYERS && known.canon.codex.circles.size === 0 && resolve(known, name).kind === 'none';

/** The spelling of a circle or a member in codex.yaml. @param key as `nameKey` gives it */
const writtenIn = ({ canon }: Known, key: string): string | undefined => writtenNames(canon.codex.circles).get(key);

/** The first spelling of each name. */
const writtenNames = lastOfTurn((circles: Circles): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const name of [...circles].flatMap(([circle, members]) => [circle, ...members])) {
    const key = nameKey(name);
    if (!names.has(key)) names.set(key, name);
  }
  return names;
});

/** The names of circles and members in codex.yaml. */
export const writtenKnowers = ({ canon }: Known): string[] => [
  ...new Set([...canon.codex.circles].flatMap(([circle, members]) => [circle, ...members])),
];

/** Whether a name is that of a circle: it is in codex.yaml, or it has members by some fact. */
export function isCircle(known: Known, name: string): boolean {
  const { membership } = known.canon.codex;
  const entity = knowerOrCircle(known, name);
  const key = nameKey(entity);
  return (
    circleCalled(known.canon, entity) !== undefined ||
    attributesOf(known, entity).some((attribute) => isAttributeAmong(membership.ofCircle, attribute)) ||
    isValueOf(known, membership.ofMember, key)
  );
}

/** The circles in codex.yaml by the key of each member. */
const listedByMember = perKnown((known: Known, circles: Circles): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const [circle, members] of circles)
    for (const key of new Set(members.map((one) => knowerKey(known, one))))
      found.set(key, (found.get(key) ?? new Set()).add(circle));
  return found;
});

function isValueOfMembership(known: Known, key: string): boolean {
  const { ofCircle, ofMember } = known.canon.codex.membership;
  return isValueOf(known, [...ofCircle, ...ofMember], key);
}

function isValueOf(known: Known, attributes: readonly string[], key: string): boolean {
  return statingValue(known, key).some(
    (entry) =>
      known.has(entry) &&
      valuedAs(entry, key).some(
        (fact) => isAttributeAmong(attributes, fact.attribute.text) && nameKey(fact.value.text) === key,
      ),
  );
}

/** The versions of pages that may state a value. */
const statingValue = ({ canon }: Known, name: string): readonly Entry[] =>
  filed(canon, 'valued', name).flatMap(withVersions);

/** The facts of pages by the keys of their values: a page may list thousands of members, and is searched for each. */
const factsByValue = new WeakMap<Entry, ReadonlyMap<string, readonly Fact[]>>();

/** The facts of an entry with a value of this key, in the order written. */
function valuedAs(entry: Entry, key: string): readonly Fact[] {
  let facts = factsByValue.get(entry);
  if (!facts) factsByValue.set(entry, (facts = factsByKey(entry)));
  return facts.get(key) ?? [];
}

function factsByKey({ facts }: Entry): ReadonlyMap<string, readonly Fact[]> {
  const found = new Map<string, Fact[]>();
  for (const fact of facts) for (const key of new Set(mentionKeys(fact.value.text))) addTo(found, key, fact);
  return found;
}

/** The life span of an entity; all times for an entity that is not mortal. */
function lifeOf(known: Known, entity: string): readonly Segment[] {
  const entry = describerOf(known, entity, null);
  const isMortal = entry?.type && known.canon.codex.mortal.has(entry.type.text.toLowerCase());
  const dates = entry && isMortal ? datesKnown(known, entry) : null;
  return dates?.date?.date ? ownSegments(dates) : [EVER];
}

/** When an entity belongs to which circle, directly or through other circles. Safe if circles contain each other. */
function circlesOf(known: Known, entity: string): ReadonlyMap<string, readonly Segment[]> {
  const found = new Map<string, readonly Segment[]>();
  const key = nameKey(entity);
  // The members to go on from, each with the times that were found since the last visit.
  const waiting = new Map<string, Holding>([[key, { circle: entity, key, segments: [EVER] }]]);
  for (const [member, { circle: name, segments: gained }] of waiting) {
    waiting.delete(member);
    for (const holding of circlesHolding(known, name)) {
      if (holding.key === key) continue;
      const before = found.get(holding.key) ?? [];
      const more = isEver(before) ? [] : common(gained, holding.segments);
      const now = more.length === 0 ? before : joinSegments([...before, ...more]);
      // The times only grow, so equal days mean equal segments.
      if (haveSameDays(before, now)) continue;
      found.set(holding.key, now);
      const others = waiting.get(holding.key)?.segments ?? [];
      waiting.set(holding.key, { ...holding, segments: joinSegments([...others, ...more]) });
    }
  }
  return found;
}

/** A circle that has a member at some times. */
interface Holding {
  readonly circle: string;
  /** The key of the circle. */
  readonly key: string;
  readonly segments: readonly Segment[];
}

/** The circles of which an entity is a direct member. @param member the id of an entity, or a name */
const circlesHolding = perKnown((known: Known, member: string): readonly Holding[] => {
  const { circles, membership } = known.canon.codex;
  const listed = [...(listedByMember(known, circles).get(nameKey(member)) ?? [])].map((circle) => ({
    circle: knowerOrCircle(known, circle),
    segments: [EVER],
  }));
  const own = attributesOf(known, member)
    .filter((attribute) => isAttributeAmong(membership.ofMember, attribute))
    .flatMap((attribute) => clippedOf(known, pairOf(member, attribute)))
    .map(({ fact, segments }) => ({ circle: memberNamed(known, fact.value), segments }));
  return [...listed, ...own, ...factsHolding(known, member)].map(({ circle, segments }) => {
    refuse(limitOfCircle(known, circle));
    const [key, entity] = [nameKey(circle), knowerOrCircle(known, circle)];
    // All spellings of a circle share one memo.
    return { circle: nameKey(entity) === key ? entity : circle, key, segments };
  });
});

/** The circles that state an entity as their member. */
function factsHolding(known: Known, member: string): Omit<Holding, 'key'>[] {
  const key = nameKey(member);
  const keys = new Set([...mentionKeys(member), ...describersOf(known, member).flatMap(({ names }) => names)]);
  const valued = new Map<Entry, Set<Fact>>();
  for (const name of keys)
    for (const entry of statingValue(known, name)) {
      if (!known.has(entry)) continue;
      const facts = valued.get(entry) ?? new Set<Fact>();
      for (const fact of valuedAs(entry, name)) facts.add(fact);
      valued.set(entry, facts);
    }
  return [...valued].flatMap(([entry, facts]) =>
    [...facts]
      .sort((a, b) => a.index - b.index)
      .flatMap((fact) =>
        isAttributeAmong(known.canon.codex.membership.ofCircle, fact.attribute.text) &&
        nameKey(memberNamed(known, fact.value)) === key
          ? [{ circle: circleStated(known, entry, fact), segments: clippedFact(known, fact, entry).segments }]
          : [],
      ),
  );
}

/** The circle that a fact states a member of. */
const circleStated = (known: Known, entry: Entry, fact: Fact): string =>
  fact.entity ? knowerOrCircle(known, fact.entity.text) : entityOfFact(known, entry, fact);
