/**
 * A second implementation of model §11, year by year and by hand: written from the page, and sharing no code with the
 * product. It is slow, and supports only worlds of years, on some lines, whose names are ids.
 */
import {
  type Declaration,
  effectiveOf,
  type Fact,
  isLeftAnywhere,
  isWithin,
  leftOf,
  type OnLine,
  onLine,
  retconIn,
  viewOf,
} from './left';
import { isEarlier } from '../secondReading/order';
import type { Page as PlainPage } from '../secondReading/page';
import { reachedFrom } from '../secondReading/reached';
import { inForce, type Pair, type View } from '../secondReading/retcons';
import { EVER, hasCome, isOver, LAST, LINES, type Moment, NEVER, type When, YEARS } from './moments';
import { type Page, REVISIONS, type SaysWho, type Stated, type World, written } from './secretWorlds';

/** A revision, or `latest`. */
export type Point = (typeof REVISIONS)[number] | 'latest';

const isUpTo = (revision: (typeof REVISIONS)[number] | null, point: Point): boolean =>
  point === 'latest' || revision === null || REVISIONS.indexOf(revision) <= REVISIONS.indexOf(point);

const isKnown = ({ canon }: Page, point: Point): boolean => isUpTo(canon, point);

const isBelief = ({ page, stated }: Fact): boolean => (stated.believedBy ?? page.believedBy) !== null;

const pagesAt = (world: World, point: Point): Page[] => world.pages.filter((page) => isKnown(page, point));
const factsAt = (world: World, point: Point): Fact[] =>
  pagesAt(world, point).flatMap((page) => page.facts.map((stated) => ({ page, stated })));
const declarationsAt = (world: World, point: Point): Declaration[] =>
  pagesAt(world, point).flatMap((page) => page.declares.map((declares) => ({ page, declares })));

/**
 * Its own `from`; else where it supersedes a fact of the same entity and attribute; else the date of its page; else it is
 * undated.
 */
export function beginning(world: World, point: Point, { page, stated }: Fact): When {
  if (stated.from !== null) return stated.from;
  const replacing = declarationsAt(world, point).find(
    (one) =>
      one.page === page &&
      one.declares.kind === 'supersedes' &&
      factsAt(world, point).some(
        (old) =>
          (!isBelief(old) || isBelief({ page, stated })) &&
          old.page.id === one.declares.old &&
          old.stated.entity === stated.entity &&
          old.stated.attribute === stated.attribute,
      ),
  );
  const effective = replacing && effectiveIn(world, point, replacing);
  return effective === 'always'
    ? corrected(world, point, { page, stated }, replacing as Declaration)
    : (effective ?? page.date);
}

/**
 * "Where such an `effective` is `always`, it counts as where the first began of the facts that it displaces and that nobody displaced before
 * it; where one of these is undated, so is the beginning. But where the new fact states a value that it displaces, and its entry has a
 * `date`, that edge counts as the entry's `date`."
 */
function corrected(world: World, point: Point, fact: Fact, edge: Declaration): When {
  const isMet = (page: Page): boolean => isBelief(fact) || page.believedBy === null;
  const declared = declarationsAt(world, point).filter(({ page }) => isMet(page));
  const view = viewOf(pagesAt(world, point), factsAt(world, point), declared, () => 0);
  const its = retconIn(view, edge);
  const clips = declared.flatMap((one) => {
    const retcon =
      one.declares.old === edge.declares.old && one.declares.kind !== 'restores' ? retconIn(view, one) : undefined;
    return its && retcon && isEarlier(view, retcon, its) ? { one, retcon } : [];
  });
  const displaced = factsAt(world, point).filter(
    (old) =>
      (!isBelief(old) || isBelief(fact)) &&
      old.page.id === edge.declares.old &&
      old.stated.entity === fact.stated.entity &&
      old.stated.attribute === fact.stated.attribute &&
      isLeftAfter(
        clips
          .sort((a, b) => (isEarlier(view, a.retcon, b.retcon) ? -1 : 1))
          .map(({ one }) => effectiveIn(world, point, one)),
        beginning(world, point, old),
        endOf(old),
      ),
  );
  const { page, stated } = fact;
  if (displaced.length === 0) return page.date;
  if (page.date && displaced.some((old) => old.stated.value === stated.value)) return page.date;
  const begun = displaced.map((old) => beginning(world, point, old));
  return begun.reduce((first, other) =>
    first === null || other === null ? null : other.line === first.line && other.year < first.year ? other : first,
  );
}

