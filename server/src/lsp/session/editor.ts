/** The editor, as a codex sees it: what it has open, and whom it tells. */
import type { Platform } from '../../platform/platform';

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
  /** Hears which other codices were found in a codex: their folders. */
  readonly found: (root: string, codices: readonly string[]) => void;
  readonly log: (message: string) => void;
  /** The folder that it has for what is kept between starts; null: there is none. */
  readonly storage: () => string | null;
}

export interface Progress {
  /** Called after each slice. */
  readonly report: (done: number, total: number) => void;
}
