/** What was true: the one home of `wasTrueAt` (model §4). Every surface asks here, and none decides it again. */
import type { WorldDate } from '../chronology/types';
import type { AttributeKind } from '../codex/codex';
import type { Entry } from '../entry/entry';
import { type Clipped, clippedFact } from './clips';
import { type Known, factsAbout, factsOn, idOf, perKnown, valueEntry, type Stated } from './known';
import { order } from './edges';
import { endDay, lineOf, type Segment, startDay } from './segments';

/** A stretch of world time over which a stated fact holds, once retcons and its neighbours have been heard. */
export interface Held {
  readonly clipped: Clipped;
  readonly segment: Segment;
  /** The line it lies on; null: on every line but those of `except`. */
  readonly line: string | null;
  readonly except: readonly string[];
  /** The entry that the value refers to. */
  readonly ref: Entry | undefined;
}

/** The values of one attribute at the asked point. */
export interface Answer {
  readonly attribute: string;
  readonly kind: AttributeKind;
  readonly isDisputed: boolean;
  readonly values: readonly Held[];
}

export interface Answers {
  /** By attribute, in the order of their names; one without a value there is left out. */
  readonly facts: readonly Answer[];
  /** What can't be placed against the asked point. */
  readonly undecided: readonly Answer[];
}

/**
 * What was true of an entity over a stretch of world time (null: the end of time on every line), as far as is known at
 * a canon point. A stretch wider than a day is answered with every value it meets, in the order of time.
 */
export function wasTrueAt(
  known: Known,
  entity: string,
  { at, attribute }: { readonly at: WorldDate | null; readonly attribute?: string | undefined },
): Answers {
  const facts: Answer[] = [];
  const undecided: Answer[] = [];
  for (const name of attribute === undefined ? attributesOf(known, entity) : [attribute]) {
    const held = stretchesOf(known, pairOf(entity, name));
    const values: Held[] = [];
    const unplaced: Held[] = [];
    for (const one of held) {
      const isMet = meets(one, at);
      if (isMet === undefined) unplaced.push(one);
      else if (isMet) values.push(one);
    }
    withRefs(known, values);
    const kind = kindOfAttribute(known, name);
    if (values.length > 0) facts.push({ attribute: name, kind, isDisputed: isDisputed(kind, values, at), values });
    if (unplaced.length === 0) continue;
    // What holds on every line but those of dated values can be placed anywhere.
    const decided = new Set([...values, ...held.filter(({ line }) => line === null)].map((one) => one.clipped.fact));
    const open = withRefs(
      known,
      unplaced.filter((one) => !decided.has(one.clipped.fact)),
    );
    if (open.length > 0) undecided.push({ attribute: name, kind, isDisputed: false, values: open });
  }
  return { facts, undecided };
}

export const kindOfAttribute = (known: Known, attribute: string): AttributeKind =>
  known.canon.codex.attributes.get(attribute) ?? 'state';

/** What is stated of an entity, by attribute, in the order of paths, then as written. */
const statedByAttribute = perKnown((known: Known, entity: string): ReadonlyMap<string, readonly Stated[]> => {
  askedOf(known, entity).only = null;
  const groups = new Map<string, Stated[]>();
  for (const stated of factsAbout(known, entity)) {
    const group = groups.get(stated.fact.attribute.text);
    if (group) group.push(stated);
    else groups.set(stated.fact.attribute.text, [stated]);
  }
  return groups;
});

/** The attributes that are stated of an entity, in the order of their names. */
export const attributesOf = perKnown((known: Known, entity: string): readonly string[] =>
  [...statedByAttribute(known, entity).keys()].sort(order),
);

/** Pairs are keys of caches: an entity and an attribute as one text, which parts again whatever the two hold. */
export const pairOf = (entity: string, attribute: string): string => `${entity.length} ${entity}${attribute}`;

/** Everything stated of an entity and an attribute, as the retcons leave it, by path, then as written. */
export const clippedOf = perKnown((known: Known, pair: string): readonly Clipped[] => {
  const start = pair.indexOf(' ') + 1;
  const end = start + Number.parseInt(pair, 10);
  const [entity, attribute] = [pair.slice(start, end), pair.slice(end)];
  return statedOn(known, entity, attribute).map((one) => clippedFact(known, one, entity));
});

