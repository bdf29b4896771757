/** Finds the conflicts that a merge has left in prose: its markers at the beginning of lines, in order. */
import type { Span } from './span';

export const CONFLICT =
  'Git left a conflict here: keep one of the two versions, and delete the lines <<<<<<<, ======= and >>>>>>>.';

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/**
 * The opening lines of the conflicts, from an offset to the end of a text. What stands whole in a code block is shown there,
 * and `=======` alone underlines a heading: neither is a conflict.
 */
export function conflictsIn(text: string, from: number): readonly Span[] {
  if (!text.includes('\n>>>>>>>', from)) return [];
  const found: Span[] = [];
  let fence: string | null = null;
  let opened: Span | null = null;
  let isParted = false;
  for (let start = from; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed;
    switch (text.charCodeAt(start)) {
      case 60:
        if (fence === null && !isParted && isMarker(text, start, end, '<'))
          opened = { start, end: withoutBlanks(text, start, end) };
        break;
      case 61:
        isParted ||= opened !== null && isMarker(text, start, end, '=');
        break;
      case 62:
        if (opened === null || !isParted || !isMarker(text, start, end, '>')) break;
        found.push(opened);
        opened = null;
        isParted = false;
        break;
      default:
        // The two versions of what a conflict holds may open and close blocks as they like.
        if (opened === null) fence = fenceAfter(fence, text, start, end);
    }
    start = end + 1;
  }
  return found;
}

/** Seven of the mark, and a name behind a blank, or nothing; between the versions nothing. */
function isMarker(text: string, start: number, end: number, mark: string): boolean {
  if (!text.startsWith(mark.repeat(7), start)) return false;
  const at = start + 7;
  return withoutBlanks(text, at, end) === at || (mark !== '=' && text.charAt(at) === ' ');
}

function withoutBlanks(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && ' \t\r'.includes(text.charAt(at - 1))) at--;
  return at;
}

/** The mark of the code block that is open after a line; null where none is. */
function fenceAfter(fence: string | null, text: string, start: number, end: number): string | null {
  if (end - start < 3 || end - start > LONGEST) return fence;
  const [, mark = '', rest = ''] = FENCE.exec(text.slice(start, end)) ?? [];
  if (mark === '') return fence;
  if (fence === null) return mark.startsWith('`') && rest.includes('`') ? null : mark;
  return mark.startsWith(fence) && rest.trim() === '' ? null : fence;
}

/** A line that opens or closes a block is short. */
const LONGEST = 1000;
