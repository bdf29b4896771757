/** Finishes, or undoes, what a command was about to write that was killed; says which files, in words for their author. */
import { listFirst } from '../core/text/wordLists';
import { isFolder, reasonOf } from './folder';
import { undoWriting } from './writeFiles';
import { endJournal, type Found, journalsLeft, progressOf, putInPlace } from './writingJournal';
import { writtenTogether } from './writingFolder';

/** @param root the folder of a codex. @returns a sentence for each command that was stopped */
export const finishWriting = (root: string): readonly string[] => {
  // Where nothing is yet, nothing was begun.
  if (!isFolder(root)) return [];
  try {
    return writtenTogether(root).flatMap(journalsLeft).flatMap(finished);
  } catch (error) {
    return [`What an earlier command was stopped in can't be looked at: ${reasonOf(error)}.`];
  }
};

const STOPPED = 'An earlier command was stopped while it wrote';

function finished(journal: Found): string[] {
  const { root, folder, all, isUndoing } = journal;
  if (isUndoing) {
    const stuck = undoWriting(journal);
    if (stuck.length > 0) return [`${STOPPED}, and what it had begun can't be undone: ${named(stuck)}.`];
    endJournal(folder);
    return [`${STOPPED}: what it had begun is undone, in ${named(all.map(({ file }) => file))}.`];
  }
  const written: string[] = [];
  const left: string[] = [];
  for (const [i, one] of all.entries()) {
    const { file } = one;
    try {
      const progress = progressOf(root, one);
      if (progress === 'before' && putInPlace(journal, i)) written.push(file);
      else if (progress !== 'after') left.push(file);
    } catch (error) {
      return [`${STOPPED}, and ${file} can't be written now either: ${reasonOf(error)}. The next command tries again.`];
    }
  }
  endJournal(folder);
  const rest =
    left.length > 0
      ? ` ${named(left)} had been changed since, and ${left.length > 1 ? 'were left as they are' : 'was left as it is'}.`
      : '';
  return written.length + left.length > 0
    ? [`${STOPPED}. ${written.length > 0 ? `What was missing is written now: ${named(written)}.` : ''}${rest}`]
    : [];
}

const named = (files: readonly string[]): string => listFirst(3, files, 'and');
