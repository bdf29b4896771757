/** Whether a page can be judged for certain: not while somebody is still typing, or merging. */
import type { Entry } from './entry';

const BROKEN: ReadonlySet<string> = new Set(['frontmatter/invalid-yaml', 'entry/conflict']);

export const isBroken = ({ problems }: Pick<Entry, 'problems'>): boolean =>
  problems.some(({ code }) => BROKEN.has(code));
