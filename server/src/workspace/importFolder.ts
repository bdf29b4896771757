/** Reads an export, and the folder that it is imported into; writes what is new there, and remembers what it wrote. */
import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isPageFile } from '../core/text/pageFile';
import { isFolder, isInFolder, linkOnTheWay, makeFolderInside } from './folder';
import { digestOfBytes, makeFolders, replaceFile } from './writingJournal';
import { type Writing, writeAll } from './writeFiles';

/** Lists what an import has written, so that the next one knows what its author has changed since. */
const MANIFEST = '.retcon-import.json';

/** No world that somebody has exported is larger. */
export const LARGEST = 1 << 30;

/** The bytes of a file; what is packed alone (`.lk`, `.gz`) is unpacked. @returns why it can't be read, in words */
export function readExport(file: string): Uint8Array | string {
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  if (!stats) return 'there is no such file.';
  if (!stats.isFile()) return 'it is not a file. Name the file that the other tool has exported.';
  if (stats.size > LARGEST) return `it is larger than ${LARGEST >> 20} MB.`;
  const bytes = fs.readFileSync(file);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: LARGEST });
  } catch {
    return `it is damaged, or larger than ${LARGEST >> 20} MB when it is unpacked.`;
  }
}

/** What an author chose of an export: the columns of a table that are facts, and that all is hidden. */
export interface RememberedChoices {
  readonly facts?: readonly string[];
  readonly hidden?: boolean;
}

export interface ImportedBefore {
  readonly choices: RememberedChoices;
  readonly places: ReadonlyMap<string, string>;
  readonly written: ReadonlyMap<string, string>;
  readonly parts: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/** How much of a page is looked at for its source. */
const HEAD = 4000;
const SOURCE = /^source_id: *["']?([^"'\n]+?)["']? *$/m;

/** What lies in a folder of an earlier import. @param folder absolute */
export function importedBefore(folder: string): ImportedBefore {
  const places = new Map<string, string>();
  if (isFolder(folder)) {
    for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const file = name.split(path.sep).join('/');
      if (!isPageFile(file) || file.split('/').some((part) => part.startsWith('.'))) continue;
      const [, id] = SOURCE.exec(headOf(path.join(folder, name))) ?? [];
      if (id !== undefined && !places.has(id)) places.set(id, file);
    }
  }
  return { places, ...manifestIn(folder) };
}

function headOf(file: string): string {
  if (!fs.statSync(file).isFile()) return '';
  const handle = fs.openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(HEAD);
    return bytes.toString('utf8', 0, fs.readSync(handle, bytes, 0, HEAD, 0));
  } finally {
    fs.closeSync(handle);
  }
}

function manifestIn(folder: string): Omit<ImportedBefore, 'places'> {
  const file = path.join(folder, MANIFEST);
  const nothing = { choices: {}, written: new Map(), parts: new Map() };
  if (!fs.existsSync(file)) return nothing;
  try {
    const { choices, files, parts } = JSON.parse(fs.readFileSync(file, 'utf8')) as Partial<Manifest>;
    return {
      choices: choicesIn(choices),
      written: new Map(Object.entries(files ?? {})),
      parts: new Map(Object.entries(parts ?? {})),
    };
  } catch {
    // Then nothing there is ours, and all that differs is kept.
    return nothing;
  }
}

/** An author may have edited them. */
const choicesIn = (choices: RememberedChoices | undefined): RememberedChoices => ({
  ...(Array.isArray(choices?.facts) && { facts: choices.facts.map(String) }),
  ...(choices?.hidden === true && { hidden: true }),
});

interface Manifest {
  readonly import: 1;
  readonly choices?: RememberedChoices;
  readonly files: Readonly<Record<string, string>>;
  readonly parts: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The text of a page; null where there is none. */
export function textAt(folder: string, file: string): string | null {
  const whole = path.join(folder, file);
  return fs.lstatSync(whole, { throwIfNoEntry: false })?.isFile() ? fs.readFileSync(whole, 'utf8') : null;
}

export const digestOfText = (text: string): string => digestOfBytes(Buffer.from(text, 'utf8'));

/** The digest of a file; null where there is none. */
export function digestAt(folder: string, file: string): string | null {
  const whole = path.join(folder, file);
  const stats = fs.lstatSync(whole, { throwIfNoEntry: false });
  if (!stats) return null;
  return stats.isFile() ? digestOfBytes(fs.readFileSync(whole)) : '';
}

/** Why pages can't be written into a folder, in words; null: they can. @param folder absolute */
export function whyNoImportPlace(folder: string, files: readonly string[]): string | null {
  if (fs.existsSync(folder) && !isFolder(folder)) return 'is not a folder: name one, or a new one.';
  const outside = files.find((file) => !isInFolder(folder, path.join(folder, file)));
  if (outside !== undefined) return `does not hold ${outside}.`;
  const link = isFolder(folder) ? files.map((file) => linkOnTheWay(folder, file)).find((way) => way !== null) : null;
  return link ? `holds the link ${link}, which leads out of it, or nowhere: put a folder of its own there.` : null;
}

/** A file that is to be written: a text, or bytes. */
interface ImportWriting {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** @param remembered what the next import goes by: the choices, and digests of all files and of the parts of pages */
export function writeImport(
  folder: string,
  files: readonly ImportWriting[],
  { choices, digests, parts }: Remembered,
): void {
  makeFolders(folder);
  for (const inner of new Set(files.map((file) => path.posix.dirname(file.path)))) makeFolderInside(folder, inner);
  writeAll(
    folder,
    files.map(({ path: file, content }): Writing => {
      const whole = path.join(folder, file);
      const encoding = typeof content === 'string' ? 'utf8' : 'latin1';
      const before = fs.existsSync(whole) ? fs.readFileSync(whole).toString(encoding) : null;
      return {
        file,
        text: typeof content === 'string' ? content : Buffer.from(content).toString('latin1'),
        before,
        encoding,
      };
    }),
  );
  const isChosen = Object.keys(choices).length > 0;
  const manifest: Manifest = { import: 1, ...(isChosen && { choices }), files: sorted(digests), parts: sorted(parts) };
  replaceFile(path.join(folder, MANIFEST), new TextEncoder().encode(`${JSON.stringify(manifest, null, 1)}\n`));
}

interface Remembered {
  readonly choices: RememberedChoices;
  readonly digests: ReadonlyMap<string, string>;
  readonly parts: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

const sorted = <T>(map: ReadonlyMap<string, T>): Record<string, T> =>
  Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
