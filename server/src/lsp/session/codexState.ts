/** The canons of one codex: the one that answers, and the one that is being read to take its place. */
import { tableKeys, type Canon, type OtherSettings, entryAt, neighboursOf } from '../../core/canon';
import { type CanonHost, createHost, type Dating } from '../../core/host';
import { type Entry, fingerprintOf } from '../../core/entry/entry';
import { looksLikeWorld, signIn, type WorldSign } from '../../core/entry/worldSigns';
import { calendarPlaces } from '../../core/entry/surveyed';
import type { Platform } from '../../platform/platform';

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

/** @param textOf the text of a file now, by its path @param others the other settings, as they are when all is read */
export function keepHosts(textOf: (path: string) => string | null, others: () => OtherSettings | null): Hosts {
  let dating: Dating | null = null;
  const newHost = (): CanonHost => {
    const host = createHost(textOf, others());
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

/** What may have other problems than before. */
export interface FilesToCheck {
  /** Whether nothing is left out: any other file has gone. */
  readonly isAll: boolean;
  /** What was edited, and what that is likeliest to concern. */
  readonly first: readonly string[];
  readonly rest: readonly string[];
}

/** Files are paths in the codex. */
export interface CheckQueue {
  /** Another object whenever untouched files may have other problems. */
  readonly state: object;
  /** Makes it another one. */
  renew(): void;
  /** Notes what others can see of a file that is read. */
  read(file: string, text: string, entry: Entry | undefined): void;
  /** Takes over what others could see of files at an earlier start, undefined where nothing was noted. */
  restore(of: (file: string) => number | undefined): void;
  /** Files have other texts now, or have gone (null). */
  edited(texts: ReadonlyMap<string, string | null>, before: Canon, after: Canon): void;
  one(file: string): void;
  everything(): void;
  /** The fingerprint of a file; undefined where it is not an entry. */
  fingerprintAt(file: string): number | undefined;
  /** What is due; it is then no longer due. @param canon the present one @param all every file there is */
  take(canon: Canon, all: () => Iterable<string>): FilesToCheck;
}

export function openCheckQueue(): CheckQueue {
  let isAll = true;
  let state = {};
  const first = new Set<string>();
  /** What was edited so that others can see it, as it was; looked around when it is asked for, and not at each key. */
  const moved = new Map<string, Entry | undefined>();
  const fingerprints = new Map<string, number | undefined>();
  let restored: (file: string) => number | undefined = () => undefined;
  const noted = (file: string): number | undefined => {
    if (!fingerprints.has(file)) fingerprints.set(file, restored(file));
    return fingerprints.get(file);
  };

  /** False where others see what they saw before. */
  const isSeen = (file: string, text: string | null, entry: Entry | undefined): boolean => {
    const before = noted(file);
    const now = entry && text !== null ? fingerprintOf(entry, text) : undefined;
    fingerprints.set(file, now);
    return before !== now;
  };

  return {
    get state() {
      return state;
    },
    renew() {
      state = {};
    },
    read: (file, text, entry) => void isSeen(file, text, entry),
    restore(of) {
      for (const file of fingerprints.keys()) if (of(file) !== undefined) fingerprints.delete(file);
      restored = of;
    },
    edited(texts, before, after) {
      for (const [file, text] of texts) {
        first.add(file);
        const entry = entryAt(after, file);
        if (!isSeen(file, text, entry)) continue;
        isAll = true;
        state = {};
        if (!moved.has(file)) moved.set(file, entryAt(before, file));
      }
    },
    one: (file) => void first.add(file),
    everything() {
      isAll = true;
      state = {};
    },
    fingerprintAt: noted,
    take(canon, all) {
      for (const [file, old] of moved)
        for (const entry of [old, entryAt(canon, file)])
          if (entry) for (const path of neighboursOf(canon, entry)) first.add(path);
      moved.clear();
      const due = { isAll, first: [...first], rest: isAll ? [...all()].filter((file) => !first.has(file)) : [] };
      isAll = false;
      first.clear();
      return due;
    },
  };
}

/** Which files use keys that only Retcon reads: without any, and without a codex.yaml, notes are not a codex. */
export interface KeyUsage {
  /** Whether any file does. */
  readonly any: boolean;
  has(file: string): boolean;
  note(file: string, isUsing: boolean): void;
  /** Takes over what was noted of files at an earlier start, undefined where nothing was. @param count how many use them */
  restore(of: (file: string) => boolean | undefined, count: number): void;
  /** Forgets all files but these. */
  keepOnly(files: readonly string[]): void;
}

const usersAmong = (noted: ReadonlyMap<string, boolean>): number =>
  [...noted.values()].filter((isUsing) => isUsing).length;

export function trackKeyUsage(): KeyUsage {
  const noted = new Map<string, boolean>();
  let restored: (file: string) => boolean | undefined = () => undefined;
  let count = 0;
  const has = (file: string): boolean => {
    const isUsing = noted.get(file) ?? restored(file) ?? false;
    noted.set(file, isUsing);
    return isUsing;
  };
  return {
    get any() {
      return count > 0;
    },
    has,
    note(file, isUsing) {
      if (has(file) !== isUsing) count += isUsing ? 1 : -1;
      noted.set(file, isUsing);
    },
    restore(of, uses) {
      for (const file of noted.keys()) if (of(file) !== undefined) noted.delete(file);
      count = uses + usersAmong(noted);
      restored = of;
    },
    keepOnly(files) {
      const there = files.map((file) => [file, has(file)] as const);
      noted.clear();
      for (const [file, isUsing] of there) noted.set(file, isUsing);
      restored = () => undefined;
      count = usersAmong(noted);
    },
  };
}

/** What the notes of a folder without codex.yaml show of a world. */
export interface WorldSigns {
  note(file: string, text: string | null): void;
  /** @param isThere whether a path of the folder is taken */
  areEnough(isThere: (path: string) => boolean): boolean;
}

export function trackWorldSigns(): WorldSigns {
  const noted = new Map<string, WorldSign | null>();
  /** What was found the last time; null where another file has come, or one with signs has changed. */
  let areEnough: boolean | null = null;
  return {
    note(file, text) {
      const sign = text === null ? null : signIn(text);
      // A key that is typed in the pages of a repository asks nothing of the disk again.
      if (!noted.has(file) || sign !== null || noted.get(file) !== null) areEnough = null;
      if (text === null) noted.delete(file);
      else noted.set(file, sign);
    },
    areEnough(isThere) {
      areEnough ??=
        noted.size > 0 &&
        (looksLikeWorld(noted) || calendarPlaces([...noted.keys()]).some(({ file }) => isThere(file)));
      return areEnough;
    },
  };
}

/** Files that may read differently now: named one by one, or by their folder. Paths are in the codex. */
export interface TouchedFiles {
  readonly isEmpty: boolean;
  file(file: string): void;
  /** @param mayHaveFiles whether there may be files in it now */
  folder(folder: string, mayHaveFiles: boolean): void;
  /** Whether a file is among those named; it no longer is afterwards. */
  drop(file: string): boolean;
  clear(): void;
  /** All of them, which are then no longer touched. @param known the files that were read @param list those that exist */
  take(known: Iterable<string>, list: () => Iterable<string>): readonly string[];
}

export function trackTouchedFiles(): TouchedFiles {
  const files = new Set<string>();
  const folders = new Set<string>();
  let hasNewFiles = false;
  const clear = (): void => {
    files.clear();
    folders.clear();
    hasNewFiles = false;
  };
  const isWithin = (file: string): boolean => {
    for (let end = file.length; end > 0; end = file.lastIndexOf('/', end - 1))
      if (folders.has(file.slice(0, end))) return true;
    return false;
  };
  return {
    get isEmpty() {
      return files.size + folders.size === 0;
    },
    file: (file) => void files.add(file),
    folder(folder, mayHaveFiles) {
      folders.add(folder);
      hasNewFiles ||= mayHaveFiles;
    },
    drop: (file) => files.delete(file),
    clear,
    take(known, list) {
      // One event reports a whole folder; a thousand events are looked into at once.
      if (folders.size > 0) {
        for (const file of known) if (isWithin(file)) files.add(file);
        if (hasNewFiles) for (const file of list()) if (isWithin(file)) files.add(file);
      }
      const all = [...files];
      clear();
      return all;
    },
  };
}

/** What a codex needs to know of the editor, and of where its files lie. */
export interface Editor {
  readonly platform: Pick<Platform, 'files' | 'openStartupCache'>;
  /** The text of an open document; undefined where the file is not open. */
  readonly textOf: (file: string) => string | undefined;
  /** The absolute paths of the open files that belong to a codex. */
  readonly openFiles: (root: string) => readonly string[];
  /** The root of the codex that a file belongs to; null where it belongs to none. */
  readonly rootOf: (file: string) => string | null;
  /** Whether a folder was opened alone, out of reach of every codex.yaml: it is not part of the folder around it. */
  readonly isOpened: (folder: string) => boolean;
  /** Called with the folders of other codices that were found in a codex. */
  readonly found: (root: string, codices: readonly string[]) => void;
  /** The other settings beside a codex. */
  readonly othersOf: (root: string) => OtherSettings | null;
  readonly log: (message: string) => void;
  /** The folder that it has for what is kept between starts; null: there is none. */
  readonly storage: () => string | null;
}

export interface Progress {
  /** Called after each slice. */
  readonly report: (done: number, total: number) => void;
}
