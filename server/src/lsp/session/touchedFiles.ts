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
