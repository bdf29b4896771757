/** A git repository with a scripted history, made by one process whatever its length. */
import { spawnSync } from 'node:child_process';
import { newRepository, type Changes, type Repository } from './repository';

export interface Commit {
  /** What is written, and what is removed (null), before it. */
  readonly changes: Changes;
  readonly branch?: string;
  /** What it begins or goes on from, where that is not the last commit of its branch; a branch. */
  readonly from?: string;
  /** A branch that it merges. */
  readonly merges?: string;
  /** By the author's clock and by the committer's, ISO. */
  readonly authored?: string;
  readonly committed?: string;
  /** Names it. */
  readonly tag?: string;
}

/** Everything is checked out as the last commit of `main` has it. */
export function repositoryOf(commits: readonly Commit[]): Repository {
  const repository = newRepository();
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const who = (date: string): string => `A. Author <author@example.com> ${Date.parse(date) / 1000} +0000`;
  const stream = commits.map((commit, i) => {
    const { changes, branch = 'main', from, merges, tag } = commit;
    const [authored, committed] = [commit.authored, commit.committed].map((date) =>
      who(date ?? '2026-01-01T00:00:00Z'),
    );
    return [
      `commit refs/heads/${branch}\nauthor ${authored}\ncommitter ${committed}\n${data(`Commit ${i}`)}`,
      from === undefined ? '' : `from refs/heads/${from}\n`,
      merges === undefined ? '' : `merge refs/heads/${merges}\n`,
      ...Object.entries(changes).map(([file, text]) =>
        text === null ? `D "${file}"\n` : `M 644 inline "${file}"\n${data(text)}`,
      ),
      tag === undefined ? '\n' : `\nreset refs/tags/${tag}\nfrom refs/heads/${branch}\n\n`,
    ].join('');
  });
  const input = stream.join('');
  const { status, stderr } = spawnSync('git', ['fast-import', '--quiet'], { cwd: repository.root, input });
  if (status !== 0) throw new Error(`git fast-import: ${stderr.toString()}`);
  repository.git('reset', '--quiet', '--hard', 'main');
  return repository;
}
