/** `retcon hook`: has git ask before a commit, or no longer. Says what it did. */
import { allEntries } from '../core/canon';
import { CODEX_FILE } from '../core/host';
import { jsonText, visible, listWords, onOneLine } from '../core/text/words';
import { pathExists } from '../workspace/folder';
import { openFolder } from '../workspace/openFolder';
import {
  type HookDone,
  type HookFileDone,
  installHook,
  removeHook,
  type Called,
  renderHookDone,
} from '../workspace/hooks';
import { missingCodexHint } from './ask';
import { fromHere, type Format, type Output, printRefusal, refuseGit } from './print';
import { problemsSinceInSteps } from '../core/rules/compareWithBaseline';
import { type CheckedProblem, checkCodexInSteps, wordsKey } from '../core/rules/check';
import { readResult } from '../workspace/comparedStates';
import { gitRefusal, refusalIn } from '../workspace/runGit';

const NOTHING =
  'So far there is nothing in these notes that could change silently: they hold no dates, facts or retcons that Retcon reads, and a deleted page is not missed.';

function hasNothingToGuard(root: string): boolean {
  const { canon } = openFolder(root, () => undefined);
  return allEntries(canon).every(
    ({ facts, date, until, canon: place, declarations }) =>
      facts.length + declarations.length === 0 && !date && !until && !place,
  );
}

/** In the vocabulary of contract.md. */
function hookJson({ isGenerated, against, others, ...hook }: HookDone) {
  const fileJson = ({ isShared, ...done }: Omit<HookFileDone, 'kind'>) => ({ ...done, is_shared: isShared });
  return {
    ...fileJson(hook),
    is_generated: isGenerated,
    ...(against !== undefined && { against: against?.ref ?? null }),
    others: others.map(fileJson),
  };
}

/** @param isNamed whether the author has named the root */
export async function runHook(
  does: 'install' | 'uninstall',
  root: string,
  isNamed: boolean,
  called: Called,
  format: Format,
  output: Output,
): Promise<number> {
  if (does === 'install' && !pathExists(root, CODEX_FILE)) {
    const { words, isNear } = await missingCodexHint(root);
    if (isNear || isNamed) {
      const message = `${words} The hook was left as it is: it would check nothing but that folder.`;
      return printRefusal(output, format, { code: 'usage', message, given: root });
    }
  }
  try {
    const done = await (does === 'install' ? installHook(root, called, fromHere) : removeHook(root, fromHere));
    const words =
      does === 'install' && hasNothingToGuard(root) ? `${renderHookDone(done)} ${NOTHING}` : renderHookDone(done);
    output.out(format === 'json' ? `${jsonText(hookJson(done))}\n` : `${visible(words)}\n`);
    return 0;
  } catch (error) {
    return refuseGit(error, `hook ${does}`, format, output);
  }
}

/** What git has done, by what its hook calls it; and where the branch was before. */
export const RESULTS = {
  merge: { words: 'this merge', before: 'ORIG_HEAD' },
  rebase: { words: 'this rebase', before: 'ORIG_HEAD' },
  pick: { words: 'this commit', before: 'HEAD~1' },
} as const;

/** How many files are named. */
const MOST = 3;

/** How much processor time it may take before it gives up, in milliseconds: somebody who has pulled wants to go on. */
const ENOUGH = 1000;
const hasWorkedLong = (): boolean => {
  const { user, system } = process.cpuUsage();
  return user + system > 1000 * ENOUGH;
};

/** @param isLate asked again and again whether the time is up */
export async function runHookTell(
  what: keyof typeof RESULTS,
  root: string,
  output: Output,
  isLate = hasWorkedLong,
): Promise<number> {
  const { words, before } = RESULTS[what];
  const giveWay = (): void => {
    if (isLate()) throw gitRefusal(`that takes too long here to wait for. \`retcon check --since ${before}\` does it.`);
  };
  function inTime<T>(steps: Generator<void, T>): T {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      giveWay();
    }
  }
  try {
    const states = await readResult(root, before, () => Promise.resolve().then(giveWay));
    giveWay();
    const made = states ? madeOf(newIn(states, inTime)) : [];
    if (states && made.length > 0) {
      const since = states.established.commit.slice(0, 12);
      output.err(
        `retcon: ${onOneLine(`${words} leaves ${listWords(made, 'and')}: \`retcon check --since ${since}\` shows more.`)}\n`,
      );
    }
  } catch (error) {
    const message = refusalIn(error);
    if (message === null) throw error;
    output.err(`retcon: what ${words} changes was not checked: ${onOneLine(message)}\n`);
  }
  return 0;
}

/** What was not so before, in pages that have changed too. */
function newIn({ now, established }: Result, inTime: <T>(steps: Generator<void, T>) => T): CheckedProblem[] {
  const found = inTime(problemsSinceInSteps(now, established)).filter(
    ({ problem: { code, severity } }) =>
      (severity === 'error' || severity === 'warning') && (isSilent(code) || OF_TWO.has(code)),
  );
  const files = new Set(found.flatMap(({ file, problem }) => (OF_TWO.has(problem.code) ? file : [])));
  if (files.size === 0) return found;
  const had = new Set(inTime(checkCodexInSteps(established.snapshot.host, files)).map(wordsKey));
  return found.filter((one) => !had.has(wordsKey(one)));
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
