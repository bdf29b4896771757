/** What lies outside some spans of a text: places, and the text without them. */
import type { Span } from '../text/span';

/** The places that lie in none of some spans. @param places in order */
export function placesOutside(places: readonly number[], spans: readonly Span[]): number[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start);
  let [reached, next] = [-1, 0];
  return places.filter((place) => {
    for (let one = sorted[next]; one && one.start <= place; one = sorted[++next]) reached = Math.max(reached, one.end);
    return reached <= place;
  });
}

/** The text with some spans taken out, which may overlap. */
export function withoutSpans(text: string, spans: readonly Span[]): string {
  let [kept, at] = ['', 0];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (at < start) kept += text.slice(at, start);
    at = Math.max(at, end);
  }
  return kept + text.slice(at);
}
