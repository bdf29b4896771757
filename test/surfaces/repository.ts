/** Git repositories for tests: they commit any files, as any author, at any time. */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { folderWith } from './process';

/** What is written (a text) or removed (null) before a commit. */
export type Changes = Readonly<Record<string, string | null>>;

export interface Repository {
  readonly root: string;
  git(...args: string[]): string;
  /** Writes files without committing them. */
  write(changes: Changes): void;
  /** Commits everything. @param date of the author and the committer, ISO */
  commit(changes: Changes, message?: string, date?: string): string;
}

/** Settings of every repository: a commit starts no housekeeping, and waits for no disk. */
const QUICK = ['gc.auto=0', 'maintenance.auto=false', 'core.fsync=none'];
const SETTINGS = ['user.name=A. Author', 'user.email=author@example.com', ...QUICK];

/** Gives copies of a repository that is made once: copying a folder takes less time than starting git for each step. */
export function copiesOf(make: () => Repository): () => Repository {
  let made: Repository | null = null;
  return () => {
    if (made === null || !existsSync(made.root)) made = make();
    return copyOf(made);
  };
}

function copyOf({ root }: Repository): Repository {
  const copy = repositoryIn(folderWith({}));
  cpSync(root, copy.root, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  // The index holds inodes, which are others in a copy.
  if (existsSync(path.join(root, '.git/index'))) copy.git('update-index', '-q', '--refresh');
  return copy;
}

/** An empty repository, removed by `removeFolders`. */
export const newRepository = copiesOf(() => {
  const repository = repositoryIn(folderWith({}));
  repository.git('init', '--quiet', '--initial-branch=main');
  const config = path.join(repository.root, '.git/config');
  const sections = SETTINGS.map((setting) => setting.replace(/^(\w+)\.(.+?)=/, '[$1]\n\t$2 = '));
  appendFileSync(config, `${sections.join('\n')}\n`);
  return repository;
});

/** A clone of a repository as somebody else has it. @param options of `git clone` */
export function cloneOf(from: string, who: string, ...options: string[]): Repository {
  const root = folderWith({});
  const settings = [...QUICK, `user.name=${who}`, `user.email=${who.toLowerCase()}@example.com`];
  const given = settings.flatMap((setting) => ['--config', setting]);
  gitIn(root)('clone', '--quiet', ...given, ...options, pathToFileURL(from).href, root);
  return repositoryIn(root);
}

interface TwoAuthors {
  /** A bare repository. */
  readonly remote: string;
  readonly ilse: Repository;
  readonly tom: Repository;
}

const begunByTwo = new Map<string, TwoAuthors>();

/** Two authors, each with a clone of one bare repository that holds what they begin with, pushed. */
export function twoAuthors(begun: Changes): TwoAuthors {
  const key = JSON.stringify(begun);
  const known = begunByTwo.get(key);
  const made = known && existsSync(known.remote) ? known : makeTwoAuthors(begun);
  begunByTwo.set(key, made);
  const remote = copyOf(repositoryIn(made.remote)).root;
  const copy = (clone: Repository): Repository => {
    const copied = copyOf(clone);
    const config = path.join(copied.root, '.git/config');
    const text = readFileSync(config, 'utf8');
    writeFileSync(config, text.replace(pathToFileURL(made.remote).href, pathToFileURL(remote).href));
    return copied;
  };
  return { remote, ilse: copy(made.ilse), tom: copy(made.tom) };
}

function makeTwoAuthors(begun: Changes): TwoAuthors {
  const remote = folderWith({});
  gitIn(remote)('init', '--quiet', '--bare', '--initial-branch=main');
  const ilse = newRepository();
  ilse.git('remote', 'add', 'origin', pathToFileURL(remote).href);
  ilse.commit(begun, 'Begin');
  ilse.git('push', '--quiet', '--set-upstream', 'origin', 'main');
  return { remote, ilse, tom: cloneOf(remote, 'Tom') };
}

/** A folder that is, or becomes, the working tree of a repository. */
export function repositoryIn(root: string): Repository {
  const git = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', env: environment() });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
    return stdout.trim();
  };
  const write = (changes: Changes): void => {
    for (const [file, text] of Object.entries(changes)) {
      const at = path.join(root, file);
      mkdirSync(path.dirname(at), { recursive: true });
      if (text === null) rmSync(at);
      else writeFileSync(at, text);
    }
  };
  let date = '2026-01-01T00:00:00Z';
  const environment = () => ({
    ...process.env,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
  });
  return {
    root,
    git,
    write,
    commit(changes, message = 'Write', at = date) {
      date = at;
      write(changes);
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message', message);
      return headIn(root) ?? git('rev-parse', 'HEAD');
    },
  };
}

/** The commit that was just made, read without starting git. @returns null where the folder is not the top of a repository */
function headIn(root: string): string | null {
  const folder = path.join(root, '.git');
  if (!existsSync(path.join(folder, 'HEAD'))) return null;
  const head = readFileSync(path.join(folder, 'HEAD'), 'utf8').trim();
  const ref = path.join(folder, head.replace(/^ref: /, ''));
  if (!head.startsWith('ref: ')) return head;
  return existsSync(ref) ? readFileSync(ref, 'utf8').trim() : null;
}

/** Runs git in a folder as somebody, without any settings of the user. */
export const gitIn =
  (root: string) =>
  (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=A. Author', '-c', 'user.email=author@example.com', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    });
