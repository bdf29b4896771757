/** From one canon point to the next, and what is to be said of it. */
import { t } from '../words';
import { stopWords } from './canonWords';
import type { Shown } from './store';

export function stepFrom(
  { prepared, canon }: Shown,
  by: 1 | -1,
): { readonly canon: number; readonly words: string } | null {
  const { points } = prepared.timeline;
  const next = Math.min(Math.max(canon + by, 0), points.length - 1);
  return { canon: next, words: t('As decided by {0}', stopWords(points, next)) };
}
