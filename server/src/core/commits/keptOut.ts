/** Fills in what a sparse checkout does not lay out in the folder: it is as it was committed, and has not gone. */
import { type Canon, entryAt, pathsOf, withEntries } from '../canon';
import { entryFilter } from '../codex/pathRules';
import { readEntry } from '../entry/readEntry';
import { CODEX_FILE, createHost } from '../host';
import type { GitSnapshot } from './snapshot';

/** Git, asked for files that it does not lay out. */
interface KeepingOut {
  keptOut(): Promise<ReadonlySet<string>>;
  snapshot(ref: string): Promise<GitSnapshot>;
}

/** A canon with the entries that are not laid out, and with codex.yaml where that is not. @param textOf of the files that are */
export async function withKeptOut(
  canon: Canon,
  commits: KeepingOut,
  textOf: (file: string) => string | null,
): Promise<Canon> {
  const files = await commits.keptOut();
  if (files.size === 0) return canon;
  const committed = await commits.snapshot('HEAD');
  const away = [...files].filter((file) => !entryAt(canon, file) && entryAt(committed.host.canon, file));
  await committed.readTexts(away);
  const isUndeclared = !canon.codex.declared && files.has(CODEX_FILE);
  const base = isUndeclared ? underCodexOf(committed, canon, textOf) : canon;
  const entries = away.flatMap((file) => {
    const text = committed.textOf(file);
    return text === null ? [] : [[file, readEntry(file, text, base.codex)] as const];
  });
  return entries.length === 0 ? base : withEntries(base, new Map(entries));
}

/** The entries of a folder, read under the codex.yaml of a commit. */
function underCodexOf(committed: GitSnapshot, canon: Canon, textOf: (file: string) => string | null): Canon {
  const host = createHost(textOf);
  const { codex } = host.apply(new Map([[CODEX_FILE, committed.textOf(CODEX_FILE)]]));
  if (committed.dating) host.date(committed.dating);
  const isWanted = entryFilter(codex);
  const files = pathsOf(canon).filter((file) => isWanted(file));
  return host.apply(new Map(files.map((file) => [file, textOf(file)])));
}
