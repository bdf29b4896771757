/** What an answer from a commit could not be drawn from, in a sentence: files that git can't give. */
import { listFirst } from '../../text/wordLists';
import type { Commits } from '../../canon';

/** How many files are named. */
const MOST = 3;

/** A sentence for each commit of which something could not be read, with a small letter at the beginning. */
export const leftOutWords = (commits: Commits): string[] =>
  [...commits].flatMap(([ref, read]) => {
    if (!read.ok || read.leftOut.size === 0) return [];
    const files = [...read.leftOut.keys()];
    const reasons = [...new Set(read.leftOut.values())];
    const why = reasons.length === 1 ? reasons[0] : `${reasons[0]}, and the like`;
    const isOne = files.length === 1;
    return `as of git:${ref}, ${listFirst(MOST, files, 'and')} can't be read and ${isOne ? 'is' : 'are'} left out: ${why}.`;
  });
