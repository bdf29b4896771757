/** model §4 and §6: what holds for an entity on one day, as of one canon point. */
import { entityNamed } from './entities';
import { bare, meant } from './names';
import { ALWAYS, type Codex, FOREVER, type Page, type Statement } from './page';
import { isEarlier } from './order';
import { reachedFrom } from './reached';
import {
  covers,
  endedBy,
  inForce,
  isEnded,
  isOfCycle,
  type Pair,
  pairNamed,
  type Retcon,
  restorationsInForce,
  type View,
} from './retcons';

/** A fact with the stretch that the retcons leave it, as seen from some day. */
interface Placed {
  readonly page: Page;
  readonly fact: Statement;
  /** `ALWAYS` where it is undated. */
  readonly begins: number;
  /** The first day on which it no longer holds. */
  readonly ends: number;
}

export interface Told {
  readonly page: Page;
  readonly fact: Statement;
  readonly isDisputed: boolean;
}

/** What holds for an entity on a day. */
export function heldOn(view: View, entity: string, day: number): readonly Told[] {
  const facts = view.known.flatMap((page) => page.facts.map((fact) => ({ page, fact })));
  const about = facts.filter(({ fact }) => entityNamed(view.course, fact.entity) === entity);
  const attributes = new Set(about.map(({ fact }) => fact.attribute));
  return [...attributes].flatMap((attribute) => {
    const stated = about.filter(({ fact }) => fact.attribute === attribute);
    const kind = view.codex.kinds[attribute] ?? 'state';
    const placed = stated.flatMap(({ page, fact }) => clipped(view, page, fact, day));
    const held = kind === 'state' ? statesOn(view, placed, day) : placed.filter((one) => holds(one, day));
    // "For a `state` or `constant`, more than one distinct value is a dispute."
    const isDisputed = kind !== 'set' && held.some((a) => held.some((b) => !areSame(view, a.fact.value, b.fact.value)));
    return held.map(({ page, fact }) => ({ page, fact, isDisputed }));
  });
}

const holds = ({ begins, ends }: Placed, day: number): boolean => begins <= day && day < ends;

/** Rule 2: the fact as the retcons leave it; none where it is displaced. */
export function clipped(view: View, page: Page, fact: Statement, day: number): readonly Placed[] {
  const pair = pairNamed(view.course, fact);
  if (isEnded(view, page, pair, day)) return [];
  const begins = beginningOf(view, page, fact, day);
  const clips = inForce(view, pair, day).filter(({ of }) => of === page);
  const own = (fact.end ?? page.end)?.day ?? FOREVER;
  const ends = Math.min(own, ...clips.map(({ effective }) => effective));
  // "If `effective` is at or before their start, or the fact is undated and `effective` is `always`, they are displaced altogether."
  return begins < ends ? [{ page, fact, begins, ends }] : [];
}

/**
 * "A fact begins at the first of these that it has: its `from`; where its entry supersedes a fact of the same entity and attribute
 * (softly aside): the earliest `effective` of those of these retcons that are known; the start of its entry's `date`." What a cycle or
 * a restoration has put out of force dates nothing either.
 */
export function beginningOf(view: View, page: Page, fact: Statement, day: number): number {
  if (fact.from) return fact.from.day;
  const pair = pairNamed(view.course, fact);
  const superseding = inForce(view, pair, day).filter(
    ({ kind, by, of }) => kind === 'supersedes' && by === page && factsOn(view, of, pair).length > 0,
  );
  const edges = superseding.flatMap((one) =>
    one.effective === ALWAYS ? corrected(view, one, fact, pair, day) : [one.effective],
  );
  return edges.length > 0 ? Math.min(...edges) : (page.date?.day ?? ALWAYS);
}

/**
 * "Where such an `effective` is `always`, it counts as where the first began of the facts that it displaces and that nobody displaced
 * before it. But where the new fact states a value that it displaces, and its entry has a `date`, that edge counts as the entry's `date`."
 */
