/**
 * model §5: the retcons that a canon point knows, which of them are in force at a day of the world, and what a
 * restoration ends.
 */
import { courseFrom, isNotAfter } from './canonTime';
import { type Course, entityNamed } from './entities';
import { meant } from './names';
import { ALWAYS, type Codex, type Declaration, type Named, type Page } from './page';
import { reachedFrom } from './reached';

/** What is examined: a canon point, as the pages and the retcons that it knows. */
export interface View {
  readonly codex: Codex;
  readonly course: Course;
  readonly known: readonly Page[];
  readonly retcons: readonly Retcon[];
  /**
   * Supersessions and retractions that clip, unless a restoration undoes them: neither soft ones nor those of a cycle.
   */
  readonly clipping: readonly Retcon[];
  readonly restorations: readonly Retcon[];
}

/** An entity and an attribute of it: what `only` limits a retcon to, and what it touches. */
export interface Pair {
  readonly entity: string;
  readonly attribute: string;
}

/** A retcon is judged on one pair, or on the page as a whole, for its standing. */
export type Scope = Pair | 'whole';

export interface Retcon {
  readonly kind: 'supersedes' | 'retracts' | 'restores';
  readonly by: Page;
  readonly of: Page;
  readonly effective: number;
  /** It says itself where it takes effect. */
  readonly isDated: boolean;
  readonly isSoft: boolean;
  readonly only: readonly Pair[] | undefined;
}

const isSamePair = (a: Pair, b: Pair): boolean => a.entity === b.entity && a.attribute === b.attribute;

export const pairNamed = (course: Course, { entity, attribute }: Named): Pair => ({
  entity: entityNamed(course, entity),
  attribute,
});

/** The pairs of the facts that a page states. */
export const pairsOf = ({ course }: View, page: Page): readonly Pair[] =>
  page.facts.map((fact) => pairNamed(course, fact));

/**
 * Every retcon that the canon point knows: both ends are known, and the name means one page. One that names itself is an
 * error.
 */
export function retconsKnown(course: Course): readonly Retcon[] {
  const known = course[0] ?? [];
  return known.flatMap((by) =>
    known.flatMap((of) => {
      if (by === of) return [];
      const says = (page: Page, key: Declaration['key'], other: Page): readonly Declaration[] =>
        page.declares.filter((one) => one.key === key && meant(known, one.name) === other);
      const superseding = bothEnds(says(by, 'supersedes', of), says(of, 'superseded_by', by));
      return [
        ...superseding.map((one) => retcon(course, 'supersedes', by, of, one)),
        ...says(by, 'retracts', of).map((one) => retcon(course, 'retracts', by, of, one)),
        ...says(by, 'restores', of).map((one) => retcon(course, 'restores', by, of, one)),
      ];
    }),
  );
}

/**
 * "Declared at both ends it is one edge, with the keys of both"; where two declarations of one edge differ, "all apply",
 * each as it stands.
 */
function bothEnds(newer: readonly Declaration[], older: readonly Declaration[]): readonly Declaration[] {
  const isAlone = (one: Declaration, others: readonly Declaration[]) => !others.some((other) => agree(one, other));
  return [
    ...newer.flatMap((one) =>
      older
        .filter((other) => agree(one, other))
        .map((other) => ({
          ...one,
          effective: one.effective ?? other.effective,
          soft: one.soft ?? other.soft,
          only: one.only ?? other.only,
        })),
    ),
    ...newer.filter((one) => isAlone(one, older)),
    ...older.filter((one) => isAlone(one, newer)),
  ];
}

/** Whether the two agree on every key that both have. */
const agree = (a: Declaration, b: Declaration): boolean =>
  (['effective', 'soft', 'only'] as const).every(
    (key) => a[key] === undefined || b[key] === undefined || JSON.stringify(a[key]) === JSON.stringify(b[key]),
  );

function retcon(course: Course, kind: Retcon['kind'], by: Page, of: Page, declared: Declaration): Retcon {
  // "default: this entry's `date`, else always"; of a retraction "always, it never was". Of a restoration see `dated`.
  const otherwise = kind === 'supersedes' ? (by.date?.day ?? ALWAYS) : ALWAYS;
  const only = declared.only?.map((named) => pairNamed(course, named));
  const isDated = declared.effective !== undefined;
  return {
    kind,
    by,
    of,
    effective: declared.effective?.day ?? otherwise,
    isDated,
    isSoft: declared.soft ?? false,
    only,
  };
}

/** "`only`: limit it to some facts; default: all of them." As a whole, a page is not touched by one that is limited. */
export function covers({ only }: Retcon, scope: Scope): boolean {
  if (only === undefined) return true;
  return scope !== 'whole' && only.some((pair) => isSamePair(pair, scope));
}

/** "Cycles, of `supersedes` and `retracts` together, are errors; until they are mended none of a cycle's edges clips anything." */
export const isOfCycle = (retcons: readonly Retcon[], { by, of }: Retcon): boolean =>
  reachedFrom(of, (page) =>
    retcons.filter((one) => one.kind !== 'restores' && one.by === page).map((one) => one.of),
  ).includes(by);

export function viewAt(codex: Codex, asOf: string): View {
  const course = courseFrom(codex, asOf);
  return dated(viewOf(codex, course, retconsKnown(course)));
}

