/** Why a file cannot be read as an entry, and the conflict markers that a merge left in it. */
import type { Span } from './span';

/** The longest page that is read, in bytes: 4 MB (model §16). A longer file is data, and would keep everything else waiting. */
export const LONGEST = 4 * 1024 * 1024;
/** Why a file cannot be read as a text, for its author. */
export const UNFIT = {
  long: 'it is longer than 4 MB. Split it, or list it under `exclude`',
  utf16: 'it is written in UTF-16. Save it as UTF-8',
  noFile: 'it is not a file, but a pipe or a device',
} as const;

/** Whether a file begins with the byte-order mark of UTF-16, whose bytes are invalid in UTF-8. */
export function isUtf16(bytes: Uint8Array): boolean {
  const [first, second] = [bytes[0] ?? 0, bytes[1] ?? 0];
  return first + second === 0xff + 0xfe && Math.abs(first - second) === 1;
}

/** The replacement character for bytes that are invalid in UTF-8. */
export const UNREAD_LETTER = '\uFFFD';

/** The beginning of a pointer that git holds in place of a text. */
export const UNGIVEN = {
  link: 'git keeps only a link to another file',
  lfs: 'its text is kept in Git LFS',
  submodule: 'it is a submodule: its files are in a repository of its own',
} as const;

/** Whether a text is only a pointer to one that is kept in Git LFS, as in git's objects, and in a folder without git-lfs. */
export const isPointer = (text: string): boolean => text.startsWith('version https://git-lfs.github.com/spec/');

/** The marker for such a text. */
export const KEPT_ELSEWHERE = 'The text of this file is kept in Git LFS, and is not in the repository itself.\n';

/** The marker for a codex.yaml that exists and can't be read: what it hides must stay hidden. */
export const UNREADABLE = "This file can't be read.\n";

/** Finds the conflicts that a merge has left in prose: its markers at the beginning of lines, all of them or the remaining ones. */
export const CONFLICT =
  'Git left a conflict here: keep one of the two versions, and delete the lines <<<<<<<, ======= and >>>>>>>.';

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/**
 * The opening lines of the conflicts, from an offset to the end of a text; the closing line if only that is left. Markers in a code
 * block are shown as text, unless the block is never closed; and `=======` alone underlines a heading: neither is a conflict.
 * @param isOpened whether one has begun before the offset, and may end after it
 */
export function conflictsIn(text: string, from: number, isOpened: boolean): readonly Span[] {
  if (!text.includes('<<<<<<<', from) && !text.includes('>>>>>>>', from)) return [];
  const found: Span[] = [];
  /** The markers in the open code block. */
  let shown: Span[] = [];
  let fence: string | null = null;
  let isOpen = false;
  let hasEnd = isOpened;
  const add = (span: Span): void => void (fence === null ? found : shown).push(span);
  for (let start = from; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed;
    const line = { start: start + indented(text, start), end: withoutBlanks(text, start, end) };
    if (isMarker(text, line.start, end, '<')) {
      if (!isOpen) add(line);
      isOpen = true;
    } else if (isMarker(text, line.start, end, '>')) {
      if (!isOpen && !hasEnd) add(line);
      hasEnd ||= !isOpen;
      isOpen = false;
    } else if (!isOpen || fence !== null) {
      // The two versions in a conflict may open and close blocks independently.
      fence = fenceAfter(fence, text, start, end);
      if (fence === null) [shown, isOpen] = [[], false];
    }
    start = end + 1;
  }
  return [...found, ...shown];
}

/** The indentation of a line, if it is less than that of a code block. */
function indented(text: string, start: number): number {
  let at = start;
  while (at - start < 3 && text.charAt(at) === ' ') at++;
  return at - start;
}

/** Seven of the mark, then nothing, or a blank and a name. */
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

/** The mark of the code block that is open after a line; null if none is. */
function fenceAfter(fence: string | null, text: string, start: number, end: number): string | null {
  if (end - start < 3 || end - start > LONGEST_MARKER) return fence;
  const [, mark = '', rest = ''] = FENCE.exec(text.slice(start, end)) ?? [];
  if (mark === '') return fence;
  if (fence === null) return mark.startsWith('`') && rest.includes('`') ? null : mark;
  return mark.startsWith(fence) && rest.trim() === '' ? null : fence;
}

/** A line that opens or closes a block is short. */
const LONGEST_MARKER = 1000;
