/** Canon points in the words of the codex. */
import type { CanonStop } from '../../server/src/core/picture/shapes/timelineShape';
import { t } from '../words';

/** `session-46 · The Siege · 2026-05-03` */
export function stopWords(points: readonly CanonStop[], index: number): string {
  const point = points[index];
  if (!point || point.at === null) return t('the beginning');
  const { at, title, date } = point;
  const parts = [
    ...(title === undefined || title === at ? [] : [title]),
    ...(date === undefined || date === at ? [] : [date]),
  ];
  const words = [at, ...parts].join(' · ');
  return index === points.length - 1 ? t('{0} (now)', words) : words;
}
