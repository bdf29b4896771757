/** A source that was superseded or retracted since, and not reviewed after that. */
import { staleSourcesOf, idOf, takenBy } from '../../canon';
import { changeTo, nameLike, relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

export const supersededSource: Rule = {
  code: 'source/superseded',
  severity: 'info',
  of: ['sources'],
  *check({ known, entry, present }) {
    for (const { ref, source, by } of staleSourcesOf(known, entry, present)) {
      const isRetracted = takenBy(known, source, present)?.retcon.kind === 'retracts';
      const [old, id] = [idOf(known, source), idOf(known, by)];
      const advice = isRetracted ? 'rest this on something else' : `point at ${id} instead`;
      yield {
        span: ref.span,
        message: `${old} is ${isRetracted ? 'retracted' : 'superseded'} by ${id}: ${advice}, or write \`reviewed: [${id}]\` when nothing changes here.`,
        related: [relatedTo(by, `${id} ${isRetracted ? 'retracts' : 'supersedes'} ${old}`)],
        ...(!isRetracted && { fixes: [changeTo(entry, ref.span, nameLike(known, ref, by))] }),
      };
    }
  },
};