function corrected(view: View, edge: Retcon, fact: Statement, pair: Pair, day: number): readonly number[] {
  const { by, of } = edge;
  const displaced = factsOn(view, of, pair).filter((one) => isLeftBefore(view, edge, one, pair, day));
  if (by.date && displaced.some(({ value }) => areSame(view, value, fact.value))) return [by.date.day];
  return displaced.map((one) => beginningOf(view, of, one, day));
}

function isLeftBefore(view: View, edge: Retcon, fact: Statement, pair: Pair, day: number): boolean {
  const { of } = edge;
  const isEnded = restorationsInForce(view, pair, day).some(
    (one) => one.by !== of && endedBy(view, one, pair).includes(of) && isEarlier(view, one, edge),
  );
  const clips = inForce(view, pair, day).filter((one) => one.of === of && isEarlier(view, one, edge));
  const ends = Math.min((fact.end ?? of.end)?.day ?? FOREVER, ...clips.map(({ effective }) => effective));
  return !isEnded && beginningOf(view, of, fact, day) < ends;
}

const factsOn = (view: View, page: Page, { entity, attribute }: Pair): readonly Statement[] =>
  page.facts.filter((fact) => {
    const pair = pairNamed(view.course, fact);
    return pair.entity === entity && pair.attribute === attribute;
  });

/** Rule 3. */
function statesOn(view: View, placed: readonly Placed[], day: number): readonly Placed[] {
  const { codex } = view;
  const dated = placed.filter(({ begins }) => begins !== ALWAYS);
  // "Every dated fact also ends where the next later-starting dated fact of the same entity and attribute starts."
  const held = dated.filter(
    (one) => holds(one, day) && !dated.some((next) => next.begins <= day && isEndedBy(view, one, next, day)),
  );
  // "An undated fact is the weakest: it holds only where no dated one does", but a lower tier does not displace "an undated one of a higher".
  const filling = placed.filter(
    (one) => one.begins === ALWAYS && holds(one, day) && !held.some((other) => !isLower(codex, other.page, one.page)),
  );
  return [...held, ...filling];
}

/** Whether a later fact that has begun by a day has ended another there. */
function isEndedBy(view: View, one: Placed, next: Placed, day: number): boolean {
  if (next.begins <= one.begins || isLower(view.codex, next.page, one.page)) return false;
  const { end } = one.fact;
  // "Holds until that end; or, where the next fact begins (by its `from`, or its entry's `date`) on the very date of that `through`, until there."
  const isHandedOver =
    end?.key === 'through' && next.begins === end.day - 1 && (next.fact.from ?? next.page.date)?.day === next.begins;
  if (end && !isHandedOver) return false;
  const pair = pairNamed(view.course, one.fact);
  // "A fact of a soft superseder and one of what it softly supersedes both stand."
  const isSoft = view.retcons.some(
    (retcon) =>
      retcon.isSoft &&
      covers(retcon, pair) &&
      !isOfCycle(view.retcons, retcon) &&
      [retcon.by, retcon.of].every((page) => page === one.page || page === next.page),
  );
  if (isSoft) return false;
  // "A fact that a retcon touches ends a fact of the retconning entry, or of what superseded that entry, only up to the `effective`."
  const retcons = inForce(view, pair, day);
  const above = (page: Page): readonly Page[] => [
    page,
    ...reachedFrom(page, (other) =>
      retcons.filter(({ kind, of }) => kind === 'supersedes' && of === other).map(({ by }) => by),
    ),
  ];
  return !retcons.some(({ by, of, effective }) => of === next.page && effective <= day && above(by).includes(one.page));
}

/** "Unranked ones are neither." */
function isLower({ tiers }: Codex, a: Page, b: Page): boolean {
  if (a.tier === undefined || b.tier === undefined) return false;
  return tiers.indexOf(a.tier) > tiers.indexOf(b.tier);
}

/** "Two values are the same when they refer to the same entry or are the same text." */
function areSame(view: View, one: string, other: string): boolean {
  const page = referred(view, one);
  return bare(one) === bare(other) || (page !== undefined && page === referred(view, other));
}

/** "A value that is an entry's exact id, or a `[[link]]`, is a reference to it." */
const referred = ({ known }: View, value: string): Page | undefined =>
  value === bare(value) ? known.find(({ id }) => id === value) : meant(known, value);
