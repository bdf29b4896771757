/** Reads a text that is to become a page, from any file or from standard input. */
import path from 'node:path';
import { isPointer, isUtf16, LONGEST, UNFIT, UNGIVEN } from '../core/text/fits';
import { readText, reasonOf } from './folder';

/** A text, or why it can't be read, in words. */
export type DraftText = { readonly text: string } | { readonly why: string };

/** @param file absolute, or relative to the current folder */
export function readDraftFile(file: string): DraftText {
  const target = path.resolve(file);
  try {
    const text = readText(path.dirname(target), path.basename(target));
    if (text === null) return { why: 'it is not there, or it is no file.' };
    return isPointer(text) ? { why: `${UNGIVEN.lfs}.` } : { text };
  } catch (error) {
    return { why: `${reasonOf(error)}.` };
  }
}

/** What is written to a stream, until it ends. */
export async function readDraftFrom(stream: AsyncIterable<Buffer | string>): Promise<DraftText> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > LONGEST) return { why: `${UNFIT.long}.` };
    parts.push(bytes);
  }
  const whole = Buffer.concat(parts);
  return isUtf16(whole) ? { why: `${UNFIT.utf16}.` } : { text: whole.toString('utf8') };
}
