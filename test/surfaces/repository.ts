/** A git repository for a test: commits whatever files it is given, as anybody, at any time. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
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

/** An empty repository, removed by `removeFolders`. */
export function newRepository(): Repository {
  const repository = repositoryIn(folderWith({}));
  repository.git('init', '--quiet', '--initial-branch=main');
  repository.git('config', 'user.name', 'A. Author');
  repository.git('config', 'user.email', 'author@example.com');
  return repository;
}

/** A clone of a repository as somebody else has it. @param options of `git clone` */
export function cloneOf(from: string, who: string, ...options: string[]): Repository {
  const root = folderWith({});
  gitIn(root)('clone', '--quiet', ...options, pathToFileURL(from).href, root);
  const repository = repositoryIn(root);
  repository.git('config', 'user.name', who);
  repository.git('config', 'user.email', `${who.toLowerCase()}@example.com`);
  return repository;
}

/** Two authors, each with a clone of one bare repository that holds what they begin with, pushed. */
export function twoAuthors(begun: Changes): {
  readonly remote: string;
  readonly ilse: Repository;
  readonly tom: Repository;
} {
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
      return git('rev-parse', 'HEAD');
    },
  };
}

/** Runs git in a folder as somebody, as it is configured nowhere. */
export const gitIn =
  (root: string) =>
  (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=A. Author', '-c', 'user.email=author@example.com', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    });
