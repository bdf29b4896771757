/** The versions of a page that remembers what it said (model §5): each is an entry of its own, which only the canon meets. */
import type { Declaration, Entry, Fact, FormerVersion, OnlyWritten } from './entry';
import { nameKey } from './slug';

const made = new WeakMap<Entry, readonly Entry[]>();

/** A page and its later versions, in canon order. */
export function withVersions(page: Entry): readonly Entry[] {
  const found = made.get(page);
  if (found) return found;
  if (page.formerly.length === 0) return [page];
  const versions = page.formerly.map(
    ({ change, effective, replaces, isDated, again: _again, ...own }, i): Entry => ({
      ...page,
      ...own,
      aliases: [],
      names: [],
      declarations: [],
      formerly: [],
      links: [],
      ownLinks: [],
      referenceLinks: [],
      unknownKeys: [],
      problems: [],
      versionOf: { page, place: i + 1, change, effective, replaces, isDated },
    }),
  );
  const all = [page, ...versions];
  made.set(page, all);
  return all;
}

const changing = new WeakMap<Entry, readonly (readonly Entry[])[]>();

/**
 * The later versions of its page that change what a version says, or its dates: also where no fact takes its beginning or its end from
 * these. Looked up by the place of the version, so that a version doesn't depend on all the others.
 */
export function changersOf(version: Entry): readonly Entry[] {
  const page = pageOf(version);
  let found = changing.get(page);
  if (!found) {
    const byPlace = withVersions(page).map((): Entry[] => []);
    for (const by of withVersions(page)) {
      const { place = 0, replaces = [], isDated = false } = by.versionOf ?? {};
      for (const old of new Set(isDated ? [...replaces, place - 1] : replaces)) byPlace[old]?.push(by);
    }
    changing.set(page, (found = byPlace));
  }
  return found[version.versionOf?.place ?? 0] ?? [];
}

/** Whether a page has a date, or had one. */
export const isEverDated = (page: Entry): boolean => withVersions(page).some(({ date }) => date?.date);

/** What the items of a page declare, in canon order. */
export const changesWritten = ({ formerly }: Entry): Declaration[] => formerly.flatMap(({ change }) => change ?? []);

/** The page that an entry is a version of: mostly itself. */
export const pageOf = (entry: Entry): Entry => entry.versionOf?.page ?? entry;

/** Everything that a page states in any of its versions, each once, as it is written. */
export const allFactsOf = (page: Entry): Entry['facts'] =>
  page.formerly.length === 0
    ? page.facts
    : eachOnce([page, ...page.formerly].flatMap((version) => [...version.facts, ...againIn(version)]));

const againIn = (version: Entry | FormerVersion): readonly Fact[] => ('again' in version ? version.again : []);

/** The same for what some believe and is not true. */
export const allBeliefsOf = (page: Entry): Entry['facts'] =>
  page.formerly.length === 0 ? beliefsOf(page) : eachOnce(withVersions(page).flatMap(beliefsOf));

const beliefsOf = ({ knowledge }: Entry): Entry['facts'] => knowledge?.beliefs ?? [];

/** Both: all that a page states. */
export const writtenFacts = (page: Entry): readonly Fact[] => [...allFactsOf(page), ...allBeliefsOf(page)];

/** In the order written. A version that moves a date restates what it moves, at the same place. */
function eachOnce(facts: readonly Fact[]): readonly Fact[] {
  const seen = new Set<string>();
  const inPlace = ({ attribute, value }: Fact): string => `${attribute.span.start} ${value.span.start}`;
  return facts
    .filter((fact) => !seen.has(inPlace(fact)) && seen.add(inPlace(fact)))
    .sort((a, b) => a.value.span.start - b.value.span.start);
}

/** Whether two facts of a page stand at one place. */
export const isSamePlace = (a: Fact, b: Fact): boolean =>
  a === b || (a.value.span.start === b.value.span.start && a.attribute.span.start === b.attribute.span.start);

