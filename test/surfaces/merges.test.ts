/** Random histories of two branches, merged by git itself: what is found on the result is what was found on each, and what only the two make. */
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { CheckedProblem } from '../../server/src/core/rules/check';
import { problemsSince } from '../../server/src/core/rules/compareWithBaseline';
import { openCommits } from '../../server/src/workspace/commits';
import { changesOf, type Edit, edits, toldBy, toldPages } from '../rules/branches';
import type { Pages } from '../rules/gate';
import { folderWith, removeFolders } from './process';
import { gitIn } from './repository';

afterAll(removeFolders);

/** One repository for all samples: each starts over in it. */
const root = folderWith({});
const git = gitIn(root);
git('init', '--quiet', '--initial-branch=none');
git('config', 'user.name', 'A. Author');
git('config', 'user.email', 'author@example.com');

/** From null: it begins a history of its own. */
type Commit = readonly [branch: string, from: string | null, changes: Pages];

/** Writes commits in one stream. */
function commitAll(commits: readonly Commit[]): void {
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const stream = commits.map(([branch, from, changes], n) => {
    const who = `A <a@example.com> ${1_700_000_000 + n} +0000`;
    const files = Object.entries(changes).map(([file, text]) =>
      text === null ? `D ${file}\n` : `M 644 inline ${file}\n${data(text)}`,
    );
    const begin = from === null ? `reset refs/heads/${branch}\n` : '';
    const after = from === null || from === branch ? '' : `from refs/heads/${from}\n`;
    return `${begin}commit refs/heads/${branch}\nauthor ${who}\ncommitter ${who}\n${data('Edit')}${after}${files.join('')}\n`;
  });
  const { status, stderr } = spawnSync('git', ['fast-import', '--quiet', '--force'], {
    cwd: root,
    input: stream.join(''),
  });
  expect([status, String(stderr)]).toEqual([0, '']);
}

/** How one branch comes to have what the other has. */
const WAYS = ['merge', 'rebase', 'squash', 'octopus'] as const;

/** Brings two branches together as `main`; false where git asks a question. */
function join(way: (typeof WAYS)[number]): boolean {
  const calls: Readonly<Record<typeof way, readonly string[]>> = {
    merge: ['merge', '--quiet', '--no-edit', 'tom'],
    rebase: ['rebase', '--quiet', 'tom'],
    squash: ['merge', '--quiet', '--squash', 'tom'],
    octopus: ['merge', '--quiet', '--no-edit', '--no-ff', 'tom', 'told'],
  };
  git('checkout', '--quiet', '--force', '-B', 'main', 'ilse');
  const { status } = spawnSync('git', calls[way], { cwd: root });
  if (status === 0 && way === 'squash') git('commit', '--quiet', '--allow-empty', '--message', 'Squash');
  if (status !== 0) spawnSync('git', [way === 'rebase' ? 'rebase' : 'merge', '--abort'], { cwd: root });
  return status === 0;
}

/** Each edit as a commit of its own: the state that a branch is in after it, as changes of the one before. */
function historyOf(told: Pages, all: readonly Edit[], side: string): Commit[] {
  let before: Pages = {};
  return all.map((_, n) => {
    const now = changesOf(told, all.slice(0, n + 1), side);
    const changes = Object.fromEntries(Object.entries(now).filter(([file, text]) => before[file] !== text));
    before = now;
    return [side, side, changes];
  });
}

const isSilent = ({ problem: { code } }: CheckedProblem): boolean => /^retcon\/(?:silent|deleted-entry)$/.test(code);
/** Where two have changed one page, what one has done lies elsewhere in it by what the other has. */
const placed = ({ file, problem }: CheckedProblem): string => `${file} ${problem.code}`;

it('finds on the result what it finds on each side, and besides only what the two make', async () => {
  let [merged, silent, forks] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(toldPages, edits(null), edits(null), fc.constantFrom(...WAYS), async (pages, ilses, toms, way) => {
      const told = toldBy(pages);
      const branches: Commit[] = [...historyOf(told, ilses, 'ilse'), ...historyOf(told, toms, 'tom')];
      commitAll([['told', null, told], ['ilse', 'told', {}], ['tom', 'told', {}], ...branches]);
      if (!join(way)) return;
      merged++;
      const commits = openCommits(root);
      const then = await commits.snapshot('told');
      const since = async (ref: string): Promise<readonly CheckedProblem[]> => {
        const now = await commits.snapshot(ref);
        return problemsSince(now, { ref: 'told', isCertain: true, snapshot: then });
      };
      const [ilse, tom, both] = [await since('ilse'), await since('tom'), await since('main')];
      const sides = new Set([...ilse, ...tom].map(placed));
      const only = both.filter((one) => one.problem.severity === 'error' && !sides.has(placed(one)));
      forks += only.length;
      expect(only.filter(({ problem }) => !OF_TWO.has(problem.code)).map(placed), 'only by the merge').toEqual([]);
      const declared = new Set(
        [...ilses, ...toms].flatMap(({ does, of }) => (/^(?:supersede|retract)$/.test(does) ? `page-${of}.md` : [])),
      );
      const found = new Set(both.filter(isSilent).map(({ file }) => file));
      const isTold = ({ file }: CheckedProblem): boolean =>
        found.has(file) || found.has(`page-${Number(/\d+/.exec(file)?.[0]) - 1}.md`);
      const lost = [...ilse, ...tom].filter((one) => isSilent(one) && !declared.has(one.file) && !isTold(one));
      silent += both.filter(isSilent).length;
      expect(lost.map(placed), 'lost by the merge').toEqual([]);
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 15) },
  );
  expect([merged, silent, forks].every((one) => one > 0)).toBe(true);
});

/** What two make that each had alone rightly: one takes away what the other names, or both take the place of one page. */
const OF_TWO = new Set(['supersedes/fork', 'supersedes/unknown-id', 'retracts/unknown-id', 'supersedes/cycle']);
