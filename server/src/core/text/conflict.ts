/** Finds the conflicts that a merge has left in prose: its markers at the beginning of lines, all of them or what is left. */
import type { Span } from './span';

export const CONFLICT =
  'Git left a conflict here: keep one of the two versions, and delete the lines <<<<<<<, ======= and >>>>>>>.';

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/**
 * The opening lines of the conflicts, from an offset to the end of a text; the closing line where that is all that is left
 * of one. What stands in a code block is shown there, unless the block is never closed; and `=======` alone underlines a
 * heading: neither is a conflict.
 * @param isOpened whether one has begun before the offset, and may end behind it
 */
export function conflictsIn(text: string, from: number, isOpened: boolean): readonly Span[] {
  if (!text.includes('<<<<<<<', from) && !text.includes('>>>>>>>', from)) return [];
  const found: Span[] = [];
  /** What is shown in the code block that is open. */
  let shown: Span[] = [];
  let fence: string | null = null;
  let isOpen = false;
  let hasEnd = isOpened;
  const tell = (span: Span): void => void (fence === null ? found : shown).push(span);
  for (let start = from; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed;
    const line = { start: start + indented(text, start), end: withoutBlanks(text, start, end) };
    if (isMarker(text, line.start, end, '<')) {
      if (!isOpen) tell(line);
      isOpen = true;
    } else if (isMarker(text, line.start, end, '>')) {
      if (!isOpen && !hasEnd) tell(line);
      hasEnd ||= !isOpen;
      isOpen = false;
    } else if (!isOpen || fence !== null) {
      // The two versions of what a conflict holds may open and close blocks as they like.
      fence = fenceAfter(fence, text, start, end);
      if (fence === null) [shown, isOpen] = [[], false];
    }
    start = end + 1;
  }
  return [...found, ...shown];
}

/** How far a line is indented, where that is less than a code block is. */
function indented(text: string, start: number): number {
  let at = start;
  while (at - start < 3 && text.charAt(at) === ' ') at++;
  return at - start;
}

/** Seven of the mark, and a name behind a blank, or nothing. */
function isMarker(text: string, start: number, end: number, mark: string): boolean {
  if (!text.startsWith(mark.repeat(7), start)) return false;
  const at = start + 7;
  return text.charAt(at) === ' ' || withoutBlanks(text, at, end) === at;
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
