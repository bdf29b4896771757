/**
 * A second reading of model.md §11, year by year and by hand: written from the page, with nothing of the product in it. It is slow, and knows
 * only worlds of years on one line, whose names are ids.
 */
import { LAST, FIRST, type Declares, type Page, type SaysWho, type Stated, type World, written } from './secretWorlds';

/** Before all years. */
export const EVER = FIRST - 1;
/** After all years. */
export const NEVER = LAST + 1;

export type Point = 's1' | 'latest';

const isKnown = (page: Page, point: Point): boolean => point === 'latest' || page.canon !== 's2';
const hasCome = (revision: 's1' | 's2', point: Point): boolean => point === 'latest' || revision === 's1';

interface Fact {
  readonly page: Page;
  readonly stated: Stated;
}

interface Declaration {
  readonly page: Page;
  readonly declares: Declares;
}

const isBelief = ({ page, stated }: Fact): boolean => (stated.believedBy ?? page.believedBy) !== null;

const pagesAt = (world: World, point: Point): Page[] => world.pages.filter((page) => isKnown(page, point));
const factsAt = (world: World, point: Point): Fact[] =>
  pagesAt(world, point).flatMap((page) => page.facts.map((stated) => ({ page, stated })));
const declarationsAt = (world: World, point: Point): Declaration[] =>
  pagesAt(world, point).flatMap((page) =>
    page.declares.flatMap((declares) =>
      pagesAt(world, point).some(({ id }) => id === declares.old) ? [{ page, declares }] : [],
    ),
  );

/** `effective`, else for a retraction always, else the date of the page, else always. */
function effectiveOf({ page, declares }: Declaration): number {
  if (declares.effective === 'always') return EVER;
  return declares.effective ?? (declares.kind === 'retracts' ? EVER : (page.date ?? EVER));
}

/** Its own `from`; else where it supersedes a fact of the same entity and attribute; else the date of its page; else it is undated. */
export function beginning(world: World, point: Point, { page, stated }: Fact): number {
  if (stated.from !== null) return stated.from;
  const replaced = declarationsAt(world, point).filter(
    (one) =>
      one.page === page &&
      one.declares.kind === 'supersedes' &&
      factsAt(world, point).some(
        (old) =>
          old.page.id === one.declares.old &&
          old.stated.entity === stated.entity &&
          old.stated.attribute === stated.attribute,
      ),
  );
  if (replaced.length > 0) return Math.min(...replaced.map(effectiveOf));
  return page.date ?? EVER;
}

const endOf = ({ page, stated }: Fact): number => stated.until ?? page.until ?? NEVER;

/** What is left of a fact after some retcons: from, until. */
function leftOf(world: World, point: Point, fact: Fact, until: number, retcons: readonly Declaration[]) {
  const from = beginning(world, point, fact);
  let end = until;
  for (const retcon of retcons)
    if (retcon.declares.old === fact.page.id) {
      const effective = effectiveOf(retcon);
      // An undated fact is displaced by what always was so.
      end = Math.min(end, effective);
    }
  return { from, end };
}

/** Whether somebody belongs to a circle in a year, by the truth as of the point. */
function belongs(
  world: World,
  point: Point,
  who: string,
  circle: string,
  year: number,
  seen: readonly string[],
): boolean {
  if (seen.includes(circle)) return false;
  const members = [...(world.circles[circle] ?? [])];
  const so = declarationsAt(world, point).filter(({ page }) => page.believedBy === null);
  for (const fact of factsAt(world, point)) {
    if (isBelief(fact) || fact.stated.attribute !== 'member' || fact.stated.entity !== circle) continue;
    const { from, end } = leftOf(world, point, fact, endOf(fact), so);
    if (from < end && from <= year && year < end) members.push(fact.stated.value);
  }
  return members.some((one) => one === who || belongs(world, point, who, one, year, [...seen, circle]));
}

const isIn = (world: World, point: Point, who: string, name: string, year: number): boolean =>
  name === 'everyone' || (name !== 'nobody' && (name === who || belongs(world, point, who, name, year, [])));

