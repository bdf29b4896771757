/** Answers one question about a codex as it is now, with the commits that the question names. */
import path from 'node:path';
import { isoDay } from '../core/codex/canonTime';
import { readCodex } from '../core/codex/readCodex';
import { CODEX_FILE, type CanonHost } from '../core/host';
import { findRoot, listFolder, readerOf } from '../workspace/folder';
import { openFolder } from '../workspace/openFolder';
import { findKeptOutCodex } from '../workspace/gitSnapshots';
import { fromHere, shellQuoted, type Output, reportSkipped, skippedPaths } from './print';
import { pathsOf, sizeOf, type Canon, mentionKeys } from '../core/canon';
import { openCommits } from '../workspace/commits';
import { type AnswerSteps, answerSteps, commitsIn, type Given } from '../core/tools';
import type { ReadText } from '../core/tools/asked/answering';
import type { Prose } from './loreCommand';
import type { CommitReader } from '../platform/platform';
import { TOO_LONG } from '../core/rules/codex/limit';
import { UNFIT } from '../core/text/unreadable';
import { withKeptOut, readCommits } from '../core/commits/snapshot';
import { isAuthor } from '../core/tools/asked/forKnower';
import { leftOutWords } from '../core/tools/words/richText';
import type { AskResult, QuestionFailure } from '../core/tools/asked/question';
import type { ListedQuestion } from '../core/tools/asked/questionList';
import { listWords, onOneLine, quoted } from '../core/text/words';
import { ALL_SETTINGS } from '../core/codex/settings';
import { settingsIn } from '../workspace/settingsAbove';

/** Says where the nearest codex.yaml is when a command runs in a folder without one. */
interface MissingCodexHint {
  /** A sentence or two, with a small letter at the beginning. */
  readonly words: string;
  /** Whether there is a codex.yaml above it, in a folder of it, or in git. */
  readonly isNear: boolean;
}

/** @param root absolute; a folder that has no codex.yaml itself */
export async function missingCodexHint(root: string): Promise<MissingCodexHint> {
  const settings = settingsHint(root);
  if (settings !== null) return { words: settings, isNear: true };
  const above = findRoot(root);
  // What can't be read was reported already, or is not a codex that could be named.
  const below = above === null ? listFolder(root, readCodex(null).codex, () => undefined).codices : [];
  const [first] = [...below].sort((a, b) => a.split('/').length - b.split('/').length);
  const near = above ?? (first === undefined ? null : path.join(root, first));
  const missing = `there is no ${CODEX_FILE} in ${root}${above === null ? ' or above' : ''}.`;
  if (near === null) {
    const keptOut = await keptOutHint(root);
    return {
      words: keptOut ?? `${missing} Name the folder of your codex by --root, or have \`retcon init\` write one.`,
      isNear: keptOut !== null,
    };
  }
  const named = shellQuoted(fromHere(near));
  return { words: `${missing} One is in ${named}: add \`--root ${named}\`.`, isNear: true };
}

/** The settings of a folder without a codex of its own, in words that say how to ask them; null: it has none. */
function settingsHint(folder: string): string | null {
  const names = settingsIn(folder)?.settings.map(({ name }) => quoted(name)) ?? [];
  if (names.length === 0) return null;
  return `this folder holds the settings ${listWords(names, 'and')}: add \`--setting NAME\` to a question, or \`--setting ${ALL_SETTINGS}\`.`;
}

/** The same where a sparse checkout leaves codex.yaml out; null where it does not. */
export async function keptOutHint(root: string): Promise<string | null> {
  const keptOut = await findKeptOutCodex(root);
  if (!keptOut) return null;
  const { top, wanted } = keptOut;
  const there = top === path.resolve() ? '' : `-C ${shellQuoted(fromHere(top))} `;
  return `there is a ${CODEX_FILE} in git, but your sparse checkout leaves it out: \`git ${there}sparse-checkout add ${shellQuoted(wanted)}\` brings it here.`;
}

/** Opens a codex for a question, with entries dated by git where its codex.yaml says so. */
export async function openDatedCodex(
  root: string,
  commits: ReturnType<typeof openCommits>,
  output: Output,
): Promise<CanonHost> {
  const host = openFolder(root, reportSkipped(output));
  if (!host.canon.codex.datedByGit) return host;
  const dating = await commits.dating();
  host.date(dating);
  if (dating.trouble) output.err(`${CODEX_FILE}: ${dating.trouble.message}\n`);
  return host;
}

