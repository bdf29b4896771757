/** Which files use keys that only Retcon reads: where none does, and no codex.yaml is there, notes are no codex. */
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
