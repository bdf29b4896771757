/** What was wrong when it was told either, in a page that was touched since: no reason to stop who writes in it. */
import { cutFrontmatter } from '../../entry/frontmatter';
import { isSameText } from '../../text/lines';
import type { CheckedProblem } from '../check';

type TextOf = (file: string) => string | null;

/**
 * Makes warnings of errors that were there: frontmatter that could not be read and is the same, and what else is wrong with the
 * same words, as often as it was. @param before what was found in these files, under the paths of now. @param then the texts as they were told
 */
export function asBefore(
  before: readonly CheckedProblem[],
  then: TextOf,
  now: TextOf,
): (one: CheckedProblem) => CheckedProblem {
  const left = new Map<string, number>();
  for (const one of before) {
    const key = wordsKey(one, then);
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  const isFrontmatterAsBefore = (file: string): boolean => {
    const [was, is] = [then(file), now(file)].map((text) => text?.slice(0, cutFrontmatter(text)?.body ?? 0));
    return Boolean(was && is && isSameText(was, is));
  };
  const wasThere = (one: CheckedProblem): boolean => {
    if (one.problem.code.startsWith('frontmatter/')) return isFrontmatterAsBefore(one.file);
    const key = wordsKey(one, now);
    const times = left.get(key) ?? 0;
    left.set(key, times - 1);
    return times > 0;
  };
  return (one) =>
    one.problem.severity === 'error' && wasThere(one)
      ? { ...one, problem: { ...one.problem, severity: 'warning' } }
      : one;
}

/** What tells a problem from others of its file by the words in which it stands: what is written above them may have moved them. */
const wordsKey = ({ file, problem: { code, span } }: CheckedProblem, textOf: TextOf): string =>
  `${file}\n${code}\n${textOf(file)?.slice(span.start, span.end)}`;
