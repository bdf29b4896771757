/** The sizes that Retcon is made for (model §16), what says whether something is past one, and in which words. */
import { keyOf } from '../../codex/codex';
import type { Entry } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import { groupBy } from '../../text/groups';
import { countOfFacts } from '../../packed/packedFacts';
import type { Span } from '../../text/span';
import { filed, isNamed, isNameShared } from './canon';
import { describersOf, factsAbout, statingCandidates, type StatedFact } from './statedFacts';
import { edgesBy, edgesOf, type Retcon, touches } from './edges';
import { mentionKeys } from './indexKeys';
import { circleCalled, entityOf, entityOfFact, knowerOrCircle, perKnown, valueEntry } from './known';
import type { Known } from './canonValue';
import { pageOf, withVersions } from '../../entry/versions';

/** The most entries of a codex that are answered soon. More are answered as well. */
export const MOST_ENTRIES = 100_000;

interface Size {
  readonly most: number;
  readonly words: (of: string, count: string) => string;
  readonly advice: string;
}

/** What needs something that is larger than one of these is refused. */
export const LIMITS = {
  facts: {
    most: 10_000,
    words: (of, count) => `${of} has ${count} facts`,
    advice: 'divide them among several attributes or entities',
  },
  values: {
    most: 1000,
    words: (of, count) => `${of} has ${count} values that hold at one time`,
    advice: 'say until when they hold, or declare a set',
  },
  gaps: {
    most: 100_000,
    words: (of, count) => `Undated facts about ${of} can fill ${count} gaps`,
    advice: 'say when they begin',
  },
  beliefs: {
    most: 1000,
    words: (of, count) => `${of} has ${count} beliefs`,
    advice: 'divide them among several attributes or entities',
  },
  changes: {
    most: 5_000_000,
    words: (of, count) => `The facts about ${of}, times the canon positions at which they change, are ${count}`,
    advice: 'enter more of them into the canon at once',
  },
  retcons: {
    most: 500,
    words: (of, count) => `${count} retcons touch ${of}`,
    advice: 'limit some with `only`, or take some out',
  },
  restorations: {
    most: 100,
    words: (of, count) => `${count} restorations touch ${of}`,
    advice: 'take some out',
  },
  versions: {
    most: 1000,
    words: (of, count) => `The chain of ${of} has ${count} versions`,
    advice: 'take out a `supersedes`, or an item of `formerly`, where it is not needed',
  },
  members: {
    most: 5000,
    words: (of, count) => `The circle ${of} has ${count} members`,
    advice: 'divide it into circles that are its members',
  },
} as const satisfies Readonly<Record<string, Size>>;

/** Something that is larger than its limit. */
export interface Limit {
  readonly what: keyof typeof LIMITS;
  /** What is too large: `ruler of house-vyr`, the id of a version, the name of a circle. */
  readonly of: string;
  readonly count: number;
  /** Where it is reported; null: in codex.yaml. */
  readonly place: { readonly entry: Entry; readonly span: Span } | null;
}

/** What is past a limit, and what to do about it. */
export function limitWords({ what, of, count }: Limit): string {
  const { most, words, advice } = LIMITS[what];
  const [is, may] = [count, most].map((size) => size.toLocaleString('en-US'));
  return `${words(of, is ?? '')}, and Retcon is made for up to ${may}, so questions that need them are not answered: ${advice}.`;
}

/** Thrown by whatever needs something that is past its limit: questions are refused, and rules skip the entry. */
interface PastLimit extends Error {
  readonly passed: Limit;
}

/** The limit that made something fail; null: it failed for another reason. */
export const limitOfError = (error: unknown): Limit | null =>
  error instanceof Error && 'passed' in error ? (error as PastLimit).passed : null;

/** @throws {PastLimit} where there is a limit */
export function refuse(limit: Limit | null): void {
  if (limit) throw Object.assign(new Error(limitWords(limit)), { passed: limit });
}

