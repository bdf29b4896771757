/** Answers one question about a codex as it is now, with the commits that the question names. */
import type { CommitReader } from '../platform/gitPort';
import { mentionKeys } from '../core/canon';
import { TOO_LONG } from '../core/rules/codex/limit';
import { UNFIT } from '../core/text/fits';
import { withKeptOut } from '../core/commits/keptOut';
import { readCommits } from '../core/commits/named';
import { answerSteps, commitsIn, type Given } from '../core/tools';
import { isAuthor } from '../core/tools/asked/forKnower';
import { leftOutWords } from '../core/tools/words/leftOutWords';
import type { AskResult, QuestionFailure } from '../core/tools/asked/question';
import type { ListedQuestion } from '../core/tools/asked/questionList';
import { onOneLine } from '../core/text/visibleText';
import { openCommits } from '../workspace/commits';
import { readerOf } from '../workspace/folder';
import { openDatedCodex, reportMissingCodex } from './openCodex';
import { type Output, reportSkipped, skippedPaths } from './print';
import { withProse } from './searchedProse';

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
  // Whoever asks as somebody is told of no files that can't be read, and of nothing that git has.
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
    finish(answerSteps(question, canon, given, { commits: readings, textOf })),
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