/** Whether somebody is, in any year up to one, whom a name stands for. */
export function belongsBy(world: World, point: Point, who: string, name: string, by: number): boolean {
  for (let year = EVER; year <= by; year++) if (isIn(world, point, who, name, year)) return true;
  return false;
}

function lives(world: World, who: string, year: number): boolean {
  const life = world.mortals[who];
  if (!life || life.born === null) return true;
  return life.born <= year && year < (life.died ?? NEVER);
}

const audienceOf = (world: World, page: Page, own: SaysWho) =>
  written(
    own.knownBy ??
      page.knownBy ??
      (page.folder === 'gm' && world.gm ? world.gm : ['everyone']).map((name) => ({ who: name, when: null })),
  );

interface Learnable {
  readonly begins: number;
  readonly audience: ReturnType<typeof audienceOf>;
  readonly knownFrom: number;
}

/** The first year in which all of it is so. */
function learned(world: World, point: Point, who: string, { begins, audience, knownFrom }: Learnable): number {
  for (let year = EVER; year <= LAST; year++) {
    if (year < begins || !lives(world, who, year)) continue;
    const isLearned = audience.some(({ who: name, when }) => {
      if (typeof when === 'string' && !hasCome(when, point)) return false;
      const since = when === null ? knownFrom : typeof when === 'number' ? when : EVER;
      return since <= year && isIn(world, point, who, name, year);
    });
    if (isLearned) return year;
  }
  return NEVER;
}

const alone = (names: readonly string[]) => names.map((name) => ({ who: name, when: null }));

export function learnsFact(world: World, point: Point, who: string, fact: Fact): number {
  const { page, stated } = fact;
  return learned(world, point, who, {
    begins: beginning(world, point, fact),
    audience: isBelief(fact) ? alone(stated.believedBy ?? page.believedBy ?? []) : audienceOf(world, page, stated),
    knownFrom: stated.knownFrom ?? page.knownFrom ?? EVER,
  });
}

const learnsDeclaration = (world: World, point: Point, who: string, one: Declaration): number =>
  learned(world, point, who, {
    begins: effectiveOf(one),
    audience: one.page.believedBy ? alone(one.page.believedBy) : audienceOf(world, one.page, one.page),
    knownFrom: one.page.knownFrom ?? EVER,
  });

/** Whether the page itself is open by a year: it is read, not learned. */
export function isOpen(world: World, point: Point, who: string, page: Page, by: number): boolean {
  return audienceOf(world, page, page).some(({ who: name, when }) => {
    if (typeof when === 'string' && !hasCome(when, point)) return false;
    const usual = page.knownFrom ?? page.date ?? EVER;
    const since = when === null ? usual : typeof when === 'number' ? when : (page.date ?? EVER);
    for (let year = since; year <= by; year++) if (isIn(world, point, who, name, year)) return true;
    return false;
  });
}

/** One fact as somebody holds it. */
interface Held {
  readonly fact: Fact;
  readonly from: number;
  readonly end: number;
  readonly learned: number;
  readonly isBelief: boolean;
}

export interface Answer {
  readonly values: readonly string[];
  readonly isDisputed: boolean;
  /** The pages that state them; null: not open. */
  readonly pages: readonly (string | null)[];
}

