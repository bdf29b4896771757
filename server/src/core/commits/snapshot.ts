/** A codex at one moment, as it was committed or staged, with the texts that it was read from. */
import type { CanonHost, Dating } from '../host';

/** With the texts that it was read from. */
export interface Snapshot {
  readonly host: CanonHost;
  /** @param file relative to the root, with `/` */
  readonly textOf: (file: string) => string | null;
  /** What stands for that text, as a rule git's id of it: the same only where that is, and null where there is none. */
  readonly blobOf: (file: string) => string | null;
}

/** Files, and folders with `/` at their end, that can't be read, and why. */
export type LeftOut = ReadonlyMap<string, string>;

/** A text that a file had in an earlier commit, and what stands for it. */
export interface EarlierText {
  readonly text: string;
  readonly blob: string;
}

/** One that git was asked for. */
export interface GitSnapshot extends Snapshot {
  /** The files that can't be read, and folders (with `/` at their end), and why. */
  readonly leftOut: LeftOut;
  /** What some of these said before, as the newest commits have it that did: nobody has told anything else of them since. */
  readonly earlier?: ReadonlyMap<string, EarlierText>;
  /** Null where the codex is not dated by git. */
  readonly dating: Dating | null;
  /** What others can see of an entry's file: `fingerprintOf`. */
  readonly fingerprintAt: (file: string) => number | undefined;
  /** Reads the texts of files in one pass, for whoever is about to ask for them. */
  readTexts(files: readonly string[]): Promise<void>;
}

export interface CommittedSnapshot extends GitSnapshot {
  /** Its full hash. */
  readonly commit: string;
}
