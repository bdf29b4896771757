/** What the language server has of the machine that it runs on: node's process, or a worker of a browser. */
import type { EditionsPort } from './editionsPort';
import type { FilesPort } from './filesPort';
import type { Git } from './gitPort';
import type { OpenStartupCache } from './startupCachePort';
import type { Memory } from './memoryPort';
import type { StartSearcher } from './prosePort';

export interface Platform {
  readonly files: FilesPort;
  /** Null where git can't be asked. */
  readonly git: Git | null;
  /** Null where there are no folders to write to. */
  readonly editions: EditionsPort | null;
  readonly openStartupCache: OpenStartupCache;
  readonly startSearcher: StartSearcher;
  readonly memory: Memory;
  /** The folder of the package, as a URI: the pages that explain problems lie in it. */
  readonly home: string;
}
