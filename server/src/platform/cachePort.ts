/** What is kept of a codex between starts, for speed alone: it can be deleted at any time, and no answer changes. */

export interface Cache {
  /** What was written under a name; null where there is nothing, or nothing whole that this version of Retcon has written. */
  read(name: string): Uint8Array<ArrayBuffer> | null;
  /**
   * Puts something there, in one step: meanwhile, readers read what was there before. It is made when the work at hand has ended,
   * so nobody waits for it. Of names that share a beginning, up to a hyphen, the last few are kept. Answers why it can't be done;
   * null when it is.
   */
  write(name: string, make: () => ByteChunks): Promise<unknown>;
}

/** What follows one upon the other in a file. It is gone through twice, and can be long: it is never put together, nor need it be there at once. */
export type ByteChunks = Iterable<Uint8Array>;
