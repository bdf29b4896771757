/** Git, asked for what is committed and staged: nothing is checked out, nothing written, and nothing of the repository is run. */
import fs from 'node:fs';
import path from 'node:path';
import type { GitFolders, Tag } from '../platform/platform';
import { git, line, gitRefusal, gitOutput } from './runGit';

/** The repository that a folder lies in. */
export interface Repository {
  /** The folder that was asked about. */
  readonly folder: string;
  /** That folder's path inside the repository, with `/` at its end; empty for the whole of it. */
  readonly prefix: string;
  /** The index to ask, where a commit that is being made has one of its own; undefined: the repository's. */
  readonly index: string | undefined;
  /** Whether only the latest part of the history is here. */
  readonly isShallow: boolean;
  /** Whether an id will mean for ever what it means: nothing is cut off, nor put in the place of anything else. */
  readonly isWhole: boolean;
}

const ABOUT = ['--is-shallow-repository', '--git-path', 'info/grafts', '--glob=refs/replace', '--show-prefix'];

/** The repository of a folder; a refusal where there is none. */
export async function repositoryOf(folder: string): Promise<Repository> {
  const { status, out, err } = await git(folder, ['rev-parse', ...ABOUT]);
  // A folder may have a line break in its name.
  const [, shallow, grafts = '', replaced, prefix = ''] =
    /^(\w+)\n(.*)\n((?:[0-9a-f]{40,}\n)*)([^]*)$/.exec(line(out)) ?? [];
  if (status === 0) {
    const isShallow = shallow === 'true';
    const isWhole = !isShallow && replaced === '' && !fs.existsSync(path.resolve(folder, grafts));
    return { folder, prefix, index: await indexOf(folder), isShallow, isWhole };
  }
  if (/dubious ownership/.test(err)) {
    const mend = /^\s*(git config --global --add safe\.directory .*)$/m.exec(err)?.[1];
    throw gitRefusal(
      `git will not read ${folder}, which belongs to somebody else. If you trust it: \`${mend ?? 'git help config'}\`, then try again.`,
    );
  }
  if (/bare repository/.test(err))
    throw gitRefusal(
      `${path.resolve(folder)} looks like a bare repository, which holds no notes: ask in a clone of it, where its files are.`,
    );
  throw gitRefusal(`${path.resolve(folder)} is in no git repository.`);
}

/** The repository of a folder, looked for once: for those who have gone before it can become another one. */
export function repositoryOnce(folder: string): () => Promise<Repository> {
  let found: Promise<Repository> | null = null;
  return () => (found ??= repositoryOf(folder));
}

/** `git commit --all`, or of some files, has its hooks ask an index of its own; that of another repository is not ours. */
async function indexOf(folder: string): Promise<string | undefined> {
  const { GIT_INDEX_FILE: given } = process.env;
  if (given === undefined || !fs.existsSync(given)) return undefined;
  const index = fs.realpathSync(given);
  const own = path.resolve(line(await gitOutput(folder, ['rev-parse', '--absolute-git-dir'])));
  return index.startsWith(own + path.sep) ? index : undefined;
}

