/** What in the place of a text is no text of ours, and why. */

/** The longest page that is read, in bytes: 4 MB (model §16). A longer file is data, and would keep everything else waiting. */
export const LONGEST = 4 * 1024 * 1024;
/** Why a file is no text of ours, for its author. */
export const UNFIT = {
  long: 'it is longer than 4 MB. Split it, or list it under `exclude`',
  utf16: 'it is written in UTF-16. Save it as UTF-8',
  noFile: 'it is no file, but a pipe or a device',
} as const;

/** Whether a file begins with the byte-order mark of UTF-16, neither byte of which means anything in UTF-8. */
export function isUtf16(bytes: Uint8Array): boolean {
  const [first, second] = [bytes[0] ?? 0, bytes[1] ?? 0];
  return first + second === 0xff + 0xfe && Math.abs(first - second) === 1;
}

/** What stands in a text for bytes that are no letter in UTF-8. */
export const UNREAD_LETTER = '\uFFFD';

/** What git holds in the place of a text. */
export const UNGIVEN = {
  link: 'git keeps only a link to another file',
  lfs: 'its text is kept in Git LFS',
  submodule: 'it is a submodule: its files are in a repository of its own',
} as const;

/** Whether a text is only a pointer to one that is kept in Git LFS, as it lies in git, and in a folder without git-lfs. */
export const isPointer = (text: string): boolean => text.startsWith('version https://git-lfs.github.com/spec/');

/** What stands for such a text. */
export const KEPT_ELSEWHERE = 'The text of this file is kept in Git LFS, and is not in the repository itself.\n';

/** What stands for a codex.yaml that is there and can't be read: what it hides must not come to light by that. */
export const UNREADABLE = "This file can't be read.\n";
