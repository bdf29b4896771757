/** The two states of a codex that a check compares: what is established, and what is there or staged now. */
import fs from 'node:fs';
import path from 'node:path';
import { withoutUnreadable, missingIn, spoiltSince, unreadIn, type BaselinePoint } from '../core/commits/comparable';
import type { CommitReader, Skipped } from '../platform/platform';
import { fillInSteps, type GitSnapshot, type Snapshot } from '../core/commits/snapshot';
import { pathsOf, commitNamed } from '../core/canon';
import { CODEX_FILE, type Dating } from '../core/host';
import { digestOfText } from '../core/packed/bytes';
import { atOnce } from '../core/text/groups';
import { UNGIVEN, UNREAD_LETTER } from '../core/text/unreadable';
import { blobIdOf } from './blobs';
import { readEntries } from './changedEntries';
import { noTurn, openCommits } from './commits';
import { beginFolder } from './openFolder';
import { type Repository, repositoryOnce, commitOf, upstreamOfHead } from './git';
import { gitRefusal, refusalIn, git, line } from './runGit';
import { fetchApart, fetchDiffering } from './gitSnapshots';
import { refuseConflicts, headsOf } from './baselinePoint';

/** What is judged, and against what; neither: the folder as it is, against nothing. */
export interface ComparisonRequest {
  /** What the next commit would hold, against what is established. */
  readonly staged?: boolean | undefined;
  /** The folder as it is, against a commit, with or without `git:` before its name. */
  readonly since?: string | undefined;
  /** The folder as it is, against the baseline. */
  readonly isTold?: true;
}

type Established = Omit<BaselinePoint, 'isMoved'> & {
  readonly isMoved?: boolean;
  readonly snapshot: Snapshot;
  readonly commit: string;
  readonly repository: Repository;
  readonly unreadable: ReturnType<typeof spoiltSince>;
  /** What could not be read of it, and why. */
  readonly leftOut?: ReadonlyMap<string, string>;
};

export interface States {
  readonly now: Snapshot;
  /** Null where nothing is established: nobody asked, or nothing has been committed yet. */
  readonly established: Established | null;
  /** The same text only as long as an answer about the folder alone would be; null: it is not known to be. */
  readonly state: string | null;
}