/** What somebody holds of an attribute in a year, having learned until another; null for the whole truth. */
export function held(
  world: World,
  point: Point,
  who: string | null,
  by: number,
  entity: string,
  attribute: string,
  year: number,
): Answer {
  const isLearned = (when: number): boolean => who === null || when <= by;
  const retcons = declarationsAt(world, point).filter((one) =>
    who === null ? one.page.believedBy === null : isLearned(learnsDeclaration(world, point, who, one)),
  );
  const all = factsAt(world, point)
    .filter(({ stated }) => stated.entity === entity && stated.attribute === attribute)
    .filter((fact) => who !== null || !isBelief(fact))
    .map((fact): Held => {
      const end = endOf(fact);
      const seen = who === null || end <= by ? end : NEVER;
      const when = who === null ? EVER : learnsFact(world, point, who, fact);
      return { fact, ...leftOf(world, point, fact, seen, retcons), learned: when, isBelief: isBelief(fact) };
    })
    .filter(({ learned: when, from, end }) => isLearned(when) && from < end);
  const truths = all.filter((one) => !one.isBelief);
  const isState = attribute === 'ruler' || attribute === 'member';
  const settled = isState ? truths.map((one) => endedByNext(one, truths)) : truths;
  const dated = settled.filter(({ from, end }) => from > EVER && from <= year && year < end);
  const undated = settled.filter(({ from, end }) => from === EVER && year < end);
  const so = isState && dated.length > 0 ? dated : [...dated, ...undated];
  const believed = all.filter(({ isBelief: is, from, end }) => is && from <= year && year < end);
  const kept = attribute === 'rival' ? [...so, ...believed] : together(so, believed);
  const values = kept.map(({ fact }) => fact.stated.value).sort();
  return {
    values,
    isDisputed: attribute !== 'rival' && new Set(values).size > 1,
    pages: kept
      .map(({ fact: { page } }) => (who === null || isOpen(world, point, who, page, by) ? page.id : null))
      .sort((a, b) => (String(a) < String(b) ? -1 : 1)),
  };
}

function endedByNext(one: Held, truths: readonly Held[]): Held {
  if (one.from === EVER) return one;
  const next = truths.filter(({ from }) => from > one.from).map(({ from }) => from);
  return { ...one, end: Math.min(one.end, ...next) };
}

/** Of those with different values the one that was learned later; at once, the truth; two beliefs at once, both. */
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

/** What a scene of its page's date states, declares, and links to, before somebody has learned of it. */
export function tooEarly(world: World, who: string, scene: Page, links: readonly Page[]): string[] {
  const by = scene.date ?? NEVER;
  const so = declarationsAt(world, 'latest').filter(({ page }) => page.believedBy === null);
  const isLate = (stated: Stated): boolean => {
    const fact = { page: scene, stated };
    const { from, end } = leftOf(world, 'latest', fact, endOf(fact), so);
    return from < end && learnsFact(world, 'latest', who, fact) > by;
  };
  // Of all who have a page of their own, those alone are not open to everybody always.
  const isUnborn = (name: string): boolean => name !== who && (world.mortals[name]?.born ?? EVER) > by;
  const stated = scene.facts.flatMap((fact) => [
    ...(isUnborn(fact.entity) ? [fact.entity] : []),
    ...(isLate(fact) || isUnborn(fact.value) ? [fact.value] : []),
  ]);
  const old = scene.declares.flatMap(({ old: id }) => world.pages.filter((page) => page.id === id));
  const pages = [...old, ...links].filter((page) => page !== scene && !isOpen(world, 'latest', who, page, by));
  return [...stated, ...pages.map(({ id }) => id)];
}

/** What must not be said to somebody: words of what was not learned, and of pages that are not open. */
export function unsaid(world: World, point: Point, who: string, by: number): string[] {
  const words = new Set<string>();
  const said = new Set<string>();
  for (const page of world.pages) {
    const isThere = isKnown(page, point);
    if (!isThere || !isOpen(world, point, who, page, by)) words.add(`Title of ${page.id}`).add(`prose of ${page.id}`);
    const isHeardOf = declarationsAt(world, point).some(
      (one) => one.page === page && learnsDeclaration(world, point, who, one) <= by,
    );
    if (!isHeardOf) words.add(`because of ${page.id}`);
    for (const stated of page.facts) {
      if (stated.attribute === 'member' || stated.value === 'agreed') continue;
      const isLearned = isThere && learnsFact(world, point, who, { page, stated }) <= by;
      (isLearned ? said : words).add(stated.value);
    }
  }
  return [...words].filter((word) => !said.has(word));
}