/** Who asks for one attribute of an entity may ask for no other. All that is stated of it is looked at when they do. */
function statedOn(known: Known, entity: string, attribute: string): readonly Stated[] {
  const asked = askedOf(known, entity);
  if (asked.only === undefined) asked.only = attribute;
  if (asked.only === attribute) return factsOn(known, entity, attribute);
  return statedByAttribute(known, entity).get(attribute) ?? [];
}

/** The one attribute of an entity that has been asked for; null: there were several. */
const askedOf = perKnown((_known: Known, _entity: string): { only?: string | null } => ({}));

/** Where each stated value of a pair holds, in the order of beginning, then of entry ids, then as written. */
export const heldOf = perKnown((known: Known, pair: string): readonly Held[] =>
  withRefs(known, stretchesOf(known, pair)),
);

/** What the values refer to. Looking one up takes long among what else is to be done: it is done for those that are answered. */
function withRefs(known: Known, held: readonly Held[]): readonly Held[] {
  for (const one of held) (one as { ref: Held['ref'] }).ref = valueEntry(known, one.clipped.fact.value);
  return held;
}

const stretchesOf = perKnown((known: Known, pair: string): readonly Held[] => {
  const clipped = clippedOf(known, pair);
  return stretchesAmong(known, clipped, kindOfAttribute(known, clipped[0]?.fact.attribute.text ?? ''));
});

/** The same of some facts about one entity and attribute, by path, then as written; the others go unheard. */
export const heldAmong = (known: Known, clipped: readonly Clipped[], kind: AttributeKind): readonly Held[] =>
  withRefs(known, stretchesAmong(known, clipped, kind));

function stretchesAmong(known: Known, clipped: readonly Clipped[], kind: AttributeKind): Held[] {
  const held = kind === 'state' ? dovetailed(known, clipped) : asTheyStand(clipped);
  return held.sort(
    (a, b) =>
      startDay(a.segment) - startDay(b.segment) ||
      order(idOf(known, a.clipped.entry), idOf(known, b.clipped.entry)) ||
      a.clipped.fact.index - b.clipped.fact.index ||
      order(a.line ?? '', b.line ?? ''),
  );
}

const holding = (clipped: Clipped, segment: Segment, except: readonly string[] = []): Held => ({
  clipped,
  segment,
  line: lineOf(segment),
  except,
  ref: undefined,
});

const asTheyStand = (facts: readonly Clipped[]): Held[] =>
  facts.flatMap((clipped) => clipped.segments.map((segment) => holding(clipped, segment)));

/** A state has one value at a time: each dated stretch ends where the next begins, and undated ones fill what is left. */
function dovetailed(known: Known, facts: readonly Clipped[]): Held[] {
  const stretches = asTheyStand(facts);
  const dated = stretches.filter(({ segment }) => segment.from !== null);
  const undated = stretches.filter(({ segment }) => segment.from === null);
  const ended = endedByNext(known, dated);
  if (undated.length === 0) return ended;
  const lines = [...new Set(ended.flatMap(({ line }) => line ?? []))];
  return [...ended, ...undated.flatMap((one) => fillingGaps(one, ended, lines))];
}

function endedByNext(known: Known, dated: readonly Held[]): Held[] {
  const sorted = [...dated].sort(
    (a, b) => order(a.line ?? '', b.line ?? '') || startDay(a.segment) - startDay(b.segment),
  );
  return sorted.map((one, i) => {
    // Mostly it is the one behind: further on only past those that begin as it does, or are of a lower tier.
    for (let j = i + 1; j < sorted.length; j++) {
      const next = sorted[j];
      if (!next || next.line !== one.line || startDay(next.segment) >= endDay(one.segment)) break;
      if (startDay(next.segment) > startDay(one.segment) && !ranksBelow(known, next, one))
        return { ...one, segment: { ...one.segment, until: next.segment.from } };
    }
    return one;
  });
}

