/** Timelines of a codex, for the tests of their content. */
import type { Canon } from '../../server/src/core/canon';
import type { Timeline } from '../../server/src/core/picture/shapes/timelineShape';
import { timelineOf, type TimelineQuestion } from '../../server/src/core/tools/pictures/timeline';
import { atOnce } from '../../server/src/core/text/groups';

export function timelineIn(canon: Canon, question: TimelineQuestion = {}): Timeline {
  const found = atOnce(timelineOf(canon, question));
  if (!found.ok) throw new Error(found.failure.message);
  return found.value;
}
