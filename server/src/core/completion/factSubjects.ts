/** Whom facts and pages are about, by the names that they say: entries, and names that no entry has. */
import { type Canon, at, type ReadableMap, flat } from '../canon';
import { type RosterEntry, type EntryRoster, rosterIn } from './entryRoster';

export interface FactSubjects {
  readonly isSubject: (one: RosterEntry) => boolean;
  /** The names of those without an entry, as `nameKey` has them. */
  readonly bare: ReadonlySet<string>;
}

/** What most entries say, looked up once for all keys that are typed: few of them change. */
interface Most {
  readonly describing: ReadableMap<unknown>;
  readonly names: ReadableMap<unknown>;
  readonly size: number;
  readonly roster: EntryRoster;
  /** By place: 1 where something is about it. */
  readonly flags: Uint8Array;
  readonly bare: ReadonlySet<string>;
}

const most = new WeakMap<ReadableMap<unknown>, Most>();

function mostOf(canon: Canon, roster: EntryRoster): Most {
  const statedOn = flat(canon.statedOn).base;
  const describing = flat(canon.describing).base;
  const names = flat(canon.names).base;
  const size = statedOn.size + describing.size + names.size;
  const before = most.get(statedOn);
  const isSame = before?.describing === describing && before.names === names && before.roster === roster;
  // While a codex is read for the first time, its entries grow in place.
  if (before && isSame && before.size === size) return before;
  const flags = new Uint8Array(roster.all.length);
  const bare = new Set<string>();
  for (const base of [statedOn, describing])
    for (const key of base.keys()) {
      const paths = names.get(key);
      if (!paths) bare.add(key);
      for (const path of paths ?? []) flags[roster.places.get(path) ?? flags.length] = 1;
    }
  const found = { describing, names, size, roster, flags, bare };
  most.set(statedOn, found);
  return found;
}

export function factSubjectsIn(canon: Canon): FactSubjects {
  const { statedOn, describing, names } = canon;
  const roster = rosterIn(canon);
  const found = mostOf(canon, roster);
  const [flags, bare] = [found.flags.slice(), new Set(found.bare)];
  const isSaid = (key: string): boolean => at(statedOn, key) !== undefined || at(describing, key) !== undefined;
  const isSubject = (one: RosterEntry): boolean => one.names.split('\n').some((key) => key !== '' && isSaid(key));
  for (const table of [statedOn, describing, names])
    for (const key of flat<unknown>(table).over.keys()) {
      if (isSaid(key) && !at(names, key)) bare.add(key);
      else bare.delete(key);
      for (const path of flat(names).base.get(key) ?? []) {
        const place = roster.places.get(path);
        const one = place === undefined ? undefined : roster.all[place];
        if (place !== undefined && one) flags[place] = Number(isSubject(one));
      }
    }
  return { isSubject: (one) => (one.place === null ? isSubject(one) : flags[one.place] === 1), bare };
}
