/** Where the two handles of a page of kin stand, in numbers and in words. */
import { dateOfDay } from '../../server/src/core/picture/rulers/handleDates';
import { stopWords } from '../timeline/canonWords';
import { t } from '../words';
import type { KinView } from './kinHost';
import type { KinPoint, KinSubject } from './subject';

/** The days that the world handle goes through. */
export const rangeOf = (subject: KinSubject | undefined): readonly [number, number] => {
  const days = subject?.days ?? [];
  const [first = 0, last = first + 1] = [days[0], days.at(-1)];
  const margin = Math.max((last - first) * 0.03, 1);
  return [first - margin, last + margin];
};

export function handlesState(subject: KinSubject, { day, stop }: KinPoint, view: KinView) {
  const [first, last] = rangeOf(subject);
  const { points } = subject.line;
  return {
    at: {
      day: day ?? (first + last) / 2,
      first,
      last,
      words: day === null ? t('all times at once') : dateOfDay(subject.line, day),
      isMoved: view.day !== undefined,
    },
    canon: { index: stop, count: points.length, words: stopWords(points, stop), isMoved: view.stop !== undefined },
  };
}