/** Whether two values stand alike, and so go on untouched. */
export const areWrittenAlike = (a: Fact, b: Fact): boolean =>
  a.value.text === b.value.text &&
  (a.from?.date?.text ?? a.from?.text) === (b.from?.date?.text ?? b.from?.text) &&
  a.until?.moment.text === b.until?.moment.text &&
  a.until?.inclusive === b.until?.inclusive;

/** What a version changes: what was stated before it, what of that it takes away, and what is stated from it on. */
interface VersionStep {
  readonly version: Entry;
  readonly before: readonly Fact[];
  readonly gone: readonly Fact[];
  readonly now: readonly Fact[];
}

/** Goes through the later versions of a page in canon order. */
export function stepsThrough(page: Entry, factsOf = ({ facts }: Entry): readonly Fact[] => facts): VersionStep[] {
  let stated = factsOf(page).map((fact) => ({ fact, place: 0 }));
  return withVersions(page).flatMap((version): VersionStep[] => {
    const { versionOf } = version;
    if (!versionOf) return [];
    const { place } = versionOf;
    const before = stated.map(({ fact }) => fact);
    const gone = new Set(stated.filter((one) => isTaken(version, one.place, one.fact)));
    // What an earlier change has ended is said again only to be moved: the page no longer says it.
    const ending = changersOf(version).filter((by) => (by.versionOf?.place ?? 0) < place);
    const come = factsOf(version).filter((fact) => !ending.some((by) => isTaken(by, place, fact)));
    stated = [...stated.filter((one) => !gone.has(one)), ...come.map((fact) => ({ fact, place }))];
    return [{ version, before, gone: [...gone].map(({ fact }) => fact), now: stated.map(({ fact }) => fact) }];
  });
}

/** Whether the change of a version takes away a fact of the version at a place. */
const isTaken = ({ versionOf }: Entry, place: number, fact: Fact): boolean =>
  versionOf?.change?.only?.some((only, i) => versionOf.replaces[i] === place && isNamedBy(only, fact)) === true;

const isNamedBy = ({ entity, attribute, value }: OnlyWritten, fact: Fact): boolean =>
  pairKey(entity, attribute) === pairKey(fact.entity?.text ?? null, fact.attribute.text) &&
  (value === null || nameKey(value.text) === nameKey(fact.value.text));

/** Names what a page says of one attribute of an entity, as it is written. */
export const pairKey = (entity: string | null, attribute: string): string =>
  `${nameKey(entity ?? '')}\n${nameKey(attribute)}`;

/** What a page says now, in the order written. */
export const presentFacts = (page: Entry, factsOf?: (version: Entry) => readonly Fact[]): readonly Fact[] =>
  [...(stepsThrough(page, factsOf).at(-1)?.now ?? (factsOf ? factsOf(page) : page.facts))].sort(
    (a, b) => a.value.span.start - b.value.span.start,
  );

/** Facts as those of one page. */
export const numbered = (facts: readonly Fact[]): Fact[] => facts.map((fact, index) => ({ ...fact, index }));

/** A page as it stands now, as if it did not say what it said before. */
export function presentEntry(page: Entry): Entry {
  if (page.formerly.length === 0) return page;
  const { knowledge } = page;
  return {
    ...page,
    facts: numbered(presentFacts(page)),
    formerly: [],
    knowledge: knowledge && { ...knowledge, beliefs: numbered(presentFacts(page, beliefsOf)) },
  };
}

/** The dates of its page that a version moves: each as it was, and as it is from there on; null: it had none. */
export function movedDates({ versionOf, ...is }: Entry) {
  const was = versionOf?.isDated && versionOf.change && withVersions(versionOf.page)[versionOf.place - 1];
  if (!was) return [];
  return (['date', 'until'] as const).flatMap((key) =>
    was[key]?.text === is[key]?.text ? [] : { key, was: was[key], is: is[key] },
  );
}

/** Sets versions of one page apart, where their path alone would not. */
export const versionKey = ({ path, versionOf }: Entry): string => (versionOf ? `${path}\n${versionOf.place}` : path);
