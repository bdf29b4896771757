/** What lies outside some spans of a text: places, and the text without them. */
import { firstPast } from '../text/sorted';
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

/** What of a text lies before, between and behind some spans, which may overlap: one piece more than those that stand apart. A piece may be empty. */
function piecesOutside(text: string, spans: readonly Span[]): string[] {
  const pieces: string[] = [];
  let at: number | null = null;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (at === null || at < start) pieces.push(text.slice(at ?? 0, start));
    at = Math.max(at ?? 0, end);
  }
  return [...pieces, text.slice(at ?? 0)];
}

/** The text with some spans taken out, which may overlap. */
export const withoutSpans = (text: string, spans: readonly Span[]): string => piecesOutside(text, spans).join('');

/** Such a text without the blank lines that would tell how much stood in its gaps. Others stay, and so does how far its lines are indented. */
export function withoutLines(text: string, spans: readonly Span[]): string {
  const pieces = piecesOutside(text, spans);
  let length = 0;
  const gaps = pieces.slice(0, -1).map((piece) => (length += piece.length));
  return pieces.join('').replace(/(?:(\r?\n)[ \t]*){3,}/g, (run: string, feed: string, at: number) => {
    const gap = gaps[firstPast(gaps, (one) => at < one)];
    return gap !== undefined && gap <= at + run.length ? feed + feed + run.slice(run.lastIndexOf('\n') + 1) : run;
  });
}
