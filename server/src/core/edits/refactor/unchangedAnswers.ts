/** Whether a change of values would change no other answer: the answers for an entity and an attribute, stretch by stretch. */
import { type Held, endDay, startDay } from '../../canon';
import type { Instant } from '../../chronology/types';

/** A line that no date lies on. */
const ELSEWHERE = 'elsewhere';

/**
 * @param meansBefore what a value means in the old answers; `isNew` where the change has taken effect
 * @param from from when in the world; null: always
 */
export function changesNothingElse(
  before: readonly Held[],
  after: readonly Held[],
  from: Instant | null,
  meansBefore: (held: Held, isNew: boolean) => string,
  meansAfter: (held: Held) => string,
): boolean {
  const all = [...before, ...after];
  const lines = from ? [from.line] : [ELSEWHERE, ...new Set(all.flatMap(({ line }) => line ?? []))];
  return lines.every((line) => {
    const days = all.flatMap(({ segment }) =>
      [segment.from, segment.until].flatMap((at) => (at?.line === line ? at.day : [])),
    );
    return [...new Set([-Infinity, ...(from ? [from.day] : []), ...days])].every((day) => {
      const isNew = from === null || from.day <= day;
      const told = (held: readonly Held[], means: (one: Held) => string): string =>
        [...new Set(held.filter((one) => holds(one, line, day)).map(means))].sort().join('\n');
      return told(before, (one) => meansBefore(one, isNew)) === told(after, meansAfter);
    });
  });
}

function holds({ line: own, except, segment }: Held, line: string, day: number): boolean {
  const isThere = own === null ? !except.includes(line) : own === line;
  return isThere && startDay(segment) <= day && day < endDay(segment);
}
