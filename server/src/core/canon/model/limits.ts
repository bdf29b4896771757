/** The sizes that Retcon is made for (model §16), and what says whether facts, retcons and circles are past them. */
import { keyOf } from '../../codex/codex';
import type { Entry } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import { countOfFacts } from '../../packed/packedFacts';
import { LONGEST } from '../../text/unreadable';
import type { Span } from '../../text/span';
import { filed, isNamed, isNameShared } from './canon';
import { describersOf, factsAbout, statingCandidates, type StatedFact } from './statedFacts';
import { edgesOf, touches } from './edges';
import { mentionKeys } from './indexKeys';
import { entityNamed, entityOf, entityOfFact, perKnown, valueEntry } from './known';
import type { Known } from './canonValue';

/** The largest sizes that are answered. A page is measured in bytes. */
export const LIMITS = {
  entries: 100_000,
  page: LONGEST,
  facts: 10_000,
  versions: 1000,
  retcons: 500,
  members: 5000,
} as const;

/** Something that is larger than its limit. */
export interface Limit {
  readonly what: 'facts' | 'retcons' | 'versions' | 'members';
  /** What is too large: `ruler of house-vyr`, the id of a version, the name of a circle. */
  readonly of: string;
  readonly count: number;
  /** Where it is reported; null: in codex.yaml. */
  readonly place: { readonly entry: Entry; readonly span: Span } | null;
}

/** Thrown by whatever needs something that is past its limit: questions are refused, and rules skip the entry. */
export interface PastLimit extends Error {
  readonly passed: Limit;
}

/** The limit that made something fail; null: it failed for another reason. */
export const limitOfError = (error: unknown): Limit | null =>
  error instanceof Error && 'passed' in error ? (error as PastLimit).passed : null;

/** @throws {PastLimit} */
export function refuse(limit: Limit): never {
  throw Object.assign(new Error(`${limit.count} ${limit.what} of ${limit.of}`), { passed: limit });
}

/** The limit that made something fail. Any other error is thrown again. */
export function limitIn(error: unknown): Limit {
  const limit = limitOfError(error);
  if (limit) return limit;
  throw error;
}

/**
 * Whether an entity and attribute have too many facts or retcons. Where the attribute lists the members of a circle, the circle
 * must not have too many members either. @param stated all that is stated of them, by path, then as written
 */
export function limitOfFacts(
  known: Known,
  entity: string,
  attribute: string,
  stated: readonly StatedFact[],
): Limit | null {
  const [first, past] = [stated[0], stated[LIMITS.facts]];
  if (!first) return null;
  const limit = (what: Limit['what'], count: number, { entry, fact }: StatedFact): Limit => ({
    what,
    of: `${attribute} of ${entity}`,
    count,
    place: { entry, span: fact.attribute.span },
  });
  if (past) return limit('facts', stated.length, past);
  const retcons = retconsTouching(known, entity, attribute, stated);
  if (retcons > LIMITS.retcons) return limit('retcons', retcons, first);
  return isAttributeAmong(known.canon.codex.membership.ofCircle, attribute) ? limitOfCircle(known, entity) : null;
}

/** How many retcons touch an entity and attribute; of a few, possibly more than do. */
function retconsTouching(known: Known, entity: string, attribute: string, stated: readonly StatedFact[]): number {
  const edges = [...new Set(stated.map(({ entry }) => entry))].flatMap((entry) => edgesOf(known, entry));
  if (edges.length <= LIMITS.retcons) return edges.length;
  return edges.filter((retcon) => touches(known, retcon, entity, attribute)).length;
}

/** Whether an entity can have too many facts or retcons of one attribute at all: its pages mostly show that it cannot. */
export const mayBePast = perKnown((known: Known, entity: string): boolean => {
  let [facts, retcons] = [0, 0];
  for (const entry of statingCandidates(known, entity)) {
    facts += countOfFacts(entry);
    retcons += edgesOf(known, entry).length;
  }
  return facts > LIMITS.facts || retcons > LIMITS.retcons;
});

/** Whether no other page can state anything about what a page describes. */
export const isOnlyPageOf = ({ canon }: Known, entry: Entry): boolean =>
  !entry.entity &&
  !isNamed(canon, 'statedOn', entry) &&
  !isNamed(canon, 'describing', entry) &&
  !isNameShared(canon, entry);

/** Whether a circle has too many members: those that codex.yaml, its own facts and the facts of its members name. */
export const limitOfCircle = perKnown((known: Known, name: string): Limit | null => {
  const circle = entityNamed(known, name);
  const listed = [...known.canon.codex.circles].flatMap(([one, members]) =>
    nameKey(entityNamed(known, one)) === nameKey(circle) ? members : [],
  );
  const naming = pagesNaming(known, circle);
  const own = factsAbout(known, circle);
  if (naming.reduce((sum, page) => sum + countOfFacts(page), listed.length + own.length) <= LIMITS.members) return null;
  const members = new Set(listed.map((member) => nameKey(entityNamed(known, member))));
  let past: StatedFact | null = null;
  for (const { member, entry, fact } of membersStated(known, circle, own, naming)) {
    members.add(nameKey(member));
    if (members.size > LIMITS.members) past ??= { entry, fact };
  }
  if (members.size <= LIMITS.members) return null;
  const place = listed.length === 0 && past ? { entry: past.entry, span: past.fact.value.span } : null;
  return { what: 'members', of: circle, count: members.size, place };
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
    if (isAttributeAmong(ofCircle, fact.attribute.text)) yield { member: valueName(known, fact.value), entry, fact };
  for (const entry of naming)
    for (const fact of entry.facts) {
      if (!isAttributeAmong(ofMember, fact.attribute.text)) continue;
      if (nameKey(valueName(known, fact.value)) !== nameKey(circle)) continue;
      yield { member: entityOfFact(known, entry, fact), entry, fact };
    }
}

/** Attributes are compared as `keyOf` has them. */
export const isAttributeAmong = (attributes: readonly string[], attribute: string): boolean =>
  attributes.some((one) => keyOf(one) === keyOf(attribute));

/** The entity that a value refers to, else the words themselves. */
export function valueName(known: Known, value: Parameters<typeof valueEntry>[1]): string {
  const entry = valueEntry(known, value);
  return entry ? entityOf(known, entry) : value.text;
}
