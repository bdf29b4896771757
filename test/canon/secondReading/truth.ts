/** model §4 and §6: what holds for an entity on one day, as of one canon point. */
import { entityNamed } from './entities';
import { bare, meant } from './names';
import { ALWAYS, type Codex, FOREVER, type Page, type Statement } from './page';
import { inForce, isEnded, pairNamed, pairsOf, type View } from './retcons';

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
    const held = kind === 'state' ? statesOn(view.codex, placed, day) : placed.filter((one) => holds(one, day));
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
 * "A fact begins at its `from`; else, if its entry supersedes a fact of the same entity and attribute (softly aside), at the earliest
 * `effective` of those of them that are known; else at the start of its entry's `date`; without any it is undated." What a cycle or a
 * restoration has put out of force dates nothing either.
 */
export function beginningOf(view: View, page: Page, fact: Statement, day: number): number {
  if (fact.from) return fact.from.day;
  const pair = pairNamed(view.course, fact);
  const superseding = inForce(view, pair, day).filter(
    ({ kind, by, of }) =>
      kind === 'supersedes' &&
      by === page &&
      pairsOf(view, of).some(({ entity, attribute }) => entity === pair.entity && attribute === pair.attribute),
  );
  if (superseding.length > 0) return Math.min(...superseding.map(({ effective }) => effective));
  return page.date?.day ?? ALWAYS;
}

/** Rule 3. */
function statesOn(codex: Codex, placed: readonly Placed[], day: number): readonly Placed[] {
  const dated = placed.filter(({ begins }) => begins !== ALWAYS);
  // "Every dated fact also ends where the next later-starting dated fact of the same entity and attribute starts", but "a fact of a lower
  // tier never ends one of a higher tier".
  const held = dated.filter(
    (one) =>
      holds(one, day) &&
      !dated.some((next) => one.begins < next.begins && next.begins <= day && !isLower(codex, next.page, one.page)),
  );
  // "An undated fact is the weakest: it holds only where no dated one does", but a lower tier does not displace "an undated one of a higher".
  const filling = placed.filter(
    (one) => one.begins === ALWAYS && holds(one, day) && !held.some((other) => !isLower(codex, other.page, one.page)),
  );
  return [...held, ...filling];
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
