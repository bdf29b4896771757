/** `retcon brief --all`: the codex as a lorebook for other tools, or as JSON; what was left out of it is printed on stderr. */
import path from 'node:path';
import { readCommits } from '../core/commits/snapshot';
import { isAuthor } from '../core/tools/asked/forKnower';
import { jsonText, onOneLine, visible } from '../core/text/words';
import { commitsIn, type Given } from '../core/tools';
import { type Lorebook, lorebookOf, lorebookIn, type LorebookFormat } from '../core/tools/brief/lorebook';
import type { ListedQuestion } from '../core/tools/asked/questionList';
import { openCommits } from '../workspace/commits';
import { readerOf } from '../workspace/folder';
import { CANNOT_ANSWER, openDatedCodex } from './ask';
import { type AnswerFormat, type Output, printRefusal, reportSkipped } from './print';

export async function runLorebook(
  root: string,
  question: ListedQuestion,
  given: Given,
  { all, format }: { readonly all?: string | undefined; readonly format: AnswerFormat | LorebookFormat },
  output: Output,
): Promise<number> {
  const wrong = all === undefined ? WITHOUT_ALL : given.topic === undefined ? null : WITH_TOPIC;
  if (wrong !== null) {
    const failure = { code: 'usage', message: wrong, given: given.topic ?? format };
    return printRefusal(output, format === 'json' ? 'json' : 'text', failure);
  }
  const commits = openCommits(root);
  const host = await openDatedCodex(root, commits, output);
  const textOf = readerOf(root, reportSkipped(output));
  const readings = await readCommits(commits, commitsIn(question, given));
  const made = lorebookOf(question, host.canon, given, { commits: readings, textOf });
  if (!made.ok) {
    printRefusal(output, format === 'json' ? 'json' : 'text', made.failure);
    return CANNOT_ANSWER[made.failure.code];
  }
  const book = made.value;
  if (format === 'json') output.out(`${jsonText(book)}\n`);
  else if (format === 'text' || format === 'markdown') output.out(`${visible(wordsOf(book))}\n`);
  else {
    output.out(`${jsonText(lorebookIn(format, book, path.basename(root)))}\n`);
    for (const line of notesOf(book)) output.err(`retcon: ${onOneLine(line)}\n`);
  }
  return 0;
}

const WITHOUT_ALL = 'this format is for lorebooks, which hold everything: add --all.';
const WITH_TOPIC = 'a lorebook holds everything: leave out the topic, or leave out --all.';

const wordsOf = (book: Lorebook): string =>
  [
    `${book.entries.length} entries of ${book.tokens} tokens, of ${book.budget} at most`,
    ...book.entries.map(({ title, keys, tokens, source }) => `  ${title} · ${tokens} · ${keys.join(', ')} [${source}]`),
    ...notesOf(book),
  ].join('\n');

/** What was left out, or that there is nothing. */
function notesOf({ entries, left_out, for: knower }: Lorebook): string[] {
  if (entries.length > 0 || left_out.length > 0) return left_out.map(({ entry, why }) => `left out (${why}): ${entry}`);
  const [may, or] = isAuthor(knower) ? ['', ''] : [` that ${knower} may know`, ', or --for author'];
  return [`There is nothing here${may}, at this time: try another --at or --as-of${or}.`];
}
