/** A page that told what is so, and tells only what some believe now: all that it said has gone out of the world at once. */
import { idOf } from '../../canon';
import { frontmatterTree, pairOfKey } from '../../entry/frontmatter';
import type { Entry } from '../../entry/entry';
import { nameSpan } from '../relatedPlaces';
import type { Compared, ComparedFinding } from './baselineComparison';
import { renderFactList } from './factNames';
import { missingFacts } from './silencedFacts';

/** Whether a page has become what some believe. */
export const hasBecomeBelief = (was: Entry, is: Entry): boolean =>
  !was.knowledge?.believedBy && Boolean(is.knowledge?.believedBy);

/** One finding for all that went with that, at the key. @param found what each part of it is told as */
export function* believedNow(
  compared: Compared,
  was: Entry,
  is: Entry,
  found: readonly ComparedFinding[],
): Iterable<ComparedFinding> {
  if (found.length === 0) return;
  const tree = frontmatterTree(compared.textOf?.(is.path) ?? '');
  const pair = tree && pairOfKey(compared.now.canon.codex, tree, 'believed_by');
  const gone = missingFacts(compared, was, is);
  const factList = gone.length > 0 ? renderFactList(compared, was, gone) : 'its retcons';
  const message = `${idOf(compared.now, is)} told what is so as of ${compared.point}, and only what some believe now. With that goes what was told: ${factList}. Take \`believed_by\` out, or retract the page if it never was so.`;
  const related = found.flatMap(({ finding }) => finding.related ?? []);
  yield { file: is.path, finding: { span: pair?.key.content ?? nameSpan(is), message, related } };
}
