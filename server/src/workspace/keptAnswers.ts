/** Answers about a whole codex, kept for as long as nothing in it changes. */
import { openCache } from './cache';

interface CachedAnswer {
  readonly state: string;
  readonly answer: unknown;
}

/** @param state of the codex, as `readEntries` tells it. Undefined where none is kept that was given in this state */
export function readCachedAnswer(root: string, name: string, state: string): unknown {
  const bytes = openCache(root).read(name);
  if (!bytes) return undefined;
  try {
    const kept = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()) as CachedAnswer;
    return kept.state === state ? kept.answer : undefined;
  } catch {
    // It is intact, but not ours: it can be worked out again.
    return undefined;
  }
}

/** It is written in the background, and a failure does not matter. @param answer JSON */
export function cacheAnswer(root: string, name: string, state: string, answer: unknown): void {
  const kept: CachedAnswer = { state, answer };
  void openCache(root).write(name, () => [Buffer.from(JSON.stringify(kept))]);
}
