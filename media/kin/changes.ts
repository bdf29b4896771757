/** What is told otherwise at another point of either axis, in a sentence; and where the next such point is. */
import { t } from '../words';
import type { KinPoint, KinRow, KinSubject } from './subject';

/** So many changes are told one by one. */
const MOST = 3;

const textsOf = (row: KinRow, column: number): readonly string[] => (row.cells[column] ?? []).map(({ text }) => text);

const nameOf = (row: KinRow): string => textsOf(row, 0).join(', ');

/** Empty: nothing. */
export function changesBetween(subject: KinSubject, before: KinPoint, after: KinPoint): string[] {
  const rowsAt = (point: KinPoint) => new Map(subject.rows(point).map((row) => [row.key, row]));
  const [was, is] = [rowsAt(before), rowsAt(after)];
  const changes: string[] = [];
  for (const [key, row] of is) {
    const old = was.get(key);
    if (old) changes.push(...changesIn(subject, old, row));
    else if (row.thing >= 0) changes.push(t('{0} is told of', nameOf(row)));
  }
  for (const [key, row] of was)
    if (!is.has(key) && row.thing >= 0) changes.push(t('{0} is told of no more', nameOf(row)));
  return changes;
}

/** What stands behind a name in brackets: disputed, at another time. */
const MARKS = / \([^()]*\)$/;

const isMarked = (text: string): boolean => MARKS.test(text);

/** Whether the same one is among others, with whatever marks. */
const wasThere = (text: string, others: readonly string[]): boolean =>
  others.some((one) => one.replace(MARKS, '') === text.replace(MARKS, ''));

function changesIn({ columns }: KinSubject, was: KinRow, is: KinRow): string[] {
  return columns.flatMap((name, column) => {
    const [from, to] = [textsOf(was, column), textsOf(is, column)];
    const [come, gone] = [
      to
        .filter((one) => !from.includes(one))
        .map((one) => (wasThere(one, from) && !isMarked(one) ? t('{0} (so then)', one) : one)),
      from.filter((one) => !to.includes(one) && !wasThere(one, to)),
    ];
    if (column === 0 || come.length + gone.length === 0) return [];
    const what = `${nameOf(is)}, ${name}`;
    if (gone.length === 0) return t('{0}: {1}', what, come.join(', '));
    if (come.length === 0) return t('{0}: no longer {1}', what, gone.join(', '));
    return t('{0}: {1} instead of {2}', what, come.join(', '), gone.join(', '));
  });
}

/** @param where said before the changes: the point in words */
export const sentenceOf = (where: string, changes: readonly string[]): string => {
  const told = changes.slice(0, MOST).join('; ');
  const more = changes.length > MOST ? t('; and {0} changes more', changes.length - MOST) : '';
  return `${where}: ${changes.length === 0 ? t('nothing of this is told otherwise') : told + more}.`;
};

/** The next point in a direction at which anything is told otherwise; null: there is none. */
export function nextChange(subject: KinSubject, from: KinPoint, which: 'at' | 'canon', by: 1 | -1): KinPoint | null {
  if (which === 'at') {
    const { days } = subject;
    const { day } = from;
    const next =
      day === null
        ? by > 0
          ? days[0]
          : days.at(-1)
        : by > 0
          ? days.find((one) => one > day)
          : days.findLast((one) => one < day);
    return next === undefined ? null : { ...from, day: next };
  }
  const count = subject.line.points.length;
  for (let stop = from.stop + by; stop >= 0 && stop < count; stop += by)
    if (changesBetween(subject, from, { ...from, stop }).length > 0) return { ...from, stop };
  return null;
}
