/** Which commit is the established point (model §10), and whether this branch has everything of it. */
import fs from 'node:fs';
import path from 'node:path';
import {
  gitFoldersOf,
  type Repository,
  unmergedIn,
  branchOf,
  commitOf,
  mainBranchOf,
  nearestTag,
  newestTag,
  upstreamOf,
  upstreamOfHead,
} from './git';
import { gitRefusal, git, line, refusalIn, gitOutput } from './runGit';
import type { BaselinePoint } from '../core/commits/comparable';
import { readCodex } from '../core/codex/readCodex';
import { CODEX_FILE } from '../core/host';

/** What git keeps while something is under way, by what that is. */
const TRACES = [
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase'],
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
] as const;

/** How many files in conflict are named. */
const MOST = 5;

/** Refuses where files of the folder are in conflict. */
export async function refuseConflicts(repository: Repository): Promise<void> {
  const files = await unmergedIn(repository);
  if (files.length === 0) return;
  const kept = new Set(fs.readdirSync((await gitFoldersOf(repository)).own));
  const what = TRACES.find(([trace]) => kept.has(trace))?.[1];
  const more = files.length > MOST ? ` and ${files.length - MOST} more` : '';
  const named = `${files.slice(0, MOST).join(', ')}${more}`;
  const where = files.length === 1 ? `${named} is in conflict` : `these files are in conflict: ${named}`;
  throw gitRefusal(
    `${what === undefined ? '' : `${what} is under way, and `}${where}. Settle what should be there, \`git add\` it, then check again.`,
  );
}

/** The branch that is being rebased, on which HEAD is not meanwhile; null where none is. @param own where git keeps what it knows of the working tree */
function branchRebased(own: string): string | null {
  for (const trace of ['rebase-merge', 'rebase-apply']) {
    const file = path.join(own, trace, 'head-name');
    const name = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : '';
    if (name.startsWith('refs/heads/')) return name.slice('refs/heads/'.length);
  }
  return null;
}

/**
 * Null where nothing has been committed yet.
 * @param declared what codex.yaml says of it, `git:REF` or a pattern of tags
 * @param before where the branch was before git did something to it; absent: where it is
 */
export async function findBaselinePoint(
  repository: Repository,
  declared: string | null,
  before?: string,
): Promise<BaselinePoint | null> {
  const named = pointFor(repository, declared, before);
  const [last] = await Promise.all([declaredIn(repository, before ?? 'HEAD'), named.catch(() => null)]);
  if (last === undefined || last === declared) return named;
  // What it was called may be a slip, that is being put right.
  const was = await pointFor(repository, last, before).catch((error: unknown) => {
    if (refusalIn(error) === null) throw error;
    return null;
  });
  if (was?.isCertain !== true) return named;
  const is = await named;
  const isSame =
    is?.isCertain === true && (await commitOf(repository, is.ref)) === (await commitOf(repository, was.ref));
  return isSame ? is : { ...was, isMoved: true };
}

/** What codex.yaml says of it in a commit; undefined where there is none. */
async function declaredIn({ folder, prefix }: Repository, commit: string): Promise<string | null | undefined> {
  const { status, out } = await git(folder, ['cat-file', 'blob', `${commit}:${prefix}${CODEX_FILE}`]);
  return status === 0 ? readCodex(out.toString('utf8')).codex.established : undefined;
}

async function pointFor(
  repository: Repository,
  declared: string | null,
  before?: string,
): Promise<BaselinePoint | null> {
  if (declared !== null) {
    const name = declared.replace(/^git:/, '');
    // A first commit may name what it is going to be measured by.
    if (!isPattern(name) && (await commitOf(repository, name, 'may be none')) === null) return null;
    return isPattern(name) ? newestOfForm(repository, name, before) : pointNamed(repository, name, { before });
  }
  const [pushed, tag] = await Promise.all([pushedPoint(repository, before), nearestTag(repository)]);
  if (tag !== null) {
    // HEAD has got everything of a tag that it comes from.
    const tagged = before === undefined ? { ref: tag, isCertain: true } : await pointNamed(repository, tag, { before });
    return (await isLater(repository, pushed, tagged)) ? pushed : tagged;
  }
  return pushed ?? guessed(repository, (await branchIn(repository)) === null ? DETACHED : NEITHER, before);
}

/** What of this branch others have; null where git does not know. */
async function pushedPoint(repository: Repository, before?: string): Promise<BaselinePoint | null> {
  const [upstream, main] = await Promise.all([upstreamHere(repository), mainBranchOf(repository)]);
  if (upstream !== null) return pointNamed(repository, upstream, { before, upstream });
  // A branch of one's own goes back to the one that all have; one that shares nothing with it is about something else.
  if (main === null || (await commitOf(repository, 'HEAD', 'may be none')) === null) return null;
  const shared = await pointNamed(repository, main, { before });
  return shared.behind?.hasCommon === false ? null : shared;
}

/** The branch that this one is pushed to, also while it is rebased; null where there is none. */
async function upstreamHere(repository: Repository): Promise<string | null> {
  const { upstream, own } = await upstreamOfHead(repository);
  const rebased = upstream === null ? branchRebased(own) : null;
  return rebased === null ? upstream : upstreamOf(repository, rebased);
}

