/** An id that one told page has given to another, while both files go on as what they were: what was told of one is told of the other. */
import { entryAt, idOf } from '../../canon';
import type { Entry } from '../../entry/entry';
import { nameSpan } from '../relatedPlaces';
import { type Compared, type ComparedFinding, relatedInBaseline } from './baselineComparison';

/** At the page that has the id now. @param is the entry that goes by the id of `was` now */
export function* takenId(compared: Compared, was: Entry, is: Entry): Iterable<ComparedFinding> {
  const { baseline, now, point } = compared;
  if (!is.writtenId || is.path === was.path) return;
  const [here, other] = [entryAt(now.canon, was.path), entryAt(baseline.canon, is.path)];
  // Where the files have swapped their names, the titles have gone along with the ids.
  if (!here || !other || here.title !== was.title || other.title !== is.title || was.title === is.title) return;
  const id = idOf(baseline, was);
  const message = `${id} was the id of ${was.path} as of ${point}, and is that of ${is.path} now: what was told of one is told of the other. Put the ids back.`;
  yield {
    file: is.path,
    finding: {
      span: is.writtenId.span,
      message,
      related: [relatedInBaseline(compared, was, nameSpan(was), `${id} means ${was.title}`)],
    },
  };
}