/** The commit that a tag, a branch or any other revision names, as its full hash; null where nothing is committed, if that may be. */
export async function commitOf(repository: Repository, ref: string): Promise<string>;
export async function commitOf(repository: Repository, ref: string, none: 'may be none'): Promise<string | null>;
export async function commitOf(
  { folder, isShallow }: Repository,
  ref: string,
  none?: 'may be none',
): Promise<string | null> {
  // What looks like an option, or holds a line break, does not name a commit.
  if (/^[-]|[\0-\x20\x7f]/.test(ref) || ref === '') throw gitRefusal(`"${ref}" can't be the name of a commit.`);
  const { status, out } = await git(folder, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${ref}^{commit}`,
  ]);
  // For `^HEAD` it names what to leave out.
  if (status === 0 && !line(out).startsWith('^')) return line(out);
  if ((await git(folder, ['rev-parse', '--verify', '--quiet', 'HEAD'])).status !== 0) {
    if (none) return null;
    throw gitRefusal('nothing has been committed here yet.');
  }
  const hint = isShallow ? ' This clone is shallow: `git fetch --unshallow` brings the rest of its history.' : '';
  throw gitRefusal(`"${ref}" names no commit, tag or branch here.${hint}`);
}

/** The nearest tag that HEAD comes from; null where there is none. */
export async function nearestTag({ folder }: Repository): Promise<string | null> {
  const name = await nameOrNull(folder, ['describe', '--tags', '--abbrev=0']);
  return name?.startsWith('-') === true ? `refs/tags/${name}` : name;
}

/**
 * The tag of a form, `book-*`, whose commit is the newest; of several at one, the one made last. Null where there is none.
 * @param from only tags that this commit comes from
 */
export async function newestTag({ folder }: Repository, form: string, from?: string): Promise<string | null> {
  const gitArgs = [`--format=${TAG_FORMAT}`, ...(from === undefined ? [] : [`--merged=${from}`])];
  const { status, out } = await git(folder, [
    'for-each-ref',
    ...gitArgs,
    `refs/tags/${form.replace(/^refs\/tags\//, '')}`,
  ]);
  if (status !== 0) return null;
  // To make one takes some milliseconds.
  const byVersion = new Intl.Collator('en', { numeric: true });
  const tags = line(out)
    .split('\n')
    .flatMap((one) => {
      const [name = '', type = '', committed, made] = one.split('\t');
      // A tag can name a text or a folder as well.
      return /^(?:commit|tag(?:commit|tag))$/.test(type)
        ? [{ name, committed: Number(committed), made: Number(made) }]
        : [];
    })
    .sort((a, b) => b.committed - a.committed || b.made - a.made || byVersion.compare(b.name, a.name));
  return tags[0]?.name ?? null;
}

/** For an annotated tag, the star is followed by what it names; for any other tag, by nothing. */
const TAG_FORMAT =
  '%(refname:lstrip=2)%09%(objecttype)%(*objecttype)%09%(committerdate:unix)%(*committerdate:unix)%09%(creatordate:unix)';

/** The newest tags, the newest first. */
export async function newestTags({ folder }: Repository, most: number): Promise<Tag[]> {
  const format = '--format=%(refname:short)%09%(creatordate:short)';
  const out = await gitOutput(folder, ['for-each-ref', '--sort=-creatordate', `--count=${most}`, format, 'refs/tags']);
  return line(out)
    .split('\n')
    .flatMap((one) => {
      const [name = '', day = ''] = one.split('\t');
      return name === '' ? [] : [{ name, day }];
    });
}

/** The branch that another is pushed to; null where there is none. */
export const upstreamOf = ({ folder }: Repository, branch: string): Promise<string | null> =>
  nameOrNull(folder, ['rev-parse', '--abbrev-ref', '--symbolic-full-name', `${branch}@{upstream}`]);

const upstreams = new WeakMap<Repository, ReturnType<typeof askUpstream>>();

/** The branch that the one that HEAD is on is pushed to, or null, and where git keeps what it knows of the working tree: asked once. */
export function upstreamOfHead(repository: Repository): ReturnType<typeof askUpstream> {
  let found = upstreams.get(repository);
  if (!found) upstreams.set(repository, (found = askUpstream(repository)));
  return found;
}

async function askUpstream({ folder }: Repository) {
  const args = ['rev-parse', '--absolute-git-dir', '--abbrev-ref', '--symbolic-full-name', '@{upstream}'];
  const { status, out } = await git(folder, args);
  const lines = line(out).split('\n');
  const upstream = status === 0 ? (lines.pop() ?? null) : null;
  return { upstream, own: lines.join('\n') };
}

/** The default branch of a remote, `origin/main`; null where git does not know it. */
export async function mainBranchOf({ folder }: Repository): Promise<string | null> {
  const out = await gitOutput(folder, [
    'for-each-ref',
    '--format=%(refname:lstrip=2)%09%(symref:lstrip=2)',
    'refs/remotes',
  ]);
  const branches = new Map(
    line(out)
      .split('\n')
      .map((one): [string, string] => {
        const [name = '', leads = ''] = one.split('\t');
        return [name, leads];
      }),
  );
  const remotes = [...new Set([...branches.keys()].map((name) => name.replace(/\/.*/, '')))];
  const remote = remotes.includes('origin') ? 'origin' : remotes.length === 1 ? remotes[0] : undefined;
  const likely = [branches.get(`${remote}/HEAD`), `${remote}/main`, `${remote}/master`];
  return likely.find((name) => name !== undefined && branches.has(name)) ?? null;
}

/** The branch that HEAD is on; null where it is on none. */
export const branchOf = ({ folder }: Repository): Promise<string | null> =>
  nameOrNull(folder, ['symbolic-ref', '--quiet', '--short', 'HEAD']);

/** The files of the folder that are in conflict: the index holds several versions of them; relative to it, with `/`. */
export async function unmergedIn({ folder, index }: Repository): Promise<string[]> {
  const out = await gitOutput(folder, ['ls-files', '--unmerged', '-z'], ofIndex(index));
  const paths = out
    .toString('utf8')
    .split('\0')
    .flatMap((record) => record.split('\t').slice(1).join('\t') || []);
  return [...new Set(paths)];
}

/** The files of the folder that are in the index, but that git keeps out of the working tree: a sparse checkout. */
export async function keptOutOf(repository: Repository): Promise<ReadonlySet<string>> {
  const { own } = await gitFoldersOf(repository);
  if (!fs.existsSync(path.join(own, 'info/sparse-checkout'))) return new Set();
  const out = await gitOutput(repository.folder, ['ls-files', '-t', '-z']);
  const records = out.toString('utf8').split('\0');
  return new Set(records.flatMap((record) => (record.startsWith('S ') ? record.slice(2) : [])));
}

/** Whether a sparse checkout names folders that are laid out, and no single files. */
export const layingOutFolders = async ({ folder }: Repository): Promise<boolean> =>
  (await nameOrNull(folder, ['config', '--get', '--bool', 'core.sparseCheckoutCone'])) === 'true';

/** The environment for git where a commit in progress has an index of its own. */
export const ofIndex = (index: string | undefined) => ({
  env: index === undefined ? {} : { GIT_INDEX_FILE: index },
});

async function nameOrNull(folder: string, args: readonly string[]): Promise<string | null> {
  const { status, out } = await git(folder, args);
  return status === 0 && line(out) !== '' ? line(out) : null;
}

/** The folder in which git looks for hooks, absolute, and whether it is this repository's own. */
export async function hooksOf({ folder }: Repository): Promise<{ readonly hooks: string; readonly isOwn: boolean }> {
  // Asked without what turns hooks off: this is the only question that is about them.
  const gitArgs = ['rev-parse', '--path-format=absolute', '--git-path', 'hooks', '--git-common-dir', '--show-toplevel'];
  const { status, out, err } = await git(folder, gitArgs, { settings: [] });
  if (status !== 0) throw gitRefusal(`git can't tell where its hooks are: ${err}`);
  const [hooks = '', ...own] = line(out).split('\n');
  return { hooks, isOwn: own.some((one) => `${hooks}/`.startsWith(`${one}/`)) };
}

export async function gitFoldersOf({ folder }: Repository): Promise<GitFolders> {
  const out = await gitOutput(folder, ['rev-parse', '--path-format=absolute', '--git-dir', '--git-common-dir']);
  const [own = '', common = own] = line(out).split('\n');
  return { own, common };
}

/** What a commit did to the files of the folder, other than to what they say. Against its first parent, if it has one. */
export interface Logged {
  /** Its full hash. */
  readonly commit: string;
  readonly parent: string | null;
  /** When it was committed, by the committer's clock: UTC milliseconds. */
  readonly time: number;
  readonly added: readonly string[];
  /** From, to. */
  readonly renamed: readonly (readonly [string, string])[];
}

/** A commit and those before it along first parents, the newest first, as full hashes. */
export async function firstParentsOf({ folder }: Repository, commit: string, most: number): Promise<string[]> {
  const out = await gitOutput(folder, ['rev-list', '--first-parent', `--max-count=${most}`, commit, '--']);
  return line(out).split('\n');
}

/** The commits that lead to one along first parents, the oldest first. @param since only those that do not lead to this one */
export async function logOf({ folder }: Repository, commit: string, since: string | null): Promise<Logged[]> {
  const out = await gitOutput(folder, [
    'log',
    ...['--first-parent', '-m', '--root', '--reverse', '--no-show-signature', '--format=commit %H %ct %P'],
    ...[
      '--relative',
      '--name-status',
      '-M',
      '-l1000',
      '-z',
      '--no-ext-diff',
      '--no-textconv',
      '-O/dev/null',
      '--no-follow',
    ],
    since === null ? commit : `${since}..${commit}`,
    '--',
  ]);
  const words = out.toString('utf8').split('\0').values();
  const logged: (Logged & { added: string[]; renamed: [string, string][] })[] = [];
  const next = (): string => words.next().value ?? '';
  for (const word of words) {
    const [, id = '', seconds, parent] = /^commit ([0-9a-f]+) (\d+) ([0-9a-f]*)/.exec(word) ?? [];
    if (seconds !== undefined)
      logged.push({ commit: id, parent: parent || null, time: 1000 * Number(seconds), added: [], renamed: [] });
    else if (/^\n?R/.test(word)) logged.at(-1)?.renamed.push([next(), next()]);
    else if (/^\n?A/.test(word)) logged.at(-1)?.added.push(next());
    else next();
  }
  return logged;
}
