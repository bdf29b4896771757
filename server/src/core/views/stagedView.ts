/** In the view of retcons: what is wrong with what is about to be committed. */
import { entryAt } from '../canon';
import type { CheckedProblem } from '../rules/check';
import type { RenderContext } from '../reading/entryWords';
import { countedWords, rowKey, type ViewRowData } from './row';

/** @param found what a commit would report. @param spanNow where a place of a staged file is in the file now */
export function stagedRow(
  { known }: RenderContext,
  found: readonly CheckedProblem[],
  spanNow: (found: CheckedProblem) => CheckedProblem['problem']['span'],
): ViewRowData | null {
  const shown = found.filter(({ problem: { severity } }) => severity === 'error' || severity === 'warning');
  if (shown.length === 0) return null;
  const timesSeen = new Map<string, number>();
  return {
    key: 'staged',
    sort: 'staged',
    label: 'About to be committed',
    detail: countedWords(shown.length, 'problem'),
    rows: shown.map((one): ViewRowData => {
      const { code, severity, message } = one.problem;
      const key = rowKey('staged', one.file, code, message);
      const seen = timesSeen.get(key) ?? 0;
      timesSeen.set(key, seen + 1);
      return {
        key: rowKey(key, String(seen)),
        sort: severity === 'error' ? 'error' : 'warning',
        label: message,
        detail: entryAt(known.canon, one.file)?.title ?? one.file,
        opens: { entry: { path: one.file }, span: spanNow(one) },
      };
    }),
  };
}