/** Reads both. What git can't answer is thrown as a refusal. */
export async function readStates(
  root: string,
  { staged, since, isTold }: ComparisonRequest,
  skipped: Skipped,
): Promise<States> {
  const unread = new Map<string, string>();
  const disk = beginFolder(root, (file, reason) => {
    unread.set(file, reason);
    // What would be committed is not the folder, of which only codex.yaml counts then.
    if (staged !== true || file === CODEX_FILE) skipped(file, reason);
  });
  const repositoryHere = repositoryOnce(root);
  const commits = openCommits(root, { repositoryHere, codexText: disk.textOf(CODEX_FILE) });
  const dating = disk.host.canon.codex.datedByGit && staged !== true ? await commits.dating() : null;
  if (dating) disk.host.date(dating);
  if (staged !== true && isTold !== true && since === undefined) {
    const read = readEntries(root, disk, disk.files());
    const state = read && `${read}\n${dating ? digestOfDating(dating) : ''}`;
    return { now: { ...disk, blobOf: disk.textOf }, established: null, state };
  }
  const { established: declared } = disk.host.canon.codex;
  const finding = since === undefined ? pointIn(commits, declared) : commits.pointAt(commitNamed(since) ?? since);
  const ref = finding.then((found) => found?.ref ?? null);
  // `finding` reports why there is none, also where nobody waits for this.
  ref.catch(() => undefined);
  const reading =
    staged === true
      ? commits.staged(ref)
      : ref.then(async (name) => ({ since: name === null ? null : await commits.snapshot(name), next: null }));
  const [point, { since: snapshot, next }] = await Promise.all([finding, reading]);
  const unfit = (next?.leftOut ?? unread).get(CODEX_FILE);
  const hasTold = snapshot?.host.canon.codex.declared === true && !snapshot.leftOut.has(CODEX_FILE);
  if (hasTold && unfit !== undefined && unfit !== UNGIVEN.link)
    throw gitRefusal(`${CODEX_FILE} can't be read, and nothing can be judged without it: ${unfit}.`);
  let now: Snapshot;
  if (next) {
    // A commit that has nothing to do with the codex is let through.
    const concerns = snapshot?.host.canon.codex.declared === true || pathsOf(next.host.canon).length > 0;
    if (concerns && next.leftOut.get(CODEX_FILE) === UNGIVEN.link) throw gitRefusal(LINKED);
    unread.clear();
    const { judged, leftOut } = withSubmodules(next, snapshot, disk);
    for (const [file, reason] of leftOut) {
      unread.set(file, reason);
      skipped(file, reason);
    }
    const lacks = disk.host.canon.codex.declared && !next.host.canon.codex.declared;
    if (lacks && concerns) throw gitRefusal(UNSTAGED);
    now = judged;
  } else {
    await refuseConflicts(await repositoryHere());
    now = { ...disk, blobOf: blobsOnDisk(root, disk.textOf, snapshot?.commit ?? '') };
    atOnce(fillInSteps(now, disk.files(), snapshot));
    if (snapshot) await fetchDiffering(snapshot, now);
    const missing = snapshot ? missingIn(now.host.canon, snapshot) : [];
    const isUndeclared = snapshot?.host.canon.codex.declared === true && !now.host.canon.codex.declared;
    const keptOut = missing.length > 0 || isUndeclared ? await commits.keptOut() : new Set();
    for (const file of missing) if (keptOut.has(file)) unread.set(file, '');
    if (isUndeclared && keptOut.has(CODEX_FILE)) unread.set(CODEX_FILE, '');
  }
  if (!point || !snapshot) return { now, established: null, state: null };
  const { established: was } = snapshot.host.canon.codex;
  const isMoved = point.isMoved === true || (since !== undefined && was !== null && was !== declared);
  for (const [file, reason] of snapshot.leftOut)
    if (!unread.has(file) && snapshot.earlier?.has(file) !== true)
      skipped(file, `as of ${point.words ?? point.ref}, ${reason}`);
  const unreadable = spoiltSince(snapshot, unread);
  const then = withoutUnreadable(snapshot, now, unreadIn(unread));
  const { leftOut } = snapshot;
  const established = { ...point, isMoved, snapshot: then, commit: snapshot.commit, unreadable, leftOut };
  return { now, established: { ...established, repository: await repositoryHere() }, state: null };
}

const LINKED = `${CODEX_FILE} is a link, and git keeps only where it leads; nothing can be judged without the file: put the file itself in its place and \`git add\` it, then check again.`;
const UNSTAGED = `${CODEX_FILE} is in the folder, but not in what would be committed, which can't be judged without it: \`git add ${CODEX_FILE}\`, then check again.`;

/**
 * A state as git has it, with the files that are in its submodules on disk: those in whose folder something is established. It does not
 * cease to be established when its folder becomes a repository of its own.
 */
function withSubmodules(
  now: GitSnapshot,
  then: Pick<Snapshot, 'host'> | null,
  disk: ReturnType<typeof beginFolder>,
): { readonly judged: Snapshot; readonly leftOut: ReadonlyMap<string, string> } {
  const submodules = [...now.leftOut].flatMap(([folder, why]) => (why === UNGIVEN.submodule ? folder : []));
  if (!then || submodules.length === 0) return { judged: now, leftOut: now.leftOut };
  const established = pathsOf(then.host.canon);
  const taken = submodules.filter((folder) => established.some((file) => file.startsWith(folder)));
  const files = new Set(disk.files().filter((file) => taken.some((folder) => file.startsWith(folder))));
  now.host.apply(new Map([...files].map((file) => [file, disk.textOf(file)])));
  return {
    judged: {
      host: now.host,
      textOf: (file) => (files.has(file) ? disk.textOf(file) : now.textOf(file)),
      blobOf: (file) => (files.has(file) ? disk.textOf(file) : now.blobOf(file)),
    },
    leftOut: new Map([...now.leftOut].filter(([folder]) => !taken.includes(folder))),
  };
}

