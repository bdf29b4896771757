/** Exports that are one file: its text, and what it says as JSON. */
import { type Json, readJson } from '../codex/survey/calendarium';
import { type ExportFiles, withoutMarks } from './world';

/** The text of the only file; empty where there are several. */
export function onlyText({ files }: ExportFiles): string {
  if (files.size !== 1) return '';
  const [only] = files;
  return only ? textOf(only[1]) : '';
}

const read = new WeakMap<ExportFiles, Json>();

/** Null where it is not JSON. */
export function onlyJson(given: ExportFiles): Json {
  if (!read.has(given)) {
    const text = onlyText(given);
    read.set(given, /^\s*[[{]/.test(text.slice(0, 100).replace(/^\uFEFF/, '')) ? readJson(text) : null);
  }
  return read.get(given) ?? null;
}

export const isPicture = (path: string): boolean => /\.(?:png|jpe?g|gif|webp|svg|avif)$/i.test(path);

/** The text of bytes, as UTF-8, UTF-16 with its mark, or what older programs of Windows write. */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return withoutMarks(new TextDecoder('utf-16le').decode(bytes));
  try {
    return withoutMarks(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return withoutMarks(new TextDecoder('windows-1252').decode(bytes));
  }
}