function isLeftAfter(effects: readonly (Moment | 'always')[], begins: When, end: When): boolean {
  let line = begins?.line ?? end?.line ?? null;
  let until = end && end.line === line ? end.year : NEVER;
  for (const effect of effects) {
    if (effect === 'always') return false;
    line ??= effect.line;
    if (effect.line === line) until = Math.min(until, effect.year);
  }
  return begins === null || begins.year < until;
}

const effectiveIn = (world: World, point: Point, one: Declaration): Moment | 'always' =>
  effectiveOf(one, pagesAt(world, point), factsAt(world, point), declarationsAt(world, point));

const endOf = ({ page, stated }: Fact): When => stated.until ?? page.until;

/** The truth, as it lies on a line: computed once for each world and point. */
const truths = new WeakMap<World, Map<string, OnLine>>();
function truthOn(world: World, point: Point, line: string): OnLine {
  const all = truths.get(world) ?? new Map<string, OnLine>();
  truths.set(world, all);
  const key = `${point} ${line}`;
  const kept =
    all.get(key) ??
    onLine(
      line,
      pagesAt(world, point),
      factsAt(world, point).filter((fact) => !isBelief(fact)),
      declarationsAt(world, point).filter(({ page }) => page.believedBy === null),
    );
  all.set(key, kept);
  return kept;
}

/** Whether somebody belongs to a circle at a moment, by the truth as of the point. */
function belongs(
  world: World,
  point: Point,
  who: string,
  circle: string,
  at: Moment,
  seen: readonly string[],
): boolean {
  if (seen.includes(circle)) return false;
  const members = [...(world.circles[circle] ?? [])];
  for (const fact of factsAt(world, point)) {
    const { entity, attribute, value } = fact.stated;
    const held =
      attribute === 'member' && entity === circle
        ? value
        : attribute === 'organization' && value === circle
          ? entity
          : null;
    if (held === null || isBelief(fact)) continue;
    const left = leftOf(truthOn(world, point, at.line), fact, beginning(world, point, fact), endOf(fact), at.year);
    if (left && !left.isUnsure && isWithin(left, at.year)) members.push(held);
  }
  return members.some((one) => one === who || belongs(world, point, who, one, at, [...seen, circle]));
}

const isIn = (world: World, point: Point, who: string, name: string, at: Moment): boolean =>
  name === 'everyone' || (name !== 'nobody' && (name === who || belongs(world, point, who, name, at, [])));

const upTo = ({ line, year }: Moment): Moment[] =>
  YEARS.filter((one) => one <= year).map((one) => ({ line, year: one }));

/** Whether somebody is, at any moment up to one, among those that a name stands for. */
export const belongsBy = (world: World, point: Point, who: string, name: string, by: Moment): boolean =>
  upTo(by).some((at) => isIn(world, point, who, name, at));

function lives(world: World, who: string, at: Moment): boolean {
  const life = world.mortals[who];
  return !life || life.born === null || (hasCome(life.born, at) && isOver(life.died, at) === false);
}

const audienceOf = (world: World, page: Page, own: SaysWho) =>
  written(
    own.knownBy ??
      page.knownBy ??
      (page.folder === 'gm' && world.gm ? world.gm : ['everyone']).map((name) => ({ who: name, when: null })),
  );

interface Learnable {
  readonly begins: When;
  readonly audience: ReturnType<typeof audienceOf>;
  readonly knownFrom: When;
}

const isLearnedAt = (
  world: World,
  point: Point,
  who: string,
  { begins, audience, knownFrom }: Learnable,
  at: Moment,
): boolean =>
  hasCome(begins, at) &&
  lives(world, who, at) &&
  audience.some(({ who: name, when }) => {
    if (typeof when === 'string' && !isUpTo(when, point)) return false;
    const since = typeof when === 'string' ? null : (when ?? knownFrom);
    return hasCome(since, at) && isIn(world, point, who, name, at);
  });

/** The first year of a line in which all of it holds. */
const learnedOn = (world: World, point: Point, who: string, learnable: Learnable, line: string): number =>
  YEARS.find((year) => year <= LAST && isLearnedAt(world, point, who, learnable, { line, year })) ?? NEVER;

/**
 * In which order things count as learned: "what is learned at a revision counts as learned later than all that was learned without one,
 * or at an earlier one. Of several ways open by `K`, the one that counts earliest is taken."
 */
function learnedAs(world: World, point: Point, who: string, learnable: Learnable, by: Moment): number {
  for (const [place, revision] of [null, ...REVISIONS].entries()) {
    const audience = learnable.audience.filter(({ when }) => (typeof when === 'string' ? when : null) === revision);
    const year = learnedOn(world, point, who, { ...learnable, audience }, by.line);
    if (year <= by.year) return place * 10_000 + year;
  }
  return NEVER;
}

