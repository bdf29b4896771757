/** What is looked at of every entry at every key that is typed, kept close together: of many thousand few change. */
import { compareTexts } from '../text/sorted';
import { type Canon, entryAt, at, type ReadableMap, flat, inPassing } from '../canon';
import type { CanonPosition } from '../codex/canonTime';
import type { Entry } from '../entry/entry';
import { atOnce } from '../text/groups';
import { fitOf, linesOf } from './choice';

export interface RosterEntry {
  readonly path: string;
  readonly title: string;
  /** In small letters; empty for none. */
  readonly type: string;
  /** Every name that it answers to, as `fitOf` takes them. */
  readonly names: string;
  /** In the entry's spelling. */
  readonly position: CanonPosition | null;
  /** Where it stands among most entries, by title and then by path; null where it has changed since they were put in order. */
  readonly place: number | null;
}

const listed = (path: string, entry: Entry): RosterEntry => ({
  place: null,
  path,
  title: entry.title,
  type: (entry.type?.text ?? '').toLowerCase(),
  names: linesOf(entry.names),
  position: entry.position,
});

/** By title, then by path. */
export const inTitleOrder = (a: RosterEntry, b: RosterEntry): number =>
  a.place === null || b.place === null
    ? compareTexts(a.title, b.title) || compareTexts(a.path, b.path)
    : a.place - b.place;

export interface EntryRoster {
  /** In the order of titles. */
  readonly all: readonly RosterEntry[];
  /** By path. */
  readonly places: ReadonlyMap<string, number>;
}

const rosters = new WeakMap<ReadableMap<Entry>, EntryRoster>();

function* rosterSteps(base: ReadableMap<Entry>): Generator<void, EntryRoster> {
  let roster = rosters.get(base);
  // While a codex is read for the first time, its entries grow in place.
  if (roster?.all.length !== base.size) {
    const found: RosterEntry[] = [];
    for (const [path, entry] of inPassing(base)) {
      found.push(listed(path, entry));
      yield;
    }
    const all = found
      .sort((a, b) => compareTexts(a.title, b.title) || compareTexts(a.path, b.path))
      .map((one, place) => ({ ...one, place }));
    rosters.set(base, (roster = { all, places: new Map(all.map(({ path }, place) => [path, place])) }));
  }
  return roster;
}

/** Those entries of a canon that have not changed for long. */
export const rosterIn = ({ entries }: Canon): EntryRoster => atOnce(rosterSteps(flat(entries).base));

/** The places of those that fitted what was typed last: of those alone some can fit when more of it is typed. */
const narrowed = new WeakMap<EntryRoster, { readonly typed: string; readonly places: readonly number[] }>();

/**
 * Every entry that fits what was typed: most of them in the order of their titles, then those that have changed since.
 * @param typed as `nameKey` gives it
 * @param visit with how well it fits (`fitOf`), and whether some retcon may have replaced the entry: a retcon names it, or the
 * file says `superseded_by`. It is never false where one has; the entry's standing decides. Answers whether more entries in the
 * order of their titles are wanted
 */
export function eachFitting(
  canon: Canon,
  typed: string,
  visit: (one: RosterEntry, fit: number, mayBePast: boolean) => boolean,
): void {
  const { over } = flat(canon.entries);
  const roster = rosterIn(canon);
  const { all, places } = roster;
  const changed = [...over.keys()].flatMap((path) => places.get(path) ?? []).sort((a, b) => a - b);
  const { paths, flags } = atOnce(replacedSteps(canon, roster));
  const since = replacedSince(canon);
  const placesSince = new Set([...since].map((path) => places.get(path)));
  const last = narrowed.get(roster);
  const among = last && typed.startsWith(last.typed) ? last.places : null;
  const fitting: number[] = [];
  const most = among?.length ?? all.length;
  let next = 0;
  let goesOn = true;
  // By number: a pair made for each of twenty thousand is a megabyte at every key.
  for (let i = 0; goesOn && i < most; i++) {
    const place = among ? (among[i] ?? 0) : i;
    const one = all[place];
    const fit = one ? fitOf(typed, one.names) : null;
    if (!one || fit === null) continue;
    if (typed !== '') fitting.push(place);
    while ((changed[next] ?? Infinity) < place) next++;
    if (changed[next] !== place) goesOn = visit(one, fit, flags[place] === 1 || placesSince.has(place));
  }
  if (goesOn && typed !== '') narrowed.set(roster, { typed, places: fitting });
  for (const [path, entry] of over) {
    const one = entry && listed(path, entry);
    const fit = one ? fitOf(typed, one.names) : null;
    if (one && fit !== null) visit(one, fit, paths.has(path) || since.has(path));
  }
}

interface Replaced {
  readonly names: ReadableMap<unknown>;
  readonly size: number;
  /** The files of entries that may be replaced by what most entries say. */
  readonly paths: ReadonlySet<string>;
  readonly roster: EntryRoster;
  /** The same by place, which is looked up at every key for every entry: 1 where it may be. */
  readonly flags: Uint8Array;
}

const replaced = new WeakMap<ReadableMap<unknown>, Replaced>();

function* replacedSteps(canon: Canon, roster: EntryRoster): Generator<void, Replaced> {
  const { base } = flat(canon.declaredOn);
  const names = flat(canon.names).base;
  let found = replaced.get(base);
  if (found?.names !== names || found.size !== base.size || found.roster !== roster) {
    const paths = new Set<string>();
    for (const key of base.keys()) {
      addReplaced(canon, key, paths);
      yield;
    }
    const flags = Uint8Array.from(roster.all, ({ path }) => (paths.has(path) ? 1 : 0));
    replaced.set(base, (found = { names, size: base.size, paths, roster, flags }));
  }
  return found;
}

/** Works out what `eachFitting` needs of all entries, if it is not known: nothing is left to do but look at the names. */
export function* fittingSteps(canon: Canon): Generator<void, void> {
  yield* replacedSteps(canon, yield* rosterSteps(flat(canon.entries).base));
}

/** The same of what has changed since. */
function replacedSince(canon: Canon): ReadonlySet<string> {
  const since = new Set<string>();
  for (const table of [canon.declaredOn, canon.names])
    for (const key of flat<unknown>(table).over.keys()) addReplaced(canon, key, since);
  for (const [path, entry] of flat(canon.entries).over)
    if (entry?.declarations.some(({ fromOldEnd }) => fromOldEnd)) since.add(path);
  return since;
}

function addReplaced(canon: Canon, key: string, found: Set<string>): void {
  for (const path of at(canon.declaredOn, key) ?? []) {
    const declarations = entryAt(canon, path)?.declarations ?? [];
    if (declarations.some(({ fromOldEnd }) => fromOldEnd)) found.add(path);
    if (declarations.some(({ fromOldEnd }) => !fromOldEnd))
      for (const old of at(canon.names, key) ?? []) found.add(old);
  }
}
