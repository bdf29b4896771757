/** `retcon hook tell`: says in a line what git has made that no author has looked at, and is never in the way. */
import { problemsSince } from '../core/rules/compareWithBaseline';
import { type CheckedProblem, checkCodexInSteps } from '../core/rules/check';
import { atOnce } from '../core/text/steps';
import { listWords } from '../core/text/wordLists';
import { readResult } from '../workspace/comparedStates';
import { refusalIn } from '../workspace/runGit';
import { onOneLine, type Output } from './print';

/** What git has done, by what its hook calls it; and where the branch was before. */
export const RESULTS = {
  merge: { words: 'this merge', before: 'ORIG_HEAD' },
  rebase: { words: 'this rebase', before: 'ORIG_HEAD' },
  pick: { words: 'this commit', before: 'HEAD~1' },
} as const;

/** How many files are named. */
const MOST = 3;

export async function runHookTell(what: keyof typeof RESULTS, root: string, output: Output): Promise<number> {
  const { words, before } = RESULTS[what];
  try {
    const states = await readResult(root, before);
    const made = states ? madeOf(newIn(states)) : [];
    if (states && made.length > 0) {
      const since = states.established.commit.slice(0, 12);
      output.err(
        `retcon: ${onOneLine(`${words} leaves ${listWords(made, 'and')}: \`retcon check --since ${since}\` shows more.`)}\n`,
      );
    }
  } catch (error) {
    const message = refusalIn(error);
    if (message === null) throw error;
    output.err(`retcon: what ${words} changes was not looked at: ${onOneLine(message)}\n`);
  }
  return 0;
}

/** What was not so before, in pages that have changed too. */
function newIn({ now, established }: Result): CheckedProblem[] {
  const found = problemsSince(now, established).filter(
    ({ problem: { code, severity } }) =>
      (severity === 'error' || severity === 'warning') && (isSilent(code) || OF_TWO.has(code)),
  );
  const files = new Set(found.flatMap(({ file, problem }) => (OF_TWO.has(problem.code) ? file : [])));
  if (files.size === 0) return found;
  const asText = ({ file, problem }: CheckedProblem): string => `${file}\n${problem.code}\n${problem.message}`;
  const had = new Set(atOnce(checkCodexInSteps(established.snapshot.host, (file) => files.has(file))).map(asText));
  return found.filter((one) => !had.has(asText(one)));
}

type Result = NonNullable<Awaited<ReturnType<typeof readResult>>>;

const isSilent = (code: string): boolean => code.startsWith('retcon/');
/** What two pages make that may each be right, as two branches have them. */
const OF_TWO: ReadonlySet<string> = new Set(['supersedes/fork', 'fact/disputed']);

/** What is worth a word, each kind with how many there are and where. */
function madeOf(found: readonly CheckedProblem[]): string[] {
  const of = (one: string, more: string, is: (code: string) => boolean): string[] => {
    const these = found.filter(({ problem }) => is(problem.code));
    if (these.length === 0) return [];
    const files = [...new Set(these.map(({ file }) => file))];
    const others = files.length > MOST ? [`${files.length - MOST} more`] : [];
    return [
      `${these.length === 1 ? one : `${these.length} ${more}`} (${[...files.slice(0, MOST), ...others].join(', ')})`,
    ];
  };
  return [
    ...of('a silent retcon', 'silent retcons', isSilent),
    ...of('a page of a forked retcon', 'pages of forked retcons', (code) => code === 'supersedes/fork'),
    ...of('a page of a dispute', 'pages of disputes', (code) => code === 'fact/disputed'),
  ];
}