const alone = (names: readonly string[]) => names.map((name) => ({ who: name, when: null }));

function learnableFact(world: World, point: Point, fact: Fact): Learnable {
  const { page, stated } = fact;
  return {
    begins: beginning(world, point, fact),
    audience: isBelief(fact) ? alone(stated.believedBy ?? page.believedBy ?? []) : audienceOf(world, page, stated),
    knownFrom: stated.knownFrom ?? page.knownFrom,
  };
}

function learnableDeclaration(world: World, point: Point, one: Declaration): Learnable {
  const effective = effectiveIn(world, point, one);
  return {
    begins: effective === 'always' ? null : effective,
    audience: one.page.believedBy ? alone(one.page.believedBy) : audienceOf(world, one.page, one.page),
    knownFrom: one.page.knownFrom,
  };
}

const isLearnedBy = (world: World, point: Point, who: string, learnable: Learnable, by: Moment): boolean =>
  learnedOn(world, point, who, learnable, by.line) <= by.year;

/** Whether the page itself is open at a moment: it is read, not learned. */
const isOpenAt = (world: World, point: Point, who: string, page: Page, at: Moment): boolean =>
  audienceOf(world, page, page).some(({ who: name, when }) => {
    if (typeof when === 'string' && !isUpTo(when, point)) return false;
    const since = typeof when === 'string' ? page.date : (when ?? page.knownFrom ?? page.date);
    return hasCome(since, at) && isIn(world, point, who, name, at);
  });

export const isOpen = (world: World, point: Point, who: string, page: Page, by: Moment): boolean =>
  upTo(by).some((at) => isOpenAt(world, point, who, page, at));

/** One fact as somebody holds it. */
interface Held {
  readonly fact: Fact;
  readonly from: number | null;
  readonly until: number;
  readonly isUnsure: boolean;
  readonly learned: number;
  readonly isBelief: boolean;
}

export interface Answer {
  readonly values: readonly string[];
  readonly isDisputed: boolean;
  /** The pages that state them; null: not open. */
  readonly pages: readonly (string | null)[];
}

/** An attribute that is declared a set, or membership, which always is one (model §11). */
const SETS: ReadonlySet<string> = new Set(['rival', 'member', 'organization']);

/** What somebody holds of an attribute at a moment, having learned until another; null for the whole truth. */
export function held(
  world: World,
  point: Point,
  who: string | null,
  by: Moment,
  entity: string,
  attribute: string,
  at: Moment,
): Answer {
  const isSeen = (fact: Fact): boolean =>
    who === null ? !isBelief(fact) : isLearnedBy(world, point, who, learnableFact(world, point, fact), by);
  const facts = factsAt(world, point).filter(isSeen);
  const declared = declarationsAt(world, point).filter((one) =>
    who === null
      ? one.page.believedBy === null
      : isLearnedBy(world, point, who, learnableDeclaration(world, point, one), by),
  );
  const there = onLine(at.line, pagesAt(world, point), facts, declared);
  const all = facts
    .filter(({ stated }) => stated.entity === entity && stated.attribute === attribute)
    .flatMap((fact): Held[] => {
      const end = endOf(fact);
      const seen = who === null || isOver(end, by) === true ? end : null;
      const left = leftOf(there, fact, beginning(world, point, fact), seen, at.year);
      if (!left) return [];
      const learned = who === null ? EVER : learnedAs(world, point, who, learnableFact(world, point, fact), by);
      return [{ fact, ...left, learned, isBelief: isBelief(fact) }];
    });
  const so = all.filter((one) => !one.isBelief);
  const isSet = SETS.has(attribute);
  const isState = attribute !== 'founder' && !isSet;
  const pair = { entity: `the name ${entity}`, attribute };
  const isEndedThere = (one: Held): boolean => so.some((next) => isEndedBy(there.view, pair, one, next, at.year));
  const settled = isState ? so.filter((one) => !isEndedThere(one)) : so;
  const isHolding = (one: Held): boolean => isWithin(one, at.year);
  const dated = settled.filter((one) => one.from !== null && isHolding(one));
  const undated = settled.filter((one) => one.from === null && isHolding(one));
  const truth = isState && dated.length > 0 ? dated : [...dated, ...undated];
  const believed = all.filter((one) => one.isBelief && isHolding(one));
  const kept = (isSet ? [...truth, ...believed] : together(truth, believed)).filter(({ isUnsure }) => !isUnsure);
  const values = kept.map(({ fact }) => fact.stated.value).sort();
  return {
    values,
    isDisputed: !isSet && new Set(values).size > 1,
    pages: kept
      .map(({ fact: { page } }) => (who === null || isOpen(world, point, who, page, by) ? page.id : null))
      .sort((a, b) => (String(a) < String(b) ? -1 : 1)),
  };
}

