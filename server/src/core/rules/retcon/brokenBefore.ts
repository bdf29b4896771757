/** Frontmatter that could not be read when it was told either, and that nobody has touched: no reason to stop who writes below it. */
import { cutFrontmatter } from '../../entry/fence';
import { isSameText } from '../../text/lines';
import type { CheckedProblem } from '../check';

type TextOf = (file: string) => string | null;

/** @param then the texts as they were told */
export const asBefore =
  (then: TextOf, now: TextOf) =>
  (one: CheckedProblem): CheckedProblem => {
    const { file, problem } = one;
    if (problem.severity !== 'error' || !problem.code.startsWith('frontmatter/')) return one;
    const [was, is] = [then(file), now(file)].map((text) => text?.slice(0, cutFrontmatter(text)?.body ?? 0));
    return was && is && isSameText(was, is) ? { ...one, problem: { ...problem, severity: 'warning' } } : one;
  };
