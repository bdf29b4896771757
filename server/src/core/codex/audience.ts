/** The audience that codex.yaml gives a file by the folder it lies in (model §11). */
import type { AudienceRule, Codex } from './codex';
import { globTest, type PathTest } from './globs';

/** The names of those who know what is in a file; null where no folder says it. */
export function audienceAt({ audience }: Codex, path: string): readonly string[] | null {
  if (audience.length === 0) return null;
  return testsOf(audience).findLast(({ isThere }) => isThere(path))?.knowers ?? null;
}

interface Test {
  readonly knowers: readonly string[];
  readonly isThere: PathTest;
}

const tests = new WeakMap<readonly AudienceRule[], readonly Test[]>();

function testsOf(rules: readonly AudienceRule[]): readonly Test[] {
  let made = tests.get(rules);
  if (!made)
    tests.set(
      rules,
      (made = rules.map(({ glob, knowers }) => ({
        knowers,
        isThere: globTest([glob], true),
      }))),
    );
  return made;
}