/** Whether a later fact that has begun by a year has ended another there. */
function isEndedBy(view: View, pair: Pair, one: Held, next: Held, year: number): boolean {
  if (one.from === null || next.from === null || next.from <= one.from || year < next.from) return false;
  // "A dated fact with an `until` of its own holds until that end", learned or not.
  if (one.fact.stated.until !== null) return false;
  // "A fact that a retcon touches ends a fact of the retconning entry, or of what superseded that entry, only up to the `effective`."
  const retcons = inForce(view, pair, year);
  const above = (page: PlainPage): readonly PlainPage[] => [
    page,
    ...reachedFrom(page, (other) =>
      retcons.filter(({ kind, of }) => kind === 'supersedes' && of === other).map(({ by }) => by),
    ),
  ];
  return !retcons.some(
    ({ by, of, effective }) =>
      of.id === next.fact.page.id && effective <= year && above(by).some(({ id }) => id === one.fact.page.id),
  );
}

/**
 * Of different values the one that was learned later; of values learned at once, the truth; of two beliefs at once, both.
 */
function together(so: readonly Held[], believed: readonly Held[]): Held[] {
  const kept: Held[] = [];
  for (const one of [...so, ...believed].sort(
    (a, b) => b.learned - a.learned || Number(a.isBelief) - Number(b.isBelief),
  )) {
    const isBeaten = kept.some((other) => {
      if (other.fact.stated.value === one.fact.stated.value || (!other.isBelief && !one.isBelief)) return false;
      return other.learned > one.learned || (other.learned === one.learned && one.isBelief && !other.isBelief);
    });
    if (!isBeaten) kept.push(one);
  }
  return kept;
}

/** Whether something comes only after a moment, or never: what can't be compared with it counts as neither. */
const isLate = (by: Moment, isSoAt: (at: Moment) => boolean): boolean =>
  !upTo(by).some(isSoAt) && !LINES.some((line) => line !== by.line && YEARS.some((year) => isSoAt({ line, year })));

/** What a scene of its page's date states, declares, and links to, before somebody has learned of it. */
export function tooEarly(world: World, who: string, scene: Page, links: readonly Page[]): string[] {
  const by = scene.date;
  if (by === null) return [];
  const point = 'latest';
  const isLateFact = (stated: Stated): boolean => {
    const fact = { page: scene, stated };
    // A belief is not stated as true.
    if (isBelief(fact)) return false;
    const learnable = learnableFact(world, point, fact);
    return (
      isLeftAnywhere((line) => truthOn(world, point, line), fact, learnable.begins, endOf(fact)) &&
      isLate(by, (at) => isLearnedAt(world, point, who, learnable, at))
    );
  };
  // Of all who have a page of their own, only those that are not open to everybody always.
  const isUnborn = (name: string): boolean =>
    name !== who && isLate(by, (at) => hasCome(world.mortals[name]?.born ?? null, at));
  const stated = scene.facts.flatMap((fact) => [
    ...(isUnborn(fact.entity) ? [fact.entity] : []),
    ...(isLateFact(fact) || isUnborn(fact.value) ? [fact.value] : []),
  ]);
  const old = scene.declares.flatMap(({ old: id }) => world.pages.filter((page) => page.id === id));
  const pages = [...old, ...links].filter(
    (page) => page !== scene && isLate(by, (at) => isOpenAt(world, point, who, page, at)),
  );
  return [...stated, ...pages.map(({ id }) => id)];
}

/** What must not be shown to somebody: words of what was not learned, and of pages that are not open. */
export function hiddenWords(world: World, point: Point, who: string, by: Moment): string[] {
  const words = new Set<string>();
  const said = new Set<string>();
  for (const page of world.pages) {
    const isThere = isKnown(page, point);
    if (!isThere || !isOpen(world, point, who, page, by)) words.add(`Title of ${page.id}`).add(`prose of ${page.id}`);
    const isHeardOf = declarationsAt(world, point).some(
      (one) => one.page === page && isLearnedBy(world, point, who, learnableDeclaration(world, point, one), by),
    );
    if (!isHeardOf) words.add(`because of ${page.id}`);
    for (const stated of page.facts) {
      if (stated.attribute === 'member' || stated.attribute === 'organization' || stated.value === 'agreed') continue;
      const isLearned = isThere && isLearnedBy(world, point, who, learnableFact(world, point, { page, stated }), by);
      (isLearned ? said : words).add(stated.value);
    }
  }
  return [...words].filter((word) => !said.has(word));
}