/** Says what to do in a folder without a codex.yaml. */
export async function reportMissingCodex(root: string, { canon }: CanonHost, output: Output): Promise<void> {
  if (canon.codex.declared) return;
  const { words, isNear } = await missingCodexHint(root);
  if (isNear || pathsOf(canon).length === 0) output.err(`retcon: ${words}\n`);
  // Notes that use Retcon's keys need none.
  else if (sizeOf(canon.statedOn) === 0 && sizeOf(canon.declaredOn) === 0)
    output.err(
      `retcon: this folder is not set up yet: \`retcon init\` writes a ${CODEX_FILE} that fits these notes.\n`,
    );
}

/** Works out an answer, with whatever passages it asks for. */
type Finish = <T>(steps: AnswerSteps<T>) => Promise<T>;

/**
 * @param root the folder of the codex
 * @param textOf the text of a file as it is now
 */
export async function withProse<T>(
  root: string,
  canon: Canon,
  textOf: ReadText,
  answer: (finish: Finish) => Promise<T>,
): Promise<T> {
  const opened: { prose?: Prose } = {};
  const open = async (): Promise<Prose> =>
    (opened.prose ??= await (await import('./loreCommand')).openProse(root, canon, textOf));
  try {
    return await answer(async (steps) => {
      let step = steps.next();
      while (step.done !== true) step = steps.next(step.value ? (await open()).find(step.value) : []);
      return step.value;
    });
  } finally {
    opened.prose?.close();
  }
}

/** What can't be answered, and whether the call is wrong (2) or the codex has no answer to it (1). */
export const CANNOT_ANSWER = {
  'not-found': 1,
  ambiguous: 1,
  refused: 1,
  limit: 1,
  'bad-date': 2,
  'bad-as-of': 2,
  'bad-query': 2,
  'bad-limit': 2,
  compliance: 1,
  'bad-page': 2,
  'bad-claims': 2,
} as const;

/** @param output receives what the author should know beside the answer: files that can't be read, a codex.yaml that is absent */
export async function askQuestion(
  root: string,
  question: ListedQuestion,
  given: Given,
  toAuthor: Output,
): Promise<AskResult> {
  // A question for a knower reports no unreadable files, and nothing that git has.
  const isView = given.for !== undefined && !isAuthor(given.for);
  const output = isView ? { ...toAuthor, err: () => undefined } : toAuthor;
  const commits = openCommits(root);
  const readings = await readCommits(commits, commitsIn(question, given));
  const host = await openDatedCodex(root, commits, output);
  const textOf = readerOf(root, reportSkipped(output));
  // Another question is about what is there; what is compared with a commit is all that git holds.
  const isCompared = question.name === 'diff' && [...readings.values()].some(({ ok }) => ok);
  const canon = isCompared ? await withKeptOut(host.canon, commits, textOf) : host.canon;
  const answered = await withProse(root, host.canon, textOf, (finish) =>
    finish(answerSteps(question, canon, given, { commits: readings, textOf, today: isoDay(Date.now()) })),
  );
  // For a wrong call, one line says what is wrong with it.
  if (answered.ok || CANNOT_ANSWER[answered.failure.code] !== 2) {
    await reportMissingCodex(root, host, output);
    for (const words of leftOutWords(readings)) output.err(`retcon: ${onOneLine(words)}\n`);
  }
  if (answered.ok || isView) return answered;
  return { ok: false, failure: await hinted(pageTooLong(answered.failure, output), commits) };
}

/** A name that is not found may be that of a page that is too long to be read. */
function pageTooLong(failure: QuestionFailure, output: Output): QuestionFailure {
  if (failure.code !== 'not-found') return failure;
  const names = new Set(mentionKeys(failure.given));
  const page = [...skippedPaths(output)].find(
    ([file, reason]) => reason === UNFIT.long && mentionKeys(file).some((key) => names.has(key)),
  );
  return page ? { code: 'limit', message: `${page[0]}: ${TOO_LONG.message}`, given: failure.given } : failure;
}

/** What git knows by the name that the canon has no point for is most likely meant. */
async function hinted(failure: QuestionFailure, commits: CommitReader): Promise<QuestionFailure> {
  const { code, given, message } = failure;
  if (code !== 'bad-as-of' || given.startsWith('git:') || (await commits.refusalOf(given)) !== null) return failure;
  return { ...failure, message: `${message} Git knows ${given}: for the codex as committed there, say git:${given}.` };
}

/** Has what is asked at once answered one after the other. */
type InTurn = <T>(answer: () => Promise<T>) => Promise<T>;

/**
 * One that fails does not keep the next from its turn. Between two of them other messages are read. It also
 * lets go of what the first has read: promises alone make one task of them all, and V8 keeps what weak references have led to
 * until a task ends.
 */
export function takeTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (answer) => {
    const mine = last.then(() => new Promise(setImmediate)).then(answer);
    last = mine.catch(() => undefined);
    return mine;
  };
}
