/** The canons of one codex: the one that answers, and the one that is being read to take its place. */
import { tableKeys } from '../../core/canon';
import { type CanonHost, createHost, type Dating } from '../../core/host';

export interface Hosts {
  /** The one that answers. */
  readonly serving: CanonHost;
  /** Whether another one is being read. */
  readonly isBuilding: boolean;
  /** The one that has read codex.yaml last. */
  readonly newest: CanonHost;
  /** Both, or the one there is. */
  all(): Iterable<CanonHost>;
  /** Begins another one. @param isServing whether it answers from now on: what was there before is nothing to go by */
  begin(isServing: boolean): CanonHost;
  /** The one that was being read has come to its end. @param isWhole whether it answers from now on */
  end(host: CanonHost, isWhole: boolean): void;
  /** Takes git's record of when entries entered the canon; false where nothing in it is new. */
  date(newDating: Dating): boolean;
  /** The paths of all entries. A reading under way may have files already that the old canon has not. */
  paths(): Iterable<string>;
}

/** @param textOf the text of a file now, by its path */
export function keepHosts(textOf: (path: string) => string | null): Hosts {
  let dating: Dating | null = null;
  const newHost = (): CanonHost => {
    const host = createHost(textOf);
    if (dating) host.date(dating);
    return host;
  };
  let serving = newHost();
  let building: CanonHost | null = null;
  const all = (): Set<CanonHost> => new Set([serving, building ?? serving]);
  return {
    get serving() {
      return serving;
    },
    get isBuilding() {
      return building !== null;
    },
    get newest() {
      return building ?? serving;
    },
    all,
    begin(isServing) {
      building = newHost();
      if (isServing) serving = building;
      return building;
    },
    end(host, isWhole) {
      if (isWhole) serving = host;
      building = null;
    },
    date(newDating) {
      if (dating?.times === newDating.times && dating.trouble?.message === newDating.trouble?.message) return false;
      dating = newDating;
      for (const host of all()) host.date(newDating);
      return true;
    },
    *paths() {
      for (const { canon } of all()) yield* tableKeys(canon.entries);
    },
  };
}
