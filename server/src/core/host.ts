/** The surfaces' only door into the core: texts of files go in, a canon comes out. */
import { type Canon, allEntries, emptyCanon, grown, withEntries } from './canon/canon';
import type { Codex } from './codex/codex';
import { readCodex } from './codex/read';
import { CODEX_FILE } from './codex/shapes';
import type { Entry } from './entry/entry';
import { readEntry } from './entry/read';
import { unknownCodes } from './rules/config/invalid';
import { SEVERITIES } from './rules/index';
import type { Problem } from './text/problem';

export { CODEX_FILE };

export interface CanonHost {
  /** The canon as of the last change; a value that no later change touches. */
  readonly canon: Canon;
  /** What is wrong in codex.yaml. */
  readonly codexProblems: readonly Problem[];
  /**
   * Takes the new texts of some files (null: the file has gone), by path relative to the root, with `/`. A change of
   * codex.yaml reads every entry anew under the new rules.
   */
  apply(changes: ReadonlyMap<string, string | null>): Canon;
  /** Takes entries as another host has read them, under the same codex.yaml. */
  adopt(entries: ReadonlyMap<string, Entry>): Canon;
  /** Like `apply`, for the first reading of entries, in slices: at the cost of the slice, and canons of before are void. */
  grow(texts: ReadonlyMap<string, string>): Canon;
}

/** @param readText the text of an entry's file, asked for again when codex.yaml changes; null where it has gone */
export function createHost(readText: (path: string) => string | null): CanonHost {
  let { codex, problems } = codexOf(null);
  let canon = emptyCanon(codex);
  return {
    get canon() {
      return canon;
    },
    get codexProblems() {
      return problems;
    },
    apply(changes) {
      const texts = new Map(changes);
      if (texts.has(CODEX_FILE)) {
        ({ codex, problems } = codexOf(texts.get(CODEX_FILE) ?? null));
        texts.delete(CODEX_FILE);
        for (const { path } of allEntries(canon)) if (!texts.has(path)) texts.set(path, readText(path));
        canon = emptyCanon(codex);
      }
      const entries = new Map<string, Entry | null>();
      for (const [path, text] of texts) entries.set(path, text === null ? null : readEntry(path, text, codex));
      canon = withEntries(canon, entries);
      return canon;
    },
    adopt(entries) {
      canon = withEntries(canon, entries);
      return canon;
    },
    grow(texts) {
      canon = grown(canon, new Map([...texts].map(([path, text]) => [path, readEntry(path, text, codex)])));
      return canon;
    },
  };
}

/** What codex.yaml says, and all that is wrong in it: it is read before it is known which rules there are. */
function codexOf(text: string | null): { readonly codex: Codex; readonly problems: readonly Problem[] } {
  const { codex, problems, ruleCodes } = readCodex(text);
  const unknown = unknownCodes(ruleCodes, SEVERITIES.keys());
  return { codex, problems: [...problems, ...unknown].sort((a, b) => a.span.start - b.span.start) };
}