/** The limit that made something fail. Any other error is thrown again. */
export function limitIn(error: unknown): Limit {
  const limit = limitOfError(error);
  if (limit) return limit;
  throw error;
}

/** Whether something about an entity and attribute is past its limit. @param at the fact at which it is reported */
export const limitAt = (
  what: Limit['what'],
  count: number,
  entity: string,
  { entry, fact }: StatedFact,
): Limit | null =>
  count > LIMITS[what].most
    ? { what, of: `${fact.attribute.text} of ${entity}`, count, place: { entry, span: fact.attribute.span } }
    : null;

/**
 * Whether an entity and attribute have too many facts, retcons or restorations. Where the attribute lists the members of a circle, the
 * circle must not have too many members either. @param stated all that is stated of them, by path, then as written
 */
export function limitOfFacts(
  known: Known,
  entity: string,
  attribute: string,
  stated: readonly StatedFact[],
): Limit | null {
  const [first] = stated;
  if (!first) return null;
  return (
    limitAt('facts', stated.length, entity, stated[LIMITS.facts.most] ?? first) ??
    limitOfItems(stated) ??
    limitOfRetcons(known, entity, first, stated) ??
    (isAttributeAmong(known.canon.codex.membership.ofCircle, attribute) ? limitOfCircle(known, entity) : null)
  );
}

/** The items of `formerly` are versions of their page. */
function limitOfItems(stated: readonly StatedFact[]): Limit | null {
  const past = stated.find(({ entry }) => (entry.versionOf?.place ?? 0) > LIMITS.versions.most);
  const page = past && pageOf(past.entry);
  return page
    ? {
        what: 'versions',
        of: page.title,
        count: page.formerly.length,
        place: { entry: page, span: past.fact.attribute.span },
      }
    : null;
}

/**
 * The links of a chain don't count, since versions have a limit of their own: of the retcons of a page that itself supersedes another one,
 * the first is left out.
 */
function limitOfRetcons(known: Known, entity: string, first: StatedFact, stated: readonly StatedFact[]): Limit | null {
  const pages = [...new Set(stated.map(({ entry }) => entry))].filter((page) => edgesOf(known, page).length > 0);
  if (pages.reduce((sum, page) => sum + edgesOf(known, page).length, 0) <= LIMITS.restorations.most) return null;
  const isTouching = (retcon: Retcon): boolean => touches(known, retcon, entity, first.fact.attribute.text);
  const isLink = (retcon: Retcon): boolean => retcon.kind === 'supersedes' && isTouching(retcon);
  const touching = pages.map((page) => edgesOf(known, page).filter(isTouching));
  const counted = pages.map((page, i) => (touching[i] ?? []).slice(edgesBy(known, page).some(isLink) ? 1 : 0));
  const restorations = touching.flat().filter(({ kind }) => kind === 'restores');
  return (
    limitAt('retcons', counted.flat().length, entity, first) ??
    limitAt('restorations', restorations.length, entity, first)
  );
}

/** The attributes of an entity that have too many beliefs of all knowers together. */
export const limitsOfBeliefs = perKnown((known: Known, entity: string): readonly Limit[] => {
  const believed = statingCandidates(known, entity).flatMap((entry) =>
    (entry.knowledge?.beliefs ?? []).flatMap((fact) =>
      entityOfFact(known, entry, fact) === entity ? { entry, fact } : [],
    ),
  );
  return [...groupBy(believed, ({ fact }) => fact.attribute.text).values()].flatMap((all) => {
    const past = all[LIMITS.beliefs.most];
    return (past && limitAt('beliefs', all.length, entity, past)) ?? [];
  });
});

