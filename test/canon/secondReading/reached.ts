/** What follows from what, "directly or through others". */
import type { Page } from './page';

/** The pages that are reached from one in one or more steps; the page itself only where a path leads back. */
export function reachedFrom(start: Page, next: (page: Page) => readonly Page[]): readonly Page[] {
  const reached: Page[] = [];
  const walk = (page: Page): void => {
    for (const one of next(page).filter((other) => !reached.includes(other))) {
      reached.push(one);
      walk(one);
    }
  };
  walk(start);
  return reached;
}