const viewOf = (codex: Codex, course: Course, retcons: readonly Retcon[]): View => ({
  codex,
  course,
  known: course[0] ?? [],
  retcons,
  clipping: retcons.filter((one) => one.kind !== 'restores' && !one.isSoft && !isOfCycle(retcons, one)),
  restorations: retcons.filter(({ kind }) => kind === 'restores'),
});

/** The retcons that a restoration undoes, of the page as a whole or of any pair. */
export function undoneAnywhere(view: View, one: Retcon): readonly Retcon[] {
  const scopes: readonly Scope[] = ['whole', ...pairsOf(view, one.of)];
  const covered = scopes.filter((scope) => covers(one, scope));
  return covered.flatMap((scope) => [
    ...view.clipping.filter((other) => other.of === one.of && covers(other, scope) && isKnownBefore(view, other, one)),
    ...view.restorations.filter((other) => covers(other, scope) && isUndoneBy(view, other, one, scope)),
  ]);
}

/** The default of a restoration's `effective`: "where the earliest of the retcons that it undoes took effect"; "one that undoes nothing is `always`". */
function dated(view: View): View {
  const own = (one: Retcon): number => {
    if (one.isDated || one.kind !== 'restores') return one.effective;
    const undone = undoneAnywhere(view, one);
    return undone.length > 0 ? Math.min(...undone.map(own)) : ALWAYS;
  };
  return viewOf(
    view.codex,
    view.course,
    view.retcons.map((one) => ({ ...one, effective: own(one) })),
  );
}

/**
 * Whether a retcon existed when a restoration was made. Each takes effect "at its canon position (or the old entry's, if
 * that is later)". At one and the same position (model §7) "a restoration [comes] after the other retcons of what it
 * names", those of its own page too, but not after those of a page that names its own, directly or through others: "what
 * supersedes, retracts or restores comes after what it names".
 */
function isKnownBefore(view: View, retcon: Retcon, restoration: Retcon): boolean {
  const isUpTo = (a: Retcon, b: Retcon) =>
    [a.by, a.of].every((page) => [b.by, b.of].some((other) => isNotAfter(view.codex, page, other)));
  if (!isUpTo(retcon, restoration)) return false;
  return !isUpTo(restoration, retcon) || !namedFrom(view, retcon.by).includes(restoration.by);
}

/** The pages that a page supersedes, retracts or restores, directly or through others. */
const namedFrom = ({ retcons }: View, page: Page): readonly Page[] =>
  reachedFrom(page, (one) => retcons.filter(({ by }) => by === one).map(({ of }) => of));

/**
 * "The facts of all that superseded it (softly aside), directly or down the chain, end there for these entities and
 * attributes." What superseded one of them only later was decided knowing of the restoration, and is not ended by it.
 */
export function endedBy(view: View, restoration: Retcon, scope: Scope): readonly Page[] {
  const steps = view.clipping.filter(
    (one) => one.kind === 'supersedes' && covers(one, scope) && isKnownBefore(view, one, restoration),
  );
  return reachedFrom(restoration.of, (page) => steps.filter(({ of }) => of === page).map(({ by }) => by));
}

/**
 * "A restoration is among the retcons of what it ended: who restores that superseder undoes it in turn." Its own page it
 * did not end.
 */
const isUndoneBy = (view: View, one: Retcon, other: Retcon, scope: Scope): boolean =>
  other.of !== one.by && endedBy(view, one, scope).includes(other.of) && isKnownBefore(view, one, other);

/** Whether a restoration undoes any retcon that touched the pair: "the entities and attributes that they touched". */
function touches(view: View, restoration: Retcon, scope: Scope): boolean {
  if (!covers(restoration, scope)) return false;
  const undoes = view.clipping.filter(
    (one) => one.of === restoration.of && covers(one, scope) && isKnownBefore(view, one, restoration),
  );
  const states = scope === 'whole' || pairsOf(view, restoration.of).some((pair) => isSamePair(pair, scope));
  if (undoes.length > 0 && states) return true;
  return view.restorations.some((one) => isUndoneBy(view, one, restoration, scope) && touches(view, one, scope));
}

/** Whether a restoration holds at a day: its `effective` has come, and none that holds has undone it. */
const isInForce = (view: View, one: Retcon, scope: Scope, day: number): boolean =>
  one.effective <= day &&
  touches(view, one, scope) &&
  !view.restorations.some((other) => isUndoneBy(view, one, other, scope) && isInForce(view, other, scope, day));

export const restorationsInForce = (view: View, scope: Scope, day: number): readonly Retcon[] =>
  view.restorations.filter((one) => isInForce(view, one, scope, day));

/**
 * The retcons that clip as seen from a day: from the `effective` of a restoration on, "what is answered is what would be
 * answered if they had never been declared".
 */
export function inForce(view: View, scope: Scope, day: number): readonly Retcon[] {
  const restored = restorationsInForce(view, scope, day);
  return view.clipping.filter(
    (one) => covers(one, scope) && !restored.some((other) => other.of === one.of && isKnownBefore(view, one, other)),
  );
}

/** Whether a restoration has ended the page's facts of the pair: "an entry's own facts are not ended by its own restoration". */
export const isEnded = (view: View, page: Page, scope: Scope, day: number): boolean =>
  restorationsInForce(view, scope, day).some((one) => one.by !== page && endedBy(view, one, scope).includes(page));
