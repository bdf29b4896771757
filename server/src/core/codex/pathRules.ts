/** What codex.yaml says of a file by where it lies: whether it is an entry, its type, and who knows what is in it. */
import { isPageFile } from '../text/pageFile';
import type { Codex, TypeRule, AudienceRule } from './codex';
import { globTest, type PathTest } from './globs';

/** Folders that hold no canon: hidden ones (`.git`, `.obsidian`, `.trash`), installed packages, templates. */
export const isSkippedFolder = (name: string): boolean =>
  name.startsWith('.') || name === 'node_modules' || /(?:^|[\s_-])templates?$/i.test(name);

/** A test of paths, relative to the root, with `/`: whether this codex takes the file for an entry. */
export function entryFilter(codex: Codex): (path: string) => boolean {
  const isWanted = wantedFilter(codex);
  const skipped = new Map<string, boolean>();
  const isSkipped = (folder: string): boolean => {
    let known = skipped.get(folder);
    if (known === undefined) skipped.set(folder, (known = folder.split('/').some(isSkippedFolder)));
    return known;
  };
  return (path) => isWanted(path) && !isSkipped(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
}

/** The same for files in folders that are not skipped. */
export function wantedFilter(codex: Codex): (path: string) => boolean {
  const included = codex.include.length > 0 ? globTest(codex.include) : () => true;
  const excluded = globTest(codex.exclude);
  return (path) => isPageFile(path) && included(path) && !excluded(path);
}

/** @param tags those of the note, as `tagKey` gives them; asked for only where some rule is about a tag */
export function typeAt({ types }: Codex, path: string, tags: () => ReadonlySet<string>): string | null {
  if (types.length === 0) return null;
  return typeTestsOf(types).findLast(({ fits }) => fits(path, tags))?.type ?? null;
}

interface TypeTest {
  readonly type: string;
  readonly fits: (path: string, tags: () => ReadonlySet<string>) => boolean;
}

const typeTestsOf = perList(({ type, glob, tag }: TypeRule): TypeTest => {
  if (tag !== null) return { type, fits: (_path, tags) => isTagged(tags(), tag) };
  return { type, fits: globTest([glob ?? '']) };
});

/** `#npc/ally` is an `#npc` too. */
function isTagged(tags: ReadonlySet<string>, tag: string): boolean {
  if (tags.has(tag)) return true;
  for (const one of tags) if (one.startsWith(`${tag}/`)) return true;
  return false;
}

/** The names of those who know what is in a file; null where no folder says it. */
export function audienceAt({ audience }: Codex, path: string): readonly string[] | null {
  if (audience.length === 0) return null;
  return audienceTestsOf(audience).findLast(({ isThere }) => isThere(path))?.knowers ?? null;
}

interface AudienceTest {
  readonly knowers: readonly string[];
  readonly isThere: PathTest;
}

const audienceTestsOf = perList(
  ({ glob, knowers }: AudienceRule): AudienceTest => ({ knowers, isThere: globTest([glob], true) }),
);

/** What a function makes of each rule of a list, made once for each list. */
function perList<Rule, Test>(make: (rule: Rule) => Test): (rules: readonly Rule[]) => readonly Test[] {
  const kept = new WeakMap<readonly Rule[], readonly Test[]>();
  return (rules) => {
    let tests = kept.get(rules);
    if (!tests) kept.set(rules, (tests = rules.map(make)));
    return tests;
  };
}
