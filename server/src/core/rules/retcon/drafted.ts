/** A page that was told, and is marked as a draft now: nothing of it would count as told any more. */
import { idOf } from '../../canon';
import { frontmatterTree, pairOfKey } from '../../entry/frontmatter';
import type { Entry } from '../../entry/entry';
import { nameSpan } from '../relatedPlaces';
import { type Compared, type ComparedFinding, relatedInBaseline } from './baselineComparison';

export function* drafted(compared: Compared, was: Entry, is: Entry): Iterable<ComparedFinding> {
  const { now, point, textOf } = compared;
  if (!is.draft) return;
  const tree = frontmatterTree(textOf?.(is.path) ?? '');
  const pair = tree && pairOfKey(now.canon.codex, tree, 'draft');
  const message = `${idOf(now, is)} was told as of ${point}, and is marked as a draft now: what has been told can't become a draft again. Take \`draft\` out, or retract it if it never was so.`;
  const related = [relatedInBaseline(compared, was, nameSpan(was), 'it is no draft')];
  yield { file: is.path, cause: 'draft', finding: { span: pair?.key.content ?? nameSpan(is), message, related } };
}
