/** Where a command may write a file: it replaces only what Retcon has written there before. */
import path from 'node:path';
import { isFolder } from '../workspace/folder';
import { headOf, isNoFile } from '../workspace/writingJournal';
import { type AnswerFormat, type Output, printRefusal } from './print';

/** Why nothing can be written there, in words; null: something can. @param example of a file in a folder */
export function whyNoTarget(target: string, example: string): string | null {
  // Elsewhere it stands for what is printed, and a file of that name is nobody's wish.
  if (path.basename(target) === '-') return `nothing is printed instead of a file. Name one, such as ${example}.`;
  if (isFolder(target)) return `it is a folder. Name a file in it, such as ${example}.`;
  if (!isFolder(path.dirname(target))) return 'its folder does not exist. Make it first, or name another file.';
  // A pipe or a device would be waited for, or obey.
  return isNoFile(target) ? 'it is not a file. Name another one.' : null;
}

/** Says that nothing could be written, and answers the exit status. */
export function refuseTarget(file: string, why: string, format: AnswerFormat, output: Output): number {
  return printRefusal(output, format, { code: 'failed', message: `"${file}" can't be written: ${why}`, given: file });
}

/** Whether an existing file must be left alone, which is printed. @param isOurs judges by its first 100 bytes. @param what what the file should be */
export function isTaken(
  file: string,
  isOurs: (head: Uint8Array) => boolean,
  what: string,
  format: AnswerFormat,
  output: Output,
): boolean {
  const head = headOf(path.resolve(file));
  if (head === null || head.length === 0 || isOurs(head)) return false;
  const message = `"${file}" exists and is not one of Retcon's ${what}s: it is not overwritten. Name another file, or move it away.`;
  printRefusal(output, format, { code: 'exists', message, given: file });
  return true;
}
