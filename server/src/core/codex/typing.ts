/** The type that codex.yaml gives a note by where it lies, or by its tags. */
import type { Codex, TypeRule } from './codex';
import { globTest } from './globs';

/** @param tags those of the note, as `tagKey` gives them; asked for only where some rule is about a tag */
export function typeAt({ types }: Codex, path: string, tags: () => ReadonlySet<string>): string | null {
  if (types.length === 0) return null;
  return testsOf(types).findLast(({ fits }) => fits(path, tags))?.type ?? null;
}

interface Test {
  readonly type: string;
  readonly fits: (path: string, tags: () => ReadonlySet<string>) => boolean;
}

const tests = new WeakMap<readonly TypeRule[], readonly Test[]>();

function testsOf(types: readonly TypeRule[]): readonly Test[] {
  let made = tests.get(types);
  if (!made) tests.set(types, (made = types.map(testOf)));
  return made;
}

function testOf({ type, glob, tag }: TypeRule): Test {
  if (tag !== null) return { type, fits: (_path, tags) => isTagged(tags(), tag) };
  return { type, fits: globTest([glob ?? '']) };
}

/** `#npc/ally` is an `#npc` too. */
function isTagged(tags: ReadonlySet<string>, tag: string): boolean {
  if (tags.has(tag)) return true;
  for (const one of tags) if (one.startsWith(`${tag}/`)) return true;
  return false;
}