/** Whether an entity and attribute can be past a limit at all: the pages of the entity mostly show that they cannot. */
export const mayBePast = perKnown((known: Known, entity: string): boolean => {
  let [facts, retcons] = [0, 0];
  for (const entry of statingCandidates(known, entity)) {
    facts += countOfFacts(entry) + (entry.knowledge?.beliefs.length ?? 0);
    retcons += edgesOf(known, entry).length;
  }
  return facts ** 2 > LIMITS.gaps.most || retcons > LIMITS.restorations.most;
});

/** Whether no other page can state anything about what a page describes. */
export const isOnlyPageOf = ({ canon }: Known, entry: Entry): boolean =>
  !entry.entity &&
  !isNamed(canon, 'statedOn', entry) &&
  !isNamed(canon, 'describing', entry) &&
  !isNameShared(canon, entry);

/** Whether a circle has too many members: those that codex.yaml, its own facts and the facts of its members name. */
export const limitOfCircle = perKnown((known: Known, name: string): Limit | null => {
  const circle = knowerOrCircle(known, name);
  const listed = listedMembers(known, 'all').get(nameKey(circle)) ?? [];
  const naming = pagesNaming(known, circle);
  const own = factsAbout(known, circle);
  if (naming.reduce((sum, page) => sum + countOfFacts(page), listed.length + own.length) <= LIMITS.members.most)
    return null;
  const members = new Set(listed.map((member) => nameKey(knowerOrCircle(known, member))));
  let past: StatedFact | null = null;
  for (const { member, entry, fact } of membersStated(known, circle, own, naming)) {
    members.add(nameKey(member));
    if (members.size > LIMITS.members.most) past ??= { entry, fact };
  }
  if (members.size <= LIMITS.members.most) return null;
  const place = listed.length === 0 && past ? { entry: past.entry, span: past.fact.value.span } : null;
  return { what: 'members', of: circle, count: members.size, place };
});

/** The members that codex.yaml lists, by circle. There may be thousands of circles, so they are grouped once. */
const listedMembers = perKnown((known: Known, _all: 'all'): ReadonlyMap<string, readonly string[]> => {
  const circles = groupBy([...known.canon.codex.circles], ([name]) => nameKey(knowerOrCircle(known, name)));
  return new Map([...circles].map(([key, listed]) => [key, listed.flatMap(([, members]) => members)]));
});

/** The pages that have a name of a circle as a value. */
function pagesNaming(known: Known, circle: string): readonly Entry[] {
  const names = new Set([...mentionKeys(circle), ...describersOf(known, circle).flatMap((entry) => entry.names)]);
  return [...new Set([...names].flatMap((one) => filed(known.canon, 'valued', one)))].filter(known.has);
}

/** The facts that make somebody a member of a circle. */
function* membersStated(known: Known, circle: string, own: readonly StatedFact[], naming: readonly Entry[]) {
  const { ofCircle, ofMember } = known.canon.codex.membership;
  for (const { entry, fact } of own)
    if (isAttributeAmong(ofCircle, fact.attribute.text)) yield { member: memberNamed(known, fact.value), entry, fact };
  for (const entry of naming.flatMap(withVersions).filter(known.has))
    for (const fact of entry.facts) {
      if (!isAttributeAmong(ofMember, fact.attribute.text)) continue;
      if (nameKey(memberNamed(known, fact.value)) !== nameKey(circle)) continue;
      yield { member: entityOfFact(known, entry, fact), entry, fact };
    }
}

/** Attributes are compared as `keyOf` has them. */
export const isAttributeAmong = (attributes: readonly string[], attribute: string): boolean =>
  attributes.some((one) => keyOf(one) === keyOf(attribute));

/** Who is meant by a value of a membership: a circle, the entity that it refers to, or the words themselves. */
export function memberNamed(known: Known, value: Parameters<typeof valueEntry>[1]): string {
  if (circleCalled(known.canon, value.text) !== undefined) return knowerOrCircle(known, value.text);
  const entry = valueEntry(known, value);
  return entry ? entityOf(known, entry) : value.text;
}
