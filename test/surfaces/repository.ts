/** A git repository for a test: commits whatever files it is given, as anybody, at any time. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
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
  const root = folderWith({});
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
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'A. Author');
  git('config', 'user.email', 'author@example.com');
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