const branchIn = async (repository: Repository): Promise<string | null> =>
  (await branchOf(repository)) ?? branchRebased((await gitFoldersOf(repository)).own);

/** Whether a point comes after another: what has been pushed since a tag is established as well. */
async function isLater(repository: Repository, point: BaselinePoint | null, than: BaselinePoint): Promise<boolean> {
  if (point === null || point.behind?.hasCommon === false) return false;
  const [later, earlier] = await Promise.all([point, than].map(({ ref }) => commitOf(repository, ref)));
  if (later === undefined || earlier === undefined || later === earlier) return false;
  return (await git(repository.folder, ['merge-base', '--is-ancestor', earlier, later])).status === 0;
}

interface Where {
  /** Where the branch was, where that is not where it is. */
  readonly before?: string | undefined;
  /** The branch that it is pulled from; absent: it is asked for. */
  readonly upstream?: string;
}

/** A point that was named, or where this branch and the point parted. */
export async function pointNamed(
  repository: Repository,
  ref: string,
  { before, upstream }: Where = {},
): Promise<BaselinePoint> {
  const { folder, isShallow } = repository;
  const point = { ref, isCertain: true };
  const commit = await commitOf(repository, ref);
  const heads = before === undefined ? await headsOf(repository) : [await commitOf(repository, before)];
  if (heads.length === 0 || heads.includes(commit)) return point;
  const lacking = await gitOutput(folder, ['rev-list', '--count', commit, ...heads.map((head) => `^${head}`), '--']);
  const by = Number(line(lacking));
  if (by === 0) return point;
  const common = await git(folder, ['merge-base', commit, ...heads]);
  const isUpstream = ref === (upstream ?? (await upstreamOfHead(repository)).upstream);
  const behind = { ref, by, isUpstream, hasCommon: common.status === 0, isShallow };
  if (!behind.hasCommon) return { ...point, behind };
  return { ...point, behind, ref: shortened(common.out), words: `the last commit shared with ${ref}` };
}

/** As git shortens it for people, and long enough to stay one commit's. */
const shortened = (out: Buffer): string => (line(out).split('\n')[0] ?? '').slice(0, 12);

/** HEAD, and what is being merged into it: the commit that is being made will have all of these. */
export async function headsOf(repository: Repository): Promise<string[]> {
  const head = await commitOf(repository, 'HEAD', 'may be none');
  if (head === null) return [];
  const file = path.join((await gitFoldersOf(repository)).own, 'MERGE_HEAD');
  const merged = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : [];
  // Before a merge is committed, only git's hooks learn what is being merged.
  const named = Object.keys(process.env).flatMap((name) => /^GITHEAD_([0-9a-f]{40,64})$/.exec(name)?.[1] ?? []);
  const given = [...new Set([...merged, ...named])].filter((one) => /^[0-9a-f]{40,64}$/.test(one));
  const known = await Promise.all(
    given.map(async (one) => {
      const { status } = await git(repository.folder, ['rev-parse', '--verify', '--quiet', `${one}^{commit}`]);
      return status === 0 ? [one] : [];
    }),
  );
  return [head, ...known.flat()];
}

/** What no name of a commit may hold, but patterns do. */
const isPattern = (name: string): boolean => /[*?[]/.test(name) && !/[:^~]|@\{/.test(name);

async function newestOfForm(repository: Repository, form: string, before?: string): Promise<BaselinePoint | null> {
  const newest = await newestTag(repository, form);
  if (newest === null) {
    const { isShallow } = repository;
    if (isShallow)
      throw gitRefusal(`no tag matches "${form}" in this shallow clone: \`git fetch --unshallow --tags\` brings them.`);
    const pushed = await pushedPoint(repository, before);
    const none = `no tag matches "${form}" here yet`;
    const said = pushed && `${none}, so it was compared with ${pushed.behind?.ref ?? pushed.ref}.`;
    return said ? { ...pushed, doubt: said } : guessed(repository, `${none}, ${GUESSED}`, before);
  }
  const point = await pointNamed(repository, newest, { before });
  if (point.behind?.hasCommon !== true) return point;
  // A tag on another branch takes nothing back that a tag of this one established.
  const had = await newestTag(repository, form, before ?? 'HEAD');
  if (had === null) return point;
  const { status } = await git(repository.folder, ['merge-base', '--is-ancestor', point.ref, `refs/tags/${had}`]);
  return status === 0 ? { ref: had, isCertain: true, behind: point.behind } : point;
}

async function guessed(repository: Repository, doubt: string, before = 'HEAD'): Promise<BaselinePoint | null> {
  if ((await commitOf(repository, before, 'may be none')) === null) return null;
  return { ref: before, isCertain: false, doubt };
}

const GUESSED =
  'so the comparison is with the last commit, and only warns. `established: git:REF` in codex.yaml says what is established.';
const NEITHER = `there is no tag, and no branch of a remote, ${GUESSED}`;
const DETACHED = `HEAD is on no branch, and no tag leads to it, ${GUESSED}`;
