/** Takes over what was kept of a codex at the last start, and keeps what was read for the next. */
import type { CanonHost } from '../core/host';
import type { Texts } from './filesPort';

/** A codex that is being read. */
export interface CacheTarget {
  readonly host: CanonHost;
  /** The codex.yaml that it is read under. */
  readonly codexText: string | null;
  readonly files: readonly string[];
  /** Receives what was noted of the files that need not be read, and how many of them use Retcon's keys. */
  readonly restore: (noteOf: (file: string) => FileNotes | undefined, using: number) => void;
  readonly isCurrent: () => boolean;
  /** Whether it is known already to be a codex at all. */
  readonly isAwake: () => boolean;
}

/** What is known of a file beside its stamp. */
export interface FileNotes {
  /** The fingerprint of its entry: `fingerprintOf`. */
  readonly face: number;
  /** Whether it uses keys that only Retcon reads. */
  readonly uses: boolean;
}

export interface StartupCache {
  /** A reading begins: what was noted for the one before is void. */
  begin(): void;
  /** The text of a file on the disk, taking note of what file that was. */
  read(file: string): string | null;
  /** Takes note that what is known of a file now is not what was read of it. */
  touched(file: string): void;
  /** Takes over what is kept. The files that are still to be read; all where nothing is; null where it was given up. */
  take(taking: CacheTarget): Promise<readonly string[] | null>;
  /** Keeps what was read, where that is worth the while. */
  keep(host: CanonHost, notesOf: (file: string) => FileNotes): Promise<void>;
}

/** @param storage the folder that the editor has for such things; null: that of the user */
export type OpenStartupCache = (
  root: string,
  storage: () => string | null,
  onDisk: Texts,
  log: (message: string) => void,
) => StartupCache;
