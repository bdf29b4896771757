/** The pictures and other files that lie in a codex: which there are, and what pictures hold. */
import fs from 'node:fs';
import path from 'node:path';
import { isSkippedFolder } from '../core/codex/pathRules';
import { CODEX_FILE } from '../core/host';
import { openInside, listFolder, readerOf, readText, reasonOf } from './folder';
import { readCodex } from '../core/codex/readCodex';
import { surveyNotes } from '../core/entry/surveyed';
import type { CalendarFile } from '../core/codex/survey';
import type { FolderSurvey, Skipped, Texts } from '../platform/platform';
import { isPointer, isUtf16, LONGEST, UNFIT, UNGIVEN } from '../core/text/unreadable';

/** Paths relative to the root, with `/`; not those of another codex that lies in this one. */
export function filesThat(root: string, isWanted: (path: string) => boolean): readonly string[] {
  const found: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const items = fs.readdirSync(path.join(root, folder), { withFileTypes: true });
    if (folder !== '' && items.some(({ name }) => name === CODEX_FILE)) continue;
    for (const item of items) {
      const file = folder === '' ? item.name : `${folder}/${item.name}`;
      if (item.isDirectory()) {
        if (!isSkippedFolder(item.name)) folders.push(file);
      } else if (isWanted(file)) found.push(file);
    }
  }
  return found;
}

/** Whether a picture can be read: it may be a link that leads out of the codex, or to nothing. @param file relative to the root, with `/` */
export function canReadPicture(root: string, file: string): boolean {
  try {
    fs.closeSync(openInside(root, file));
    return true;
  } catch {
    // A message says that it is left out.
    return false;
  }
}

/** A picture as an address that holds it. @param file relative to the root, with `/` */
export function pictureData(root: string, file: string): string {
  const ending = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
  const sort = ending === 'svg' ? 'svg+xml' : ending === 'jpg' ? 'jpeg' : ending;
  return `data:image/${sort};base64,${Buffer.from(pictureBytes(root, file)).toString('base64')}`;
}

/** @param file relative to the root, with `/` */
export function pictureBytes(root: string, file: string): Uint8Array {
  const handle = openInside(root, file);
  try {
    return fs.readFileSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

/** @param name of the page, without ending */
export function readPictureParts(name: string): { readonly script: string; readonly style: string } {
  const read = (file: string): string => fs.readFileSync(path.join(__dirname, file), 'utf8');
  return { script: read(`page-${name}.js`), style: read(`../media/pages/${name}.css`) };
}

/** The bytes of sql.js's WebAssembly. */
export const readSqlWasm = (): Uint8Array => fs.readFileSync(path.join(__dirname, 'sql-wasm.wasm'));

/** What `retcon init` finds in a folder on disk. @param given calendars that its author has named */
export function surveyFolder(root: string, skipped: Skipped, given: readonly CalendarFile[] = []): FolderSurvey {
  const textOf = readerOf(root, skipped);
  const { entries, codices } = listFolder(root, readCodex(null).codex, skipped);
  return {
    codices,
    exists: textOf(CODEX_FILE) !== null,
    survey: surveyNotes(entries, textOf, isInGit(root), [...given, ...calendarsBeside(root, textOf)]),
  };
}

/** What fantasy-calendar.com and Calendarium export lies beside the notes, mostly. */
const calendarsBeside = (root: string, textOf: Texts): readonly CalendarFile[] =>
  fs
    .readdirSync(root, { withFileTypes: true })
    .filter((item) => item.isFile() && /\.json$/i.test(item.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name: source }) => {
      const text = textOf(source);
      return text !== null && /"(?:timespans|months)"/.test(text) ? [{ source, text }] : [];
    });

/** Whether git keeps the folder: the folders above it decide. */
function isInGit(root: string): boolean {
  for (let folder = path.resolve(root); ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, '.git'))) return true;
    if (folder === path.dirname(folder)) return false;
  }
}

/** The question sets of a codex: all YAML files under its folder `evals`. */
const FOLDER = 'evals';

/** Relative to the root, with `/`, sorted. Links are not followed. */
export function evalFilesIn(root: string): string[] {
  const folder = path.join(root, FOLDER);
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile() && /\.ya?ml$/i.test(item.name))
    .map((item) => path.relative(root, path.join(item.parentPath, item.name)).split(path.sep).join('/'))
    .sort();
}

/** A text, or why it can't be read, in words. */
type DraftText = { readonly text: string } | { readonly why: string };

/** @param file absolute, or relative to the current folder */
export function readDraftFile(file: string): DraftText {
  const target = path.resolve(file);
  try {
    const text = readText(path.dirname(target), path.basename(target));
    if (text === null) return { why: 'it is not there, or it is not a file.' };
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
