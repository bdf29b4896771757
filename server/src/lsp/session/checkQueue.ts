/** What has to be judged after an edit: one file where no other can see the edit, else all, the likeliest first. */
import { type Canon, entryAt, neighboursOf } from '../../core/canon';
import { type Entry, fingerprintOf } from '../../core/entry/entry';

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
  readonly isAll: boolean;
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
  /** A number that stands for what others can see of a file; undefined where it is no entry. */
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
    get isAll() {
      return isAll;
    },
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
