/** Canon points in the words of the codex. */
import type { CanonStop } from '../../server/src/core/picture/shapes/timelineShape';
import { t } from '../words';

/** `session-46 · The Siege · 2026-05-03` */
export function stopWords(points: readonly CanonStop[], index: number): string {
  const point = points[index];
  if (!point || point.at === null) return t('the beginning');
  const { at, title, date, is_joined } = point;
  const parts = [
    ...(title === undefined || title === at ? [] : [title]),
    ...(date === undefined || date === at ? [] : [date]),
  ];
  const words = [at, ...parts].join(' · ');
  if (index === points.length - 1) return t('{0} (now)', words);
  return is_joined ? t('{0} (partly as it is now)', words) : words;
}
