/** The codex of a folder as it was committed: read from git's objects, each commit and each text once. */
import type { Canon } from '../core/canon/canon';
import type { CommitReading } from '../core/canon/canonPoint';
import { CODEX_FILE, createHost } from '../core/host';
import { entryFilter, isSkippedFolder } from '../core/codex/files';
import { type Blob, commitOf, filesIn, refusalIn, type Repository, repositoryOf, textsOf } from './git';

export interface Commits {
  /** The codex at a commit, tag, branch or anything else that git calls a revision. Asked twice, it is the same value. */
  at(ref: string): Promise<CommitReading>;
}

/** @param root the folder of the codex, which may be a part of its repository */
export function openCommits(root: string): Commits {
  const canons = new Map<string, Promise<Canon>>();
  const texts = new Map<string, string>();

  return {
    async at(ref) {
      try {
        const repository = await repositoryOf(root);
        const commit = await commitOf(repository, ref);
        let canon = canons.get(commit);
        if (!canon) canons.set(commit, (canon = readCommit(repository, commit, texts)));
        return { ok: true, canon: await canon };
      } catch (error) {
        const message = refusalIn(error);
        if (message === null) throw error;
        return { ok: false, message };
      }
    },
  };
}

/** Reads what a question names, for `Tool.run`. */
export async function readCommits(
  commits: Commits,
  refs: readonly string[],
): Promise<ReadonlyMap<string, CommitReading>> {
  const readings = new Map<string, CommitReading>();
  for (const ref of refs) readings.set(ref, await commits.at(ref));
  return readings;
}

async function readCommit(repository: Repository, commit: string, texts: Map<string, string>): Promise<Canon> {
  const files = await filesIn(repository, commit);
  const config = files.find(({ path }) => path === CODEX_FILE);
  const read = async (blobs: readonly Blob[]): Promise<void> => {
    const missing = blobs.flatMap(({ id }) => (texts.has(id) ? [] : [id]));
    for (const [id, text] of await textsOf(repository, missing)) texts.set(id, text);
  };
  if (config) await read([config]);
  const host = createHost(() => null);
  const { codex } = host.apply(new Map([[CODEX_FILE, config ? (texts.get(config.id) ?? null) : null]]));
  const entries = entriesAmong(files, entryFilter(codex));
  await read(entries);
  return host.apply(new Map(entries.map(({ path, id }) => [path, readable(texts.get(id) ?? '')])));
}

/** Those that this codex takes for entries: a folder with a codex.yaml of its own is another codex's. */
function entriesAmong(files: readonly Blob[], isEntry: (path: string) => boolean): Blob[] {
  const others = files
    .filter(({ path }) => path.endsWith(`/${CODEX_FILE}`))
    .map(({ path }) => path.slice(0, -CODEX_FILE.length))
    .filter((folder) => !folder.split('/').some(isSkippedFolder));
  return files.filter(
    ({ path, isSubmodule }) => !isSubmodule && isEntry(path) && !others.some((folder) => path.startsWith(folder)),
  );
}

/** The text of a file; of one that is kept in Git LFS git holds only a pointer, and says so in its place. */
const readable = (text: string): string =>
  text.startsWith('version https://git-lfs.github.com/spec/')
    ? 'The text of this file is kept in Git LFS, and is not in the repository itself.\n'
    : text;