/** Whether the first is stated in a lower tier than the second. Unranked ones are neither lower nor higher. */
function ranksBelow(known: Known, a: Held, b: Held): boolean {
  const [rank, other] = [a, b].map((held) => tierRank(known, held.clipped.entry));
  return rank !== undefined && other !== undefined && rank > other;
}

/** The place of an entry's tier, 0 the highest; undefined: unranked. */
export function tierRank(known: Known, entry: Entry): number | undefined {
  const { tier } = entry;
  if (!tier) return undefined;
  const { tiers } = known.canon.codex;
  const rank = tiers.findIndex((one) => one.toLowerCase() === tier.text.toLowerCase());
  return rank < 0 ? undefined : rank;
}

/** An undated value holds only where no dated one does: in the gaps of each line that has dated ones, and on all others. */
function fillingGaps(undated: Held, dated: readonly Held[], lines: readonly string[]): Held[] {
  const { clipped, segment, line } = undated;
  const gaps = (line === null ? lines : [line]).flatMap((one) => gapsOn(one, dated, segment));
  const held = gaps.map((gap) => holding(clipped, gap));
  if (line !== null) return held;
  return [...held, holding(clipped, segment, lines)];
}

/** The stretches of a line, within a segment, where nothing dated holds. */
function gapsOn(line: string, dated: readonly Held[], within: Segment): Segment[] {
  const taken = dated.filter((one) => one.line === line).sort((a, b) => startDay(a.segment) - startDay(b.segment));
  const gaps: Segment[] = [];
  let from = within.from;
  for (const { segment } of taken) {
    if (startDay(segment) >= endDay(within)) break;
    if (startDay(segment) > (from?.day ?? -Infinity)) gaps.push({ from, until: segment.from });
    if (segment.until === null) return gaps;
    if (segment.until.day > (from?.day ?? -Infinity)) from = segment.until;
  }
  if ((from?.day ?? -Infinity) < endDay(within)) gaps.push({ from, until: within.until });
  return gaps;
}

/** Whether a value holds at some time of the stretch; undefined where that can't be told. */
export function meets(held: Held, at: WorldDate | null): boolean | undefined {
  const { segment, line, except } = held;
  const { endsElsewhere } = segment;
  if (at === null) return endDay(segment) === Infinity && except.length === 0 && !endsElsewhere;
  if (line === null) return !except.includes(at.start.line);
  if (endsElsewhere?.line === at.start.line) return endsElsewhere.day <= at.start.day ? false : undefined;
  if (line !== at.start.line) return undefined;
  const isInside = startDay(segment) < at.end.day && at.start.day < endDay(segment);
  return isInside && endsElsewhere ? undefined : isInside;
}

/** Two values are the same when they refer to the same entry or are the same text (model §4). */
export const isSameValue = (a: Held, b: Held): boolean =>
  (a.ref !== undefined && a.ref === b.ref) || a.clipped.fact.value.text === b.clipped.fact.value.text;

/** Whether two values hold at one point of time, on a line they share. */
export function overlap(a: Held, b: Held): boolean {
  if (a.line !== null && b.line !== null && a.line !== b.line) return false;
  if (a.line === null && b.line !== null && a.except.includes(b.line)) return false;
  if (b.line === null && a.line !== null && b.except.includes(a.line)) return false;
  return startDay(a.segment) < endDay(b.segment) && startDay(b.segment) < endDay(a.segment);
}

/** Whether two values say different things at one point of time. */
export const contradict = (a: Held, b: Held): boolean => !isSameValue(a, b) && overlap(a, b);

/** More than one distinct value of what has only one, at one point of the stretch. */
export function isDisputed(kind: AttributeKind, values: readonly Held[], at: WorldDate | null): boolean {
  if (kind === 'set') return false;
  return values.some((a, i) => values.slice(i + 1).some((b) => contradict(a, b) && overlapWithin(a, b, at)));
}

function overlapWithin(a: Held, b: Held, at: WorldDate | null): boolean {
  if (at === null) return true;
  const from = Math.max(startDay(a.segment), startDay(b.segment), at.start.day);
  const until = Math.min(endDay(a.segment), endDay(b.segment), at.end.day);
  return from < until;
}
