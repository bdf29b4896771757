/** What this branch has got from others since something was told: it is theirs to answer for, whoever pulls it. */
import { withoutUnreadable, spoiltSince, unreadIn } from '../core/commits/comparable';
import type { Snapshot } from '../core/commits/snapshot';
import { headsOf } from './baselinePoint';
import { openCommits } from './commits';
import { commitOf, type Repository, upstreamOfHead } from './git';
import { git, line } from './runGit';
import { fetchApart } from './gitSnapshots';

/** A state that others have made, beside what was told. */
export interface BroughtIn<Established> {
  /** Whose it is, as a sentence calls it: `origin/main`. */
  readonly words: string;
  readonly now: Snapshot;
  readonly established: Established & ReadOf;
}

interface ReadOf {
  readonly snapshot: Snapshot;
  readonly unreadable: ReturnType<typeof spoiltSince>;
}

/** More branches than these are not merged at once. */
const MOST_MERGED = 8;

/**
 * @param established what was told, and its commit
 * @param merged whether branches that were merged and pushed nowhere count as well
 */
export async function broughtIn<Established extends { readonly commit: string; readonly repository: Repository }>(
  established: Established,
  merged: boolean,
): Promise<BroughtIn<Established>[]> {
  const { repository } = established;
  const commits = openCommits(repository.folder);
  const found: BroughtIn<Established>[] = [];
  for (const { ref, words } of await refsIn(repository, established.commit, merged)) {
    const [then, now] = [await commits.snapshot(established.commit), await commits.snapshot(ref)];
    await fetchApart(then, now);
    const snapshot = withoutUnreadable(then, now, unreadIn(now.leftOut));
    found.push({ words, now, established: { ...established, snapshot, unreadable: spoiltSince(then, now.leftOut) } });
  }
  return found;
}

interface Named {
  readonly ref: string;
  readonly words: string;
}

async function refsIn(repository: Repository, commit: string, merged: boolean): Promise<Named[]> {
  const { folder } = repository;
  const { upstream } = await upstreamOfHead(repository);
  if (upstream === null && !merged) return [];
  const head = await commitOf(repository, 'HEAD', 'may be none');
  if (head === null) return [];
  const found = new Map<string, string>();
  const common = upstream === null ? null : await git(folder, ['merge-base', 'HEAD', upstream]);
  if (upstream !== null && common?.status === 0) found.set(line(common.out), upstream);
  if (merged) {
    const log = ['rev-list', '--first-parent', '--merges', '--parents', `--max-count=${MOST_MERGED}`, 'HEAD'];
    const { status, out } = await git(folder, [...log, `^${commit}`, '--']);
    const parents =
      status === 0
        ? line(out)
            .split('\n')
            .flatMap((one) => one.split(' ').slice(2))
        : [];
    for (const one of [...(await headsOf(repository)).slice(1), ...parents])
      if (!found.has(one)) found.set(one, 'a branch that was merged');
  }
  const later = await Promise.all(
    [...found].map(async ([ref, words]): Promise<Named[]> => {
      const isBefore = await git(folder, ['merge-base', '--is-ancestor', ref, commit]);
      return isBefore.status === 0 || (ref === head && words !== upstream) ? [] : [{ ref, words }];
    }),
  );
  return later.flat();
}
