/** The versions of a page that remembers what it said (model §5): each is an entry of its own, which only the canon meets. */
import type { Entry } from './entry';

const made = new WeakMap<Entry, readonly Entry[]>();

/** A page and its later versions, in canon order. */
export function withVersions(page: Entry): readonly Entry[] {
  const found = made.get(page);
  if (found) return found;
  if (page.formerly.length === 0) return [page];
  const versions = page.formerly.map(
    ({ change, effective, replaces, isDated, ...own }, i): Entry => ({
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

/** The page that an entry is a version of: mostly itself. */
export const pageOf = (entry: Entry): Entry => entry.versionOf?.page ?? entry;

/** Everything that a page states in any of its versions, as it is written. */
export const allFactsOf = (page: Entry): Entry['facts'] =>
  page.formerly.length === 0 ? page.facts : withVersions(page).flatMap(({ facts }) => facts);

/** Sets versions of one page apart, where their path alone would not. */
export const versionKey = ({ path, versionOf }: Entry): string => (versionOf ? `${path}\n${versionOf.place}` : path);

/** The same for what some believe and is not true. */
export const allBeliefsOf = (page: Entry): Entry['facts'] =>
  withVersions(page).flatMap(({ knowledge }) => knowledge?.beliefs ?? []);
