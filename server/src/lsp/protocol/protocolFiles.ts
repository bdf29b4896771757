/** How a server that can open no file by itself asks the editor for files: many in one request. */

export const FILES = 'retcon/files';

/** By their URIs. */
export interface FilesParams {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** In the order in which they were asked for: what was found, null where there is nothing of the kind, or why it can't be read. */
export interface FilesAnswer {
  /** What each folder holds: names, and what they are: 1 a file, 2 a folder; with 64, by a link. */
  readonly folders: readonly ((readonly [name: string, kind: number])[] | string | null)[];
  readonly files: readonly (Uint8Array | string | null)[];
}