/**
 * What git has made of a branch, as it is committed, compared with what was established where the branch was before.
 * Null where nothing was established, or there is no codex. @param before that commit, `ORIG_HEAD`. @param turn waited for again and again
 */
export async function readResult(
  root: string,
  before: string,
  turn = noTurn,
): Promise<{ readonly now: Snapshot; readonly established: Established } | null> {
  const disk = beginFolder(root, () => undefined);
  const { codex } = disk.host.canon;
  if (!codex.declared) return null;
  const repositoryHere = repositoryOnce(root);
  const commits = openCommits(root, { turn, repositoryHere });
  const point = await commits.established(codex.established, before);
  if (!point) return null;
  const snapshot = await commits.snapshot(point.ref);
  const head = await commits.snapshot('HEAD');
  await fetchApart(snapshot, head);
  const { judged: now, leftOut } = withSubmodules(head, snapshot, disk);
  const then = withoutUnreadable(snapshot, now, unreadIn(leftOut));
  const unreadable = spoiltSince(snapshot, leftOut);
  const established = { ...point, snapshot: then, commit: snapshot.commit, unreadable };
  return { now, established: { ...established, repository: await repositoryHere() } };
}

/** What a commit in a folder would be compared with; a refusal where git does not know it. */
export async function baselineIn(root: string): Promise<BaselinePoint | null> {
  const { established: declared } = beginFolder(root, () => undefined).host.canon.codex;
  return pointIn(openCommits(root), declared);
}

const pointIn = (commits: CommitReader, declared: string | null): Promise<BaselinePoint | null> =>
  commits.established(declared).catch(declared === null ? undefined : wrongInCodex);

/** What git refuses of a name that the author has written down, with the place where it stands. */
function wrongInCodex(error: unknown): never {
  const message = refusalIn(error);
  throw message === null ? error : gitRefusal(`\`established\` in ${CODEX_FILE}: ${message}`);
}

const digestOfDating = ({ trouble, times }: Dating): number =>
  digestOfText(JSON.stringify([trouble, ...(times ?? [])]));

/** The ids that files would have in git, each worked out once. */
function blobsOnDisk(root: string, textOf: Snapshot['textOf'], like: string): Snapshot['blobOf'] {
  const ids = new Map<string, string | null>();
  return (file) => {
    let id = ids.get(file);
    if (id === undefined) {
      const text = textOf(file);
      // A replacement character may have replaced other bytes.
      const bytes =
        text?.includes(UNREAD_LETTER) === true ? fs.readFileSync(path.join(root, file)) : Buffer.from(text ?? '');
      ids.set(file, (id = text === null ? null : blobIdOf(bytes, like)));
    }
    return id;
  };
}

/** A state that others have made, and the baseline. */
interface BroughtIn<Established> {
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
 * @param established the established codex, and its commit
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

/** The text of a file in the folder; null where there is none that could be read. */
export function textOnDisk(root: string, file: string): string | null {
  const at = path.join(root, file);
  return fs.existsSync(at) && fs.statSync(at).isFile() ? fs.readFileSync(at, 'utf8') : null;
}

/** A file as a commit has it. */
type OldText = (ref: string, file: string) => string | null;

/** What files say in commits: null where there is none. @param files relative to the root */
export async function textsAtCommits(
  root: string,
  refs: readonly string[],
  files: readonly string[],
): Promise<OldText> {
  // Git asks for a file in a line of its own.
  const names = refs.flatMap((ref) => files.flatMap((file) => (file.includes('\n') ? [] : `${ref}:./${file}`)));
  const { out } = await git(root, ['cat-file', '--batch'], { input: names.map((name) => `${name}\n`).join('') });
  const texts = new Map<string, string>();
  let at = 0;
  for (const name of names) {
    const end = out.indexOf(0x0a, at);
    const [, kind, size] = /^[0-9a-f]+ (\w+) (\d+)$/.exec(out.toString('utf8', at, end)) ?? [];
    at = end + 1;
    if (size === undefined) continue;
    if (kind === 'blob') texts.set(name, out.toString('utf8', at, at + Number(size)));
    at += Number(size) + 1;
  }
  return (ref, file) => texts.get(`${ref}:./${file}`) ?? null;
}
